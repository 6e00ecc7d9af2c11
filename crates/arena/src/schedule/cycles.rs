//! The stages of formats that need no results: the same pairings come again in every cycle. In every second cycle the
//! other entrant of a pairing begins.
//!
//! - **Round robin**: everyone meets everyone in every cycle. The games go cycle by cycle in the order of the Berger tables,
//!   so that at every moment all have played about as often.
//! - **Gauntlet**: the first entrants meet all others, but not each other.
//! - **Pyramid**: everyone meets everyone; each entrant in turn meets all before it, in all its cycles.

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

/// The pairings of a cycle of a round robin, in the order and with the sides of the Berger tables: round by round, each
/// entrant once in a round. With an odd number of entrants, the opponent of the missing last one has no game.
pub(super) fn round_robin(entrants: usize) -> Vec<[usize; 2]> {
    // The tables count from 1 to `last`. The last one keeps its place, the others rotate.
    let last = entrants.next_multiple_of(2);
    let circle = last.saturating_sub(1);
    let mut pairings = Vec::with_capacity(entrants * entrants.saturating_sub(1) / 2);
    for round in 1..last {
        let pivot = if round % 2 == 1 { round.div_ceil(2) } else { last / 2 + round / 2 };
        let of_last = if round % 2 == 1 { [pivot, last] } else { [last, pivot] };
        let around = |steps: usize| (pivot - 1 + steps) % circle + 1;
        let others = (1..last / 2).map(|k| [around(k), around(circle - k)]);
        let table = std::iter::once(of_last).chain(others);
        pairings.extend(table.filter(|two| two.iter().all(|&e| e <= entrants)).map(|two| two.map(|e| e - 1)));
    }
    pairings
}

/// The pairings of a cycle of a gauntlet: each of the others in turn meets all challengers.
pub(super) fn gauntlet(challengers: usize, entrants: usize) -> Vec<[usize; 2]> {
    let others = challengers..entrants;
    others.flat_map(|other| (0..challengers).map(move |one| [one, other])).collect()
}

/// The pairings of a cycle of each entrant of a pyramid but the first.
pub(super) fn pyramid(entrants: usize) -> impl Iterator<Item = Vec<[usize; 2]>> {
    (1..entrants).map(|newcomer| (0..newcomer).map(|earlier| [earlier, newcomer]).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap, HashSet};

    use proptest::prelude::*;

    use super::super::{Format, Schedule, Scheduled};
    use super::*;

    /// All games of a round robin.
    fn whole_round_robin(entrants: usize, pairs: usize) -> Vec<Game> {
        let pairings = round_robin(entrants);
        let all = (0..pairs).flat_map(|cycle| pairings.iter().map(move |&two| (cycle, two)));
        let pair = |(number, (cycle, two))| pair_of_games(number, cycle + 1, cycle, two, cycle);
        (1..).step_by(2).zip(all).flat_map(pair).collect()
    }

    /// All games of a schedule that needs no results, stage by stage.
    fn all(schedule: &Schedule) -> Vec<Game> {
        let mut games: Vec<Game> = Vec::new();
        while let Some(stage) = schedule.next(&Scheduled::count(games.len())).unwrap() {
            games.extend(stage);
        }
        games
    }

    proptest! {
        #[test]
        fn every_two_entrants_play_both_sides_of_every_opening(n in 0_usize..9, pairs in 0_usize..6) {
            let games = whole_round_robin(n, pairs);
            prop_assert_eq!(games.len(), n * n.saturating_sub(1) * pairs);
            let mut met: HashMap<[usize; 2], usize> = HashMap::new();
            let mut seen = HashSet::new();
            for (i, game) in games.iter().enumerate() {
                prop_assert_eq!(game.number, i + 1);
                prop_assert!(game.entrants[0] != game.entrants[1]);
                prop_assert!(game.entrants.iter().all(|&e| e < n) && game.opening < pairs);
                prop_assert_eq!(game.round, game.opening + 1);
                *met.entry(game.entrants).or_default() += 1;
                prop_assert!(seen.insert((game.entrants, game.opening)));
            }
            prop_assert_eq!(met.len(), if pairs == 0 { 0 } else { n * n.saturating_sub(1) });
            prop_assert!(met.values().all(|&count| count == pairs));
            for two in games.chunks(2) {
                prop_assert_eq!(two[0].pair, two[1].pair);
                prop_assert_eq!(two[0].opening, two[1].opening);
                prop_assert_eq!(two[0].entrants, [two[1].entrants[1], two[1].entrants[0]]);
            }
        }

        #[test]
        fn the_stages_add_up_to_the_round_robin(n in 2_usize..12, pairs in 1_usize..40) {
            let schedule = Schedule::new(Format::RoundRobin, n, pairs).unwrap();
            let games = all(&schedule);
            prop_assert_eq!(Some(games.len()), schedule.total());
            prop_assert_eq!(games, whole_round_robin(n, pairs));
        }

        #[test]
        fn challengers_of_a_gauntlet_meet_only_the_others(c in 1_usize..8, others in 1_usize..8, pairs in 1_usize..30) {
            let n = c + others;
            let schedule = Schedule::new(Format::Gauntlet { challengers: c }, n, pairs).unwrap();
            let games = all(&schedule);
            prop_assert_eq!(Some(games.len()), schedule.total());
            let mut met: HashMap<[usize; 2], usize> = HashMap::new();
            for (i, game) in games.iter().enumerate() {
                prop_assert_eq!((game.number, game.pair), (i + 1, i / 2 + 1));
                prop_assert_eq!(game.entrants.iter().filter(|&&e| e < c).count(), 1);
                *met.entry(game.entrants).or_default() += 1;
            }
            prop_assert_eq!(met.len(), 2 * c * (n - c));
            prop_assert!(met.values().all(|&count| count == pairs));
        }
    }

    #[test]
    fn in_a_pyramid_each_entrant_meets_all_before_it() {
        let schedule = Schedule::new(Format::Pyramid, 4, 2).unwrap();
        let games = all(&schedule);
        assert_eq!(Some(games.len()), schedule.total());
        assert!(games.iter().enumerate().all(|(i, game)| game.number == i + 1 && game.pair == i / 2 + 1));
        let pairs = games
            .chunks(2)
            .map(|pair| format!("{}{}:{}", pair[0].entrants[0], pair[0].entrants[1], pair[0].opening));
        let expected = "01:0 10:1 02:0 12:0 20:1 21:1 03:0 13:0 23:0 30:1 31:1 32:1";
        assert_eq!(pairs.collect::<Vec<_>>().join(" "), expected);
        assert!(
            games
                .chunks(2)
                .all(|pair| pair[0].entrants[0] == pair[1].entrants[1] && pair[0].opening == pair[1].opening)
        );
        // It continues after any number of games, as far as whole stages.
        let long = Schedule::new(Format::Pyramid, 9, 30).unwrap();
        let whole = all(&long);
        for known in [0, 1, 59, 60, 61, 1000, whole.len() - 1] {
            let next = long.next(&Scheduled::count(known)).unwrap().unwrap();
            assert_eq!(next[..], whole[known..known + next.len()], "{known}");
        }
        assert_eq!(long.next(&Scheduled::count(whole.len())).unwrap(), None);
    }

    #[test]
    fn without_swap_the_first_entrant_begins_and_each_game_has_an_opening() {
        for format in [Format::RoundRobin, Format::Pyramid, Format::Gauntlet { challengers: 1 }] {
            let swapped = Schedule::new(format, 3, 4).unwrap();
            let (swapped, games) = (all(&swapped), all(&swapped.without_swap(true)));
            assert_eq!(games.len(), swapped.len());
            assert!(games.iter().all(|game| game.entrants[0] < game.entrants[1]), "{format}");
            for (game, before) in games.iter().zip(&swapped) {
                assert_eq!((game.number, game.pair, game.round), (before.number, before.pair, before.round));
                assert_eq!(game.opening, 2 * before.opening + (game.number + 1) % 2);
            }
        }
    }

    /// The Berger tables of the FIDE Handbook, C.05 Annex 1.
    #[test]
    fn the_order_is_the_one_of_the_berger_tables() {
        let rounds = |entrants: usize| -> Vec<String> {
            let text = |two: &[usize; 2]| format!("{}-{}", two[0] + 1, two[1] + 1);
            round_robin(entrants)
                .chunks(entrants / 2)
                .map(|r| r.iter().map(text).collect::<Vec<_>>().join(" "))
                .collect()
        };
        assert_eq!(rounds(2), ["1-2"]);
        assert_eq!(rounds(4), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
        assert_eq!(rounds(6), ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]);
        let eight = [
            "1-8 2-7 3-6 4-5",
            "8-5 6-4 7-3 1-2",
            "2-8 3-1 4-7 5-6",
            "8-6 7-5 1-4 2-3",
            "3-8 4-2 5-1 6-7",
            "8-7 1-6 2-5 3-4",
            "4-8 5-3 6-2 7-1",
        ];
        assert_eq!(rounds(8), eight);
        // With seven, the opponent of 8 has no game.
        let seven = eight
            .map(|round| round.split(' ').filter(|two| !two.contains('8')).collect::<Vec<_>>().join(" "));
        assert_eq!(rounds(7), seven);
    }

    #[test]
    fn a_long_schedule_comes_in_whole_cycles() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 1_000_000).unwrap();
        assert_eq!(schedule.total(), Some(12_000_000));
        let stage = schedule.next(&Scheduled::default()).unwrap().unwrap();
        let openings: BTreeSet<usize> = stage.iter().map(|game| game.opening).collect();
        assert!(stage.len() == 72 && openings.into_iter().eq(0..6));
        let later = schedule.next(&Scheduled::count(72 * 5000)).unwrap().unwrap();
        assert_eq!((later[0].number, later[0].opening), (72 * 5000 + 1, 6 * 5000));
        let last = schedule.next(&Scheduled::count(12_000_000 - 12)).unwrap().unwrap();
        assert_eq!((last.len(), last[11].number), (12, 12_000_000));
        assert_eq!(schedule.next(&Scheduled::count(12_000_000)).unwrap(), None);
        // After a part of a cycle the rest of it comes first.
        let rest = schedule.next(&Scheduled::count(3)).unwrap().unwrap();
        assert_eq!((rest.len(), rest[0]), (72 - 3, stage[3]));
    }
}
