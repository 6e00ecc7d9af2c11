//! Plays a tournament in memory and keeps its games, summary and report.

use std::sync::Mutex;

use arena::openings::{Openings, RandomOpenings};
use arena::report::report;
use arena::stop::Stop;
use arena::tournament::{FinishedGame, Summary, Tournament, TournamentEvent};
use arena::worker::WorkSettings;

/// A finished tournament.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) games: Vec<FinishedGame>,
    pub(crate) summary: Summary,
    pub(crate) report: String,
}

/// Plays a tournament with this concurrency.
pub(crate) fn hold(tournament: &Tournament, concurrency: usize) -> Held {
    let games = Mutex::new(Vec::new());
    let work = WorkSettings { concurrency, ..WorkSettings::default() };
    let results = tournament.run(&work, &Stop::new(), &|_, event| collect(&games, event)).unwrap();
    let games = sorted(games);
    Held { games, report: report(tournament, &results), summary: results.summary }
}

/// Openings with this number of turns, unfinished and without repetition; no other check.
pub(crate) fn openings(turns: usize) -> Openings {
    Openings::Random(RandomOpenings::unchecked(turns))
}

/// Keeps a finished game.
pub(crate) fn collect(games: &Mutex<Vec<FinishedGame>>, event: TournamentEvent<'_>) {
    if let TournamentEvent::GameFinished(finished) = event {
        games.lock().unwrap().push(finished.clone());
    }
}

/// The collected games, by number.
pub(crate) fn sorted(games: Mutex<Vec<FinishedGame>>) -> Vec<FinishedGame> {
    let mut games = games.into_inner().unwrap();
    games.sort_by_key(|finished| finished.game.number);
    games
}
