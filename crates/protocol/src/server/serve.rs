//! Runs an engine on its input and output.

use std::io::{BufRead, Write};
use std::thread;

use super::command_loop::CommandLoop;
use super::console::Console;
use super::engine::ProtocolEngine;
use super::settings::{ExitReport, ServeSettings};
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
    let failed = thread::scope(|scope| {
        let mut session = CommandLoop::new(engine, &console, scope, settings);
        if settings.greeting {
            session.greet();
        }
        let mut errors = 0;
        loop {
            let quits = match input.next() {
                NextLine::Line(line) => session.line(line),
                NextLine::TooLong(beginning) => {
                    session.long_line(beginning);
                    false
                }
                NextLine::End => true,
            };
            let ends = quits || console.faults().broken;
            if ends {
                session.finish();
            }
            let now = console.faults().errors;
            let failed = now > std::mem::replace(&mut errors, now) && session.engine.strict();
            if failed || ends {
                return failed;
            }
        }
    });
    let faults = console.faults();
    ExitReport { errors: faults.errors, failed: failed | faults.panicked }
}
