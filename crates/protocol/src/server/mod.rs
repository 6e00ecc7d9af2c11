//! The engine's side: [`serve`] reads commands, calls a [`ProtocolEngine`] and writes the answers.

mod command_loop;
mod console;
mod engine;
mod search;
mod serve;
mod settings;
mod text;

pub use engine::{EngineError, Job, JobResult, Output, ProtocolEngine, StopSignal};
pub use serve::serve;
pub use settings::{ExitReport, ServeSettings};
