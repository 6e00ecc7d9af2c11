//! The engine's side: [`serve`] reads commands, calls a [`ProtocolEngine`] and writes the answers.

mod command_loop;
mod console;
mod engine;
mod search;
mod serve;
mod settings;
mod stop;
mod text;

pub use engine::{EngineError, Job, JobResult, Output, ProtocolEngine};
pub use serve::serve;
pub use settings::{ExitReport, ServeSettings};
pub use stop::StopSignal;
