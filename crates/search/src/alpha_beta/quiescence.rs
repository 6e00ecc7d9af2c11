//! The score where the depth ends: static, by a quiescence search of noisy actions, or by the last actions of an unsettled turn.

use abstract_game::Position;

use super::pruning::{ActionLimit, Window};
use super::search::Line;
use super::stack::{Child, MAX_PLY, Node};
use super::thread::SearchThread;
use crate::{MoveOrdering, Score};

impl<P: Position, K: MoveOrdering<P>> SearchThread<'_, P, K> {
    /// The score of a node beyond the depth, in which at most `row` noisy actions in a row are searched: the static result, or
    /// else the static evaluation or what noisy actions make of it. Of an unsettled turn a few more actions are searched.
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
        let actions = self.parameters.settling_actions;
        if actions > 0
            && usize::from(child.ply.actions) < MAX_PLY
            && self.knowledge.is_unsettled(node.position, node.analysis)
        {
            let window = Window { alpha: window.0, beta: window.1, depth: 1 };
            let limit = ActionLimit { actions, gap: i32::MAX, is_strict: true };
            return self.search_children(&node, window, limit, None, &mut Line::new());
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

#[cfg(test)]
mod tests {
    use abstract_game::Position as _;
    use abstract_game::sample::{Heaps, Take};

    use super::{Line, Window};
    use crate::alpha_beta::AlphaBetaParameters;
    use crate::alpha_beta::thread::tests::with_thread;
    use crate::{Evaluation, MoveOrdering, Score, StaticResult};

    /// Every turn begins with a win by any action. An unfinished turn is unsettled.
    struct Unsettled;

    impl Evaluation<Heaps> for Unsettled {
        type Analysis = ();

        fn analyse(&self, _: &Heaps) {}

        fn static_result(&self, position: &Heaps, (): &(), actions: &mut Vec<Take>) -> StaticResult {
            if position.at_turn_start() {
                actions.push(position.actions()[0]);
                StaticResult::Win(1)
            } else {
                StaticResult::Open
            }
        }

        fn is_unsettled(&self, position: &Heaps, (): &()) -> bool {
            !position.at_turn_start()
        }
    }

    impl MoveOrdering<Heaps> for Unsettled {}

    #[test]
    fn an_unsettled_turn_goes_on_and_loses_only_by_all_its_actions() {
        // After a1 there are four actions: a1, a2, b1 and end.
        let score = |settling_actions| {
            let parameters = AlphaBetaParameters { settling_actions, ..AlphaBetaParameters::default() };
            with_thread("3,1 1 2", &Unsettled, &parameters, |thread, root| {
                let action = root.position.actions()[0];
                let position = root.position.after(action);
                let child = thread.data.stack.child(root, action, &position);
                let window = Window { alpha: -Score::INFINITY, beta: Score::INFINITY, depth: 0 };
                thread.search(&child, window, &mut Line::new())
            })
        };
        let estimate = Score::centipawns(-3_000);
        assert_eq!([0, 1, 3, 4].map(score), [Score::DRAW, estimate, estimate, Score::loss_in(2)]);
    }
}
