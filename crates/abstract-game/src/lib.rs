#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;
#[cfg(any(test, feature = "parallel", feature = "conformance"))]
extern crate std;

#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod as_text;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod encode;
mod error;
pub mod events;
pub mod facade;
mod inherent;
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

pub use error::GameError;
pub use events::Explanation;
pub use grid_topology::Symmetry;
pub use matches::Match;
pub use option::{OptionError, OptionKind, OptionSpec};
pub use outcome::{End, Reason, Verdict};
pub use player::Player;
pub use position::{Action, Position};
pub use printable::excerpt;
pub use rules::Rules;
pub use seat::Seat;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde as __serde;
pub use turn::Turn;

/// For the macros.
#[doc(hidden)]
pub mod __private {
    pub use alloc::string::String;
    pub use alloc::vec::Vec;
}

/// The traits, for code that is generic over the game: `use abstract_game::prelude::*;`. Beside a game's own types of the same
/// names their methods stay in scope.
pub mod prelude {
    pub use crate::encode::{Encode, Encode as _};
    pub use crate::view::{View, View as _};
    pub use crate::{Action, Action as _, Position, Position as _, Rules, Rules as _};
}
