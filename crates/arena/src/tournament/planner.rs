//! The planner adds games to the schedule of a store.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::definition::{Definition, TournamentError, unreadable};
use super::event::{Observer, TournamentEvent};
use super::ready::Tournament;
use super::results::Results;
use crate::engine::Engine;
use crate::lock;
use crate::openings::{Opening, Source};
use crate::schedule::{Game, Schedule, Scheduled, Stage};
use crate::store::{Counts, Store};

/// Minimum time between two reports of the standings, unless a sequential test has to decide.
const STANDING_INTERVAL: Duration = Duration::from_millis(200);

/// Decides which games of a store the workers of a process play.
pub trait Plan: Sync {
    /// Adds games to the schedule if no more than `ahead` games are open, or closes it if there are none left.
    ///
    /// # Errors
    /// The store fails, or an opening cannot be made.
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
    /// No games can be added before the running ones are finished.
    NotYet,
    /// No more games will be added: the tournament is over.
    Over,
}

/// The plan of a tournament: the games of its format, with their openings.
pub struct Planner<'a> {
    tournament: &'a Tournament,
    store: &'a Store,
    observer: &'a Observer<'a>,
    pub(super) results: Mutex<Results>,
    /// The schedule, and the settings of the store from which it comes. The number of games can be raised meanwhile.
    schedule: Mutex<(Schedule, String)>,
    /// When the standings were reported last.
    reported: Mutex<Option<Instant>>,
    /// The source of the last openings; kept, since a new one has to play all openings of the store first.
    source: Mutex<Option<Source<'a>>>,
}

impl Plan for Planner<'_> {
    fn extend(&self, ahead: usize) -> Result<Extended, TournamentError> {
        let mut source = lock(&self.source);
        let counts = self.store.counts()?;
        if counts.open > ahead {
            return Ok(Extended::Enough);
        }
        // Making openings may take long, and other threads need the results meanwhile.
        let mut shared = lock(&self.results);
        shared.read(self.tournament, self.store, &mut |_| ())?;
        let results = shared.clone();
        drop(shared);
        self.extend_from(&mut source, &counts, &results)
    }

    /// Closes the tournament if its test has decided. A test needs all results at once.
    fn read(&self, now: bool) -> Result<(), TournamentError> {
        let mut reported = lock(&self.reported);
        let recent = reported.is_some_and(|last| last.elapsed() < STANDING_INTERVAL);
        if recent && !now && self.tournament.settings().sprt.is_none() {
            return Ok(());
        }
        *reported = Some(Instant::now());
        drop(reported);
        let mut results = lock(&self.results);
        results.read(self.tournament, self.store, &mut |_| ())?;
        if let Some(verdict) = results.decision() {
            self.store.close(&verdict)?;
            results.read(self.tournament, self.store, &mut |_| ())?;
        }
        (self.observer)(self.tournament, TournamentEvent::Standing(&results));
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
        let (results, reported) = (Mutex::new(Results::new(tournament)), Mutex::default());
        let schedule = Mutex::new((*tournament.schedule(), store.header()?.definition));
        Ok(Planner { tournament, store, observer, results, schedule, reported, source: Mutex::default() })
    }

    /// As [`extend`](Plan::extend), from the `counts` of a moment and `results` that were read after it.
    pub(super) fn extend_from(
        &self,
        source: &mut Option<Source<'a>>,
        counts: &Counts,
        results: &Results,
    ) -> Result<Extended, TournamentError> {
        if results.verdict.is_some() {
            return Ok(if results.complete { Extended::Over } else { Extended::NotYet });
        }
        if let Some(verdict) = results.decision() {
            self.store.close(&verdict)?;
            return Ok(Extended::NotYet);
        }
        let known = counts.scheduled();
        let unfinished = counts.open + counts.running > 0;
        let (schedule, definition) = lock(&self.schedule).clone();
        let stage = if !schedule.needs_results() {
            schedule.next(&Scheduled::count(known))?
        } else if unfinished {
            return Ok(Extended::NotYet);
        } else if results.scheduled.games() != known || results.summary.games != known as u64 {
            // Another worker was first, or results were taken back.
            return Ok(Extended::Yes);
        } else {
            schedule.next(&results.scheduled)?
        };
        match stage {
            Some(stage) => {
                let repeated = self.add(source, known, &stage)?;
                if repeated > 0 {
                    (self.observer)(self.tournament, TournamentEvent::OpeningsRepeat(repeated));
                }
                Ok(Extended::Yes)
            }
            None if unfinished => Ok(Extended::NotYet),
            None if self.store.close_as(Results::COMPLETE, &definition)? => Ok(Extended::Over),
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
        let schedule = Schedule::new(settings.format, teams.len(), settings.pairs)?;
        lock(&self.results).total = schedule.total();
        *lock(&self.schedule) = (schedule, text);
        Ok(Extended::Yes)
    }

    /// Adds a stage with its new openings, unless another worker was first. Returns the number of openings that
    /// repeat earlier ones although the settings ask for different ones.
    fn add(
        &self,
        last: &mut Option<Source<'a>>,
        known: usize,
        stage: &Stage,
    ) -> Result<usize, TournamentError> {
        let mut source = self.source(last)?;
        let (first, before) = (source.made().len(), source.repeated());
        let mut openings = Vec::new();
        for number in first..stage.openings().end {
            let text = serde_json::to_string(&source.next()?).expect("texts and lists of them are JSON");
            openings.push((number, text));
        }
        if !self.store.extend(known, &openings, &stage.games)? {
            return Ok(0);
        }
        let repeated = source.repeated() - before;
        *last = Some(source);
        Ok(if self.tournament.repeats_openings() { 0 } else { repeated })
    }

    /// The source of the openings after those of the store.
    fn source(&self, last: &mut Option<Source<'a>>) -> Result<Source<'a>, TournamentError> {
        if let Some(source) = last.take()
            && self.store.openings(source.made().len()).next().is_none()
        {
            return Ok(source);
        }
        // Another worker has made some openings.
        let mut earlier = Vec::new();
        for opening in self.store.openings(0) {
            earlier.push(read_opening(&opening?)?);
        }
        Ok(self.tournament.openings(earlier)?)
    }
}

/// Reads an opening of a store.
///
/// # Errors
/// It is no opening.
pub fn read_opening(text: &str) -> Result<Opening, TournamentError> {
    serde_json::from_str(text).map_err(unreadable)
}
