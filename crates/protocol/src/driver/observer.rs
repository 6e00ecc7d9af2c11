//! A hook that gets every line between the driver and an engine.

use std::sync::Arc;

/// Who wrote a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineSource {
    /// The driver, to the engine's standard input.
    Driver,
    /// The engine, on its standard output.
    Engine,
    /// The engine, on its standard error.
    Stderr,
}

impl LineSource {
    /// The sign before a line in transcripts and logs: `>` to the engine, `<` from it, `!` from its standard error.
    pub fn sign(self) -> char {
        match self {
            LineSource::Driver => '>',
            LineSource::Engine => '<',
            LineSource::Stderr => '!',
        }
    }
}

/// Called with every line when it is sent or has arrived, from several threads, and with who wrote it. The line comes
/// without its end; of a line longer than [`MAX_LINE`](crate::MAX_LINE) the beginning. While it runs, no further line of
/// that stream is read.
pub type LineObserver = Arc<dyn Fn(LineSource, &str) + Send + Sync>;
