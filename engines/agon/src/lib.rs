#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(feature = "program"),
    allow(dead_code, reason = "the program asks for more than the protocol")
)]
// Each module imports only modules listed before it.

mod game_engine;

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

#[cfg(feature = "program")]
pub mod gtp;
#[cfg(feature = "program")]
mod terminal;

#[cfg(feature = "program")]
pub mod cli;

#[cfg(feature = "program")]
mod reference;

pub use engine::Agon;
pub use game_engine::{Bench, GameEngine, LEVELS, PositionOf, Term, WdlModel};
#[cfg(feature = "program")]
pub use reference::reference;
