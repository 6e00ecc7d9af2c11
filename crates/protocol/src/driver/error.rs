//! What can go wrong with another engine.

use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;
use std::{fmt, io};

use thiserror::Error;

/// Why an engine could not be used.
#[derive(Debug, Error)]
pub enum DriverError {
    /// The process did not start.
    #[error("cannot start {}: {source}", program.display())]
    Launch {
        /// The program.
        program: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The process ended, or closed its output, while something was expected of it.
    #[error("the engine {} while waiting for {waiting_for}", Ended(*status))]
    Exited {
        /// How it ended; nothing if it closed its output and went on.
        status: Option<ExitStatus>,
        /// What was expected of it.
        waiting_for: &'static str,
    },
    /// The engine did not answer in time. It may still be at work.
    #[error("no {waiting_for} within {} ms", after.as_millis())]
    TimedOut {
        /// What was expected of it.
        waiting_for: &'static str,
        /// How long it was waited for.
        after: Duration,
    },
    /// The engine said something that cannot stand where it stands.
    #[error("the engine said `{line}`; expected {expected}")]
    Protocol {
        /// Its line, cut if it is long.
        line: String,
        /// What was expected.
        expected: &'static str,
    },
    /// Something was not accepted: by the engine, or because the engine never declared it.
    #[error("{what} was refused: {reason}")]
    Refused {
        /// What was not accepted.
        what: String,
        /// Why.
        reason: String,
    },
}

struct Ended(Option<ExitStatus>);

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(status) => write!(f, "ended ({status})"),
            None => f.write_str("closed its output"),
        }
    }
}
