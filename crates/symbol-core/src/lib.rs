#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod action;
mod board;
mod check;
mod contract;
mod draw;
mod encode;
mod events;
mod generate;
mod kind;
mod moves;
mod notation;
mod notes;
mod outcome;
mod placement;
mod play;
mod position;
mod reach;
mod rules;
mod stack;
mod symmetry;
mod turn;
mod view;
mod zobrist;

pub use action::Action;
pub use board::{BOARD, Board, LAND, Terrain, WATER, around, land_of};
pub use contract::Match;
pub use events::{Event, Explanation, NoPush};
pub use kind::Kind;
pub use outcome::{BOTH_KINGS, KING, PASS, RESOURCES};
pub use position::Position;
pub use rules::{
    BlastCentre, Deploy, Edition, Fire, Game, LeftBehind, Options, Pass, PushedKing, Regions, Symbol,
    Tiebreak, Variant,
};
pub use stack::{MAX_PIECES, Stack};

pub use abstract_game::{self, End, GameError, Player, Reason, Turn, Verdict};
pub use grid_topology::{self, Bitboard64, Cell, Symmetry};

/// The traits of `abstract-game`, for code that is generic over the game. Methods of positions need no import.
pub mod prelude {
    pub use abstract_game::prelude::*;
}
