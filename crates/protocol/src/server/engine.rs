//! The trait of an engine, and the types of its methods.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use thiserror::Error;

use crate::{Go, Identity, Info, JobRequest, OptionDecl, Print, Query, Start};

/// An engine that the command loop can run; everything is text.
///
/// The engine holds the options and the position. The loop calls it from one thread; a search runs on
/// another one, as the [`Job`] that [`job`](ProtocolEngine::job) returns, which owns what it needs.
pub trait ProtocolEngine {
    /// Its name and its authors.
    fn identity(&self) -> Identity;

    /// Its options with their defaults.
    fn options(&self) -> Vec<OptionDecl>;

    /// Sets an option. The loop has found the name among [`options`](ProtocolEngine::options) and has checked the value against
    /// what the option declares; both come in the spelling of the declaration.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError>;

    /// The front-end waits for `readyok`: the time for whatever takes long, such as asking for memory, so
    /// that it need not be done while a clock runs. Not called during a search.
    fn prepare(&mut self) {}

    /// A new game begins: drop what was learned in the last one.
    fn new_game(&mut self);

    /// Sets the position; on an error the one before stays. All or nothing.
    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), EngineError>;

    /// The text after `response` in the answer.
    fn query(&self, query: &Query) -> Result<String, EngineError>;

    /// How long a search that began by `go ponder` may take from `ponderhit` on; `None` for no limit.
    fn ponder_time(&self, _go: &Go) -> Option<Duration> {
        None
    }

    /// Prepares a job; the loop runs it.
    fn job(&mut self, request: &JobRequest) -> Result<Job, EngineError>;

    /// Several lines of text. Also called during a search.
    fn print(&mut self, what: Print) -> Result<String, EngineError>;

    /// The file that gets a copy of all lines: the value of an option that the engine declares.
    fn debug_log(&self) -> Option<Arc<File>> {
        None
    }

    /// Whether the first error ends the loop: the value of an option that the engine declares.
    fn strict(&self) -> bool {
        false
    }
}

/// Why an engine refuses a command; the text says what was wrong, where, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct EngineError(String);

impl EngineError {
    /// An error of this text.
    pub fn new(text: impl Into<String>) -> Self {
        EngineError(text.into())
    }
}

impl<T: Into<String>> From<T> for EngineError {
    fn from(text: T) -> Self {
        EngineError(text.into())
    }
}

/// A signal to stop a search: it is set once, and never cleared. Clones are the same signal.
pub type StopSignal = Arc<AtomicBool>;

/// A search ready to run, on a thread of its own.
///
/// It must check the [`StopSignal`] often and return soon after it is set, also with a legal turn if it is set at once.
/// Before it returns a turn it puts out a last [`Info`] with depth, score, nodes, time, nps, hashfull and
/// pv (a debug build complains if there is none). An [announcement](Info::announce) is a line of its own. All that it holds is dropped before its `bestmove` is out, so that the
/// next command finds it free.
pub type Job = Box<dyn FnOnce(&StopSignal, &mut dyn FnMut(Output)) -> JobResult + Send>;

/// Output of a running search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// An `info` line.
    Info(Info),
    /// Any other text, of one line or several.
    Line(String),
}

/// How a search ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum JobResult {
    /// `bestmove` and this turn, which is one word.
    Turn(String),
    /// `bestmove (none)`: there is no legal turn.
    NoTurn,
    /// This line: the sum of a job that was not to find a turn (perft, bench).
    Summary(String),
}
