//! Why a text is not a stack.

use thiserror::Error;

use crate::{Kind, MAX_PIECES};

/// Why a text is not a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StackError {
    /// There is nothing.
    #[error("expected pieces such as `L2W`, found nothing")]
    Empty,
    /// A character is no kind.
    #[error("expected one of K, L, W, A, F and D, found `{}`", .found.escape_debug())]
    Letter {
        /// The character.
        found: char,
    },
    /// A letter of the other case: the other player's.
    #[error("`{found}` in the other case than the letters around it: a stack belongs to one player")]
    Case {
        /// The letter.
        found: char,
    },
    /// A kind is named twice, or not in the order of texts.
    #[error("`{found}` out of order: expected each kind once, in the order KLWAFD")]
    Order {
        /// The kind.
        found: Kind,
    },
    /// A number that is no count.
    #[error("the count of {kind} is not a number from 2 to {MAX_PIECES} (a count of one is not written)")]
    Count {
        /// The kind.
        kind: Kind,
    },
    /// More than one king.
    #[error("expected one K at most")]
    Kings,
    /// More pieces than both armies have.
    #[error("expected {MAX_PIECES} pieces at most")]
    TooMany,
}
