//! Checks of whole games: repetition, and the longest rest.

use alloc::string::String;

use super::violation::{Check, Place};
use crate::{Match, Position, Reason};

/// A match counts repetitions as the contract defines them: states at the starts of turns, the first
/// position included if it is one. The n-th occurrence ends the game, neither sooner nor later.
pub(super) fn check_repetition<P: Position>(game: &Match<P>, place: Place<'_>) {
    let now = game.position();
    let mut end = now.end();
    if now.at_turn_start() {
        place.same(Check::REPETITION, "a position to repeat itself:", &true, &now.repeats(now));
        let starts = game.turn_starts().iter().filter(|start| start.at_turn_start());
        let (mut count, mut equal) = (0, 0);
        for start in starts {
            let repeats = start.repeats(now);
            place.same(Check::REPETITION, "`repeats` the other way round", &repeats, &now.repeats(start));
            count += u32::from(repeats);
            equal += u32::from(start == now);
        }
        let expected = "equal positions to count as the same state";
        place.ensure(Check::REPETITION, equal <= count, expected, "`repeats` says no");
        if P::REPETITIONS.is_some_and(|limit| count >= limit) {
            end = end.or_else(|| Some(now.settle_draw(Reason::REPETITION)));
        }
    }
    place.same(Check::REPETITION, "the end", &end, &game.result());
}

/// Repeats `turns` from `start`: the match must end by repetition when the state occurs for the last
/// time allowed, and not a turn before.
pub(super) fn cycle<P: Position>(start: &P, turns: &[String], place: Place<'_>) {
    let Some(limit) = P::REPETITIONS else {
        place.fail(Check::REPETITION, "no cycle, as the game has no rule of repetition", "a cycle")
    };
    let mut game = Match::new(start.clone());
    for round in 1..limit {
        for turn in turns {
            if let Err(error) = game.play_turn(turn) {
                let found = format_args!("in round {round}: {error}");
                place.about(turn).fail(Check::REPETITION, "the cycle to go on", found);
            }
            check_repetition(&game, place);
        }
    }
    let end = Some(game.position().settle_draw(Reason::REPETITION));
    place.same(Check::REPETITION, "after the last round", &end, &game.result());
}

/// The bound shrinks with each turn, and does not grow within a turn. A game that has a bound keeps one.
pub(super) fn check_max_remaining_turns<P: Position>(game: &Match<P>, place: Place<'_>) {
    let now = game.position();
    // At the start of a turn the last element is the current position itself.
    let back = if game.pending().is_empty() { 2 } else { 1 };
    let Some(before) = game.turn_starts().iter().nth_back(back - 1) else { return };
    // A turn begun before the match may or may not be counted in its bound.
    let (Some(bound), true) = (before.max_remaining_turns(), before.at_turn_start()) else { return };
    let most = if back == 1 { Some(bound) } else { bound.checked_sub(1) };
    let found = now.max_remaining_turns();
    let keeps = most.zip(found).is_some_and(|(most, found)| found <= most);
    let expected = format_args!("at most {most:?} after {bound} at the start of the turn on `{before}`");
    place.ensure(Check::MAX_REMAINING_TURNS, keeps, expected, format_args!("{found:?}"));
}
