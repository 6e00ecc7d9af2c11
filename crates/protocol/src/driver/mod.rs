//! The other side: another engine's process, started, asked and ended.

mod error;
mod settings;

pub use error::DriverError;
pub use settings::{EngineCommand, Log, Source, Timeouts, Traffic};

use std::process::ExitStatus;
use std::time::Duration;

use crate::server::Identity;
use crate::{Info, Limits, OptionDecl, Query, Start};

/// A running engine that speaks UGI. Dropping it ends the process.
pub struct Driver {
    identity: Identity,
    options: Vec<OptionDecl>,
}

/// A turn that an engine chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What followed `bestmove`; `(none)` if the engine sees no legal turn.
    pub turn: String,
    /// The last `info` line with a score for the best turn.
    pub info: Option<Info>,
    /// The time from the writing of `go` to the arrival of `bestmove`.
    pub elapsed: Duration,
    /// The first `info string error` that came between the two.
    pub error: Option<String>,
}

/// Tells an engine to stop, from any thread.
#[derive(Clone)]
pub struct Stopper {}

#[allow(unused_variables)]
impl Driver {
    /// Starts an engine: `ugi` to `ugiok`, the options, `isready` to `readyok`.
    pub fn launch(command: &EngineCommand, timeouts: &Timeouts) -> Result<Driver, DriverError> {
        Driver::launch_logged(command, timeouts, None)
    }

    /// As [`launch`](Driver::launch), with all traffic told to a log.
    pub fn launch_logged(
        command: &EngineCommand,
        timeouts: &Timeouts,
        log: Option<Log>,
    ) -> Result<Driver, DriverError> {
        Err(DriverError::Launch {
            program: command.program.clone(),
            source: std::io::ErrorKind::Unsupported.into(),
        })
    }

    /// Who the engine says it is; the name is the one given to it, if there is one.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The options that the engine declared.
    pub fn options(&self) -> &[OptionDecl] {
        &self.options
    }

    /// Sets an option and waits until the engine is ready.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), DriverError> {
        Ok(())
    }

    /// Says that another game begins and waits until the engine is ready.
    pub fn new_game(&mut self) -> Result<(), DriverError> {
        Ok(())
    }

    /// Waits until the engine is ready.
    pub fn ready(&mut self) -> Result<(), DriverError> {
        Ok(())
    }

    /// Sets the position and waits until the engine is ready.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), DriverError> {
        Ok(())
    }

    /// Asks a question about the position and returns what follows `response`.
    pub fn query(&mut self, query: &Query) -> Result<String, DriverError> {
        Ok(String::new())
    }

    /// Sets the position, waits until the engine is ready, and lets it search. After `deadline`, counted from
    /// `go`, it is given up; no deadline waits for ever.
    pub fn best_turn(
        &mut self,
        start: &Start,
        moves: &[String],
        limits: &Limits,
        deadline: Option<Duration>,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<Answer, DriverError> {
        Err(DriverError::TimedOut { waiting_for: "bestmove", after: Duration::ZERO })
    }

    /// Tells the engine to stop its search.
    pub fn stop(&self) {}

    /// What tells the engine to stop while [`best_turn`](Driver::best_turn) waits.
    pub fn stopper(&self) -> Stopper {
        Stopper {}
    }

    /// The process's number.
    pub fn process_id(&self) -> u32 {
        0
    }

    /// Says `quit` and waits for the process to end. Returns how it ended, or nothing if it had to be killed.
    pub fn quit(self) -> Option<ExitStatus> {
        None
    }
}

impl Stopper {
    /// Says `stop`.
    pub fn stop(&self) {}
}
