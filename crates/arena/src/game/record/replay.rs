//! Replaying a record through the rules.

use abstract_game::facade::{AnyMatch, AnyRules, GameError};
use abstract_game::{OptionError, Player};
use thiserror::Error;

use super::Record;
use crate::game::Cause;
use crate::game::PlayedTurn;

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
    /// The record's seats are not the game's.
    #[error("the record has the seats {record}, the game has {rules}")]
    Seats {
        /// The seats of the record.
        record: String,
        /// The seats of the rules.
        rules: String,
    },
    /// A turn was played for a seat that was not to act.
    #[error("turn {number}, `{turn}`: {expected} is to act, not {found}")]
    Seat {
        /// Which turn, from 1.
        number: usize,
        /// The turn.
        turn: String,
        /// The seat to act by the rules.
        expected: &'static str,
        /// The seat by the record.
        found: String,
    },
    /// A fault of a seat whose side did not lose by it, or that was not to act.
    #[error("the fault is said to be {found}'s, but {expected}")]
    Fault {
        /// The seat by the record.
        found: String,
        /// What is the case.
        expected: String,
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
/// Verified are every turn, which side and seat played it, and the result: what the rules say where they ended the
/// game; otherwise a cause of the arena's own, with the player to move as the one at fault where there is a fault,
/// or a resignation or an agreement. Where the record names no seats, the turns that `watch` sees have those of the
/// rules.
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
    seats(record, &*rules)?;
    let mut game = rules
        .read_position(&record.start)
        .map_err(|error| Contradiction::Start { start: record.start.clone(), error })?;
    for (number, played) in (1..).zip(&record.turns) {
        let (expected, seat, turn) = (game.player_to_act(), game.seat_to_act(), played.turn.clone());
        if let Err(error) = game.play_turn(&turn) {
            return Err(Contradiction::Turn { number, turn, error });
        }
        if expected != played.player {
            return Err(Contradiction::Player { number, turn, expected, found: played.player });
        }
        if !record.seats.is_empty() && seat != played.seat {
            let (expected, found) = (rules.seats()[seat].name, record.seats[played.seat].0.clone());
            return Err(Contradiction::Seat { number, turn, expected, found });
        }
        watch(&*game, &PlayedTurn { seat, ..played.clone() });
    }
    if let Some(rules) = contradiction(record, &*game) {
        return Err(Contradiction::Ending { record: record.ending.to_string(), rules });
    }
    fault(record, &*rules, &*game)?;
    Ok(game)
}

/// Refuses seats that are not the game's, if the record has any.
fn seats(record: &Record, rules: &dyn AnyRules) -> Result<(), Contradiction> {
    let found: Vec<_> = record.seats.iter().map(|(seat, _)| seat.as_str()).collect();
    let expected: Vec<_> = rules.seats().iter().map(|seat| seat.name).collect();
    if found.is_empty() || found == expected {
        return Ok(());
    }
    Err(Contradiction::Seats { record: found.join(", "), rules: expected.join(", ") })
}

/// Refuses a fault of a seat that cannot have committed it.
fn fault(record: &Record, rules: &dyn AnyRules, game: &dyn AnyMatch) -> Result<(), Contradiction> {
    let Some(culprit) = record.culprit else { return Ok(()) };
    let wrong = |expected| {
        let found = record.seats.get(culprit).map_or_else(|| culprit.to_string(), |(seat, _)| seat.clone());
        Err(Contradiction::Fault { found, expected })
    };
    match record.ending.culprit() {
        None => wrong(format!("`{}` is no fault", record.ending)),
        Some(side) if rules.seats().get(culprit).is_none_or(|seat| seat.player != side) => {
            wrong(format!("{side} is the side that lost by it"))
        }
        Some(_) if !not_begun(record) && game.seat_to_act() != culprit => {
            wrong(format!("{} is to act", rules.seats()[game.seat_to_act()].name))
        }
        Some(_) => Ok(()),
    }
}

/// Whether no turn was asked of anybody: an engine can fail before, when the game is set up.
fn not_begun(record: &Record) -> bool {
    record.turns.iter().all(|turn| turn.info.is_none())
}

/// What the rules say about the end, if it is not what the record says.
fn contradiction(record: &Record, game: &dyn AnyMatch) -> Option<String> {
    let ending = &record.ending;
    if let Some(end) = game.result() {
        let same = ending.winner == end.winner && ending.cause.word() == end.reason.as_str();
        return (!same).then(|| end.to_string());
    }
    let to_act = game.player_to_act();
    let consistent = match &ending.cause {
        Cause::Length | Cause::AdjudicatedDraw => ending.winner.is_none(),
        Cause::AdjudicatedWin => ending.winner.is_some(),
        Cause::Rules(reason) => reason == "resignation" || reason == "agreement",
        _ if not_begun(record) => ending.winner.is_some(),
        _ => ending.winner == Some(to_act.opponent()),
    };
    (!consistent).then(|| format!("the game goes on, it is {to_act}'s turn"))
}
