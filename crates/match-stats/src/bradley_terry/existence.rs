//! Whether results have finite ratings.

use super::{FirstMoveAdvantage, HeadToHead};

/// Whether the likelihood of the results has one finite maximum.
///
/// It has none if there is a direction in which the parameters can go on for ever without any result becoming less
/// likely. Such a direction changes the ratings by `r` and the worth of moving first by `a`, so that `r_i
/// - r_j + a` is not negative where `i`, moving first against `j`, scored, and not positive where `j` scored.
/// - With `a = 0` there is one unless from each player one comes to each other over games in which the former scored
///   (Ford, "Solution of a ranking problem from binary comparisons", 1957).
/// - With `a = 1` or `a = -1` these are inequalities between differences, which can be fulfilled unless they have
///   a cycle with a negative sum (Bellman and Ford).
pub(super) fn has_finite_maximum(
    players: usize,
    meetings: &[HeadToHead],
    first_move: FirstMoveAdvantage,
) -> bool {
    let scored = scored(meetings);
    connected(players, scored.iter().map(|&(winner, loser, _)| (winner, loser)))
        && connected(players, scored.iter().map(|&(winner, loser, _)| (loser, winner)))
        && (first_move == FirstMoveAdvantage::Ignored
            || [1, -1].into_iter().all(|step| !can_go_on(players, &scored, step)))
}

/// Who scored against whom, and whether (1) as the first player or (-1) not.
fn scored(meetings: &[HeadToHead]) -> Vec<(usize, usize, i64)> {
    let mut scored = Vec::new();
    for HeadToHead { first, second, tally } in meetings {
        if tally.wins > 0 || tally.draws > 0 {
            scored.push((*first, *second, 1));
        }
        if tally.losses > 0 || tally.draws > 0 {
            scored.push((*second, *first, -1));
        }
    }
    scored
}

/// Whether all players can be reached from the first over these steps.
fn connected(players: usize, steps: impl Iterator<Item = (usize, usize)>) -> bool {
    let mut next = vec![Vec::new(); players];
    for (from, to) in steps {
        next[from].push(to);
    }
    let mut reached = vec![false; players];
    let mut open = Vec::new();
    if let Some(start) = reached.first_mut() {
        *start = true;
        open.push(0);
    }
    while let Some(player) = open.pop() {
        for &other in &next[player] {
            if !reached[other] {
                reached[other] = true;
                open.push(other);
            }
        }
    }
    reached.into_iter().all(|reached| reached)
}

/// Whether there are `r` with `r_loser <= r_winner + a` where the winner was first, and with `- a` where it was
/// not: Bellman and Ford's algorithm, which needs at most as many rounds as there are players.
fn can_go_on(players: usize, scored: &[(usize, usize, i64)], a: i64) -> bool {
    let mut r = vec![0_i64; players];
    for _ in 0..=players {
        let mut changed = false;
        for &(winner, loser, side) in scored {
            let limit = r[winner] + side * a;
            if r[loser] > limit {
                r[loser] = limit;
                changed = true;
            }
        }
        if !changed {
            return true;
        }
    }
    false
}
