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
    #[error("no {waiting_for} within {}{}", Seconds(*after), NorAfter(after_stop.as_ref()))]
    TimedOut {
        /// What was expected of it.
        waiting_for: &'static str,
        /// How long it was waited for.
        after: Duration,
        /// What came of telling it to stop; nothing if it was not told.
        after_stop: Option<AfterStop>,
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
    /// The engine said more than anybody wants to read.
    #[error("the engine said more than {} MiB {place} within one game", super::MOST_NOISE >> 20)]
    Flood {
        /// Where it said that.
        place: &'static str,
    },
}

/// What an engine did when it was told to stop and did not obey.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AfterStop {
    /// How long its answer was waited for.
    pub grace: Duration,
    /// Whether it said anything in that time, so that it does not hang.
    pub talking: bool,
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

/// A time in seconds with what decimals it has, down to milliseconds.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s", self.0.as_millis() as f64 / 1000.0)
    }
}

struct NorAfter<'a>(Option<&'a AfterStop>);

impl fmt::Display for NorAfter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(AfterStop { grace, talking }) = self.0 else { return Ok(()) };
        let how = if *talking { "though it goes on talking" } else { "and not a word" };
        write!(f, ", nor within {} after `stop`, {how}", Seconds(*grace))
    }
}
