//! Whole turns: reading, writing, playing and listing.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use thiserror::Error;

use crate::Position;

/// The actions of one turn, in order.
pub type Turn<A> = Vec<A>;

/// Why a turn of positions `P` cannot be read.
pub type TurnErrorOf<P> = TurnError<<P as Position>::ActionError>;

/// Why a text or a list of actions is not a turn of a position. `E` is the game's own error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TurnError<E: core::error::Error + 'static> {
    /// One of the actions is not an action or not legal.
    #[error("{}{error}", ActionLocation(.text, *.number))]
    Action {
        /// The turn's text, made printable.
        text: String,
        /// The number of the action in the turn, from 1; 0 if it is the only one.
        number: usize,
        /// The error of the action.
        #[source]
        error: E,
    },
    /// The turn ends before its last action.
    #[error("in `{text}`: the turn ends with action {number}, but more actions follow")]
    TooLong {
        /// The turn's text, made printable.
        text: String,
        /// The action that ends the turn, from 1.
        number: usize,
    },
    /// The turn does not end after its last action.
    #[error("in `{text}`: the turn is not finished, another action must follow")]
    Unfinished {
        /// The turn's text, made printable.
        text: String,
    },
}

/// Where in a turn's text an action is, for error messages; empty if the action is the whole turn.
struct ActionLocation<'a>(&'a str, usize);

impl fmt::Display for ActionLocation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.1 == 0 { Ok(()) } else { write!(f, "in `{}`, action {}: ", self.0, self.1) }
    }
}

/// Reads a whole turn: actions joined by `,`. An action that only ends the turn is not written.
///
/// # Errors
/// An action is not legal, or the turn is too long or unfinished.
///
/// ```
/// use abstract_game::{Rules, sample::TakeTwo, turn};
/// let position = TakeTwo::default().start();
/// let actions = turn::read(&position, "a1,b3")?;
/// assert_eq!(turn::write(&position, &actions), "a1,b3");
/// assert!(turn::read(&position, "a9").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read<P: Position>(position: &P, text: &str) -> Result<Turn<P::Action>, TurnErrorOf<P>> {
    let (mut actions, after) = read_start(position, text)?;
    if !after.at_turn_start() {
        match after.end_turn() {
            Some(end) => actions.push(end),
            None => return Err(TurnError::Unfinished { text: printable::line(text) }),
        }
    }
    Ok(actions)
}

/// Reads the first actions of a turn, possibly all, and returns them with the position after them.
///
/// # Errors
/// An action is not legal, or the turn ends before the last action.
pub fn read_start<P: Position>(position: &P, text: &str) -> Result<(Turn<P::Action>, P), TurnErrorOf<P>> {
    let mut current = position.clone();
    let mut actions = Turn::new();
    let single = !text.contains(',');
    for word in text.split(',') {
        let number = actions.len() + 1;
        if number > 1 && current.at_turn_start() {
            return Err(TurnError::TooLong { text: printable::line(text), number: number - 1 });
        }
        let action = current.read_action(word).map_err(|error| TurnError::Action {
            text: printable::line(text),
            number: if single { 0 } else { number },
            error,
        })?;
        current.play_unchecked(action);
        actions.push(action);
    }
    Ok((actions, current))
}

/// Writes the actions of a turn, whole or unfinished. [`read`] reads a whole turn back. The actions must be legal in this
/// order.
#[must_use]
pub fn write<P: Position>(position: &P, actions: &[P::Action]) -> String {
    let mut current = position.clone();
    let mut text = String::new();
    for (i, &action) in actions.iter().enumerate() {
        let omitted = i > 0 && current.end_turn() == Some(action);
        if !omitted {
            if i > 0 {
                text.push(',');
            }
            text.push_str(&current.action_text(action));
        }
        current.play_unchecked(action);
    }
    text
}

/// The position after the actions of a turn, whole or unfinished.
///
/// # Errors
/// The index of the first illegal action and its error.
pub fn try_play<P: Position>(position: &P, actions: &[P::Action]) -> Result<P, (usize, P::ActionError)> {
    let mut current = position.clone();
    for (i, &action) in actions.iter().enumerate() {
        current.try_play(action).map_err(|error| (i, error))?;
    }
    Ok(current)
}

/// Up to `limit` whole turns of a position, in the order of generation. Different turns may lead to the same position.
#[must_use]
pub fn list<P: Position>(position: &P, limit: usize) -> Vec<Turn<P::Action>> {
    let mut turns = Vec::new();
    extend(position, &mut Turn::new(), limit, &mut turns);
    turns
}

fn extend<P: Position>(
    position: &P,
    prefix: &mut Turn<P::Action>,
    limit: usize,
    turns: &mut Vec<Turn<P::Action>>,
) {
    for action in position.actions() {
        if turns.len() >= limit {
            return;
        }
        let after = position.after_unchecked(action);
        prefix.push(action);
        if after.at_turn_start() {
            turns.push(prefix.clone());
        } else {
            extend(&after, prefix, limit, turns);
        }
        prefix.pop();
    }
}
