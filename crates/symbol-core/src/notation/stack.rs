//! Reading and writing stacks.

use core::fmt;
use core::str::{Chars, FromStr};

use abstract_game::{GameError, Player, game_error};

use crate::{Kind, MAX_PIECES, Stack};

/// Reads upper-case letters in the order `KLWAFD`, each at most once, followed by a count if it is above one.
impl FromStr for Stack {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Stack, GameError> {
        read_stack(text, Player::P1)
    }
}

/// Reads the pieces of a player: upper case for P1, lower case for P2.
pub(crate) fn read_stack(text: &str, player: Player) -> Result<Stack, GameError> {
    let mut stack = Stack::EMPTY;
    let mut last = None;
    let mut chars = text.chars();
    if text.is_empty() {
        return Err(GameError::new("expected pieces such as `L2W`, found nothing"));
    }
    while let Some(letter) = chars.next() {
        let kind = read_kind(letter, player)?;
        if last.is_some_and(|last| last >= kind) {
            return Err(game_error!("`{kind}` out of order: expected each kind once, in the order KLWAFD"));
        }
        last = Some(kind);
        let count = read_count(kind, &mut chars)?;
        stack = stack.plus(Stack::repeat(kind, count));
    }
    if stack.without_king().len() > u32::from(MAX_PIECES) {
        return Err(game_error!("expected {MAX_PIECES} pieces at most"));
    }
    Ok(stack)
}

fn read_kind(letter: char, player: Player) -> Result<Kind, GameError> {
    let lower = letter.is_ascii_lowercase();
    match Kind::from_letter(letter.to_ascii_uppercase()) {
        Some(kind) if lower == (player == Player::P2) => Ok(kind),
        Some(_) => Err(game_error!(
            "`{letter}` in the other case than the letters around it: a stack belongs to one player"
        )),
        None => Err(game_error!("expected one of K, L, W, A, F and D, found `{}`", letter.escape_debug())),
    }
}

/// Reads the count after a letter; 1 if there is none.
fn read_count(kind: Kind, chars: &mut Chars<'_>) -> Result<u8, GameError> {
    let text = chars.as_str();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits == 0 {
        return Ok(1);
    }
    let (number, rest) = text.split_at(digits);
    *chars = rest.chars();
    if kind == Kind::King {
        return Err(GameError::new("expected one K at most"));
    }
    match number.parse() {
        Ok(count @ 2..=MAX_PIECES) if !number.starts_with('0') => Ok(count),
        _ => Err(game_error!(
            "the count of {kind} is not a number from 2 to {MAX_PIECES} (a count of one is not written)"
        )),
    }
}

/// Writes the pieces in upper case for P1 and lower case for P2; `-` for an empty stack.
pub(crate) fn write_stack(player: Player, stack: Stack, out: &mut dyn fmt::Write) -> fmt::Result {
    if stack.is_empty() { out.write_str("-") } else { write_pieces(player, stack, out) }
}

fn write_pieces(player: Player, stack: Stack, out: &mut dyn fmt::Write) -> fmt::Result {
    stack.kinds().try_for_each(|(kind, count)| {
        let letter = kind.letter();
        out.write_char(if player == Player::P1 { letter } else { letter.to_ascii_lowercase() })?;
        if count > 1 { write!(out, "{count}") } else { Ok(()) }
    })
}

/// Writes letters in the order `KLWAFD`, followed by a count if it is above one. Nothing for an empty stack.
impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_pieces(Player::P1, *self, f)
    }
}
