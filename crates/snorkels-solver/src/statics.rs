//! What is known of a position without a search: captures, forced placements, double ataris, ladders, and the
//! placements that answer a ladder of the opponent.

use snorkels_core::air::beside;

use crate::state::{Groups, State, View, for_each_cell, is_two, more_than_two, several};

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
#[inline]
pub(crate) fn judge(state: &State) -> Verdict {
    if state.enemy_groups.last != 0 {
        return Verdict::Win;
    }
    let forced = state.own_groups.last;
    if several(forced) {
        return Verdict::Loss;
    }
    let view = state.view();
    let moves = safe_moves(view);
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
    let capture = state.enemy_groups.last;
    if capture != 0 {
        return Some(capture & capture.wrapping_neg());
    }
    let view = state.view();
    let moves = safe_moves(view);
    for &air in state.enemy_groups.twos() {
        for_each_cell!(at in air & moves, {
            if atari(view, at, air ^ at).is_some() {
                return Some(at);
            }
        });
    }
    None
}

/// The placements after which no own group has a single air. At most one own group has one now.
#[inline]
fn safe_moves(view: View<'_>) -> u64 {
    if view.own.last != 0 { view.safe_among(view.own.last) } else { view.safe() }
}

/// The placements that may answer a ladder that the opponent has if the player to place passes.
#[inline]
fn answers_to_threat(view: View<'_>) -> Option<u64> {
    if view.own.two == 0 {
        return None;
    }
    let passed = view.passed();
    attack(passed, passed.safe_among(view.own.two))
}

/// Whether the player to place wins by ataris alone: a double atari, or a ladder. First placements are in `moves`, which are
/// safe; no group of the opponent has one air.
///
/// Returns the cells on which the opponent, had it been its turn before, could have changed this: all cells of the ladder,
/// and both airs of each group of the attacker that has exactly two airs when the defender is to place.
#[inline]
fn attack(view: View<'_>, moves: u64) -> Option<u64> {
    if view.enemy.two & moves == 0 {
        return None;
    }
    view.enemy.twos().iter().find_map(|&air| ladder(view, air, moves))
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
#[inline]
fn atari(view: View<'_>, at: u64, answer: u64) -> Option<u64> {
    let open = beside(answer) & view.empty & !at;
    if view.enemy.shared & at == 0 {
        // No other group loses its second air. Most groups escape to three airs at once.
        if more_than_two(open) {
            return None;
        }
        let escaped = (view.enemy.joined(answer, view.empty)) & !at;
        if several(escaped) {
            return if is_two(escaped) { chase(view, at, answer, escaped) } else { None };
        }
        return Some(at | answer | escaped | twos_after(view, at));
    }
    // All last airs after `at`.
    let mut last = 0;
    for &air in view.enemy.twos() {
        last |= if air & at != 0 { air ^ at } else { 0 };
    }
    let escaped = if last == answer { view.enemy.joined(answer, view.empty) & !at } else { 0 };
    if several(escaped) {
        return if is_two(escaped) { chase(view, at, answer, escaped) } else { None };
    }
    Some(at | last | escaped | twos_after(view, at))
}

/// All airs of the player's groups with exactly two, after a placement of the player.
#[inline]
fn twos_after(view: View<'_>, at: u64) -> u64 {
    let joined = view.own.joined(at, view.empty);
    let mut two = if is_two(joined) { joined } else { 0 };
    for &air in view.own.twos() {
        two |= if air & at == 0 { air } else { 0 };
    }
    two
}

/// Whether the ladder wins that goes on after `at` and `answer`, by which the chased group has the two airs `escaped`.
fn chase(view: View<'_>, at: u64, answer: u64, escaped: u64) -> Option<u64> {
    let (mut defending, mut attacking) = (Groups::default(), Groups::default());
    view.after_into(at, &mut defending, &mut attacking);
    let (mut attackers, mut defenders) = (Groups::default(), Groups::default());
    let middle = View { own: &defending, enemy: &attacking, empty: view.empty & !at };
    middle.after_into(answer, &mut attackers, &mut defenders);
    let forced = attackers.last;
    if several(forced) {
        return None;
    }
    let next = View { own: &attackers, enemy: &defenders, empty: middle.empty & !answer };
    let moves = if forced == 0 { escaped } else { escaped & forced };
    let line = ladder(next, escaped, next.safe_among(moves))?;
    Some(line | at | answer | attacking.two)
}
