//! The planner adds games to the schedule of a store.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::definition::{Definition, TournamentError};
use super::event::{Observer, TournamentEvent};
use super::ready::Tournament;
use super::results::Results;
use super::sprt::SequentialTest;
use crate::engine::Engine;
use crate::schedule::{Game, Schedule, Scheduled};
use crate::store::{Status, Store};

/// Minimum time between two reports of the standings, and how many times as long as a report takes, with thousands of
/// sums.
const STANDING_INTERVAL: Duration = Duration::from_millis(200);
const STANDING_SHARE: u32 = 20;

/// Decides which games of a store the workers of a process play.
pub trait Plan: Sync {
    /// Adds games to the schedule if no more than `ahead` games are open, or closes it if there are none left.
    ///
    /// # Errors
    /// The store fails.
    fn extend(&self, ahead: usize) -> Result<Extended, TournamentError>;

    /// Reads and reports the new results of the store; unless `now`, only if the last report is not recent.
    ///
    /// # Errors
    /// The store fails.
    fn read(&self, now: bool) -> Result<(), TournamentError>;

    /// A new engine of this number for a game; `None`: the one that runs plays it.
    ///
    /// # Errors
    /// The engine does not start, which ends the work.
    fn launch(&self, _game: &Game, _engine: usize) -> Result<Option<Box<dyn Engine>>, TournamentError> {
        Ok(None)
    }
}

/// The result of an attempt to add games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extended {
    /// Games were added, here or by another worker.
    Yes,
    /// Enough games are open.
    Enough,
    /// No games can be added before this number of openings are made.
    Openings(usize),
    /// No games can be added before the running ones are finished.
    NotYet,
    /// No more games will be added: the tournament is over.
    Over,
}

/// The plan of a tournament: the games of its format.
pub struct Planner<'a> {
    tournament: &'a Tournament,
    store: &'a Store,
    observer: &'a Observer<'a>,
    /// The sequential test, if there is one.
    test: Mutex<Option<SequentialTest>>,
    /// The schedule, and the settings of the store from which it comes. The number of games can be raised meanwhile.
    schedule: Mutex<(Schedule, String)>,
    /// When the next report of the standings is due; none before the first.
    due: Mutex<Option<Instant>>,
}

impl Plan for Planner<'_> {
    fn extend(&self, ahead: usize) -> Result<Extended, TournamentError> {
        let status = self.store.status()?;
        if status.counts.open > ahead { Ok(Extended::Enough) } else { self.extend_from(&status) }
    }

    /// Closes the tournament if its test has decided. A test needs all results at once.
    fn read(&self, now: bool) -> Result<(), TournamentError> {
        let decided = self.decide()?;
        let began = Instant::now();
        let mut due = self.due.lock();
        if !now && !decided && due.is_some_and(|due| began < due) {
            return Ok(());
        }
        *due = Some(began + STANDING_INTERVAL);
        drop(due);
        let total = self.schedule.lock().0.total();
        let results = Results { total, ..self.tournament.standing(self.store, self.test.lock().as_ref())? };
        (self.observer)(self.tournament, TournamentEvent::Standing(&results));
        *self.due.lock() = Some(began + STANDING_INTERVAL.max(STANDING_SHARE * began.elapsed()));
        Ok(())
    }
}

impl<'a> Planner<'a> {
    /// The plan of a tournament in a store.
    ///
    /// # Errors
    /// The store holds [another tournament](Tournament::check).
    pub fn new(
        tournament: &'a Tournament,
        store: &'a Store,
        observer: &'a Observer<'a>,
    ) -> Result<Planner<'a>, TournamentError> {
        tournament.check(store)?;
        let test = Mutex::new(tournament.settings().sprt.map(SequentialTest::new));
        let schedule = Mutex::new((*tournament.schedule(), store.header()?.definition));
        Ok(Planner { tournament, store, observer, test, schedule, due: Mutex::default() })
    }

    /// Closes the tournament if its test has decided, unless it is closed. Returns whether this call closed it.
    fn decide(&self) -> Result<bool, TournamentError> {
        let mut test = self.test.lock();
        let Some(test) = test.as_mut() else { return Ok(false) };
        let closed = test.read(self.store)?;
        test.keep(self.store)?;
        let verdict = test.verdict().filter(|_| !closed);
        Ok(verdict.map_or(Ok(false), |verdict| self.store.close(&verdict, None))?)
    }

    /// As [`extend`](Plan::extend), from the status of a moment.
    pub(super) fn extend_from(&self, status: &Status) -> Result<Extended, TournamentError> {
        if status.verdict.is_some() {
            return Ok(if status.complete() { Extended::Over } else { Extended::NotYet });
        }
        if self.decide()? {
            return Ok(Extended::NotYet);
        }
        let known = status.counts.scheduled();
        let unfinished = status.counts.open + status.counts.running > 0;
        let (schedule, definition) = self.schedule.lock().clone();
        let stage = if !schedule.needs_results() {
            schedule.next(&Scheduled::count(known))?
        } else if unfinished {
            return Ok(Extended::NotYet);
        } else {
            let sums = self.store.sums(0)?;
            if (&sums.status.counts, sums.status.voids) != (&status.counts, status.voids) {
                // Another worker was first, or results were taken back.
                return Ok(Extended::Yes);
            }
            schedule.next(&sums.encounters.into_iter().collect())?
        };
        let openings = stage.iter().flatten().map(|game| game.opening + 1).max().unwrap_or(0);
        match stage {
            Some(_) if status.openings < openings => {
                Ok(Extended::Openings(schedule.openings().max(openings)))
            }
            Some(games) => {
                let voids = schedule.needs_results().then_some(status.voids);
                self.store.extend(known, voids, &games)?;
                Ok(Extended::Yes)
            }
            None if unfinished => Ok(Extended::NotYet),
            None if self.store.close(Results::COMPLETE, Some(&definition))? => Ok(Extended::Over),
            None => self.read_schedule(definition),
        }
    }

    /// Reads the schedule again, if the number of games was raised since `definition`.
    fn read_schedule(&self, definition: String) -> Result<Extended, TournamentError> {
        let text = self.store.header()?.definition;
        if text == definition {
            // Another worker has closed the tournament.
            return Ok(Extended::Over);
        }
        let Definition { teams, settings, .. } = text.parse()?;
        *self.schedule.lock() = (settings.schedule(teams.len())?, text);
        Ok(Extended::Yes)
    }
}
