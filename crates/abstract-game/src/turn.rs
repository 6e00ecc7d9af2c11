//! Whole turns: their text, and every turn of a position.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use smallvec::SmallVec;
use thiserror::Error;

use crate::Position;

/// The actions of one turn, in order.
pub type Turn<A> = SmallVec<[A; 4]>;

/// Why a turn of positions `P` cannot be read.
pub type TurnErrorOf<P> = TurnError<<P as Position>::ActionError>;

/// Why a text or a list of actions is not a turn of a position. `E` is the game's own error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TurnError<E: core::error::Error + 'static> {
    /// One of the actions cannot be read or is not legal.
    #[error("{}{error}", ActionLocation(.text, *.number))]
    Action {
        /// The turn's text.
        text: String,
        /// Which action of the turn, from 1; 0 where it is the only one.
        number: usize,
        /// What is wrong with it.
        #[source]
        error: E,
    },
    /// The turn is over before its last action.
    #[error("in `{text}`: the turn ends with action {number}, but more actions follow")]
    TooLong {
        /// The turn's text.
        text: String,
        /// The action that ends the turn, from 1.
        number: usize,
    },
    /// The turn may not end after its last action.
    #[error("in `{text}`: the turn is not finished, another action must follow")]
    Unfinished {
        /// The turn's text.
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

/// Reads one whole turn: actions joined by `,`, the action that merely ends the turn left out.
///
/// # Errors
/// Says which action is wrong and why, or that the turn is too long or unfinished.
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
            None => return Err(TurnError::Unfinished { text: text.to_owned() }),
        }
    }
    Ok(actions)
}

/// Reads the first actions of a turn, which may or may not be a whole one, and plays them.
///
/// # Errors
/// Says which action is wrong and why, or that the turn ended before the last of them.
pub fn read_start<P: Position>(position: &P, text: &str) -> Result<(Turn<P::Action>, P), TurnErrorOf<P>> {
    let mut current = position.clone();
    let mut actions = Turn::new();
    let single = !text.contains(',');
    for word in text.split(',') {
        let number = actions.len() + 1;
        if number > 1 && current.at_turn_start() {
            return Err(TurnError::TooLong { text: text.to_owned(), number: number - 1 });
        }
        let action = current.read_action(word).map_err(|error| TurnError::Action {
            text: text.to_owned(),
            number: if single { 0 } else { number },
            error,
        })?;
        current.play_unchecked(action);
        actions.push(action);
    }
    Ok((actions, current))
}

/// Writes the actions of a turn, whole or unfinished, so that [`read`] reads a whole one back.
/// Every action must be legal where it stands.
#[must_use]
pub fn write<P: Position>(position: &P, actions: &[P::Action]) -> String {
    let mut current = position.clone();
    let mut text = String::new();
    for (i, &action) in actions.iter().enumerate() {
        let silent = i > 0 && current.end_turn() == Some(action);
        if !silent {
            if i > 0 {
                text.push(',');
            }
            current.write_action(action, &mut text).expect("writing to a String cannot fail");
        }
        current.play_unchecked(action);
    }
    text
}

/// The position after a whole turn or the start of one, every action checked.
///
/// # Errors
/// The number of the first illegal action (from 0) and what forbids it.
pub fn try_play<P: Position>(position: &P, actions: &[P::Action]) -> Result<P, (usize, P::ActionError)> {
    let mut current = position.clone();
    for (i, &action) in actions.iter().enumerate() {
        current.try_play(action).map_err(|error| (i, error))?;
    }
    Ok(current)
}

/// Up to `limit` whole turns of a position, in the order of generation. Different turns may lead to
/// the same position.
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
        let after = position.after(action);
        prefix.push(action);
        if after.at_turn_start() {
            turns.push(prefix.clone());
        } else {
            extend(&after, prefix, limit, turns);
        }
        prefix.pop();
    }
}
