#![doc = include_str!("../README.md")]
// Each module imports only modules listed before it.

mod memory;
mod options;

mod announce;
mod game_engine;
mod info;
mod search_setup;
#[cfg(feature = "tune")]
mod tuning;

mod jobs;
mod session;

pub mod games;

mod engine;
mod reference;

pub mod cli;

pub use engine::Agon;
pub use game_engine::{GameEngine, PositionOf, Term};
pub use reference::reference;
