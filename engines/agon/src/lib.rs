#![doc = include_str!("../README.md")]
// Each module imports only modules listed before it.

mod game_engine;
mod memory;

mod level;

mod options;

mod announce;
mod info;
mod search_setup;
#[cfg(feature = "tune")]
mod tuning;

mod jobs;
mod session;

pub mod games;

mod engine;

mod gtp;
mod terminal;

pub mod cli;

mod reference;

pub use engine::Agon;
pub use game_engine::{GameEngine, LEVELS, PositionOf, Term};
pub use reference::reference;
