//! A game's rules as a value.

use alloc::string::String;
use core::fmt;

use crate::{OptionError, OptionSpec, Position, Seat};

/// The rules of one game with their options chosen. The default value has every option at its
/// default; every value that can be made is playable.
pub trait Rules: Clone + Eq + Default + fmt::Debug + Send + Sync + 'static {
    /// The game's positions.
    type Position: Position;
    /// Why a text is not a position.
    type PositionError: core::error::Error + Clone + Eq + Send + Sync + 'static;

    /// The game's name: one lower-case word, as `--game` takes it.
    const NAME: &'static str;

    /// The game's name as people write it: `Snorkels`. Protocols prefix the rule options with it: `Snorkels.size`.
    const TITLE: &'static str;

    /// The seats, in the order in which they first act: two, unless partners can decide for themselves.
    const SEATS: &'static [Seat] = Seat::ONE_A_SIDE;

    /// The options there are, in the order in which they are written.
    fn options() -> &'static [OptionSpec];

    /// The value of an option as text, or `None` if there is no such option.
    fn option(&self, name: &str) -> Option<String>;

    /// Sets an option, or leaves the rules as they were.
    ///
    /// # Errors
    /// There is no such option, or the value is not one of those it takes.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError>;

    /// The first position.
    fn start(&self) -> Self::Position;

    /// Reads a position. What its text carries (the size of a board, say) wins over the options. A
    /// finished position may be refused; every other one that play leads to is read as it was written,
    /// and what is accepted keeps the contract of [`Position`] whether play leads to it or not.
    ///
    /// # Errors
    /// What is wrong with it and where.
    fn read_position(&self, text: &str) -> Result<Self::Position, Self::PositionError>;
}
