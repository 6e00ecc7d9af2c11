#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;

mod action;
pub mod air;
mod board;
mod check;
mod colour;
mod contract;
mod draw;
mod encode;
mod events;
mod generate;
mod groups;
mod notation;
mod notes;
mod outcome;
mod play;
mod playout;
mod position;
mod rules;
#[cfg(feature = "serde")]
mod saved;
mod symmetry;
mod view;
mod zobrist;

pub use action::Action;
pub use board::{Board, DEFAULT_SIZE, MAX_SIZE, MIN_SIZE, board, cell_name, rectangle};
pub use colour::{Colour, Content};
pub use contract::Match;
pub use events::{Event, Explanation};
pub use outcome::{CAPTURE, MUTUAL, Outcome, SELF_CAPTURE};
pub use position::{Pie, Position};
pub use rules::{MAX_STONES, Snorkels};

pub use abstract_game::{self, End, GameError, Player, Reason, Turn, Verdict};
pub use grid_topology::{self, Bitboard64, Cell, Symmetry};

/// The traits of `abstract-game`, for code that is generic over the game. Methods of positions need no import.
pub mod prelude {
    pub use abstract_game::prelude::*;
}
