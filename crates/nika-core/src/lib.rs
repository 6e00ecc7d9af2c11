#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod action;
mod army;
mod board;
mod check;
mod city;
mod contract;
mod draw;
mod error;
mod events;
mod facing;
#[cfg(test)]
mod figures;
mod generate;
mod key;
mod meet;
mod pieces;
mod play;
mod position;
mod position_error;
mod read;
mod read_action;
mod rules;
mod subsets;
mod symmetry;
mod write;

pub use action::Action;
pub use board::{BOARD, Board, CellSet, FIELD};
pub use city::City;
pub use error::{ActionError, Illegal, TextProblem};
pub use events::{Event, Explanation, Routed};
pub use facing::Facing;
pub use meet::Ahead;
pub use pieces::Pieces;
pub use position::{PASSES, PIECES, Position, VICTORY_AREA};
pub use position_error::PositionError;
pub use rules::Nika;
