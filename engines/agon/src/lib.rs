#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(feature = "program"),
    allow(dead_code, reason = "the program asks for more than the protocol")
)]
// Each module imports only modules listed before it.

mod parameters;
pub mod training;
mod wdl;

mod game_engine;

mod level;

mod options;

mod announce;
mod info;
mod search_setup;

mod jobs;
mod session;

pub mod games;

mod engine;

#[cfg(test)]
mod parameter_tests;

#[cfg(feature = "program")]
pub mod gtp;
#[cfg(feature = "program")]
mod terminal;

#[cfg(feature = "program")]
pub mod cli;

#[cfg(feature = "program")]
mod reference;

pub use engine::Agon;
pub use game_engine::{Bench, GameEngine, ParametersOf, PositionOf, Term};
pub use parameters::{EngineParameters, LEVELS, PlayParameters};
#[cfg(feature = "program")]
pub use reference::reference;
pub use wdl::WdlModel;
