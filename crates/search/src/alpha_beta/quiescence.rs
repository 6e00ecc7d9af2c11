//! The score where the depth ends: static, or by a quiescence search of noisy actions.

use abstract_game::Position;

use super::stack::{Child, Node};
use super::thread::SearchThread;
use crate::{MoveOrdering, Score};

impl<P: Position, K: MoveOrdering<P>> SearchThread<'_, P, K> {
    /// The score of a node beyond the depth, in which at most `row` noisy actions in a row are searched: the static result, or
    /// else the static evaluation or what noisy actions make of it.
    #[inline]
    pub(super) fn evaluate(&mut self, child: &Child<'_, P, K>, window: (Score, Score), row: u32) -> Score {
        if self.count_node(child.ply) {
            return Score::DRAW;
        }
        let analysis = child.analyse(&self.data.stack, self.knowledge);
        let node = child.node(&analysis);
        if let Some(decided) = self.static_score(&node) {
            return decided;
        }
        let evaluation = self.static_evaluation(&node);
        if row == 0 || evaluation >= window.1 {
            evaluation
        } else {
            self.quiesce(&node, evaluation, window, row)
        }
    }

    /// The best of the evaluation and the scores of the noisy actions.
    #[inline(never)]
    fn quiesce(
        &mut self,
        node: &Node<'_, P, K>,
        evaluation: Score,
        (mut alpha, beta): (Score, Score),
        row: u32,
    ) -> Score {
        let first = self.data.noisy_actions.len();
        let least_gain = alpha.raw() - evaluation.raw() - self.parameters.delta_margin + 1;
        let noisy = &mut self.data.noisy_actions;
        self.knowledge.noisy_actions(node.position, node.analysis, least_gain, noisy);
        let mut best = evaluation;
        for at in first..self.data.noisy_actions.len() {
            alpha = alpha.max(best);
            let action = self.data.noisy_actions[at];
            let next = node.position.after_unchecked(action);
            let child = self.data.stack.child(node, action, &next);
            let score = if let Some(end) = next.end() {
                self.count_node(child.ply);
                Score::from_end(end, node.position.player_to_act(), child.ply.turns)
            } else if child.keeps_player() {
                self.evaluate(&child, (alpha, beta), row - 1)
            } else {
                -self.evaluate(&child, (-beta, -alpha), row - 1)
            };
            if self.control.is_stopped() {
                break;
            }
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        self.data.noisy_actions.truncate(first);
        best
    }
}
