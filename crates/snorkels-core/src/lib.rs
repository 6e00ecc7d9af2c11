#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;

mod action;
mod air;
mod board;
mod colour;
mod draw;
mod error;
mod groups;
mod key;
mod outcome;
mod play;
mod position;
mod read;
mod rules;
mod setup;
mod symmetry;
mod write;

pub use action::Action;
pub use board::{Board, DEFAULT_SIZE, MAX_SIZE, MIN_SIZE, board, cell_name};
pub use colour::{Colour, Content};
pub use error::{ActionError, NoSwap, PositionError, SetupError};
pub use outcome::{CAPTURE, MUTUAL, Outcome, SELF_CAPTURE};
pub use position::{Pie, Position};
pub use rules::{MAX_STONES, Snorkels};
