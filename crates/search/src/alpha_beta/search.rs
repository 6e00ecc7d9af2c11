//! The recursive search: principal variation search.

use abstract_game::{Match, Position, Reason};
use arrayvec::ArrayVec;

use super::move_picker::{MoveOrdering, MovePicker};
use super::node::{Child, Node, Ply};
use super::settings::AlphaBetaSettings;
use crate::control::SearchControl;
use crate::repetition::{ending_states, set_key};
use crate::transposition_table::{Bound, TranspositionTable};
use crate::{Knowledge, Score, StaticResult};

/// The maximum distance from the root, in actions; nodes beyond are evaluated statically.
pub(super) const MAX_PLY: usize = 250;
/// The number of nodes between two checks of the clock and the stop flag.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// A principal variation, cut off after 64 actions.
pub(super) type Line<A> = ArrayVec<A, 64>;

/// The state of one search thread.
pub(super) struct SearchThread<'a, P: Position, K> {
    pub(super) knowledge: &'a K,
    settings: &'a AlphaBetaSettings,
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a SearchControl<'a>,
    ordering: &'a mut MoveOrdering<P::Action>,
    /// The actions of the last static result.
    static_actions: Vec<P::Action>,
    /// The noisy actions of the nodes of the quiescence search on the current path.
    pub(super) noisy_actions: Vec<P::Action>,
    /// Repetition keys at the starts of turns: first those of the match, then those from the root to the
    /// current node.
    path: Vec<u64>,
    /// How many keys of `path` are from the match.
    match_turn_starts: usize,
    /// Identifies the states whose next occurrence ends the match: a stored result holds for them only. 0 if there are none.
    history_key: u64,
    /// The nodes of this thread that are added to the shared count.
    counted_nodes: u64,
    /// Nodes not yet added to the shared count.
    uncounted_nodes: u64,
    nodes_between_counts: u64,
    pub(super) selective_depth: u32,
    /// The most actions of one turn that the search has seen.
    pub(super) longest_turn: u32,
}

impl<'a, P: Position, K: Knowledge<P>> SearchThread<'a, P, K> {
    pub(super) fn new(
        game: &Match<P>,
        knowledge: &'a K,
        settings: &'a AlphaBetaSettings,
        table: &'a TranspositionTable,
        control: &'a SearchControl<'a>,
        threads: usize,
        ordering: &'a mut MoveOrdering<P::Action>,
    ) -> Self {
        // The start of the root's turn is in the tree, not in the match: returning to it is a repetition.
        let before = game.turn_starts().len() - usize::from(game.position().at_turn_start());
        let path: Vec<u64> = if P::REPETITIONS.is_some() {
            game.turn_starts().iter().map(P::repetition_key).collect()
        } else {
            Vec::new()
        };
        let history_key = set_key(&ending_states(game));
        // A single thread counts every node at once, so that a node limit is exact.
        let exact = threads == 1 && control.limits().nodes.is_some();
        SearchThread {
            knowledge,
            settings,
            table,
            control,
            ordering,
            static_actions: Vec::new(),
            noisy_actions: Vec::new(),
            match_turn_starts: before.min(path.len()),
            history_key,
            path,
            counted_nodes: 0,
            uncounted_nodes: 0,
            nodes_between_counts: if exact { 1 } else { NODES_BETWEEN_CHECKS },
            selective_depth: 0,
            longest_turn: 1,
        }
    }

    pub(super) fn settings(&self) -> &'a AlphaBetaSettings {
        self.settings
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

    /// The score of a child for the player to act at its parent.
    pub(super) fn search_for_parent(
        &mut self,
        child: &Child<'_, P, K>,
        (alpha, beta): (Score, Score),
        depth: u32,
        line: &mut Line<P::Action>,
    ) -> Score {
        if child.keeps_player() {
            self.search(child, alpha, beta, depth, line)
        } else {
            -self.search(child, -beta, -alpha, depth, line)
        }
    }

    /// The score of a position for its player to act, searched to `depth` more actions within the window
    /// `alpha..beta` (fail soft). `line` receives the principal variation. The result is meaningless once
    /// the search is stopped.
    fn search(
        &mut self,
        child: &Child<'_, P, K>,
        alpha: Score,
        beta: Score,
        depth: u32,
        line: &mut Line<P::Action>,
    ) -> Score {
        let &Child { position, ply, .. } = child;
        line.clear();
        if let Some(end) = position.end() {
            self.count_node(ply);
            return Score::from_end(end, position.player_to_act(), ply.turns);
        }
        let can_repeat = P::REPETITIONS.is_some() && position.at_turn_start();
        if can_repeat {
            let key = position.repetition_key();
            if let Some(score) = self.score_of_repetition(position, key, ply) {
                return score;
            }
            self.path.push(key);
        }
        let score = if depth == 0 || usize::from(ply.actions) >= MAX_PLY {
            self.evaluate(child, (alpha, beta), self.settings.quiescence)
        } else {
            self.search_actions(child, alpha, beta, depth, line)
        };
        if can_repeat {
            self.path.pop();
        }
        score
    }

    /// The score of a state that ends the game by repetition. One repetition below the root is enough, because whoever
    /// repeats once can repeat again; but if a tie-break decides the draw, that is an estimate, because it depends on the path.
    fn score_of_repetition(&self, position: &P, key: u64, ply: Ply) -> Option<Score> {
        let (in_match, in_tree) = self.path.split_at(self.match_turn_starts);
        let limit = P::REPETITIONS.unwrap_or(u32::MAX) as usize;
        let is_end = in_match.iter().filter(|&&k| k == key).count() + 1 >= limit;
        if !is_end && !in_tree.contains(&key) {
            return None;
        }
        let end = position.settle_draw(Reason::REPETITION);
        let score = Score::from_end(end, position.player_to_act(), ply.turns);
        Some(if is_end { score } else { score.as_estimate() })
    }

    /// The key of a position in the transposition table.
    #[inline]
    pub(super) fn table_key(&self, key: u64) -> u64 {
        key ^ self.history_key
    }

    /// Searches the actions of an interior node. Out of line, so that leaves do not pay for its variables.
    #[inline(never)]
    fn search_actions(
        &mut self,
        child: &Child<'_, P, K>,
        mut alpha: Score,
        mut beta: Score,
        depth: u32,
        line: &mut Line<P::Action>,
    ) -> Score {
        let &Child { position, ply, .. } = child;
        if self.count_node(ply) {
            return Score::DRAW;
        }
        // Mate distance pruning: the game ends at the end of this turn at the earliest.
        alpha = alpha.max(Score::loss_in(ply.turns + 1));
        beta = beta.min(Score::win_in(ply.turns + 1));
        if alpha >= beta {
            return alpha;
        }
        let pv_node = beta.raw() - alpha.raw() > 1;
        let key = self.table_key(position.key());
        let hit = self.table.probe(key, ply.turns);
        if let Some(hit) = hit
            && !pv_node
            && (u32::from(hit.depth) >= depth || P::REPETITIONS.is_none() && hit.is_proof())
        {
            let cutoff = match hit.bound {
                Bound::Exact => true,
                Bound::Lower => hit.score >= beta,
                Bound::Upper => hit.score <= alpha,
            };
            if cutoff {
                return hit.score;
            }
        }

        let analysis = child.analyse(self.knowledge);
        let node = Node { position, analysis: &analysis, ply };
        if let Some(score) = self.static_score(&node) {
            line.extend(self.static_actions.first().copied());
            return score;
        }
        let AlphaBetaSettings {
            futility_margin,
            futility_max_depth,
            frontier_margin,
            frontier_max_depth,
            ..
        } = *self.settings;
        let mut late = self.settings.late_actions_at(depth, pv_node);
        let is_high = futility_margin > 0
            && depth <= futility_max_depth
            && position.at_turn_start()
            && !pv_node
            && !beta.is_decisive();
        let is_low = frontier_margin > 0 && depth <= frontier_max_depth && !pv_node && !alpha.is_decisive();
        if is_high || is_low {
            let evaluation = Score::centipawns(self.knowledge.evaluate(position, &analysis));
            if is_high && evaluation >= beta.offset(futility_margin * depth as i32) {
                return evaluation;
            }
            if is_low && evaluation.offset(frontier_margin * depth as i32) <= alpha {
                late = 1;
            }
        }
        let table_tag = hit.and_then(|hit| hit.tag);
        let mut picker = MovePicker::new(self.ordering, position, table_tag, &self.static_actions);
        let window = (alpha, beta);
        let mut best = -Score::INFINITY;
        let mut best_action = None;
        let mut best_is_urgent = false;
        let mut child_line = Line::new();
        let mut number = 0;
        // Whether no action was left out as transposed.
        let mut is_complete = true;
        // The next child, made ahead of time.
        let mut ahead = None;
        while let Some((order_score, action)) = picker.next(self.ordering, self.knowledge, &node) {
            let made = ahead.take();
            // The rest has lower scores.
            if number >= late && order_score < K::URGENT && !best.is_loss() {
                break;
            }
            if child.is_transposed(self.knowledge, action) {
                is_complete = false;
                continue;
            }
            if number == 1 && depth > 1 {
                // The first action caused no cutoff, so probably no other does: all of them will be searched.
                let next_keys = picker.rest(self.ordering).filter_map(|action| position.key_after(action));
                next_keys.for_each(|key| self.table.prefetch(self.table_key(key)));
            }
            let mut next;
            if let Some(made) = made {
                debug_assert!(made == position.after(action), "the child that was made ahead is another one");
                next = made;
            } else {
                // Played in place, because a position may be large.
                next = position.clone();
                next.play_unchecked(action);
                if depth > 1 {
                    self.table.prefetch(self.table_key(next.key()));
                }
            }
            if depth > 1
                && let Some(action) = picker.peek(self.ordering)
                && position.key_after(action).is_none()
            {
                // While this child is searched, the table's entry of the next one is loaded.
                let made = position.after(action);
                self.table.prefetch(self.table_key(made.key()));
                ahead = Some(made);
            }
            let child = node.child(action, &next);
            let reduction = if number == 0 || order_score >= K::URGENT {
                0
            } else {
                self.late_move_reduction(depth, number, pv_node)
            };
            number += 1;
            let score =
                self.search_child(&child, (alpha, beta), depth, reduction, number == 1, &mut child_line);
            if self.control.is_stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_action = Some(action);
                    best_is_urgent = order_score >= K::URGENT;
                    alpha = score;
                    line.clear();
                    line.push(action);
                    line.extend(child_line.iter().copied().take(line.remaining_capacity()));
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if !self.control.is_stopped() {
            if let Some(action) = best_action.filter(|_| best >= beta) {
                let bonus = (depth * depth).min(self.settings.history_max_bonus) as i32;
                self.ordering.learn_cutoff(&picker, &node, action, bonus, best_is_urgent);
            }
            let bound = if best >= window.1 {
                Bound::Lower
            } else if best <= window.0 {
                Bound::Upper
            } else {
                Bound::Exact
            };
            let stored_depth = depth.min(u32::from(u8::MAX)) as u8;
            let tag = best_action.map(|action| self.ordering.remember(action));
            // What is left out is searched in another order from here, but not where other actions lead to this state.
            if is_complete || !best.is_loss() {
                self.table.store(key, best, bound, stored_depth, tag, ply.turns);
            }
        }
        picker.finish(self.ordering);
        best
    }

    /// The score of a child for the parent's player to act. The first child gets the full window; the others
    /// a null window, reduced by `reduction`, and further searches only if they raise alpha.
    fn search_child(
        &mut self,
        child: &Child<'_, P, K>,
        (alpha, beta): (Score, Score),
        depth: u32,
        reduction: u32,
        first: bool,
        line: &mut Line<P::Action>,
    ) -> Score {
        let depth = depth - 1;
        if !first {
            let null_window = (alpha, alpha.offset(1));
            let reduced_depth = depth.saturating_sub(reduction);
            let mut score = self.search_for_parent(child, null_window, reduced_depth, line);
            if score > alpha && reduction > 0 && !self.control.is_stopped() {
                score = self.search_for_parent(child, null_window, depth, line);
            }
            if score <= alpha || score >= beta || self.control.is_stopped() {
                return score;
            }
        }
        self.search_for_parent(child, (alpha, beta), depth, line)
    }

    /// The late move reduction of the action with this number (from 0), in plies. Integer arithmetic, so
    /// that node counts are the same on every machine.
    fn late_move_reduction(&self, depth: u32, number: usize, pv_node: bool) -> u32 {
        let settings = self.settings;
        if depth < settings.lmr_min_depth || number < settings.lmr_full_depth_actions {
            return 0;
        }
        let plies = depth.ilog2() * (number + 1).ilog2() / settings.lmr_divisor;
        plies.saturating_sub(u32::from(pv_node)).min(depth - 1)
    }

    /// The score that the rules imply without a search. If there is none, `static_actions` has the actions to search;
    /// all of them, if it is empty.
    #[inline]
    pub(super) fn static_score(&mut self, node: &Node<'_, P, K>) -> Option<Score> {
        self.static_actions.clear();
        match self.knowledge.static_result(node.position, node.analysis, &mut self.static_actions) {
            StaticResult::Win(turns) => Some(Score::win_in(node.ply.turns + turns)),
            StaticResult::Loss(turns) => Some(Score::loss_in(node.ply.turns + turns)),
            StaticResult::Open | StaticResult::Only => None,
        }
    }
}
