//! Whole turns: reading, writing, playing and listing.

use crate::{GameError, Player, Position, game_error};
use alloc::string::String;
use alloc::vec::Vec;

/// The actions of one turn, in order.
pub type Turn<A> = Vec<A>;

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
pub fn read<P: Position>(position: &P, text: &str) -> Result<Turn<P::Action>, GameError> {
    let (mut actions, after) = read_start(position, text)?;
    if !after.at_turn_start() {
        let unfinished =
            |text| game_error!("in `{text}`: the turn is not finished, another action must follow");
        actions.push(after.end_turn().ok_or_else(|| unfinished(printable::line(text)))?);
    }
    Ok(actions)
}

/// Reads the first actions of a turn, possibly all, and returns them with the position after them.
///
/// # Errors
/// An action is not legal, or the turn ends before the last action.
pub fn read_start<P: Position>(position: &P, text: &str) -> Result<(Turn<P::Action>, P), GameError> {
    let mut current = position.clone();
    let mut actions = Turn::new();
    let single = !text.contains(',');
    for word in text.split(',') {
        let number = actions.len() + 1;
        if number > 1 && current.at_turn_start() {
            let (text, last) = (printable::line(text), number - 1);
            return Err(game_error!(
                "in `{text}`: the turn ends with action {last}, but more actions follow"
            ));
        }
        let action = current.read_action(word).map_err(|error| {
            let text = printable::line(text);
            if single { GameError::new(error) } else { game_error!("in `{text}`, action {number}: {error}") }
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
    let mut texts = Vec::new();
    for &action in actions {
        if texts.is_empty() || current.end_turn() != Some(action) {
            texts.push(current.action_text(action));
        }
        current.play_unchecked(action);
    }
    texts.join(",")
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

/// The first turn, in the order of generation, that wins for the player to act by the end of the position after it; `None` if
/// none does.
///
/// ```
/// use abstract_game::{Rules, sample::TakeTwo, turn};
/// let position = TakeTwo::default().read_position("0,0,5 1 2")?;
/// let actions = turn::winning(&position).expect("it can take all five counters");
/// assert_eq!(turn::write(&position, &actions), "c2,c3");
/// assert_eq!(turn::winning(&TakeTwo::default().start()), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn winning<P: Position>(position: &P) -> Option<Turn<P::Action>> {
    let mut turn = Turn::new();
    extend_to_win(position, position.player_to_act(), &mut turn).then_some(turn)
}

fn extend_to_win<P: Position>(position: &P, player: Player, prefix: &mut Turn<P::Action>) -> bool {
    position.actions().into_iter().any(|action| {
        let after = position.after_unchecked(action);
        prefix.push(action);
        let wins = match after.end() {
            Some(end) => end.winner == Some(player),
            None => !after.at_turn_start() && extend_to_win(&after, player, prefix),
        };
        if !wins {
            prefix.pop();
        }
        wins
    })
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
