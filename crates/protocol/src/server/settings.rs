//! How the command loop behaves, and how it ended.

use std::process::ExitCode;

/// How the command loop behaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServeSettings {
    /// Whether to write a greeting, for a person at a terminal.
    pub greeting: bool,
    /// The stack of the thread that searches, in bytes; `None`: a search runs on the thread of the loop, which reads the next
    /// line when the search has ended. No hold then: `go infinite` ends with the search.
    pub search_stack: Option<usize>,
}

impl Default for ServeSettings {
    fn default() -> Self {
        ServeSettings { greeting: false, search_stack: Some(16 << 20) }
    }
}

/// How the command loop ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExitReport {
    /// How many error lines it wrote.
    pub errors: u64,
    /// Whether the process should report a failure: after an error under `Strict`, or after a search panicked.
    pub failed: bool,
}

impl From<ExitReport> for ExitCode {
    fn from(report: ExitReport) -> ExitCode {
        if report.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}
