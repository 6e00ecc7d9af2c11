//! Checks of legal actions and of playing them.

use alloc::collections::BTreeSet;

use super::Case;
use super::violation::Check;
use crate::Position;

/// Runs the checks of this file.
pub(super) fn check<P: Position>(case: &Case<'_, P>) {
    no_duplicates(case);
    generated_is_legal(case);
    legal_is_generated(case);
    order_and_count(case);
    choice(case);
    playout(case);
    finished_or_not(case);
    refusals(case);
    ways_to_play(case);
    end_turn(case);
}

/// Perft and searches treat all generated actions as different.
fn no_duplicates<P: Position>(case: &Case<'_, P>) {
    let mut seen = BTreeSet::new();
    for (action, place) in case.each_action() {
        place.ensure(Check::DUPLICATE, seen.insert(action), "each action once", "one of them again");
    }
}

/// `actions_into` and `check` are two statements of the same rules, written apart: this is one half of
/// their agreement.
fn generated_is_legal<P: Position>(case: &Case<'_, P>) {
    for (action, place) in case.each_action() {
        let fail = |found| place.fail(Check::GENERATED_IS_LEGAL, "a legal action", found);
        match case.position.check(action) {
            Ok(()) if case.position.is_legal(action) => {}
            Ok(()) => fail(format_args!("`is_legal` says no, `check` has no objection")),
            Err(error) => fail(format_args!("`check` says: {error}")),
        }
    }
}

/// The other half: no action that was tried is legal without being generated. And the universe holds
/// every generated action, otherwise it proves nothing.
fn legal_is_generated<P: Position>(case: &Case<'_, P>) {
    let generated: BTreeSet<_> = case.actions.iter().collect();
    // In a finished game, report that instead.
    let over = case.position.end().is_some();
    let check = if over { Check::FINISHED } else { Check::LEGAL_IS_GENERATED };
    for action in &case.asked {
        let (place, legal) = (case.place.about(action), case.position.is_legal(*action));
        let known = !legal || generated.contains(action);
        place.ensure(check, known, "every legal action generated", "not this one");
        let checked = case.position.check(*action).is_ok();
        place.same(Check::GENERATED_IS_LEGAL, "`check` as `is_legal`:", &legal, &checked);
    }
    let asked: BTreeSet<_> = case.asked.iter().copied().collect();
    for (action, place) in case.each_action() {
        let known = !case.has_universe || asked.contains(&action);
        place.ensure(Check::UNIVERSE, known, "every legal action in the universe", "not this one");
    }
}

/// Reproducible searches need the same order. `count_actions` is a second way to count.
fn order_and_count<P: Position>(case: &Case<'_, P>) {
    // A list that is not empty: `actions_into` appends, so must not clear.
    let mut again = case.actions.clone();
    case.position.actions_into(&mut again);
    let (first, second) = again.split_at(case.actions.len().min(again.len()));
    let what = "appended to a list that held the same actions,";
    case.place.same(Check::ORDER, what, &[&*case.actions; 2], &[first, second]);
    let (count, place) = (case.actions.len(), case.place);
    place.same(Check::COUNT, "a count of", &count, &case.position.count_actions());
}

/// The first, the middle and the last action, chosen by their numbers.
fn choice<P: Position>(case: &Case<'_, P>) {
    let Some(last) = case.actions.len().checked_sub(1) else { return };
    let mut buffer = case.actions.clone();
    for number in [0, last / 2, last] {
        let mut count = 0;
        let chosen = case.position.choose_action(&mut buffer, |of| {
            count = of;
            number
        });
        case.place.same(Check::CHOICE, "a choice among", &case.actions.len(), &count);
        let what = format_args!("as action {number},");
        case.place.same(Check::CHOICE, what, &case.actions[number], &chosen);
    }
}

/// A playout of one action plays one of the legal actions, another one for another number.
fn playout<P: Position>(case: &Case<'_, P>) {
    let Some(last) = case.actions.len().checked_sub(1) else { return };
    let mut buffer = case.actions.clone();
    let [first, second] = [0, last].map(|number| {
        let (mut after, mut count) = (case.position.clone(), 0);
        after.play_out(1, &mut buffer, |of| {
            count = of;
            number
        });
        case.place.same(Check::PLAYOUT, "a choice among", &case.actions.len(), &count);
        let known = case.actions.iter().any(|&action| case.position.after_unchecked(action) == after);
        let found = format_args!("`{after}`");
        case.place.ensure(Check::PLAYOUT, known, "the position after a legal action", found);
        after
    });
    let [one, other] = [0, last].map(|number| case.position.after_unchecked(case.actions[number]));
    case.place.same(Check::PLAYOUT, "two numbers with one result:", &(one == other), &(first == second));
}

/// A position is finished, or it is not, in every respect.
fn finished_or_not<P: Position>(case: &Case<'_, P>) {
    let (place, none) = (case.place, case.actions.is_empty());
    let Some(end) = case.position.end() else {
        return place.ensure(Check::STUCK, !none, "an action or an end", "neither");
    };
    let found = format_args!("{:?}", case.actions);
    place.ensure(Check::FINISHED, none, format_args!("no action after `{end}`"), found);
    let expected = format_args!("the turn to be over after `{end}`");
    place.ensure(Check::FINISHED, case.position.at_turn_start(), expected, "`at_turn_start` says no");
}

/// What `try_play` refuses has no effect, so one copy serves for all.
fn refusals<P: Position>(case: &Case<'_, P>) {
    let mut copy = case.position.clone();
    for action in case.asked.iter().filter(|&&action| !case.position.is_legal(action)) {
        let (place, refused) = (case.place.about(action), copy.try_play(*action).is_err());
        place.same(Check::REFUSAL, "`try_play` to refuse it:", &true, &refused);
        place.same_position(Check::REFUSAL, "as before,", case.position, &copy);
        place.same(Check::REFUSAL, "the key as before,", &case.position.key(), &copy.key());
    }
}

/// Games may override each way to play; all of them must lead to the same position. Within a turn the
/// player to act stays the same.
fn ways_to_play<P: Position>(case: &Case<'_, P>) {
    for (action, place) in case.each_action() {
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
            let what = format_args!("`{name}` as `after_unchecked`:");
            place.same_position(Check::PLAY, what, &after, &position);
        }
        let (before, now) = (case.position.player_to_act(), after.player_to_act());
        let turn_over = after.end().is_some() || after.at_turn_start();
        place.ensure(Check::PLAYER_WITHIN_TURN, turn_over || before == now, before, now);
    }
}

/// Turns are written without the action that merely ends them, so there is at most one, and it must end
/// the turn.
fn end_turn<P: Position>(case: &Case<'_, P>) {
    let Some(action) = case.position.end_turn() else { return };
    let place = case.place.about(&action);
    let generated = case.actions.contains(&action);
    place.ensure(Check::END_TURN, generated, "`end_turn` to be generated", "not generated");
    let over = case.position.after_unchecked(action).at_turn_start();
    place.same(Check::END_TURN, "the turn over after it:", &true, &over);
}
