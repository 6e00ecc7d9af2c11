//! What the commands print, and how they end.

use std::io::{self, Write as _};
use std::process::Command;

/// An operation failed.
pub(super) const FAILED: u8 = 1;
/// The tournament is complete, but some games ended through a fault of an engine.
pub(super) const FAULTS: u8 = 3;

/// Why a command failed.
pub(super) enum Failure {
    /// A mistake in the command line.
    Usage(String),
    /// An operation failed.
    Other(String),
}

impl Failure {
    pub(super) fn usage(error: impl ToString) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Other(error.to_string())
    }
}

/// Prints to standard output, made printable: texts quote files, stores and engines. A closed pipe is no error.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    written(out.write_all(printable::lines(text).as_bytes()).and_then(|()| out.flush()))
}

/// The result of writing to standard output; a closed pipe is no error.
pub(super) fn written(result: io::Result<()>) -> Result<(), Failure> {
    let failed = |error| Failure::Other(format!("{CANNOT_PRINT}: {error}"));
    result
        .or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(failed(error)) })
}

pub(super) const CANNOT_PRINT: &str = "cannot write to standard output";

/// Prints a line on standard error, made printable. A failure has no place to be reported.
pub(super) fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{}", printable::line(line));
}

/// Starts the process that ends the engines if this one is killed.
pub(super) fn guard_engines() {
    let guarded = std::env::current_exe().and_then(|program| {
        let mut supervisor = Command::new(program);
        supervisor.arg("supervise");
        protocol::driver::guard_engines(supervisor)
    });
    if let Err(error) = guarded {
        tell(&format!("arena: engines may live on if this process is killed: {error}"));
    }
}
