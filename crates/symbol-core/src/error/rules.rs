//! Why options cannot be chosen so.

use alloc::string::String;

use thiserror::Error;

use crate::{Edition, Stack, Variant};

/// Why options cannot be chosen so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// It is not `name=value`.
    #[error("`{found}` is no option: expected `name=value`, several joined by `;`, or `-`")]
    Form {
        /// What was read, or the beginning of it.
        found: String,
    },
    /// There is no such option.
    #[error("there is no option `{name}`: expected one of {known}")]
    Unknown {
        /// The name, or the beginning of it.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The option does not take that value.
    #[error("option `{name}` does not take `{value}`: expected {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value, or the beginning of it.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// An option is given twice.
    #[error("option `{name}` is given twice")]
    Twice {
        /// The option.
        name: &'static str,
    },
    /// The simple game has one edition.
    #[error("the simple game is played by the english edition only, not by the {edition} one")]
    SimpleEdition {
        /// The edition.
        edition: Edition,
    },
    /// An army has the wrong size.
    #[error("`{name}` is {army}, {found} pieces: the variant `{variant}` takes exactly {expected}")]
    ArmySize {
        /// The option.
        name: &'static str,
        /// The army.
        army: Stack,
        /// How many pieces it has.
        found: u32,
        /// The variant.
        variant: Variant,
        /// How many it takes.
        expected: u32,
    },
    /// An army holds a king.
    #[error("`{name}` has a king: every army has one without saying so")]
    ArmyKing {
        /// The option.
        name: &'static str,
    },
}
