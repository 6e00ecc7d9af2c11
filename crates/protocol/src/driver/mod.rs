//! Runs another engine as a child process, asks it and ends it.
//!
//! [`EngineProcess::start`] starts an engine from an [`EngineCommand`] and does the handshake.
//! [`EngineProcess::search`] returns its [`BestMove`]. [`EngineProcess::spawn`] starts it without a handshake; with the
//! raw lines of [`send`](EngineProcess::send) and [`lines_until`](EngineProcess::lines_until) any dialogue can be held.
//! A [`LineObserver`] gets every line in both directions.

mod child;
mod command;
mod error;
mod family;
mod guard;
mod input;
mod observer;
mod output;
mod process;
mod requests;
mod search;

pub use command::{EngineCommand, SECRET_VARIABLES, Timeouts, hide_secrets};
pub use error::DriverError;
pub use guard::{guard_engines, supervise};
pub use observer::{LineObserver, LineSource};
pub use output::EngineLine;
#[cfg(feature = "checks")]
pub(crate) use output::first_word;
pub use process::{EngineProcess, StopHandle};
pub use search::{BestMove, SearchTimeout};
