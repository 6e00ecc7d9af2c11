//! Stacks as text.

use core::fmt;
use core::str::{Chars, FromStr};

use abstract_game::Player;

use crate::{Kind, MAX_PIECES, Stack, StackError};

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
            return Err(StackError::Order(kind));
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
        Some(_) => Err(StackError::Case(letter)),
        None => Err(StackError::Letter(letter)),
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
        _ => Err(StackError::Count(kind)),
    }
}

/// The pieces in the player's case; `-` for none.
pub(crate) fn write_stack(player: Player, stack: Stack, f: &mut dyn fmt::Write) -> fmt::Result {
    match player {
        _ if stack.is_empty() => f.write_str("-"),
        Player::P1 => write!(f, "{stack}"),
        Player::P2 => stack.write_lower(f),
    }
}

impl Stack {
    /// The text with letters in lower case: the second player's pieces.
    pub(crate) fn write_lower(self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write(out, |letter| letter.to_ascii_lowercase())
    }

    fn write(self, out: &mut dyn fmt::Write, case: fn(char) -> char) -> fmt::Result {
        self.kinds().try_for_each(|(kind, count)| {
            out.write_char(case(kind.letter()))?;
            if count > 1 { write!(out, "{count}") } else { Ok(()) }
        })
    }
}

/// The text of the rules: letters in the order `KLWAFD`, a count behind when above one. Nothing for no piece.
impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, |letter| letter)
    }
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stack({self})")
    }
}
