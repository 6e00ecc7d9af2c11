//! What is known of a position without a search: captures, forced placements, double ataris, ladders, and the
//! placements that answer a ladder of the opponent.

use crate::state::{State, View, for_each_cell, joined, last_air, several};

/// What [`judge`] finds, for the player to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Win,
    Loss,
    /// Every placement that may win is among these; at least one.
    Open(u64),
}

/// Judges a position without a search.
///
/// The order of the tests follows from the rules: a capture wins at once, whatever happens to own groups. Otherwise the
/// opponent captures next if two own groups have different last airs, or if a placement leaves a group with one air.
pub(crate) fn judge(state: &State) -> Verdict {
    if last_air(&state.enemy_groups) != 0 {
        return Verdict::Win;
    }
    let forced = last_air(&state.own_groups);
    if several(forced) {
        return Verdict::Loss;
    }
    let view = state.view();
    let moves = if forced != 0 { view.safe_among(forced) } else { view.safe() };
    if moves == 0 {
        return Verdict::Loss;
    }
    if attack(view, moves).is_some() {
        return Verdict::Win;
    }
    if forced != 0 {
        return Verdict::Open(moves);
    }
    match answers_to_threat(view).map(|answers| answers & moves) {
        Some(0) => Verdict::Loss,
        Some(answers) => Verdict::Open(answers),
        None => Verdict::Open(moves),
    }
}

/// A placement that wins without a search, if [`judge`] found a win.
pub(crate) fn winning_attack(state: &State) -> Option<u64> {
    let capture = last_air(&state.enemy_groups);
    if capture != 0 {
        return Some(capture & capture.wrapping_neg());
    }
    let (view, forced) = (state.view(), last_air(&state.own_groups));
    let moves = if forced != 0 { view.safe_among(forced) } else { view.safe() };
    for &air in &state.enemy_groups {
        if is_two(air) {
            for_each_cell!(at in air & moves, {
                if atari(view, at, air ^ at).is_some() {
                    return Some(at);
                }
            });
        }
    }
    None
}

/// The placements that may answer a ladder that the opponent has if the player to place passes.
fn answers_to_threat(view: View<'_>) -> Option<u64> {
    if !view.own.iter().any(|&air| is_two(air)) {
        return None;
    }
    let passed = view.passed();
    let two = passed.enemy.iter().filter(|&&air| is_two(air)).fold(0, |all, air| all | air);
    attack(passed, passed.safe_among(two))
}

/// Whether the player to place wins by ataris alone: a double atari, or a ladder. First placements are in `moves`, which are
/// safe; no group of the opponent has one air.
///
/// Returns the cells on which the opponent, had it been its turn before, could have changed this: all cells of the ladder,
/// and both airs of each group of the attacker that has exactly two airs when the defender is to place.
fn attack(view: View<'_>, moves: u64) -> Option<u64> {
    view.enemy
        .iter()
        .filter(|&&air| is_two(air) && air & moves != 0)
        .find_map(|&air| ladder(view, air, moves))
}

/// Whether chasing the enemy group with these two airs wins.
fn ladder(view: View<'_>, air: u64, moves: u64) -> Option<u64> {
    for_each_cell!(at in air & moves, {
        let line = atari(view, at, air ^ at);
        if line.is_some() {
            return line;
        }
    });
    None
}

/// Whether the safe placement `at` wins by the atari after which the enemy has to place on `answer`.
fn atari(view: View<'_>, at: u64, answer: u64) -> Option<u64> {
    // Another group with a different last air after `at`?
    let mut last = 0;
    for air in view.enemy {
        let rest = air & !at;
        last |= if several(rest) { 0 } else { rest };
    }
    let escaped = joined(view.enemy, answer, view.empty) & !at;
    if last == answer && several(escaped) {
        if !is_two(escaped) {
            return None;
        }
        // The chase goes on.
        let (defending, attackers) = view.after(at);
        let chase = View { own: &defending, enemy: &attackers, empty: view.empty & !at };
        let (attacking, defenders) = chase.after(answer);
        let next = View { own: &attacking, enemy: &defenders, empty: chase.empty & !answer };
        let forced = last_air(&attacking);
        if several(forced) {
            return None;
        }
        let moves = if forced == 0 { escaped } else { escaped & forced };
        let line = ladder(next, escaped, next.safe_among(moves))?;
        return Some(
            line | at | answer | attackers.iter().filter(|&&air| is_two(air)).fold(0, |all, air| all | air),
        );
    }
    let attackers = joined(view.own, at, view.empty);
    let mut two = if is_two(attackers) { attackers } else { 0 };
    for &air in view.own {
        two |= if air & at == 0 && is_two(air) { air } else { 0 };
    }
    Some(at | last | two | if last == answer { escaped } else { 0 })
}

/// Whether a set has exactly two members.
#[inline]
fn is_two(set: u64) -> bool {
    let rest = set & set.wrapping_sub(1);
    rest != 0 && !several(rest)
}
