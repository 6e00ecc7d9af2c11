//! Holding a tournament in memory with everything that tests look at afterwards.

#![allow(dead_code, reason = "each of the test programs uses a part of this")]

use arena::opening::{Openings, RandomOpenings};
use arena::report::report;
use arena::statistics::Summary;
use arena::stop::Stop;
use arena::tournament::{Collector, FinishedGame, Tournament, Work};

/// A tournament that was held.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) games: Vec<FinishedGame>,
    pub(crate) summary: Summary,
    pub(crate) report: String,
}

/// Holds a tournament, so many games at a time.
pub(crate) fn hold(tournament: &Tournament, concurrency: usize) -> Held {
    let collector = Collector::default();
    let work = Work { concurrency, ..Work::default() };
    let results = tournament.run(&work, &Stop::new(), &collector).unwrap();
    Held { games: collector.games(), report: report(tournament, &results), summary: results.summary }
}

/// Openings of so many turns that are merely not over and not repeated.
pub(crate) fn openings(turns: usize) -> Openings {
    Openings::Random(RandomOpenings::unchecked(turns))
}
