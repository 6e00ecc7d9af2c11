//! Errors of stacks.

use thiserror::Error;

use crate::{Kind, MAX_PIECES};

/// Why a text is not a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StackError {
    /// The text is empty.
    #[error("expected pieces such as `L2W`, found nothing")]
    Empty,
    /// A character is not the letter of a kind.
    #[error("expected one of K, L, W, A, F and D, found `{}`", .0.escape_debug())]
    Letter(char),
    /// A letter has the case of the other player.
    #[error("`{0}` in the other case than the letters around it: a stack belongs to one player")]
    Case(char),
    /// A kind is written twice, or not in the order `KLWAFD`.
    #[error("`{0}` out of order: expected each kind once, in the order KLWAFD")]
    Order(Kind),
    /// The count of a kind cannot be read.
    #[error("the count of {0} is not a number from 2 to {MAX_PIECES} (a count of one is not written)")]
    Count(Kind),
    /// There is more than one king.
    #[error("expected one K at most")]
    Kings,
    /// There are more pieces than two armies have.
    #[error("expected {MAX_PIECES} pieces at most")]
    TooMany,
}
