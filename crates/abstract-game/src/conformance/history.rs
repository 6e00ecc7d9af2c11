//! Checks of whole games: repetition, texts of turns, replay and undo.

use alloc::format;
use alloc::string::String;

use super::violation::{Check, Finding, same, same_position};
use crate::{Match, Position, Reason, Rules, turn};

/// A match counts repetitions as the contract defines them: states at the starts of turns, the first
/// position included if it is one. The n-th occurrence ends the game, neither sooner nor later.
pub(super) fn check_repetition<P: Position>(game: &Match<P>) -> Result<(), Finding> {
    let now = game.position();
    let mut end = now.end();
    if now.at_turn_start() {
        same(Check::Repetition, "a position to repeat itself:", &true, &now.repeats(now))?;
        let starts = game.turn_starts().iter().filter(|start| start.at_turn_start());
        let (mut count, mut equal) = (0, 0);
        for start in starts {
            let repeats = start.repeats(now);
            same(Check::Repetition, "`repeats` the other way round", &repeats, &now.repeats(start))?;
            count += u32::from(repeats);
            equal += u32::from(start == now);
        }
        if equal > count {
            let expected = "equal positions to count as the same state";
            return Err(Finding::new(Check::Repetition, expected, "`repeats` says no"));
        }
        if P::REPETITIONS.is_some_and(|limit| count >= limit) {
            end = end.or_else(|| Some(now.settle_draw(Reason::REPETITION)));
        }
    }
    same(Check::Repetition, "the end", &end, &game.result())
}

/// Repeats `turns` from `start`: the match must end by repetition when the state occurs for the last
/// time allowed, and not a turn before.
pub(super) fn cycle<P: Position>(start: &P, turns: &[String]) -> Result<(), Finding> {
    let limit = P::REPETITIONS.ok_or_else(|| {
        Finding::new(Check::Repetition, "no cycle, as the game has no rule of repetition", "a cycle")
    })?;
    let mut game = Match::new(start.clone());
    for round in 1..limit {
        for turn in turns {
            let found = |error| Finding::new(Check::Repetition, "the cycle to go on", error).about(turn);
            game.play_turn(turn).map_err(|error| found(format!("in round {round}: {error}")))?;
            check_repetition(&game)?;
        }
    }
    let end = Some(game.position().settle_draw(Reason::REPETITION));
    same(Check::Repetition, "after the last round", &end, &game.result())
}

/// The bound shrinks with each turn, and does not grow within a turn. A game that has a bound keeps one.
pub(super) fn check_max_remaining_turns<P: Position>(game: &Match<P>) -> Result<(), Finding> {
    let now = game.position();
    // At the start of a turn the last element is the current position itself.
    let back = if game.pending().is_empty() { 2 } else { 1 };
    let Some(before) = game.turn_starts().len().checked_sub(back).map(|i| &game.turn_starts()[i]) else {
        return Ok(());
    };
    // A turn begun before the match may or may not be counted in its bound.
    let (Some(bound), true) = (before.max_remaining_turns(), before.at_turn_start()) else { return Ok(()) };
    let most = if back == 1 { Some(bound) } else { bound.checked_sub(1) };
    match (most, now.max_remaining_turns()) {
        (Some(most), Some(found)) if found <= most => Ok(()),
        (most, found) => Err(Finding::new(
            Check::MaxRemainingTurns,
            format!("at most {most:?} after {bound} at the start of the turn on `{before}`"),
            format!("{found:?}"),
        )),
    }
}

/// A game can be written, replayed from its texts, undone and redone.
pub(super) fn check<R: Rules>(rules: &R, game: &Match<R::Position>) -> Result<(), Finding> {
    turn_texts(game)?;
    replay(rules, game)?;
    undo_and_redo(game)
}

/// Every turn's text is one word, and is read as that turn on the position where it was played.
fn turn_texts<P: Position>(game: &Match<P>) -> Result<(), Finding> {
    for (played, start) in game.turns().iter().zip(game.turn_starts()) {
        let text = turn::write(start, played);
        match turn::read(start, &text) {
            Ok(read) if read == *played && !text.contains(char::is_whitespace) => Ok(()),
            Ok(read) => Err(Finding::new(Check::TurnText, format!("{played:?}"), format!("{read:?}"))),
            Err(error) => Err(Finding::new(Check::TurnText, format!("{played:?}"), error)),
        }
        .map_err(|finding| finding.about(format!("`{text}` on {start}")))?;
    }
    Ok(())
}

/// A record is the text of the start and those of the turns.
fn replay<R: Rules>(rules: &R, game: &Match<R::Position>) -> Result<(), Finding> {
    // The text of a finished position may be one that no reader takes.
    if game.start().end().is_some() {
        return Ok(());
    }
    let text = format!("{}", game.start());
    let read = rules.read_position(&text);
    let start = read.map_err(|e| Finding::new(Check::Replay, format!("`{text}` to be read"), e))?;
    let mut again = Match::new(start);
    for text in game.turn_texts() {
        again
            .play_turn(&text)
            .map_err(|e| Finding::new(Check::Replay, format!("`{text}` to be played"), e))?;
    }
    same_match(Check::Replay, game, &again)
}

fn undo_and_redo<P: Position>(game: &Match<P>) -> Result<(), Finding> {
    let mut copy = game.clone();
    let back = game.turns().iter().zip(game.turn_starts()).rev();
    for (played, start) in back {
        same(Check::Undo, "the last turn", &Some(played.clone()), &copy.undo())?;
        same_position(Check::Undo, "after taking it back,", start, copy.position())?;
        same(Check::Undo, "after taking back a turn, the end", &None, &copy.result())?;
    }
    same(Check::Undo, "nothing more to take back:", &None, &copy.undo())?;
    for &action in game.turns().iter().flatten() {
        copy.try_play(action)
            .map_err(|error| Finding::new(Check::Undo, "to be played once more", error).about(action))?;
    }
    same_match(Check::Undo, game, &copy)
}

fn same_match<P: Position>(check: Check, expected: &Match<P>, found: &Match<P>) -> Result<(), Finding> {
    same_position(check, "", expected.position(), found.position())?;
    same(check, "the turns", &expected.turns(), &found.turns())?;
    same(check, "the end", &expected.result(), &found.result())
}
