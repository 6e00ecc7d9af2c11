//! The engine's side: the loop that reads commands, calls a [`ProtocolEngine`] and writes answers.

mod console;
mod engine;
mod search;
mod session;
mod stop;

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::thread;

pub use engine::{EngineError, Identity, Job, JobResult, Output, ProtocolEngine};
pub use stop::StopSignal;

use crate::Dialect;
use crate::line::{LineReader, Next};
use console::Console;
use session::CommandLoop;

/// How the loop behaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServeSettings {
    /// The dialect spoken until a word chooses one.
    pub dialect: Dialect,
    /// Whether to greet, as a person at a terminal expects.
    pub greeting: bool,
    /// The stack of the thread that searches, in bytes.
    pub stack_size: usize,
}

impl Default for ServeSettings {
    fn default() -> Self {
        ServeSettings { dialect: Dialect::Ugi, greeting: false, stack_size: 16 << 20 }
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
///
/// - A bad line is answered by exactly one line `info string error: ...` and changes nothing.
/// - While a search runs, `isready`, `stop`, `quit` and all questions are answered; whatever would change
///   something is an error.
/// - A search that panics is an error line and `bestmove (none)`, which no front-end takes for a turn; the loop goes
///   on, and the report says that it failed. A panic of the engine outside of a search is passed on.
/// - `quit`, the end of the input, an output that nobody reads and the first error of a strict engine stop
///   the search, wait for its answer, and return.
pub fn serve<W: Write + Send>(
    input: impl BufRead,
    output: W,
    engine: &mut impl ProtocolEngine,
    settings: &ServeSettings,
) -> ExitReport {
    let console = Console::new(output);
    let mut input = LineReader::new(input);
    let (mut cause, mut failed) = thread::scope(|scope| {
        let mut session = CommandLoop::new(engine, &console, scope, settings);
        if settings.greeting {
            session.greet();
        }
        let mut errors = 0;
        let mut failed = |session: &CommandLoop<'_, '_, _, _>| {
            let now = console.errors();
            now > std::mem::replace(&mut errors, now) && session.is_strict()
        };
        let end = loop {
            let flow = match input.next() {
                Next::Line(line) => session.line(line),
                Next::TooLong(beginning) => {
                    session.long_line(beginning);
                    ControlFlow::Continue(())
                }
                Next::End => ControlFlow::Break(ExitCause::EndOfInput),
            };
            match flow {
                _ if failed(&session) => break (ExitCause::Error, true),
                ControlFlow::Break(cause) => break (cause, false),
                ControlFlow::Continue(()) if console.is_broken() => break (ExitCause::BrokenOutput, false),
                ControlFlow::Continue(()) => {}
            }
        };
        session.finish();
        (end.0, end.1 | failed(&session))
    });
    if console.is_broken() {
        cause = ExitCause::BrokenOutput;
    }
    failed |= console.has_panicked();
    ExitReport { cause, errors: console.errors(), failed }
}

/// Runs one job to its end on this thread and writes what it puts out, but no `bestmove`: for a bench
/// from the command line.
pub fn run(job: Job, stop: &StopSignal, output: &mut impl Write, dialect: Dialect) -> io::Result<JobResult> {
    let mut written = Ok(());
    let result = job(stop, &mut |item| {
        if written.is_ok() {
            written = match item {
                Output::Info(info) => writeln!(output, "{}", info.in_dialect(dialect)),
                Output::Line(text) => writeln!(output, "{}", text.strip_suffix('\n').unwrap_or(&text)),
            };
            if written.is_err() {
                stop.set();
            }
        }
    });
    if let (Ok(()), JobResult::Summary(line)) = (&written, &result) {
        written = writeln!(output, "{line}");
    }
    written.and_then(|()| output.flush()).map(|()| result)
}
