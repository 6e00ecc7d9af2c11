//! The engine's side: the loop that reads commands, calls an [`Engine`] and writes answers.

mod engine;
mod stop;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

pub use engine::{Engine, EngineError, Identity, Job, JobResult, Output};
pub use stop::Stop;

use crate::Dialect;

/// How the loop behaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The dialect spoken until a word chooses one.
    pub dialect: Dialect,
    /// Whether to greet, as a person at a terminal expects.
    pub greeting: bool,
    /// The stack of the thread that searches, in bytes.
    pub stack_size: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { dialect: Dialect::Ugi, greeting: false, stack_size: 16 << 20 }
    }
}

/// How the loop ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExitReport {
    /// Why it ended.
    pub cause: ExitCause,
    /// How many error lines it wrote.
    pub errors: u64,
    /// Whether the process should report a failure: after an error under `Strict`, or after a search panicked.
    pub failed: bool,
}

/// Why the loop ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExitCause {
    /// `quit` was read.
    Quit,
    /// The input ended, or could not be read any more.
    EndOfInput,
    /// The output could not be written any more.
    BrokenOutput,
    /// An error occurred, and the engine is strict.
    Error,
}

impl From<ExitReport> for ExitCode {
    fn from(report: ExitReport) -> ExitCode {
        if report.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

/// Reads commands until `quit` or the end of the input and writes the answers.
pub fn serve<W: Write + Send>(
    input: impl BufRead,
    output: W,
    engine: &mut impl Engine,
    settings: &Settings,
) -> ExitReport {
    let _ = (input, output, engine, settings);
    ExitReport { cause: ExitCause::EndOfInput, errors: 0, failed: false }
}

/// Runs one job to its end and writes what it puts out: for a bench from the command line.
pub fn run(job: Job, stop: &Stop, output: &mut impl Write, dialect: Dialect) -> io::Result<JobResult> {
    let _ = (output, dialect);
    Ok(job(stop, &mut |_| {}))
}
