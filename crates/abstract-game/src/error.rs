//! The error of any game.

use alloc::string::{String, ToString};
use core::fmt;

use thiserror::Error;

/// An error of a game as one message: why a text is refused, or any error where games are behind `dyn`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct GameError(String);

impl GameError {
    /// An error with this message.
    #[must_use]
    pub fn new(message: impl fmt::Display) -> Self {
        GameError(message.to_string())
    }
}

/// A [`GameError`] whose message is written as for `format!`: `game_error!("no cell has the name {name}")`.
#[macro_export]
macro_rules! game_error {
    ($($message:tt)*) => {
        $crate::GameError::new(format_args!($($message)*))
    };
}
