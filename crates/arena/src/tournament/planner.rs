//! The planner adds games to the schedule of a store.

use std::sync::Mutex;

use super::definition::TournamentError;
use super::ready::Tournament;
use super::results::Results;
use crate::lock;
use crate::openings::{Opening, Source};
use crate::schedule::{Scheduled, Stage};
use crate::store::{Counts, Store};

/// The result of an attempt to add games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extended {
    /// Games were added, here or by another worker; this number of the openings made here repeat earlier ones, contrary
    /// to the settings.
    Yes { repeated: usize },
    /// Enough games are open.
    Enough,
    /// No games can be added before the running ones are finished.
    NotYet,
    /// No more games will be added: the tournament is over.
    Over,
}

/// Adds games to the schedule of a store, with their openings.
#[derive(Debug)]
pub(crate) struct Planner<'a> {
    tournament: &'a Tournament,
    store: &'a Store,
    /// The source of the last openings; kept, since a new one has to play all openings of the store first.
    source: Option<Source<'a>>,
}

impl<'a> Planner<'a> {
    pub(crate) fn new(tournament: &'a Tournament, store: &'a Store) -> Planner<'a> {
        Planner { tournament, store, source: None }
    }

    /// Adds the next games of the format to the schedule if no more than `ahead` games are open, or closes the
    /// tournament if there are none. Updates `results`.
    pub(crate) fn extend(
        &mut self,
        ahead: usize,
        results: &Mutex<Results>,
    ) -> Result<Extended, TournamentError> {
        let counts = self.store.counts()?;
        if counts.open > ahead {
            return Ok(Extended::Enough);
        }
        // Making openings may take long, and other threads need the results meanwhile.
        let mut shared = lock(results);
        shared.read(self.tournament, self.store)?;
        let results = shared.clone();
        drop(shared);
        self.extend_from(&counts, &results)
    }

    /// As [`extend`](Self::extend), from the `counts` of a moment and `results` that were read after it.
    pub(crate) fn extend_from(
        &mut self,
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
        let schedule = self.tournament.schedule();
        let stage = if !schedule.needs_results() {
            schedule.next(&Scheduled::count(known))?
        } else if unfinished {
            return Ok(Extended::NotYet);
        } else if results.scheduled.games() != known {
            // Another worker was first, and some of its games are finished already: no whole round is known.
            return Ok(Extended::Yes { repeated: 0 });
        } else {
            schedule.next(&results.scheduled)?
        };
        match stage {
            Some(stage) => Ok(Extended::Yes { repeated: self.add(known, &stage)? }),
            None if unfinished => Ok(Extended::NotYet),
            None => {
                self.store.close(Results::COMPLETE)?;
                Ok(Extended::Over)
            }
        }
    }

    /// Adds a stage with its new openings, unless another worker was first. Returns the number of openings that
    /// repeat earlier ones although the settings ask for different ones.
    fn add(&mut self, known: usize, stage: &Stage) -> Result<usize, TournamentError> {
        let mut source = self.source()?;
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
        self.source = Some(source);
        Ok(if self.tournament.repeats_openings() { 0 } else { repeated })
    }

    /// The source of the openings after those of the store.
    fn source(&mut self) -> Result<Source<'a>, TournamentError> {
        if let Some(source) = self.source.take()
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
pub(crate) fn read_opening(text: &str) -> Result<Opening, TournamentError> {
    serde_json::from_str(text).map_err(|error| TournamentError::Data(error.to_string()))
}
