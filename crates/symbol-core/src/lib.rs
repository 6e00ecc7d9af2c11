#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod action;
mod blast;
mod board;
mod check;
mod contract;
mod deploy;
mod draw;
mod effect;
mod error;
mod generate;
mod key;
mod kind;
mod options;
mod play;
mod position;
mod position_error;
mod push;
mod reach;
mod read;
mod read_action;
mod rules;
mod stack;
mod stack_text;
mod status;
mod subsets;
mod symmetry;
mod write;

pub use action::Action;
pub use board::{BOARD, Board, LAND, Terrain, WATER, land_of};
pub use effect::{Effect, Explanation, PushedOut};
pub use error::{ActionError, NoDetonation, NoPlacement, Obstacle, TextProblem};
pub use kind::Kind;
pub use options::{
    BlastCentre, Deploy, Edition, Fire, Game, LeftBehind, Options, PushedKing, Regions, Tiebreak, Variant,
};
pub use position::{MAX_PIECES, Position};
pub use position_error::{Part, PositionError, SetupError, TurnProblem};
pub use rules::Symbol;
pub use stack::Stack;
pub use stack_text::StackError;
pub use status::{BOTH_KINGS, KING, PASS, RESOURCES};
