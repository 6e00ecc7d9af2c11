#![doc = include_str!("../README.md")]

mod bench;
mod engine;
mod go;
mod info;
pub mod nika;
mod options;
mod player;
mod proof;
mod room;
pub mod snorkels;
pub mod symbol;

pub use engine::Agon;
pub use player::{Player, Term};
