//! The stages of formats that need no results: the same pairings come again in every cycle. In every second cycle the
//! other entrant of a pairing begins.

use super::game::{Game, pair_of_games};

/// The least number of games of a stage, while that many are left. It is small because the openings of a stage are made
/// at once, and the first game waits for them.
const BATCH: usize = 64;

/// The games after the first `known` ones of a tournament that plays each of these lists of pairings in `pairs` cycles,
/// one list after the other: whole cycles of [`BATCH`] games or more, and before them the rest of a cycle that `known`
/// ends in. `None` after the last game.
pub(super) fn stage(
    lists: impl IntoIterator<Item = Vec<[usize; 2]>>,
    pairs: usize,
    known: usize,
) -> Option<Vec<Game>> {
    // The number of games and of rounds before those of the list.
    let (mut before, mut rounds) = (0_usize, 0_usize);
    let mut games = Vec::new();
    'lists: for list in lists {
        let in_a_cycle = 2 * list.len();
        for cycle in pairs.min(known.saturating_sub(before) / in_a_cycle)..pairs {
            if games.len() >= BATCH {
                break 'lists;
            }
            for (number, &two) in (before + cycle * in_a_cycle + 1..).step_by(2).zip(&list) {
                let pair = pair_of_games(number, rounds + cycle + 1, cycle, two, cycle);
                games.extend(pair.into_iter().filter(|game| game.number > known));
            }
        }
        before = before.saturating_add(in_a_cycle.saturating_mul(pairs));
        rounds = rounds.saturating_add(pairs);
    }
    (!games.is_empty()).then_some(games)
}
