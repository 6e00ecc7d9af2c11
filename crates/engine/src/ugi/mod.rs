//! The engine behind the command loop of `protocol`: [`Agon`] has all games and the options of UGI and UCI.
// Each module imports only modules listed before it.

mod options;

mod announce;
mod info;
mod search_setup;
mod variety;

mod handler;
mod jobs;

mod agon;

#[cfg(test)]
mod tests;

pub use agon::Agon;
pub use info::expectation;
pub use options::{DocumentedOption, EngineOptions};
pub use search::uncertainty;
