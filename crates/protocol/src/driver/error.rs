//! What can go wrong with an engine's process.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use printable::excerpt;
use thiserror::Error;

/// Limit of the bytes that an engine may write within one game to its standard error, and of those in lines that are no
/// answer.
pub(super) const OUTPUT_LIMIT: u64 = 64 << 20;

/// Why an engine could not be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DriverError {
    /// The process did not start.
    #[error("cannot start {}: {source}", program.display())]
    Launch {
        /// The program.
        program: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The process ended, or closed its output, before it answered.
    #[error("the engine {} where {expected} was expected", how_it_ended(status.as_ref()))]
    Exited {
        /// The exit status; `None` if the process closed its output and still runs.
        status: Option<ExitStatus>,
        /// The answer that did not come.
        expected: &'static str,
    },
    /// The engine did not answer in time. It may still be searching.
    #[error("no {expected} within {}{what_else}", seconds(*after))]
    TimedOut {
        /// The answer that did not come.
        expected: &'static str,
        /// How long the driver waited.
        after: Duration,
        /// How long the driver waited after `stop`, if it was sent, and what the engine wrote instead.
        what_else: String,
    },
    /// The engine wrote a line where the protocol does not allow it, or too much.
    #[error("the engine wrote {0}")]
    Protocol(String),
    /// The engine, or its list of options, does not accept something.
    #[error("{what} was refused: {reason}")]
    Refused {
        /// What was not accepted.
        what: String,
        /// Why.
        reason: String,
    },
}

/// The error for a line in the wrong place.
pub(super) fn unexpected(line: &str, expected: &'static str) -> DriverError {
    DriverError::Protocol(format!("`{}`; expected {expected}", excerpt(line)))
}

/// The error for too much output in a place.
pub(super) fn flood(place: &'static str) -> DriverError {
    DriverError::Protocol(format!("more than {} MiB {place} within one game", OUTPUT_LIMIT >> 20))
}

fn how_it_ended(status: Option<&ExitStatus>) -> String {
    status.map_or("closed its output".into(), |status| format!("ended ({status})"))
}

/// A time in seconds, with up to three decimals.
pub(super) fn seconds(time: Duration) -> String {
    format!("{} s", time.as_millis() as f64 / 1000.0)
}

/// That an engine wrote bytes without the end of a line, if it did.
pub(super) fn wrote_unfinished(bytes: u64) -> Option<String> {
    (bytes > 0).then(|| format!("; it wrote {bytes} bytes without the end of a line"))
}
