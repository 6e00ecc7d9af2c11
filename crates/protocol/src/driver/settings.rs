//! What to start, and how patient to be.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How to start an engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EngineCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder to start it in; nothing for the present one.
    pub dir: Option<PathBuf>,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// What to call it; nothing for the name it gives itself.
    pub name: Option<String>,
}

/// How long to wait for an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Timeouts {
    /// From the start to `ugiok`.
    pub launch: Duration,
    /// For `readyok` and for the response to a query.
    pub ready: Duration,
    /// From `quit` to the end of the process, after which it is killed.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts {
            launch: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            quit: Duration::from_secs(2),
        }
    }
}

/// A line that passed between the driver and the engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ObservedLine<'a> {
    /// Who said it.
    pub source: LineSource,
    /// The line without its end.
    pub line: &'a str,
}

/// Who said a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineSource {
    /// The driver, to the engine.
    Driver,
    /// The engine, as an answer.
    Engine,
    /// The engine, on its error stream.
    Stderr,
}

/// What is called with every line that passes, from several threads.
pub type LineObserver = Arc<dyn Fn(ObservedLine<'_>) + Send + Sync>;
