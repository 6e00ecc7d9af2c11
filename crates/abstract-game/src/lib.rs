#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;
#[cfg(any(test, feature = "parallel", feature = "conformance"))]
extern crate std;

#[cfg(feature = "conformance")]
pub mod conformance;
pub mod encode;
pub mod events;
pub mod facade;
mod matches;
mod option;
mod outcome;
pub mod perft;
mod player;
mod position;
pub mod random;
mod rules;
#[cfg(feature = "sample")]
pub mod sample;
mod seat;
pub mod turn;
pub mod view;
pub mod zobrist;

pub use events::Explanation;
pub use matches::{Match, MatchError};
pub use option::{OptionError, OptionKind, OptionSpec};
pub use outcome::{End, Reason, Verdict};
pub use player::Player;
pub use position::{Action, Position};
pub use printable::excerpt;
pub use rules::Rules;
pub use seat::Seat;
pub use turn::{Turn, TurnError};
