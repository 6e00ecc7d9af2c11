//! Adding games to the schedule of a store.

use super::{DefinitionError, Results, Tournament, TournamentError};
use crate::opening::{Opening, Source};
use crate::schedule::{Scheduled, Stage};
use crate::store::{Counts, Store};

/// Whether there are more games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extended {
    /// Games were added, here or by another worker.
    Yes,
    /// Not before the games that are being played are over.
    NotYet,
    /// Never: the tournament is over.
    Over,
}

/// Adds games to the schedule of a store, and makes their openings.
#[derive(Debug)]
pub(super) struct Planner<'a> {
    tournament: &'a Tournament,
    store: &'a Store,
    /// What made the last openings; kept, since to go on from those of a store it has to play them all.
    source: Option<Source<'a>>,
}

impl<'a> Planner<'a> {
    pub(super) fn new(tournament: &'a Tournament, store: &'a Store) -> Planner<'a> {
        Planner { tournament, store, source: None }
    }

    /// Adds the next games of the format to the schedule, or ends the tournament when there are none. `results` are
    /// read anew; `repeat` is told how many openings of those made are repetitions.
    pub(super) fn extend(
        &mut self,
        results: &mut Results,
        repeat: &mut dyn FnMut(usize),
    ) -> Result<Extended, TournamentError> {
        let counts = self.store.counts()?;
        results.read(self.tournament, self.store)?;
        self.go_on(&counts, results, repeat)
    }

    /// What follows from the `counts` of a moment and from `results` that were read after it.
    pub(super) fn go_on(
        &mut self,
        counts: &Counts,
        results: &Results,
        repeat: &mut dyn FnMut(usize),
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
        let stage = if schedule.needs_results() {
            if unfinished {
                return Ok(Extended::NotYet);
            }
            // Another worker was first, and some of its games are finished by now: no whole round is known.
            if results.scheduled.games() != known {
                return Ok(Extended::Yes);
            }
            schedule.next(&results.scheduled)?
        } else {
            schedule.next(&Scheduled::count(known))?
        };
        match stage {
            Some(stage) => {
                self.add(known, &stage, repeat)?;
                Ok(Extended::Yes)
            }
            None if unfinished => Ok(Extended::NotYet),
            None => {
                self.store.close(Results::COMPLETE)?;
                Ok(Extended::Over)
            }
        }
    }

    /// Adds a stage with the openings that are not there yet, unless another worker was first.
    fn add(
        &mut self,
        known: usize,
        stage: &Stage,
        repeat: &mut dyn FnMut(usize),
    ) -> Result<(), TournamentError> {
        let mut earlier = Vec::new();
        for opening in self.store.openings() {
            earlier.push(read_opening(&opening?)?);
        }
        let first = earlier.len();
        let mut source = match self.source.take().filter(|source| source.made() == earlier) {
            Some(source) => source,
            None => {
                let settings = self.tournament.settings();
                Source::new(self.tournament.rules(), &settings.openings, settings.seed, earlier)?
            }
        };
        let before = source.repeated();
        let mut openings = Vec::new();
        for number in first..stage.openings().end {
            openings.push((number, write_opening(&source.next()?)));
        }
        let repeated = source.repeated() - before;
        self.source = Some(source);
        let games: Vec<_> = stage.games.iter().map(|&game| game.into()).collect();
        if self.store.extend(known, &openings, &games)? && repeated > 0 && !self.tournament.repeats_openings()
        {
            repeat(repeated);
        }
        Ok(())
    }
}

/// An opening as a store keeps it.
fn write_opening(opening: &Opening) -> String {
    serde_json::to_string(opening).expect("words and lists of them are JSON")
}

/// Reads an opening of a store.
pub(super) fn read_opening(text: &str) -> Result<Opening, TournamentError> {
    serde_json::from_str(text).map_err(|error| DefinitionError::Json(error.to_string()).into())
}
