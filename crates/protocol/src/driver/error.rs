//! What can go wrong with an engine's process.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

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
    #[error("no {expected} within {}{}", seconds(after), what_else(after_stop.as_ref(), *unfinished))]
    TimedOut {
        /// The answer that did not come.
        expected: &'static str,
        /// How long the driver waited.
        after: Duration,
        /// What happened after `stop`; `None` if it was not sent.
        after_stop: Option<AfterStop>,
        /// Bytes that the engine wrote after the end of its last line.
        unfinished: u64,
    },
    /// The engine wrote a line where the protocol does not allow it.
    #[error("the engine wrote `{line}`; expected {expected}")]
    Protocol {
        /// The line, cut if it is long.
        line: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The engine, or its list of options, does not accept something.
    #[error("{what} was refused: {reason}")]
    Refused {
        /// What was not accepted.
        what: String,
        /// Why.
        reason: String,
    },
    /// The engine wrote too much.
    #[error("the engine wrote more than {} MiB {place} within one game", OUTPUT_LIMIT >> 20)]
    Flood {
        /// Where it wrote that.
        place: &'static str,
    },
}

/// What an engine did after `stop`, without answering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AfterStop {
    /// How long the driver waited for the answer.
    pub grace: Duration,
    /// Whether the engine wrote any line in that time.
    pub wrote_lines: bool,
}

fn how_it_ended(status: Option<&ExitStatus>) -> String {
    status.map_or("closed its output".into(), |status| format!("ended ({status})"))
}

/// A time in seconds, with up to three decimals.
fn seconds(time: &Duration) -> String {
    format!("{} s", time.as_millis() as f64 / 1000.0)
}

fn what_else(after_stop: Option<&AfterStop>, unfinished: u64) -> String {
    let nor = |after_stop: &AfterStop| format!(", nor within {} after `stop`", seconds(&after_stop.grace));
    let wrote = match after_stop {
        Some(AfterStop { wrote_lines: true, .. }) => "; it wrote other lines".into(),
        _ if unfinished > 0 => format!("; it wrote {unfinished} bytes without the end of a line"),
        Some(_) => "; its standard output is empty".into(),
        None => String::new(),
    };
    after_stop.map_or(String::new(), nor) + &wrote
}
