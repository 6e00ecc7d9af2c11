//! The engines that one worker has started.

use crate::engine::contestant::{Contestant, Fault};
use crate::stop::Stop;
use crate::tournament::TournamentError;
use crate::tournament::roster::Roster;

/// The contestants that one worker has started and kept, by engine.
pub(super) struct Pool<'a> {
    roster: &'a Roster,
    stop: &'a Stop,
    kept: Vec<Option<Box<dyn Contestant>>>,
}

impl<'a> Pool<'a> {
    /// Nobody started yet.
    pub(super) fn empty(roster: &'a Roster, stop: &'a Stop) -> Pool<'a> {
        Pool { roster, stop, kept: roster.engines.iter().map(|_| None).collect() }
    }

    /// Everybody started.
    ///
    /// # Errors
    /// One of them cannot be started.
    pub(super) fn started(roster: &'a Roster, stop: &'a Stop) -> Result<Pool<'a>, TournamentError> {
        let mut pool = Pool::empty(roster, stop);
        for (kept, engine) in pool.kept.iter_mut().zip(&roster.engines) {
            let started = engine.launcher.launch(stop);
            let failed = |fault| TournamentError::Start { name: engine.name.clone(), fault };
            *kept = Some(started.map_err(failed)?);
        }
        Ok(pool)
    }

    /// The contestant of an engine: the one kept from its last game, or a new one.
    ///
    /// # Errors
    /// It cannot be started.
    pub(super) fn take(&mut self, engine: usize) -> Result<Box<dyn Contestant>, Fault> {
        match self.kept[engine].take() {
            Some(contestant) => Ok(contestant),
            None => self.roster.engines[engine].launcher.launch(self.stop),
        }
    }

    /// Keeps a contestant for the next game.
    pub(super) fn keep(&mut self, engine: usize, contestant: Box<dyn Contestant>) {
        self.kept[engine] = Some(contestant);
    }

    /// Says good-bye to everybody.
    pub(super) fn quit(self) {
        for contestant in self.kept.into_iter().flatten() {
            contestant.quit();
        }
    }
}
