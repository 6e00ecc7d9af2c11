//! The recursive search: principal variation search.

use abstract_game::Position;
use arrayvec::ArrayVec;

use super::ordering::{Choice, MovePicker};
use super::pruning::{ActionLimit, Pruned, Window};
use super::stack::{Child, MAX_PLY, Node};
use super::thread::SearchThread;
use crate::transposition_table::StoredResult;
use crate::{MoveOrdering, Score, URGENT};

/// A principal variation, cut off after 64 actions.
pub(super) type Line<A> = ArrayVec<A, 64>;

/// The score, in centipawns, of a node all of whose searched actions lose, where others were left out.
const PROBABLE_LOSS: i32 = -3_000;

impl<P: Position, K: MoveOrdering<P>> SearchThread<'_, P, K> {
    /// The score of a child for the player to act at its parent. The window is the parent's, the depth the child's.
    fn search_for_parent(
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
    pub(super) fn search(
        &mut self,
        child: &Child<'_, P, K>,
        window: Window,
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
            if let Some(score) = self.path.score_of_repetition(position, key, ply) {
                return score;
            }
            self.path.keys.push(key);
        }
        let score = if window.depth == 0 || usize::from(ply.actions) >= MAX_PLY {
            self.evaluate(child, (window.alpha, window.beta), self.parameters.quiescence)
        } else {
            self.search_actions(child, window, line)
        };
        if can_repeat {
            self.path.keys.pop();
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
        let hit = self.shared.table.probe(position.key(), ply.turns);
        if let Some(score) = Self::table_cutoff(hit, window) {
            return score;
        }
        let analysis = child.analyse(&self.data.stack, self.knowledge);
        let node = child.node(&analysis);
        if let Some(score) = self.static_score(&node) {
            line.extend(self.data.static_actions.first().copied());
            return score;
        }
        if let Some(stored) = hit.and_then(|hit| hit.static_evaluation) {
            *self.data.stack.static_evaluation(ply) = Some(stored);
        }
        match self.prune(&node, window) {
            Pruned::Node(score) => score,
            Pruned::Actions(limit) => self.search_children(&node, window, limit, hit, line),
        }
    }

    /// Searches the actions of a node up to a limit, the most promising first, and all urgent ones. Where a strict limit ends them
    /// and all lose, the score is an estimate.
    #[inline]
    pub(super) fn search_children(
        &mut self,
        node: &Node<'_, P, K>,
        window: Window,
        limit: ActionLimit,
        hit: Option<StoredResult>,
        line: &mut Line<P::Action>,
    ) -> Score {
        let Window { mut alpha, beta, depth } = window;
        let table_tag = hit.and_then(|hit| hit.tag);
        let mut picker = MovePicker::new(self.data, node, table_tag);
        let mut best = -Score::INFINITY;
        let mut best_action = None;
        let mut child_line = Line::new();
        while let Some(choice) = picker.next(self.data, self.knowledge, node) {
            let Choice { action, number, .. } = choice;
            let is_urgent = choice.score >= URGENT;
            let is_late = number >= limit.actions || number > 0 && picker.gap(choice.score) > limit.gap;
            if is_late && !is_urgent && (limit.is_strict || !best.is_loss()) {
                // Late move pruning: the rest has lower scores.
                picker.end();
                continue;
            }
            if picker.leaves_out(self.data, self.knowledge, node, action) {
                continue;
            }
            let shared = self.shared;
            let next = picker.play(self.data, shared, node.position, choice, depth);
            let Some(next) = next else { continue };
            let child = self.data.stack.child(node, action, next);
            let reduction = if number == 0 || is_urgent {
                0
            } else {
                self.parameters.late_move_reduction(depth, number, window.is_pv())
            };
            let open = Window { alpha, beta, depth: depth - 1 };
            let entry = shared.searching.enter(next.key(), depth);
            let score = self.search_child(&child, open, reduction, number == 0, &mut child_line);
            drop(entry);
            self.data.stack.add_searched(action);
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
        if limit.is_strict && picker.has_ended() && best.is_loss() {
            best = Score::centipawns(PROBABLE_LOSS);
        }
        if !self.control.is_stopped() {
            if let Some((action, is_urgent)) = best_action
                && best >= beta
            {
                let bonus = (depth * depth).min(self.parameters.history_max_bonus) as i32;
                picker.learn_cutoff(self.data, node, action, bonus, is_urgent);
            }
            let tag = best_action.map(|(action, _)| self.data.known.remember(action));
            // What is left out is searched in another order from here, but not where other actions lead to this state.
            if picker.is_complete() || !best.is_loss() {
                let result = StoredResult {
                    score: best,
                    bound: window.bound(best),
                    depth: depth.min(u32::from(u8::MAX)) as u8,
                    tag,
                    static_evaluation: *self.data.stack.static_evaluation(node.ply),
                };
                self.shared.table.store(node.position.key(), result, node.ply.turns);
            }
        }
        self.data.stack.forget_searched(node.ply);
        picker.finish(self.data);
        best
    }

    /// The score of a child for the parent's player to act. The first child gets the full window; the others
    /// a null window, reduced by `reduction`, and further searches only if they raise alpha.
    // The root calls it, too: by itself the compiler would not inline it here.
    #[inline(always)]
    pub(super) fn search_child(
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

#[cfg(test)]
mod tests {
    use abstract_game::Position as _;

    use super::{Line, StoredResult, Window};
    use crate::alpha_beta::AlphaBetaParameters;
    use crate::alpha_beta::thread::tests::with_thread;
    use crate::transposition_table::Bound;
    use crate::{NoKnowledge, Score};

    #[test]
    fn a_node_takes_its_static_evaluation_from_the_table_and_stores_it() {
        let parameters =
            AlphaBetaParameters { reverse_futility_margin: 10, ..AlphaBetaParameters::default() };
        with_thread("9,9,9,9 1 1", &NoKnowledge, &parameters, |thread, root| {
            let action = root.position.actions()[0];
            let position = root.position.after(action);
            let table = thread.shared.table;
            let mut search = || {
                let child = thread.data.stack.child(root, action, &position);
                let window = Window { alpha: Score::DRAW, beta: Score::centipawns(1), depth: 2 };
                thread.search(&child, window, &mut Line::new())
            };
            assert_eq!(search(), Score::DRAW);
            let stored = table.probe(position.key(), 1).expect("a result");
            assert_eq!((stored.depth, stored.static_evaluation), (2, Some(Score::DRAW)));
            let evaluation = Some(Score::centipawns(500));
            let result =
                StoredResult { bound: Bound::Lower, depth: 0, static_evaluation: evaluation, ..stored };
            table.store(position.key(), result, 1);
            assert_eq!(Some(search()), evaluation, "by reverse futility pruning");
        });
    }
}
