//! One thread: the solver proves a win before the search, and verifies its action after it.

use abstract_game::{Position, Verdict};

use super::solver::solve;
use super::turn::SolvedTurn;
use crate::control::SearchControl;
use crate::{SearchReport, SearchResult};

impl<P: Position> SolvedTurn<'_, P> {
    /// After a win that the solver proves within its share of the limits, a short search looks for the distance. Otherwise the
    /// search leaves out the actions that the solver has refuted, and the solver tries to refute the chosen one.
    pub(super) fn search_in_sequence(mut self) -> SearchResult<P> {
        let position = self.game.position();
        if let Some(line) = self.search.static_line(position) {
            self.reports.iteration(line);
        }
        let mut share = f64::from(self.parameters.proof);
        let verdict = self.solve(position, share);
        if verdict == Some(Verdict::Win)
            && let Some(action) = self.solver.winning_action(position)
        {
            return self.win(action);
        }
        if let Some(verdict) = verdict {
            self.known.verdict.get_or_init(|| verdict);
        }
        self.known.refuted = self.refuted_actions();
        share = (1.0 - f64::from(self.parameters.verification)).max(share);
        loop {
            let result = self.search_others(share);
            let &[action] = &result.turn[..] else { return self.chosen(result) };
            let after = position.after_unchecked(action);
            if verdict.is_some() || result.report.score.is_decisive() || after.end().is_some() {
                return self.chosen(result);
            }
            // Half of the rest to verify, and half of the rest of that to search again.
            share = f64::midpoint(share, 1.0);
            match self.solve(&after, share) {
                Some(Verdict::Win) => {}
                Some(Verdict::Loss) => return self.win(action),
                Some(Verdict::Draw) | None => return self.chosen(result),
            }
            self.known.refuted.push(action);
            if self.known.is_lost() {
                return self.lost(result);
            }
            share = f64::midpoint(share, 1.0);
        }
    }

    /// Solves a position until a share of the limits is used. Returns the result for the player to act.
    fn solve(&mut self, position: &P, share: f64) -> Option<Verdict> {
        let part = SearchControl::new(self.control.until(share, false), self.control.stop_requested);
        let SolvedTurn { solver, control, reports, .. } = self;
        let verdict = solve(*solver, position, &part, &mut || reports.progress(control, part.nodes()));
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
}
