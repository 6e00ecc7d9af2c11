//! Replaying a record through the rules.

use abstract_game::facade::{AnyMatch, AnyRules, GameError};
use abstract_game::{OptionError, Player};
use thiserror::Error;

use super::Record;
use crate::ending::{Cause, Ending};
use crate::play::PlayedTurn;

/// A record says something that the rules do not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Contradiction {
    /// It is a record of another game.
    #[error("the record is of the game `{record}`, not of `{rules}`")]
    Game {
        /// The game of the record.
        record: String,
        /// The game of the rules.
        rules: &'static str,
    },
    /// The rules have no such option.
    #[error(transparent)]
    Rule(#[from] OptionError),
    /// The start is no position.
    #[error("start `{start}`: {error}")]
    Start {
        /// The text.
        start: String,
        /// What is wrong with it.
        error: GameError,
    },
    /// A turn is not legal.
    #[error("turn {number}, `{turn}`: {error}")]
    Turn {
        /// Which turn, from 1.
        number: usize,
        /// The turn.
        turn: String,
        /// What is wrong with it.
        error: GameError,
    },
    /// A turn was played by the one whose turn it was not.
    #[error("turn {number}, `{turn}`: it is {expected}'s turn, not {found}'s")]
    Player {
        /// Which turn, from 1.
        number: usize,
        /// The turn.
        turn: String,
        /// Whose turn it is by the rules.
        expected: Player,
        /// Whose turn it is by the record.
        found: Player,
    },
    /// The game ended otherwise.
    #[error("the record says `{record}`, the rules say `{rules}`")]
    Ending {
        /// What the record says.
        record: String,
        /// What the rules say.
        rules: String,
    },
}

/// Plays a record's turns through the rules (with the options that the record names) and returns the
/// match at its end. `watch` sees the match after every turn.
///
/// Verified are every turn, who played it, and the result: what the rules say where they ended the
/// game; otherwise a cause of the arena's own, with the player to move as the one at fault, or a
/// resignation or an agreement.
///
/// # Errors
/// The first thing in which the record contradicts the rules.
///
/// See [`Record`] for an example.
pub fn replay(
    record: &Record,
    rules: &dyn AnyRules,
    watch: &mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
) -> Result<Box<dyn AnyMatch>, Contradiction> {
    if record.game != rules.name() {
        return Err(Contradiction::Game { record: record.game.clone(), rules: rules.name() });
    }
    let mut rules = rules.boxed_clone();
    for (name, value) in &record.rules {
        rules.set_option(name, value)?;
    }
    let mut game = rules
        .read_position(&record.start)
        .map_err(|error| Contradiction::Start { start: record.start.clone(), error })?;
    for (number, played) in (1..).zip(&record.turns) {
        let (expected, turn) = (game.player_to_act(), played.turn.clone());
        if let Err(error) = game.play(&turn) {
            return Err(Contradiction::Turn { number, turn, error });
        }
        if expected != played.player {
            return Err(Contradiction::Player { number, turn, expected, found: played.player });
        }
        watch(&*game, played);
    }
    match contradiction(&record.ending, &*game) {
        Some(rules) => Err(Contradiction::Ending { record: record.ending.to_string(), rules }),
        None => Ok(game),
    }
}

/// What the rules say about the end, if it is not what the record says.
fn contradiction(ending: &Ending, game: &dyn AnyMatch) -> Option<String> {
    if let Some(end) = game.end() {
        let same = ending.winner == end.winner && ending.cause.word() == end.reason.as_str();
        return (!same).then(|| end.to_string());
    }
    let to_act = game.player_to_act();
    let consistent = match &ending.cause {
        Cause::Length => ending.winner.is_none(),
        Cause::Rules(reason) => reason == "resignation" || reason == "agreement",
        // An engine can fail before the first turn is asked of it, when the game is set up.
        _ if game.turn_count() == 0 => ending.winner.is_some(),
        _ => ending.winner == Some(to_act.opponent()),
    };
    (!consistent).then(|| format!("the game goes on, it is {to_act}'s turn"))
}
