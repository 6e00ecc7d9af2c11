//! The solver of Snorkels at the root of a search.

use abstract_game::Verdict;
use games::snorkels_core::{Action, Pie, Position};
use resources::memory;
use search::{RootSolver, SolverProgress};
use snorkels_solver::{Side, Solver};

/// The nodes that a lost proof may take to be found again.
const AGAIN: u64 = 2_000;

/// A solver for the board of the last position.
pub(super) struct SnorkelsSolver {
    mebibytes: usize,
    solver: Option<Solver>,
}

impl SnorkelsSolver {
    pub(super) fn new() -> Self {
        SnorkelsSolver { mebibytes: 1, solver: None }
    }
}

fn verdict(value: Option<Side>) -> Option<Verdict> {
    value.map(|side| if side == Side::First { Verdict::Win } else { Verdict::Loss })
}

impl RootSolver<Position> for SnorkelsSolver {
    fn new_game(&mut self) {
        self.solver = None;
    }

    fn set_hash(&mut self, mebibytes: usize) {
        *self = SnorkelsSolver { mebibytes, solver: None };
    }

    /// The solver plays without the pie rule.
    fn accepts(&self, position: &Position) -> bool {
        position.pie() == Pie::Off
    }

    fn solve(&mut self, position: &Position, nodes: u64, threads: usize) -> SolverProgress {
        let is_known = self.solver.as_ref().is_some_and(|solver| solver.known(position).is_ok());
        if !is_known {
            // Without memory for the whole table a part of it serves.
            let new = |mebibytes: usize| Solver::new(position, mebibytes << 20).ok();
            self.solver = Some(memory::fit(self.mebibytes, new));
        }
        let solver = self.solver.as_mut().expect("it is one for this position");
        solver.set_threads(threads);
        let before = solver.nodes();
        let progress = solver.solve(position, nodes).expect("the solver is one of this board");
        SolverProgress {
            nodes: progress.nodes - before,
            verdict: verdict(progress.value),
            least_number: progress.proof.min(progress.disproof),
        }
    }

    fn winning_action(&mut self, position: &Position) -> Option<Action> {
        let cell = self.solver.as_mut()?.winning_placement(position, AGAIN).ok()??;
        Some(Action::place(cell))
    }

    fn is_known_win(&self, position: &Position) -> bool {
        let progress = self.solver.as_ref().and_then(|solver| solver.known(position).ok());
        progress.is_some_and(|progress| progress.value == Some(Side::First))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use abstract_game::Verdict;
    use games::snorkels_core::{Match, Position, Snorkels};
    use search::{ScoreKind, SearchLimits, SearchResult, Searcher, SolvedParameters, SolvedSearch};
    use snorkels_solver::Solver;

    use super::super::SnorkelsEngine;
    use super::SnorkelsSolver;
    use crate::game_engine::GameEngine as _;

    fn searches() -> [Box<dyn Searcher<Position>>; 2] {
        let parameters = &SnorkelsEngine::PARAMETERS;
        [Box::new(SnorkelsEngine::alpha_beta(parameters)), Box::new(SnorkelsEngine::mcts(parameters))]
    }

    /// With a solver that gives up no proof.
    fn solved(search: Box<dyn Searcher<Position>>) -> SolvedSearch<Position> {
        let parameters = SolvedParameters { effort: f32::INFINITY, ..SolvedParameters::DEFAULT };
        SolvedSearch::new(search, Box::new(SnorkelsSolver::new())).with_parameters(parameters)
    }

    /// Threads, and nodes that are enough for the solver's share.
    const EFFORTS: [(usize, u64); 3] = [(1, 8_000), (2, 32_000), (3, 48_000)];

    fn search(search: &mut dyn Searcher<Position>, text: &str, nodes: u64) -> SearchResult<Position> {
        let game = Match::new(text.parse().unwrap());
        let limits = SearchLimits::nodes(nodes);
        search.search(&game, &limits, &AtomicBool::new(false), &mut |_| ())
    }

    fn text(result: &SearchResult<Position>) -> String {
        result.turn[0].to_string()
    }

    #[test]
    fn a_win_that_the_search_does_not_see_is_proved_and_played() {
        let position = "7/1P1GGP1/2P2P1/1G5/2PGG2/1P1PG1G/7 p 1 -";
        for (threads, nodes) in EFFORTS {
            for plain in searches() {
                let mut both = solved(plain);
                both.settings().threads = threads;
                let result = search(&mut both, position, nodes);
                assert!(matches!(result.report.score.kind(), ScoreKind::Win(_)));
                assert!(result.report.nodes < nodes);
                // The opponent loses after the turn.
                let after = position.parse::<Position>().unwrap().after(result.turn[0]);
                let mut solver = snorkels_solver::Solver::new(&after, 1 << 20).unwrap();
                let value = solver.solve(&after, 1_000_000).unwrap().value;
                assert_eq!(value, Some(snorkels_solver::Side::Second));
            }
        }
    }

    /// The result of a position of 6x6 cells for the player to act.
    fn verdict(position: &Position) -> Verdict {
        let value = Solver::new(position, 1 << 24).unwrap().solve(position, 1_000_000).unwrap().value;
        super::verdict(value).expect("an easy position")
    }

    /// The positions are won; the search alone plays an action that loses.
    #[test]
    fn a_turn_after_which_the_opponent_is_proved_to_win_is_not_played() {
        for (text, losing) in [
            ("2G3/1GPP1P/GPPGP1/1GGG2/2GPP1/6 p 1 -", "e3"),
            ("2GG2/P1P1G1/P3PP/1PGGGP/4P1/G1G1P1 g 1 -", "d4"),
            ("GGG3/P2G1P/2G3/1P1PP1/2P3/P2GG1 p 1 -", "e2"),
        ] {
            let position = text.parse::<Position>().unwrap();
            let [mut plain, _] = searches();
            let action = search(&mut *plain, text, 8_000).turn[0];
            assert_eq!((verdict(&position), action.to_string().as_str()), (Verdict::Win, losing));
            assert_eq!(verdict(&position.after(action)), Verdict::Win);
            let result = search(&mut solved(plain), text, 8_000);
            assert_ne!(result.turn[0], action, "{result:?}");
        }
    }

    /// The threads decide which actions are refuted within the limit; what is reported is true for all of them.
    #[test]
    fn a_reported_win_or_loss_is_true_with_any_number_of_threads() {
        for text in [
            "2G3/PGG1G1/1PGP2/1PG3/3P1P/6 p 1 -",
            "3GG1/1P1GG1/PGPP2/1G4/P5/5P p 1 -",
            "4PP/1P3P/G5/2GG2/3G1G/2PP1G p 1 -",
            "P1GG2/P5/1P2P1/2P3/1GG3/6 g 1 -",
        ] {
            let position = text.parse::<Position>().unwrap();
            let truth = verdict(&position);
            let [plain, _] = searches();
            let mut both = solved(plain);
            for (threads, nodes) in EFFORTS {
                both.settings().threads = threads;
                let result = search(&mut both, text, nodes);
                match result.report.score.kind() {
                    ScoreKind::Win(_) => {
                        let after = position.after(result.turn[0]);
                        assert!(after.end().is_some() || verdict(&after) == Verdict::Loss, "{result:?}");
                    }
                    ScoreKind::Loss(_) => assert_eq!(truth, Verdict::Loss, "{result:?}"),
                    _ => {}
                }
                // Several threads of a search count up to 1,024 nodes late each.
                let late = if threads == 1 { 64 } else { 1_024 * threads as u64 };
                assert!(result.report.nodes <= nodes + late, "{}", result.report.nodes);
                both.new_game();
            }
        }
    }

    #[test]
    fn a_lost_position_is_played_on_without_self_capture() {
        for position in
            ["4GP1/3GPP1/1G5/7/5G1/3G1PP/5P1 g 1 -", "7/1G1P2G/2G2PG/1P2PPG/3GGG1/P1PGPPG/5P1 p 1 -"]
        {
            for plain in searches() {
                let result = search(&mut solved(plain), position, 20_000);
                let after = position.parse::<Position>().unwrap().after(result.turn[0]);
                assert!(after.end().is_none(), "{position}: {}", text(&result));
            }
        }
    }

    #[test]
    fn actions_that_are_left_out_are_not_played_unless_they_are_all() {
        let position = "5G1/4PG1/5GP/7/GPP4/1G3P1/7 p 1 -";
        let actions = position.parse::<Position>().unwrap().actions();
        for mut plain in searches() {
            let first = search(&mut *plain, position, 2_000).turn[0];
            plain.settings().left_out = vec![first];
            assert_ne!(search(&mut *plain, position, 2_000).turn[0], first);
            plain.new_game();
            plain.settings().left_out = actions.clone();
            assert!(search(&mut *plain, position, 2_000).report.nodes >= 1_000);
        }
    }

    #[test]
    fn the_same_nodes_give_the_same_result() {
        let run = || {
            let [plain, _] = searches();
            let mut both = solved(plain);
            let mut results = Vec::new();
            let mut game = Match::new(Snorkels::new().start());
            while game.result().is_none() {
                let limits = SearchLimits::nodes(3_000);
                let result = both.search(&game, &limits, &AtomicBool::new(false), &mut |_| ());
                game.try_play(result.turn[0]).unwrap();
                results.push((text(&result), result.report.nodes, result.report.score));
            }
            results
        };
        assert_eq!(run(), run());
    }
}
