//! Replays a record by the rules.

use abstract_game::facade::{AnyMatch, AnyRules};
use thiserror::Error;

use super::Record;
use crate::game::{Cause, PlayedTurn};

/// A contradiction between a record and the rules: the turn or header, what it says, and what the rules say.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Contradiction(String);

/// Fails with a formatted contradiction.
macro_rules! contradiction {
    ($($format:tt)+) => { Err(Contradiction(format!($($format)+))) };
}

/// Plays the turns of a record by the rules, with the options that the record names, and returns the match at its end.
/// `watch` gets the match after each turn.
///
/// Checks every turn, its side and its seat, and the result. Where the rules end the game, the result is theirs. Where
/// they do not, it is a cause of the arena's own, a resignation or an agreement, and a fault is that of the player to
/// move. If the record names no seats, the turns passed to `watch` have the seats of the rules.
///
/// # Errors
/// The first contradiction between the record and the rules.
///
/// See [`Record`] for an example.
pub fn replay(
    record: &Record,
    rules: &dyn AnyRules,
    watch: &mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
) -> Result<Box<dyn AnyMatch>, Contradiction> {
    if record.game != rules.name() {
        return contradiction!("the record is of the game `{}`, not of `{}`", record.game, rules.name());
    }
    let mut rules = rules.boxed_clone();
    for (name, value) in &record.rules {
        rules.set_option(name, value).map_err(|error| Contradiction(error.to_string()))?;
    }
    let record_seats: Vec<_> = record.seats.iter().map(|(seat, _)| seat.as_str()).collect();
    let seats: Vec<_> = rules.seats().iter().map(|seat| seat.name).collect();
    if !record_seats.is_empty() && record_seats != seats {
        let (record, rules) = (record_seats.join(", "), seats.join(", "));
        return contradiction!("the record has the seats {record}, the game has {rules}");
    }
    let mut game = match rules.read_position(&record.start) {
        Ok(game) => game,
        Err(error) => return contradiction!("start `{}`: {error}", record.start),
    };
    for (number, played) in (1..).zip(&record.turns) {
        let (player, seat, turn) = (game.player_to_act(), game.seat_to_act(), &played.turn);
        if let Err(error) = game.play_turn(turn) {
            return contradiction!("turn {number}, `{turn}`: {error}");
        }
        if player != played.player {
            return contradiction!("turn {number}, `{turn}`: it is {player}'s turn, not {}'s", played.player);
        }
        if !record.seats.is_empty() && seat != played.seat {
            let found = record_seats[played.seat];
            return contradiction!("turn {number}, `{turn}`: {} is to act, not {found}", seats[seat]);
        }
        watch(&*game, &PlayedTurn { seat, ..played.clone() });
    }
    check_ending(record, &*game)?;
    check_fault(record, &*rules, &*game)?;
    Ok(game)
}

/// Refuses an ending that the rules contradict.
fn check_ending(record: &Record, game: &dyn AnyMatch) -> Result<(), Contradiction> {
    let ending = &record.ending;
    let player = game.player_to_act();
    let (consistent, rules) = match game.result() {
        Some(end) => {
            let same = ending.winner == end.winner && ending.cause.word() == end.reason.as_str();
            (same, end.to_string())
        }
        None => {
            let consistent = match &ending.cause {
                Cause::Length | Cause::AdjudicatedDraw => ending.winner.is_none(),
                Cause::AdjudicatedWin => ending.winner.is_some(),
                Cause::Rules(reason) => reason == "resignation" || reason == "agreement",
                _ if before_first_turn(record) => ending.winner.is_some(),
                _ => ending.winner == Some(player.opponent()),
            };
            (consistent, format!("the game is not over, it is {player}'s turn"))
        }
    };
    if consistent { Ok(()) } else { contradiction!("the record says `{ending}`, the rules say `{rules}`") }
}

/// Refuses a fault of a seat that cannot have committed it.
fn check_fault(record: &Record, rules: &dyn AnyRules, game: &dyn AnyMatch) -> Result<(), Contradiction> {
    let Some(culprit) = record.culprit else { return Ok(()) };
    let to_act = game.seat_to_act();
    let reason = match record.ending.culprit() {
        None => format!("`{}` is no fault", record.ending),
        Some(side) if rules.seats().get(culprit).is_none_or(|seat| seat.player != side) => {
            format!("{side} is the side that lost by it")
        }
        Some(_) if !before_first_turn(record) && to_act != culprit => {
            format!("{} is to act", rules.seats()[to_act].name)
        }
        Some(_) => return Ok(()),
    };
    let found = record.seats.get(culprit).map_or_else(|| culprit.to_string(), |(seat, _)| seat.clone());
    contradiction!("the fault is said to be {found}'s, but {reason}")
}

/// Whether no engine had to find a turn: an engine can also fail while the game is set up.
fn before_first_turn(record: &Record) -> bool {
    record.turns.iter().all(|turn| turn.info.is_none())
}
