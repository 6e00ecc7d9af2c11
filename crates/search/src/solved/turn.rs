//! One turn of a search with a solver.

use std::sync::OnceLock;

use abstract_game::{Action, Match, Position, Turn, Verdict};

use super::reports::Reports;
use super::solver::RootSolver;
use crate::control::SearchControl;
use crate::{Score, ScoreKind, SearchLimits, SearchReport, SearchResult, Searcher};

crate::parameters! {
    /// The tunable parameters of [`SolvedSearch`](crate::SolvedSearch): parts of each limit; of a solver beside the search the
    /// ratio of its nodes.
    pub struct SolvedParameters {
        /// For the proof of a win before the search.
        pub proof: f32 = 0.4, 0.0 to 0.9;
        /// For the proof that the opponent does not win after the turn that the search has chosen.
        pub verification: f32 = 0.4, 0.0 to 0.9;
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
    pub(super) verdict: OnceLock<Verdict>,
    /// The actions after which the opponent wins.
    pub(super) refuted: Vec<A>,
    /// The number of actions.
    pub(super) actions: usize,
}

impl<A: Action> Known<A> {
    pub(super) fn is_lost(&self) -> bool {
        self.verdict.get() == Some(&Verdict::Loss) || self.refuted.len() == self.actions
    }

    /// A report of the search without the refuted actions, or with all if all are refuted.
    pub(super) fn correct(&self, mut own: SearchReport<A>) -> SearchReport<A> {
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
    /// The actions after which the opponent has won, or is proved to win.
    pub(super) fn refuted_actions(&self) -> Vec<P::Action> {
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
    pub(super) fn win(&mut self, action: P::Action) -> SearchResult<P> {
        let result = self.nearest_win().unwrap_or_else(|| {
            let report = self.control.totals()(&SearchReport::new(vec![action], Score::WIN));
            SearchResult { turn: Turn::from([action]), report }
        });
        self.reports.result(&result.report);
        result
    }

    /// The result if every action is refuted.
    pub(super) fn lost(&mut self, mut result: SearchResult<P>) -> SearchResult<P> {
        result.report.score = Score::LOSS;
        self.chosen(result)
    }

    /// The result of a search, with all that was used for the turn.
    pub(super) fn chosen(&mut self, mut result: SearchResult<P>) -> SearchResult<P> {
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
