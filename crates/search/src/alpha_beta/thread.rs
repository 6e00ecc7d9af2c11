//! One search thread: its counts, its view of the transposition table, and the repetitions on its path.

use abstract_game::{Match, Position, Reason};

use super::stack::Ply;
use super::ordering::OrderingState;
use super::parameters::AlphaBetaParameters;
use crate::control::SearchControl;
use crate::repetition::{ending_states, set_key};
use crate::transposition_table::{Bound, Hit, TranspositionTable};
use crate::{MoveOrdering, Score};

/// The number of nodes between two checks of the clock and the stop flag.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// The state of one search thread.
pub(super) struct SearchThread<'a, P: Position, K> {
    pub(super) knowledge: &'a K,
    pub(super) parameters: &'a AlphaBetaParameters,
    pub(super) table: MatchTable<'a>,
    pub(super) control: &'a SearchControl<'a>,
    pub(super) ordering: &'a mut OrderingState<P::Action>,
    /// The actions of the last static result.
    pub(super) static_actions: Vec<P::Action>,
    /// The noisy actions of the nodes of the quiescence search on the current path.
    pub(super) noisy_actions: Vec<P::Action>,
    pub(super) path: Path,
    /// The nodes of this thread that are added to the shared count.
    counted_nodes: u64,
    /// Nodes not yet added to the shared count.
    uncounted_nodes: u64,
    nodes_between_counts: u64,
    pub(super) selective_depth: u32,
    /// The most actions of one turn that the search has seen.
    pub(super) longest_turn: u32,
}

impl<'a, P: Position, K: MoveOrdering<P>> SearchThread<'a, P, K> {
    pub(super) fn new(
        game: &Match<P>,
        knowledge: &'a K,
        parameters: &'a AlphaBetaParameters,
        table: &'a TranspositionTable,
        control: &'a SearchControl<'a>,
        threads: usize,
        ordering: &'a mut OrderingState<P::Action>,
    ) -> Self {
        // A single thread counts every node at once, so that a node limit is exact.
        let exact = threads == 1 && control.limits().nodes.is_some();
        SearchThread {
            knowledge,
            parameters,
            table: MatchTable { table, history_key: set_key(&ending_states(game)) },
            control,
            ordering,
            static_actions: Vec::new(),
            noisy_actions: Vec::new(),
            path: Path::new(game),
            counted_nodes: 0,
            uncounted_nodes: 0,
            nodes_between_counts: if exact { 1 } else { NODES_BETWEEN_CHECKS },
            selective_depth: 0,
            longest_turn: 1,
        }
    }

    /// Adds this thread's nodes to the shared count.
    pub(super) fn flush_node_count(&mut self) {
        self.counted_nodes += self.uncounted_nodes;
        self.control.count(std::mem::take(&mut self.uncounted_nodes));
    }

    /// The nodes of this thread.
    pub(super) fn nodes(&self) -> u64 {
        self.counted_nodes + self.uncounted_nodes
    }

    /// Counts a node and checks the limits. Returns whether the search must stop.
    #[inline]
    pub(super) fn count_node(&mut self, ply: Ply) -> bool {
        if self.control.is_stopped() {
            return true;
        }
        self.selective_depth = self.selective_depth.max(u32::from(ply.actions));
        self.longest_turn = self.longest_turn.max(u32::from(ply.actions_in_turn) + 1);
        self.uncounted_nodes += 1;
        self.uncounted_nodes >= self.nodes_between_counts && self.check_limits()
    }

    /// Adds the nodes to the shared count and checks the limits. Returns whether the search must stop.
    #[inline(never)]
    fn check_limits(&mut self) -> bool {
        let before = self.control.nodes();
        self.flush_node_count();
        if before / NODES_BETWEEN_CHECKS != self.control.nodes() / NODES_BETWEEN_CHECKS {
            self.control.check_limits();
        }
        self.control.is_stopped()
    }
}

/// The transposition table for the searches of one match.
#[derive(Clone, Copy)]
pub(super) struct MatchTable<'a> {
    table: &'a TranspositionTable,
    /// Identifies the states whose next occurrence ends the match: a stored result holds for them only. 0 if there are none.
    history_key: u64,
}

impl MatchTable<'_> {
    #[inline]
    pub(super) fn prefetch(self, key: u64) {
        self.table.prefetch(key ^ self.history_key);
    }

    #[inline]
    pub(super) fn probe(self, key: u64, turns: u16) -> Option<Hit> {
        self.table.probe(key ^ self.history_key, turns)
    }

    #[inline]
    pub(super) fn store(
        self,
        key: u64,
        score: Score,
        bound: Bound,
        depth: u32,
        tag: Option<u32>,
        turns: u16,
    ) {
        let depth = depth.min(u32::from(u8::MAX)) as u8;
        self.table.store(key ^ self.history_key, score, bound, depth, tag, turns);
    }

    pub(super) fn hashfull(self) -> u32 {
        self.table.hashfull()
    }
}

/// The repetition keys at the starts of turns: first those of the match, then those from the root to the current node.
pub(super) struct Path {
    keys: Vec<u64>,
    /// How many keys are from the match.
    match_turn_starts: usize,
}

impl Path {
    fn new<P: Position>(game: &Match<P>) -> Path {
        // The start of the root's turn is in the tree, not in the match: returning to it is a repetition.
        let before = game.turn_starts().len() - usize::from(game.position().at_turn_start());
        let keys: Vec<u64> = if P::REPETITIONS.is_some() {
            game.turn_starts().iter().map(P::repetition_key).collect()
        } else {
            Vec::new()
        };
        Path { match_turn_starts: before.min(keys.len()), keys }
    }

    #[inline]
    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.keys.pop();
    }

    /// The score of a state that ends the game by repetition. One repetition below the root is enough, because whoever
    /// repeats once can repeat again; but if a tie-break decides the draw, that is an estimate, because it depends on the path.
    pub(super) fn score_of_repetition<P: Position>(&self, position: &P, key: u64, ply: Ply) -> Option<Score> {
        let (in_match, in_tree) = self.keys.split_at(self.match_turn_starts);
        let limit = P::REPETITIONS.unwrap_or(u32::MAX) as usize;
        let is_end = in_match.iter().filter(|&&k| k == key).count() + 1 >= limit;
        if !is_end && !in_tree.contains(&key) {
            return None;
        }
        let end = position.settle_draw(Reason::REPETITION);
        let score = Score::from_end(end, position.player_to_act(), ply.turns);
        Some(if is_end { score } else { score.as_estimate() })
    }
}
