//! One search thread: what it has learned, its counts, and its view of the transposition table.

use abstract_game::{Action, Match, Position};

use super::ordering::history::{History, KnownActions};
use super::ordering::lists::ActionLists;
use super::parameters::AlphaBetaParameters;
use super::searching::Searching;
use super::stack::{Node, Path, Ply, Stack};
use crate::control::SearchControl;
use crate::transposition_table::TranspositionTable;
use crate::{MoveOrdering, Score};

/// The number of nodes between two checks of the clock and the stop flag.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// What a thread keeps from search to search: what it has learned, and the memory of its current line.
pub(super) struct ThreadData<A> {
    pub(super) history: History,
    pub(super) known: KnownActions<A>,
    /// What the last killer and the one before it add to the score of an action.
    pub(super) killer_bonuses: [i32; 2],
    pub(super) stack: Stack<A>,
    /// The actions of the nodes of the current line.
    pub(super) lists: ActionLists<A>,
    /// The actions of the last static result.
    pub(super) static_actions: Vec<A>,
    /// The noisy actions of the nodes of the quiescence search on the current line.
    pub(super) noisy_actions: Vec<A>,
}

impl<A: Action> ThreadData<A> {
    pub(super) fn new() -> Self {
        ThreadData {
            history: History::new(),
            known: KnownActions::new(),
            killer_bonuses: [0; 2],
            stack: Stack::new(),
            lists: ActionLists::new(),
            static_actions: Vec::new(),
            noisy_actions: Vec::new(),
        }
    }

    /// Begins a search of another position: keeps half of the history. The line may not be empty, if a panic ended the
    /// search before.
    pub(super) fn begin_search(&mut self, parameters: &AlphaBetaParameters) {
        self.killer_bonuses = [parameters.killer, parameters.second_killer];
        self.history.halve();
        self.stack.begin();
        self.lists.clear();
        self.noisy_actions.clear();
    }
}

/// What the threads tell each other.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) searching: Searching,
}

/// The state of one search thread.
pub(super) struct SearchThread<'a, P: Position, K> {
    pub(super) knowledge: &'a K,
    pub(super) parameters: &'a AlphaBetaParameters,
    pub(super) shared: &'a Shared<'a>,
    pub(super) control: &'a SearchControl<'a>,
    pub(super) data: &'a mut ThreadData<P::Action>,
    pub(super) path: Path,
    /// The nodes of this thread that are not yet added to the shared count.
    uncounted_nodes: u64,
    counted_nodes: u64,
    pub(super) nodes_between_counts: u64,
    pub(super) selective_depth: u32,
    /// The most actions of one turn that the search has seen.
    pub(super) longest_turn: u32,
}

impl<'a, P: Position, K: MoveOrdering<P>> SearchThread<'a, P, K> {
    pub(super) fn new(
        game: &Match<P>,
        knowledge: &'a K,
        parameters: &'a AlphaBetaParameters,
        shared: &'a Shared<'a>,
        control: &'a SearchControl<'a>,
        data: &'a mut ThreadData<P::Action>,
    ) -> Self {
        SearchThread {
            knowledge,
            parameters,
            shared,
            control,
            data,
            path: Path::new(game),
            counted_nodes: 0,
            uncounted_nodes: 0,
            nodes_between_counts: NODES_BETWEEN_CHECKS,
            selective_depth: 0,
            longest_turn: 1,
        }
    }

    /// The static evaluation of a node of the current line, made at most once.
    #[inline]
    pub(super) fn static_evaluation(&mut self, node: &Node<'_, P, K>) -> Score {
        let evaluate = || Score::centipawns(self.knowledge.evaluate(node.position, node.analysis));
        *self.data.stack.static_evaluation(node.ply).get_or_insert_with(evaluate)
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

#[cfg(test)]
pub(super) mod tests {
    use std::sync::atomic::AtomicBool;

    use abstract_game::sample::{Heaps, TakeTwo};
    use abstract_game::{Match, Rules as _};

    use super::{SearchThread, Shared, ThreadData};
    use crate::alpha_beta::AlphaBetaParameters;
    use crate::alpha_beta::searching::Searching;
    use crate::alpha_beta::stack::Node;
    use crate::control::SearchControl;
    use crate::transposition_table::TranspositionTable;
    use crate::{MoveOrdering, SearchLimits, TableParameters};

    /// Runs something with the only thread of a search and its root, whose analysis is nothing.
    pub(in crate::alpha_beta) fn with_thread<K: MoveOrdering<Heaps, Analysis = ()>, R>(
        position: &str,
        knowledge: &K,
        parameters: &AlphaBetaParameters,
        run: impl FnOnce(&mut SearchThread<'_, Heaps, K>, &Node<'_, Heaps, K>) -> R,
    ) -> R {
        let game = Match::new(TakeTwo::default().read_position(position).expect("a position"));
        let table = TranspositionTable::new(1, TableParameters::DEFAULT).expect("the memory is available");
        let shared = Shared { table: &table, searching: Searching::new(1) };
        let stop = AtomicBool::new(false);
        let control = SearchControl::new(SearchLimits::default(), &stop);
        let mut data = ThreadData::new();
        let mut thread = SearchThread::new(&game, knowledge, parameters, &shared, &control, &mut data);
        run(&mut thread, &Node::root(game.position(), &()))
    }
}
