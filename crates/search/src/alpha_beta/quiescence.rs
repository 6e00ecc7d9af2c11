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
            let limit = ActionLimit { actions, is_strict: true };
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
    use std::sync::atomic::AtomicBool;

    use abstract_game::sample::{Heaps, Take, TakeTwo};
    use abstract_game::{Match, Position as _, Rules as _};

    use super::{Line, Node, SearchThread, Window};
    use crate::alpha_beta::AlphaBetaParameters;
    use crate::alpha_beta::searching::Searching;
    use crate::alpha_beta::thread::{Shared, ThreadData};
    use crate::control::SearchControl;
    use crate::transposition_table::TranspositionTable;
    use crate::{Evaluation, MoveOrdering, Score, SearchLimits, StaticResult, TableParameters};

    /// A player who can take all in a turn wins. An unfinished turn is unsettled.
    struct Unsettled;

    impl Evaluation<Heaps> for Unsettled {
        type Analysis = ();

        fn analyse(&self, _: &Heaps) {}

        fn static_result(&self, position: &Heaps, _: &(), actions: &mut Vec<Take>) -> StaticResult {
            let last = |position: &Heaps| {
                let all = position.actions();
                all.into_iter().find(|&take| position.after(take).end().is_some())
            };
            let first = |&take: &Take| {
                let next = position.after(take);
                next.end().is_some() || !next.at_turn_start() && last(&next).is_some()
            };
            let win = position.actions().into_iter().find(first);
            actions.extend(win);
            if win.is_some() { StaticResult::Win(1) } else { StaticResult::Open }
        }

        fn is_unsettled(&self, position: &Heaps, (): &()) -> bool {
            !position.at_turn_start()
        }
    }

    impl MoveOrdering<Heaps> for Unsettled {}

    /// The score of the position after the first action at depth 0.
    fn leaf(before: &str, action: &str, settling_actions: usize) -> Score {
        let game = Match::new(TakeTwo::default().read_position(before).expect("a position"));
        let root = Node::root(game.position(), &());
        let all = root.position.actions();
        let action = all.into_iter().find(|take| take.to_string() == action).expect("a legal action");
        let position = root.position.after(action);
        let parameters = AlphaBetaParameters { settling_actions, ..AlphaBetaParameters::default() };
        let table = TranspositionTable::new(1, TableParameters::DEFAULT).expect("the memory is available");
        let stop = AtomicBool::new(false);
        let control = SearchControl::new(SearchLimits::default(), &stop);
        let mut data = ThreadData::new();
        let shared = Shared { table: &table, searching: Searching::new(1) };
        let mut thread = SearchThread::new(&game, &Unsettled, &parameters, &shared, &control, &mut data);
        let child = thread.data.stack.child(&root, action, &position);
        let window = Window { alpha: -Score::INFINITY, beta: Score::INFINITY, depth: 0 };
        thread.search(&child, window, &mut Line::new())
    }

    #[test]
    fn an_unsettled_turn_goes_on_and_loses_only_by_all_its_actions() {
        // After a1 the heaps are 2 and 1 with one take left, which is one of a1, a2, b1 and end: the opponent takes the rest.
        let scores = [0, 1, 3, 4].map(|actions| leaf("3,1 1 2", "a1", actions));
        let loss = Score::loss_in(2);
        assert_eq!(scores, [Score::DRAW, Score::centipawns(-3_000), Score::centipawns(-3_000), loss]);
    }
}
