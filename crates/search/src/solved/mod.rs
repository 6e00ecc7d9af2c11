//! A search that asks an exact solver about its root.
//!
//! | file | content |
//! | --- | --- |
//! | `solver.rs` | the interface of a solver |
//! | `budget.rs` | the limits of a turn, and what is used of them |
//! | `reports.rs` | what the phases of a turn report |
//! | `turn.rs` | one turn: the solver before and after the search |

mod budget;
mod reports;
mod solver;
#[cfg(test)]
mod tests;
mod turn;

use std::collections::TryReserveError;
use std::sync::atomic::AtomicBool;

use abstract_game::{Match, Position};

use self::reports::Reports;
pub(crate) use self::solver::solve;
pub use self::solver::{RootSolver, SolverProgress};
pub use self::turn::SolvedParameters;
use self::turn::{Known, SolvedTurn};
use crate::control::SearchControl;
use crate::{SearchLimits, SearchReport, SearchResult, SearchSettings, Searcher};

/// A search with a solver, which proves before the search and verifies after it, as far as its proof numbers promise a result.
/// Reports count what both have used.
///
/// The solver is asked if nodes or time are limited, not in an analysis without end, of several lines or to a depth.
pub struct SolvedSearch<P: Position> {
    search: Box<dyn Searcher<P>>,
    solver: Box<dyn RootSolver<P>>,
    parameters: SolvedParameters,
}

impl<P: Position> SolvedSearch<P> {
    /// Combines a search and a solver.
    #[must_use]
    pub fn new(search: Box<dyn Searcher<P>>, solver: Box<dyn RootSolver<P>>) -> Self {
        SolvedSearch { search, solver, parameters: SolvedParameters::DEFAULT }
    }

    /// The same with the given parameters.
    #[must_use]
    pub fn with_parameters(self, parameters: SolvedParameters) -> Self {
        SolvedSearch { parameters, ..self }
    }
}

impl<P: Position> Searcher<P> for SolvedSearch<P> {
    fn new_game(&mut self) {
        self.search.new_game();
        self.solver.new_game();
    }

    fn set_hash(&mut self, mebibytes: usize) -> Result<(), TryReserveError> {
        let solver = (mebibytes / 4).max(1);
        self.search.set_hash(mebibytes.saturating_sub(solver).max(1))?;
        self.solver.set_hash(solver);
        Ok(())
    }

    fn settings(&mut self) -> &mut SearchSettings<P::Action> {
        self.search.settings()
    }

    fn search(
        &mut self,
        game: &Match<P>,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P> {
        assert!(game.result().is_none(), "the match is over");
        let is_limited = limits.nodes.is_some() || limits.is_timed();
        let position = game.position();
        let lines = self.search.settings().lines;
        let is_asked = is_limited && !limits.infinite && limits.depth.is_none() && lines == 1;
        if !is_asked || !self.solver.accepts(position) {
            return self.search.search(game, limits, stop, report);
        }
        let known = Known { verdict: None, refuted: Vec::new(), actions: position.count_actions() };
        let (search, solver) = (&mut *self.search, &mut *self.solver);
        let (parameters, control) = (self.parameters, SearchControl::new(*limits, stop));
        let reports = Reports::new(report);
        SolvedTurn { search, solver, parameters, game, control, reports, known }.run()
    }
}
