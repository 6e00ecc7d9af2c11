#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod action;
mod ahead;
mod army;
mod board;
mod check;
mod city;
mod contract;
mod draw;
mod encode;
mod events;
mod facing;
mod generate;
mod notation;
mod notes;
mod outcome;
mod pieces;
mod play;
mod position;
mod rules;
mod selection;
mod symmetry;
#[cfg(test)]
mod tests;
mod view;
mod zobrist;

pub use action::Action;
pub use ahead::Ahead;
pub use board::{BOARD, Board, CellSet, FIELD};
pub use city::City;
pub use contract::Match;
pub use events::{Event, Explanation, Routed};
pub use facing::Facing;
pub use outcome::{PASSES, VICTORY_AREA};
pub use pieces::Pieces;
pub use position::{PIECES, Position};
pub use rules::Nika;

pub use abstract_game::{self, End, GameError, Player, Reason, Turn, Verdict};
pub use grid_topology::{self, Cell, Symmetry};

/// The traits of `abstract-game`, for code that is generic over the game. Methods of positions need no import.
pub mod prelude {
    pub use abstract_game::prelude::*;
}
