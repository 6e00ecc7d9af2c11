//! Checks of legal actions and of playing them.

use alloc::collections::BTreeSet;
use alloc::format;

use super::Case;
use super::violation::{Check, Violation, same, same_position};
use crate::Position;

/// Runs the checks of this file.
pub(super) fn check<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    no_duplicates(case)?;
    generated_is_legal(case)?;
    legal_is_generated(case)?;
    order_and_count(case)?;
    choice(case)?;
    playout(case)?;
    finished_or_not(case)?;
    refusals(case)?;
    ways_to_play(case)?;
    end_turn(case)
}

/// Perft and searches treat all generated actions as different.
fn no_duplicates<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    let mut seen = BTreeSet::new();
    match case.actions.iter().find(|&&action| !seen.insert(action)) {
        None => Ok(()),
        Some(&action) => Err(Violation::new(Check::DUPLICATE, "each action once", "one of them again")
            .at(case.position, action)),
    }
}

/// `actions_into` and `check` are two statements of the same rules, written apart: this is one half of
/// their agreement.
fn generated_is_legal<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    for &action in &case.actions {
        let violation = match (case.position.check(action), case.position.is_legal(action)) {
            (Ok(()), true) => continue,
            (Ok(()), false) => "`is_legal` says no, `check` has no objection".into(),
            (Err(error), _) => format!("`check` says: {error}"),
        };
        // An illegal action need not have a text.
        return Err(Violation::new(Check::GENERATED_IS_LEGAL, "a legal action", violation).about(action));
    }
    Ok(())
}

/// The other half: no action that was tried is legal without being generated. And the universe holds
/// every generated action, otherwise it proves nothing.
fn legal_is_generated<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    let generated: BTreeSet<_> = case.actions.iter().copied().collect();
    for &action in &case.asked {
        let legal = case.position.is_legal(action);
        if legal && !generated.contains(&action) {
            // In a finished game, report that instead.
            let check =
                if case.position.end().is_some() { Check::FINISHED } else { Check::LEGAL_IS_GENERATED };
            return Err(Violation::new(check, "every legal action generated", "not this one").about(action));
        }
        same(
            Check::GENERATED_IS_LEGAL,
            "`check` as `is_legal`:",
            &legal,
            &case.position.check(action).is_ok(),
        )
        .map_err(|violation| violation.about(action))?;
    }
    let asked: BTreeSet<_> = case.asked.iter().copied().collect();
    match case.actions.iter().find(|&action| case.has_universe && !asked.contains(action)) {
        None => Ok(()),
        Some(&action) => {
            Err(Violation::new(Check::UNIVERSE, "every legal action in the universe", "not this one")
                .at(case.position, action))
        }
    }
}

/// Reproducible searches need the same order. `count_actions` is a second way to count.
fn order_and_count<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    // A list that is not empty: `actions_into` appends, so must not clear.
    let mut again = case.actions.clone();
    case.position.actions_into(&mut again);
    let (first, second) = again.split_at(case.actions.len().min(again.len()));
    if first != case.actions || second != case.actions {
        return Err(Violation::new(
            Check::ORDER,
            format!("{:?}", case.actions),
            format!("{second:?} when appended to a list that held the same actions"),
        ));
    }
    same(Check::COUNT, "a count of", &case.actions.len(), &case.position.count_actions())
}

/// The first, the middle and the last action, chosen by their numbers.
fn choice<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    let Some(last) = case.actions.len().checked_sub(1) else { return Ok(()) };
    let mut buffer = case.actions.clone();
    for number in [0, last / 2, last] {
        let mut count = 0;
        let chosen = case.position.choose_action(&mut buffer, |of| {
            count = of;
            number
        });
        same(Check::CHOICE, "a choice among", &case.actions.len(), &count)?;
        same(Check::CHOICE, &format!("as action {number},"), &case.actions[number], &chosen)?;
    }
    Ok(())
}

/// A playout of one action plays one of the legal actions, another one for another number.
fn playout<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    let Some(last) = case.actions.len().checked_sub(1) else { return Ok(()) };
    let mut buffer = case.actions.clone();
    let played = [0, last].map(|number| {
        let (mut after, mut count) = (case.position.clone(), 0);
        after.play_out(1, &mut buffer, |of| {
            count = of;
            number
        });
        (after, count)
    });
    for (after, count) in &played {
        same(Check::PLAYOUT, "a choice among", &case.actions.len(), count)?;
        if !case.actions.iter().any(|&action| &case.position.after_unchecked(action) == after) {
            return Err(Violation::new(
                Check::PLAYOUT,
                "the position after a legal action",
                format!("`{after}`"),
            ));
        }
    }
    let [(first, _), (second, _)] = &played;
    let equal =
        case.position.after_unchecked(case.actions[0]) == case.position.after_unchecked(case.actions[last]);
    same(Check::PLAYOUT, "two numbers with one result:", &equal, &(first == second))
}

/// A position is finished, or it is not, in every respect.
fn finished_or_not<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    match case.position.end() {
        None if case.actions.is_empty() => {
            Err(Violation::new(Check::STUCK, "an action or an end", "neither"))
        }
        None => Ok(()),
        Some(end) if !case.actions.is_empty() => Err(Violation::new(
            Check::FINISHED,
            format!("no action after `{end}`"),
            format!("{:?}", case.actions),
        )),
        Some(end) if !case.position.at_turn_start() => Err(Violation::new(
            Check::FINISHED,
            format!("the turn to be over after `{end}`"),
            "`at_turn_start` says no",
        )),
        Some(_) => Ok(()),
    }
}

/// What `try_play` refuses has no effect, so one copy serves for all.
fn refusals<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    let mut copy = case.position.clone();
    for &action in case.asked.iter().filter(|&&action| !case.position.is_legal(action)) {
        let refused = copy.try_play(action).is_err();
        same(Check::REFUSAL, "`try_play` to refuse it:", &true, &refused)
            .and_then(|()| same_position(Check::REFUSAL, "as before,", case.position, &copy))
            .and_then(|()| same(Check::REFUSAL, "the key as before,", &case.position.key(), &copy.key()))
            .map_err(|violation| violation.about(action))?;
    }
    Ok(())
}

/// Games may override each way to play; all of them must lead to the same position. Within a turn the
/// player to act stays the same.
fn ways_to_play<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    case.each_action(|action| {
        let after = case.position.after_unchecked(action);
        let played = |play: fn(&mut P, P::Action)| {
            let mut copy = case.position.clone();
            play(&mut copy, action);
            copy
        };
        for (name, position) in [
            ("play_unchecked", played(P::play_unchecked)),
            ("after", case.position.after(action)),
            ("try_play", played(|position, action| drop(position.try_play(action)))),
            ("play", played(P::play)),
        ] {
            same_position(Check::PLAY, &format!("`{name}` as `after_unchecked`:"), &after, &position)?;
        }
        let (before, now) = (case.position.player_to_act(), after.player_to_act());
        let turn_goes_on = after.end().is_none() && !after.at_turn_start();
        if turn_goes_on && before != now {
            return Err(Violation::new(Check::PLAYER_WITHIN_TURN, before, now));
        }
        Ok(())
    })
}

/// Turns are written without the action that merely ends them, so there is at most one, and it must end
/// the turn.
fn end_turn<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    let Some(action) = case.position.end_turn() else { return Ok(()) };
    if !case.actions.contains(&action) {
        return Err(
            Violation::new(Check::END_TURN, "`end_turn` to be generated", "not generated").about(action)
        );
    }
    let after = case.position.after_unchecked(action);
    same(Check::END_TURN, "the turn over after it:", &true, &after.at_turn_start())
        .map_err(|violation| violation.at(case.position, action))
}
