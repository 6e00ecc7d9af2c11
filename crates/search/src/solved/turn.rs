//! One turn of a search with a solver.

use abstract_game::{Action, Match, Position, Turn, Verdict};

use super::reports::Reports;
use super::solver::{RootSolver, solve};
use crate::control::SearchControl;
use crate::{Score, ScoreKind, SearchLimits, SearchReport, SearchResult, Searcher};

crate::parameters! {
    /// The tunable parameters of [`SolvedSearch`](crate::SolvedSearch).
    pub struct SolvedParameters {
        /// The greatest part of each limit for the proof of a win before the search.
        pub proof: f32 = 0.4, 0.0 to 0.9;
        /// The part of each limit that the search leaves for the proof that the opponent does not win after the chosen turn.
        pub verification: f32 = 0.4, 0.0 to 0.9;
        /// How hard a proof may look. The solver gives up when the square of its
        /// [least number](crate::SolverProgress::least_number) exceeds this times the nodes that are left of its part.
        pub effort: f32 = 15.0, 0.0 to 100.0;
    }
}

/// The nodes of a search for the distance of a win that the solver has proved.
const DISTANCE_NODES: u64 = 2_000;

/// The search of one turn.
pub(super) struct SolvedTurn<'a, P: Position> {
    pub(super) search: &'a mut dyn Searcher<P>,
    pub(super) solver: &'a mut dyn RootSolver<P>,
    pub(super) parameters: SolvedParameters,
    pub(super) game: &'a Match<P>,
    /// The limits of the turn, and what is used of them.
    pub(super) control: SearchControl<'a>,
    pub(super) reports: Reports<'a, P::Action>,
    pub(super) known: Known<P::Action>,
}

/// What the solver has proved about the position.
pub(super) struct Known<A> {
    /// The result for the player to act.
    pub(super) verdict: Option<Verdict>,
    /// The actions after which the opponent wins.
    pub(super) refuted: Vec<A>,
    /// The number of actions.
    pub(super) actions: usize,
}

impl<A: Action> Known<A> {
    fn is_lost(&self) -> bool {
        self.verdict == Some(Verdict::Loss) || self.refuted.len() == self.actions
    }

    /// A report of the search without the refuted actions, or with all if all are refuted.
    fn correct(&self, mut own: SearchReport<A>) -> SearchReport<A> {
        // Of a loss without some of the actions the distance is not known: one of them may resist longer.
        let is_partial = !self.refuted.is_empty() && self.refuted.len() < self.actions;
        let has_no_distance = if own.score.is_loss() { is_partial } else { self.is_lost() };
        if has_no_distance {
            own.score = Score::LOSS;
        }
        own
    }
}

impl<P: Position> SolvedTurn<'_, P> {
    /// After a win that the solver proves within its share of the limits, a short search looks for the distance. Otherwise the
    /// search leaves out the actions that the solver has refuted, and the solver tries to refute the chosen one. What it does
    /// not need for that goes to the search.
    pub(super) fn run(mut self) -> SearchResult<P> {
        let position = self.game.position();
        if let Some(line) = self.search.static_line(position) {
            self.reports.iteration(line);
        }
        let proof = f64::from(self.parameters.proof);
        self.known.verdict = self.solve(position, proof);
        if self.known.verdict == Some(Verdict::Win)
            && let Some(action) = self.solver.winning_action(position)
        {
            return self.win(action);
        }
        self.known.refuted = self.refuted_actions();
        let mut share = (1.0 - f64::from(self.parameters.verification)).max(proof);
        loop {
            let result = self.search_others(share);
            let &[action] = &result.turn[..] else { return self.chosen(result) };
            let after = position.after_unchecked(action);
            let is_decided = self.known.verdict.is_some() || result.report.score.is_decisive();
            if is_decided || after.end().is_some() {
                return self.chosen(result);
            }
            // Half of the rest to verify, and half of the rest of that to search again.
            share = f64::midpoint(share, 1.0);
            match self.solve(&after, share) {
                Some(Verdict::Win) => {}
                Some(Verdict::Loss) => return self.win(action),
                None if !self.control.is_used_up() => {
                    let result = self.search_others(1.0);
                    return self.chosen(result);
                }
                Some(Verdict::Draw) | None => return self.chosen(result),
            }
            self.known.refuted.push(action);
            if self.known.is_lost() {
                return self.lost(result);
            }
            share = f64::midpoint(share, 1.0);
        }
    }

    /// Solves a position until a share of the limits is used, or cannot suffice as far as the numbers of the solver tell. Returns
    /// the result for the player to act.
    fn solve(&mut self, position: &P, share: f64) -> Option<Verdict> {
        let part = SearchControl::new(self.control.until(share, false), self.control.stop_requested);
        let SolvedTurn { search, solver, control, reports, .. } = self;
        let effort = f64::from(self.parameters.effort);
        let threads = search.settings().threads;
        let verdict = solve(*solver, position, threads, &part, &mut |least_number| {
            reports.progress(control, part.nodes());
            f64::from(least_number).powi(2) <= effort * part.nodes_left()
        });
        control.count(part.nodes());
        verdict
    }

    /// Searches the actions that are not refuted, or all if all are refuted, until a share of the limits is used.
    fn search_others(&mut self, share: f64) -> SearchResult<P> {
        let SolvedTurn { search, game, control, reports, known, .. } = self;
        search.settings().left_out = known.refuted.clone();
        let total = control.totals();
        let complete = |own: &SearchReport<P::Action>| known.correct(total(own));
        let limits = control.until(share, true);
        let mut result =
            search.search(game, &limits, control.stop_requested, &mut |own| reports.iteration(complete(own)));
        control.count(result.report.nodes);
        result.report = complete(&result.report);
        search.settings().left_out.clear();
        result
    }

    /// The actions after which the opponent has won, or is proved to win.
    fn refuted_actions(&self) -> Vec<P::Action> {
        let position = self.game.position();
        let mut refuted = position.actions();
        refuted.retain(|&action| {
            let after = position.after_unchecked(action);
            match after.end() {
                Some(end) => end.verdict(position.player_to_act()) == Verdict::Loss,
                None => self.solver.is_known_win(&after),
            }
        });
        refuted
    }

    /// Plays an action that is proved to win, or one with a known distance, if a short search finds one.
    fn win(&mut self, action: P::Action) -> SearchResult<P> {
        let result = self.nearest_win().unwrap_or_else(|| {
            let report = self.control.totals()(&SearchReport::new(vec![action], Score::WIN));
            SearchResult { turn: Turn::from([action]), report }
        });
        self.reports.result(&result.report);
        result
    }

    /// The result if every action is refuted.
    fn lost(&mut self, mut result: SearchResult<P>) -> SearchResult<P> {
        result.report.score = Score::LOSS;
        self.chosen(result)
    }

    /// The result of a search, with all that was used for the turn.
    fn chosen(&mut self, mut result: SearchResult<P>) -> SearchResult<P> {
        (result.report.nodes, result.report.time) = (self.control.nodes(), self.control.elapsed());
        self.reports.result(&result.report);
        result
    }

    /// A win that a short search finds, with its distance; `None` if it finds none.
    fn nearest_win(&mut self) -> Option<SearchResult<P>> {
        let rest = self.control.until(1.0, true);
        let nodes = rest.nodes.map_or(DISTANCE_NODES, |nodes| nodes.min(DISTANCE_NODES));
        let limits = SearchLimits { nodes: Some(nodes), ..rest };
        let total = self.control.totals();
        let mut result = self.search.search(self.game, &limits, self.control.stop_requested, &mut |_| ());
        self.control.count(result.report.nodes);
        result.report = total(&result.report);
        matches!(result.report.score.kind(), ScoreKind::Win(_)).then_some(result)
    }
}
