#![doc = include_str!("../README.md")]

mod bench;
mod engine;
mod game_engine;
mod go;
mod info;
pub mod nika;
mod options;
mod proof;
mod session;
pub mod snorkels;
pub mod symbol;

pub use engine::Agon;
pub use game_engine::{GameEngine, Term};
