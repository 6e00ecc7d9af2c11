//! Runs an engine on its input and output.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::thread;

use super::command_loop::CommandLoop;
use super::console::Console;
use super::engine::{Job, JobResult, Output, ProtocolEngine};
use super::settings::{ExitCause, ExitReport, ServeSettings};
use super::stop::StopSignal;
use crate::Dialect;
use crate::line::{LineReader, NextLine};

/// Reads commands until `quit` or the end of the input and writes the answers.
///
/// - A bad line is answered by exactly one line `info string error: ...` and changes nothing.
/// - While a search runs, `isready`, `stop`, `quit` and all queries are answered; other commands are errors.
/// - A search that panics is an error line and `bestmove (none)`, which no front-end takes for a turn; the loop goes
///   continues, and the report says that it failed. A panic of the engine outside of a search is not caught.
/// - `quit`, the end of the input, a closed output and the first error of a strict engine stop
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
            let now = console.faults().errors;
            now > std::mem::replace(&mut errors, now) && session.is_strict()
        };
        let end = loop {
            let flow = match input.next() {
                NextLine::Line(line) => session.line(line),
                NextLine::TooLong(beginning) => {
                    session.long_line(beginning);
                    ControlFlow::Continue(())
                }
                NextLine::End => ControlFlow::Break(ExitCause::EndOfInput),
            };
            match flow {
                _ if failed(&session) => break (ExitCause::Error, true),
                ControlFlow::Break(cause) => break (cause, false),
                ControlFlow::Continue(()) if console.faults().broken => {
                    break (ExitCause::BrokenOutput, false);
                }
                ControlFlow::Continue(()) => {}
            }
        };
        session.finish();
        (end.0, end.1 | failed(&session))
    });
    let faults = console.faults();
    if faults.broken {
        cause = ExitCause::BrokenOutput;
    }
    failed |= faults.panicked;
    ExitReport { cause, errors: faults.errors, failed }
}

/// Runs one job on this thread and writes its output, but no `bestmove`: for a bench
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
