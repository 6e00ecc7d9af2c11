//! The running engines of one worker.

use crate::engine::{Engine, Fault};
use crate::stop::Stop;
use crate::tournament::{Tournament, TournamentError};

/// The engines that one worker has started, kept from game to game.
pub(super) struct RunningEngines<'a> {
    tournament: &'a Tournament,
    stop: &'a Stop,
    engines: Vec<Option<Box<dyn Engine>>>,
}

impl<'a> RunningEngines<'a> {
    /// None started yet.
    pub(super) fn none(tournament: &'a Tournament, stop: &'a Stop) -> RunningEngines<'a> {
        RunningEngines { tournament, stop, engines: tournament.engines().map(|_| None).collect() }
    }

    /// All started.
    ///
    /// # Errors
    /// An engine does not start.
    pub(super) fn all(tournament: &'a Tournament, stop: &'a Stop) -> Result<Self, TournamentError> {
        let mut running = RunningEngines::none(tournament, stop);
        for (number, engine) in running.engines.iter_mut().enumerate() {
            let failed = |fault| TournamentError::Start { name: tournament.engine(number).to_owned(), fault };
            *engine = Some(tournament.launch(number, stop).map_err(failed)?);
        }
        Ok(running)
    }

    /// Takes an engine: the one kept from its last game, or a new one.
    ///
    /// # Errors
    /// The engine does not start.
    pub(super) fn take(&mut self, number: usize) -> Result<Box<dyn Engine>, Fault> {
        self.engines[number].take().map_or_else(|| self.tournament.launch(number, self.stop), Ok)
    }

    /// Keeps an engine for its next game.
    pub(super) fn keep(&mut self, number: usize, engine: Box<dyn Engine>) {
        self.engines[number] = Some(engine);
    }

    /// Ends all engines.
    pub(super) fn quit(self) {
        self.engines.into_iter().flatten().for_each(Engine::quit);
    }
}
