//! What is known of a position without a search: captures, forced placements, double ataris, ladders, and the
//! placements that answer a ladder of the opponent.

use snorkels_core::air::beside;

use crate::numbers::{LOSS, Numbers, WIN};
use crate::state::{Groups, State, View, for_each_cell, is_two, several, without_lowest};

/// A win by ataris alone.
#[derive(Clone, Copy)]
struct Forced {
    /// The cells on which the opponent, had it been its turn before, could have changed this: all cells of the ladder, and both
    /// airs of each group of the attacker that has exactly two airs when the defender is to place.
    cells: u64,
    /// The placements of both players to the end, at most.
    placements: u16,
}

/// Judges a position without a search. Every placement that may win is among the returned ones, at least one; [`WIN`] or [`LOSS`]
/// of the player to place as an error, if the position is decided.
///
/// The order of the tests follows from the rules: a capture wins at once, whatever happens to own groups. Otherwise the
/// opponent captures next if two own groups have different last airs, or if a placement leaves a group with one air.
#[inline]
pub(crate) fn judge(state: &State) -> Result<u64, Numbers> {
    if state.enemy_groups.last != 0 {
        return Err(WIN);
    }
    let forced = state.own_groups.last;
    if several(forced) {
        return Err(LOSS);
    }
    let view = state.view();
    let moves = safe_moves(state);
    if moves == 0 {
        return Err(LOSS);
    }
    if attack(view, moves).is_some() {
        return Err(WIN);
    }
    if forced != 0 {
        return Ok(moves);
    }
    match threat(view).map(|threat| threat.cells & moves) {
        Some(0) => Err(LOSS),
        Some(answers) => Ok(answers),
        None => Ok(moves),
    }
}

/// Positions with at most this number of placements that may win are judged a placement deeper.
const FEW_ANSWERS: u32 = 6;

/// Judges a position that [`judge`] leaves open with these placements: if there are few, by the positions after them. Returns
/// those that stay open, at least one, or the value as an error.
pub(crate) fn open_answers(state: &State, moves: u64) -> Result<u64, Numbers> {
    if moves.count_ones() > FEW_ANSWERS {
        return Ok(moves);
    }
    let mut open = moves;
    let few_and_many = state.enemy_groups.few_and_many();
    let mut after = State::default();
    for_each_cell!(at in moves, {
        state.after_into(at, few_and_many, &mut after);
        match judge(&after) {
            Err(LOSS) => return Err(WIN),
            Err(_) => open ^= at,
            Ok(_) => {}
        }
    });
    if open == 0 { Err(LOSS) } else { Ok(open) }
}

/// The placements to the end of a position that [`judge`] has decided, at most.
pub(crate) fn placements_to_end(state: &State) -> u16 {
    let view = state.view();
    if state.enemy_groups.last != 0 {
        return 1;
    }
    let moves = if several(state.own_groups.last) { 0 } else { safe_moves(state) };
    if moves == 0 {
        return 2;
    }
    match attack(view, moves) {
        Some(win) => win.placements,
        None => threat(view).expect("the position is decided").placements + 1,
    }
}

/// A placement that wins without a search, if [`judge`] found a win.
pub(crate) fn winning_attack(state: &State) -> Option<u64> {
    let capture = state.enemy_groups.last;
    if capture != 0 {
        return Some(capture & capture.wrapping_neg());
    }
    let view = state.view();
    let moves = safe_moves(state);
    for &air in &state.enemy_groups.airs {
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

/// The placements after which no own group has a single air. At most one own group has one now.
#[inline]
fn safe_moves(state: &State) -> u64 {
    let forced = state.own_groups.last;
    if forced != 0 { state.view().safe_among(forced) } else { state.safe() }
}

/// The win by ataris alone that the opponent has if the player to place passes.
#[inline]
fn threat(view: View<'_>) -> Option<Forced> {
    if view.own.two == 0 {
        return None;
    }
    let passed = view.passed();
    attack(passed, passed.safe_among(view.own.two))
}

/// A win of the player to place by ataris alone: a double atari, or a ladder. First placements are in `moves`, which are
/// safe; no group of the opponent has one air.
#[inline]
fn attack(view: View<'_>, moves: u64) -> Option<Forced> {
    if view.enemy.two & moves == 0 {
        return None;
    }
    let targets = view.enemy.airs.iter().filter(|&&air| air & moves != 0 && is_two(air));
    targets.copied().find_map(|air| ladder(view, air, moves))
}

/// The win by chasing the enemy group with these two airs.
fn ladder(view: View<'_>, air: u64, moves: u64) -> Option<Forced> {
    for_each_cell!(at in air & moves, {
        let line = atari(view, at, air ^ at);
        if line.is_some() {
            return line;
        }
    });
    None
}

/// The win by the safe placement `at`, an atari after which the enemy has to place on `answer`.
#[inline]
fn atari(view: View<'_>, at: u64, answer: u64) -> Option<Forced> {
    // The air of the answer's group, and all last airs after `at`.
    let mut escaped = beside(answer) & view.empty & !(at | answer);
    let mut last = answer;
    if view.enemy.shared & at == 0 {
        // Only the chased group has `at` as one of two airs.
        if several(without_lowest(escaped)) {
            return None;
        }
    } else {
        for &air in &view.enemy.airs {
            let rest = air & !at;
            last |= if several(rest) { 0 } else { rest };
        }
    }
    for &air in &view.enemy.airs {
        escaped |= if air & answer != 0 { air } else { 0 };
    }
    escaped &= !(at | answer);
    if last == answer && several(escaped) {
        return if is_two(escaped) { chase(view, at, answer, escaped) } else { None };
    }
    let mut two = 0;
    let mut joined = beside(at) & view.empty;
    for &air in &view.own.airs {
        if air & at != 0 {
            joined |= air;
        } else if is_two(air) {
            two |= air;
        }
    }
    joined &= !at;
    two |= if is_two(joined) { joined } else { 0 };
    let cells = at | last | two | if last == answer { escaped } else { 0 };
    Some(Forced { cells, placements: 3 })
}

/// The win by the ladder that goes on after `at` and `answer`, by which the chased group has the two airs `escaped`.
fn chase(view: View<'_>, at: u64, answer: u64, escaped: u64) -> Option<Forced> {
    // The attacker's airs of groups with two when the answer is to be placed.
    let mut two = 0;
    let mut attackers = Groups::default();
    let mut joined = beside(at) & view.empty;
    for &air in &view.own.airs {
        if air & at != 0 {
            joined |= air;
        } else {
            two |= if is_two(air) { air } else { 0 };
            attackers.push(air & !answer);
        }
    }
    joined &= !at;
    two |= if is_two(joined) { joined } else { 0 };
    attackers.push(joined & !answer);
    let forced = attackers.last;
    if several(forced) {
        return None;
    }
    let mut defenders = Groups::default();
    for &air in &view.enemy.airs {
        if air & answer == 0 {
            defenders.push(air & !at);
        }
    }
    defenders.push(escaped);
    let next = View { own: &attackers, enemy: &defenders, empty: view.empty & !(at | answer) };
    let moves = if forced == 0 { escaped } else { escaped & forced };
    let Forced { cells, placements } = ladder(next, escaped, next.safe_among(moves))?;
    Some(Forced { cells: cells | at | answer | two, placements: placements + 2 })
}
