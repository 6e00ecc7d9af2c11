//! Reading stacks.

use core::str::{Chars, FromStr};

use abstract_game::Player;
use thiserror::Error;

use crate::{Kind, MAX_PIECES, Stack};

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

/// Upper-case letters in the order `KLWAFD`, each once, a count behind when above one.
impl FromStr for Stack {
    type Err = StackError;

    fn from_str(text: &str) -> Result<Stack, StackError> {
        read_stack(text, Player::P1)
    }
}

/// The pieces of a player: upper case for P1, lower case for P2.
pub(crate) fn read_stack(text: &str, player: Player) -> Result<Stack, StackError> {
    let mut stack = Stack::EMPTY;
    let mut last = None;
    let mut chars = text.chars();
    if text.is_empty() {
        return Err(StackError::Empty);
    }
    while let Some(letter) = chars.next() {
        let kind = read_kind(letter, player)?;
        if last.is_some_and(|last| last >= kind) {
            return Err(StackError::Order { found: kind });
        }
        last = Some(kind);
        let count = read_count(kind, &mut chars)?;
        stack = stack.plus(Stack::repeat(kind, count));
    }
    if stack.without_king().len() > u32::from(MAX_PIECES) { Err(StackError::TooMany) } else { Ok(stack) }
}

fn read_kind(letter: char, player: Player) -> Result<Kind, StackError> {
    let lower = letter.is_ascii_lowercase();
    match Kind::from_letter(letter.to_ascii_uppercase()) {
        Some(kind) if lower == (player == Player::P2) => Ok(kind),
        Some(_) => Err(StackError::Case { found: letter }),
        None => Err(StackError::Letter { found: letter }),
    }
}

/// Reads the number that follows, if there is one.
fn read_count(kind: Kind, chars: &mut Chars<'_>) -> Result<u8, StackError> {
    let text = chars.as_str();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits == 0 {
        return Ok(1);
    }
    let (number, rest) = text.split_at(digits);
    *chars = rest.chars();
    if kind == Kind::King {
        return Err(StackError::Kings);
    }
    match number.parse() {
        Ok(count @ 2..=MAX_PIECES) if !number.starts_with('0') => Ok(count),
        _ => Err(StackError::Count { kind }),
    }
}
