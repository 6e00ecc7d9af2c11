//! The recursive search: principal variation search.

use abstract_game::Position;
use arrayvec::ArrayVec;

use super::stack::{Child, Node};
use super::ordering::MovePicker;
use super::pruning::{Pruned, Window};
use super::thread::SearchThread;
use crate::transposition_table::Hit;
use crate::{MoveOrdering, Score, URGENT};

/// The maximum distance from the root, in actions; nodes beyond are evaluated statically.
pub(super) const MAX_PLY: usize = 250;

/// A principal variation, cut off after 64 actions.
pub(super) type Line<A> = ArrayVec<A, 64>;

impl<P: Position, K: MoveOrdering<P>> SearchThread<'_, P, K> {
    /// The score of a child for the player to act at its parent. The window is the parent's, the depth the child's.
    pub(super) fn search_for_parent(
        &mut self,
        child: &Child<'_, P, K>,
        window: Window,
        line: &mut Line<P::Action>,
    ) -> Score {
        if child.keeps_player() {
            self.search(child, window, line)
        } else {
            -self.search(child, Window { alpha: -window.beta, beta: -window.alpha, ..window }, line)
        }
    }

    /// The score of a position for its player to act, searched to a depth within a window (fail soft). `line` receives the
    /// principal variation. The result is meaningless once the search is stopped.
    fn search(&mut self, child: &Child<'_, P, K>, window: Window, line: &mut Line<P::Action>) -> Score {
        let &Child { position, ply, .. } = child;
        line.clear();
        if let Some(end) = position.end() {
            self.count_node(ply);
            return Score::from_end(end, position.player_to_act(), ply.turns);
        }
        let can_repeat = P::REPETITIONS.is_some() && position.at_turn_start();
        if can_repeat {
            let key = position.repetition_key();
            if let Some(score) = self.path.score_of_repetition(position, key, ply) {
                return score;
            }
            self.path.push(key);
        }
        let score = if window.depth == 0 || usize::from(ply.actions) >= MAX_PLY {
            self.evaluate(child, (window.alpha, window.beta), self.parameters.quiescence)
        } else {
            self.search_actions(child, window, line)
        };
        if can_repeat {
            self.path.pop();
        }
        score
    }

    /// Searches the actions of an interior node. Out of line, so that leaves do not pay for its variables.
    #[inline(never)]
    fn search_actions(
        &mut self,
        child: &Child<'_, P, K>,
        window: Window,
        line: &mut Line<P::Action>,
    ) -> Score {
        let &Child { position, ply, .. } = child;
        if self.count_node(ply) {
            return Score::DRAW;
        }
        let window = window.within_mate_distance(ply.turns);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let hit = self.table.probe(position.key(), ply.turns);
        if let Some(score) = Self::table_cutoff(hit, window) {
            return score;
        }
        let analysis = child.analyse(self.knowledge);
        let node = Node { position, analysis: &analysis, ply };
        if let Some(score) = self.static_score(&node) {
            line.extend(self.static_actions.first().copied());
            return score;
        }
        match self.prune(&node, window) {
            Pruned::Node(score) => score,
            Pruned::Actions(late) => self.search_children(child, &node, window, late, hit, line),
        }
    }

    /// Searches at most `late` actions of a node, the most promising first, and all urgent ones.
    #[inline]
    fn search_children(
        &mut self,
        child: &Child<'_, P, K>,
        node: &Node<'_, P, K>,
        window: Window,
        late: usize,
        hit: Option<Hit>,
        line: &mut Line<P::Action>,
    ) -> Score {
        let Window { mut alpha, beta, depth } = window;
        let table_tag = hit.and_then(|hit| hit.tag);
        let mut picker = MovePicker::new(self.ordering, node.position, table_tag, &self.static_actions);
        let mut best = -Score::INFINITY;
        let mut best_action = None;
        let mut child_line = Line::new();
        let mut number = 0;
        // Whether no action was left out as transposed.
        let mut is_complete = true;
        while let Some((order_score, action)) = picker.next(self.ordering, self.knowledge, node) {
            let is_urgent = order_score >= URGENT;
            // Late move pruning: the rest has lower scores.
            if number >= late && !is_urgent && !best.is_loss() {
                break;
            }
            if child.is_transposed(self.knowledge, action) {
                is_complete = false;
                continue;
            }
            let next = picker.play(self.ordering, self.table, node.position, action, depth);
            let next = node.child(action, &next);
            let reduction = if number == 0 || is_urgent {
                0
            } else {
                self.parameters.late_move_reduction(depth, number, window.is_pv())
            };
            number += 1;
            let open = Window { alpha, beta, depth: depth - 1 };
            let score = self.search_child(&next, open, reduction, number == 1, &mut child_line);
            if self.control.is_stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_action = Some((action, is_urgent));
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
            if let Some((action, is_urgent)) = best_action
                && best >= beta
            {
                let bonus = (depth * depth).min(self.parameters.history_max_bonus) as i32;
                self.ordering.learn_cutoff(&picker, node, action, bonus, is_urgent);
            }
            let tag = best_action.map(|(action, _)| self.ordering.remember(action));
            // What is left out is searched in another order from here, but not where other actions lead to this state.
            if is_complete || !best.is_loss() {
                let key = node.position.key();
                self.table.store(key, best, window.bound(best), depth, tag, node.ply.turns);
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
        window: Window,
        reduction: u32,
        first: bool,
        line: &mut Line<P::Action>,
    ) -> Score {
        let Window { alpha, beta, depth } = window;
        if !first {
            let null_window = Window { beta: alpha.offset(1), ..window };
            let reduced = Window { depth: depth.saturating_sub(reduction), ..null_window };
            let mut score = self.search_for_parent(child, reduced, line);
            if score > alpha && reduction > 0 && !self.control.is_stopped() {
                score = self.search_for_parent(child, null_window, line);
            }
            if score <= alpha || score >= beta || self.control.is_stopped() {
                return score;
            }
        }
        self.search_for_parent(child, window, line)
    }
}
