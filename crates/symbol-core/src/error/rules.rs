//! Errors of options.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use thiserror::Error;

use crate::{Edition, Stack, Variant};

/// Why options are refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A word is not `name=value`.
    #[error("`{0}` is no option: expected `name=value`, several joined by `;`, or `-`")]
    Form(String),
    /// No option has this name.
    #[error("there is no option `{name}`: expected one of {known}")]
    Unknown {
        /// The name, shortened if it is long.
        name: String,
        /// The names of all options.
        known: String,
    },
    /// The option does not take this value.
    #[error("option `{name}` does not take `{value}`: expected {expected}")]
    Value {
        /// The name of the option.
        name: &'static str,
        /// The value, shortened if it is long.
        value: String,
        /// The values that it takes.
        expected: String,
    },
    /// An option is given twice.
    #[error("option `{0}` is given twice")]
    Twice(&'static str),
    /// The simple game is in the English edition only.
    #[error("the simple game is played by the english edition only, not by the {0} one")]
    SimpleEdition(Edition),
    /// An army has the wrong size.
    #[error("`{name}` is {army}, {found} pieces: the variant `{variant}` takes exactly {}", sizes(*.variant))]
    ArmySize {
        /// The name of the option.
        name: &'static str,
        /// The army.
        army: Stack,
        /// The number of its pieces.
        found: u32,
        /// The variant.
        variant: Variant,
    },
    /// An army contains a king. The king is not written.
    #[error("`{0}` has a king: every army has one without saying so")]
    ArmyKing(&'static str),
}

/// The sizes of an army: `8 or 15`.
fn sizes(variant: Variant) -> String {
    variant.army_sizes().iter().map(u32::to_string).collect::<Vec<_>>().join(" or ")
}
