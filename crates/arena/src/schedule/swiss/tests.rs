//! Whole tournaments with results by chance, and pairings that can be checked by hand.

use abstract_game::random::SplitMix64;
use proptest::prelude::*;

use super::*;
use crate::schedule::{Encounter, Format, Game, Schedule};

/// Plays a Swiss tournament of entrants whose strength falls, with results by chance, and returns its rounds.
fn play(entrants: usize, pairs: usize, rounds: usize, seed: u64) -> Vec<Stage> {
    let schedule = Schedule::new(Format::Swiss { rounds }, entrants, pairs).unwrap();
    let mut random = SplitMix64::new(seed);
    let (mut scheduled, mut stages) = (Scheduled::new(), Vec::new());
    while let Some(stage) = schedule.next(&scheduled).unwrap() {
        assert_eq!(schedule.next(&scheduled).unwrap().as_ref(), Some(&stage), "no pure function");
        for game in &stage.games {
            let [p1, p2] = game.entrants;
            let of_p1 = match random.below(4 * entrants) {
                draw if draw < entrants => 1,
                chance => 2 * u64::from(chance + p1 < p2 + 5 * entrants / 2),
            };
            scheduled.add(game, Some([of_p1, 2 - of_p1]));
        }
        stages.push(stage);
    }
    stages
}

/// Who met in a round, the lower number first.
fn meetings(stage: &Stage) -> Vec<[usize; 2]> {
    let mut two: Vec<_> =
        stage.games.iter().map(|game| game.entrants).map(|[a, b]| [a.min(b), a.max(b)]).collect();
    two.sort_unstable();
    two.dedup();
    two
}

/// The smallest sum of costs of a pairing of all who are left, by trying all of them.
fn cheapest(left: &[usize], cost: &dyn Fn(usize, usize) -> Option<usize>) -> Option<usize> {
    let Some((&a, others)) = left.split_first() else { return Some(0) };
    let costs = others.iter().filter_map(|&b| {
        let rest: Vec<usize> = others.iter().copied().filter(|&c| c != b).collect();
        Some(cost(a, b)? + cheapest(&rest, cost)?)
    });
    costs.min()
}

proptest! {
    #[test]
    fn everyone_plays_every_round_and_nobody_rests_twice_before_others(
        n in 2_usize..=17, pairs in 1_usize..4, rounds in 1_usize..20, seed: u64
    ) {
        let stages = play(n, pairs, rounds, seed);
        prop_assert_eq!(stages.len(), rounds);
        let mut byes = vec![0; n];
        let mut numbers = 1..;
        for (round, stage) in stages.iter().enumerate() {
            prop_assert_eq!(stage.byes.len(), n % 2);
            let mut seen: Vec<usize> = meetings(stage).into_iter().flatten().chain(stage.byes.iter().copied()).collect();
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..n).collect::<Vec<_>>());
            for &bye in &stage.byes {
                byes[bye] += 1;
            }
            prop_assert!(byes.iter().max().unwrap() - byes.iter().min().unwrap() <= 1);
            prop_assert_eq!(stage.openings(), round * pairs..(round + 1) * pairs);
            for two in stage.games.chunks(2) {
                let Game { number, pair, opening, entrants, .. } = two[0];
                prop_assert_eq!((Some(number), Some(number + 1)), (numbers.next(), numbers.next()));
                prop_assert_eq!((pair, two[0].round), (number.div_ceil(2), round + 1));
                prop_assert_eq!(two[1], Game { number: number + 1, entrants: [entrants[1], entrants[0]], ..two[0] });
                prop_assert!(stage.openings().contains(&opening));
            }
        }
    }

    /// Also where there are so many rounds that everyone has to meet everyone.
    #[test]
    fn nobody_is_met_twice_before_everyone_was_met(n in 2_usize..=17, rounds in 1_usize..20, seed: u64) {
        let all = n.next_multiple_of(2) - 1;
        let mut met = vec![vec![0; n]; n];
        for (round, stage) in play(n, 1, rounds, seed).iter().enumerate() {
            for [a, b] in meetings(stage) {
                met[a][b] += 1;
                prop_assert!(met[a][b] <= 1 + round / all, "{n} entrants, {rounds} rounds: {a} and {b}");
            }
        }
    }

    /// In whatever way it came to the round that is to be paired: the earlier rounds here are by chance.
    #[test]
    fn as_few_meet_again_as_possible(n in 2_usize..=9, earlier in 0_usize..12, more in 1_usize..4, seed: u64) {
        let mut random = SplitMix64::new(seed);
        let mut met = vec![vec![0; n]; n];
        let mut byes = vec![0; n];
        let mut encounters = Vec::new();
        for round in 1..=earlier {
            let mut order: Vec<usize> = (0..n).collect();
            (1..n).for_each(|i| order.swap(i, random.below(i + 1)));
            for two in order.chunks_exact(2) {
                met[two[0]][two[1]] += 1;
                met[two[1]][two[0]] += 1;
                let half_points = random.below(5) as u64;
                let half_points = [half_points, 4 - half_points];
                encounters.push(Encounter { round, entrants: [two[0], two[1]], games: 2, half_points });
            }
            order.chunks_exact(2).remainder().iter().for_each(|&bye: &usize| byes[bye] += 1);
        }
        let schedule = Schedule::new(Format::Swiss { rounds: earlier + more }, n, 1).unwrap();
        let stage = schedule.next(&encounters.into_iter().collect()).unwrap().unwrap();
        let least = (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| met[a][b]).min().unwrap();
        let fewest = byes.iter().min().unwrap();
        // An odd one out meets number n.
        let cost = |a: usize, b: usize| {
            if b == n { (byes[a] == *fewest).then_some(0) } else { Some(usize::from(met[a][b] > least)) }
        };
        let best = cheapest(&(0..n.next_multiple_of(2)).collect::<Vec<_>>(), &cost).unwrap();
        let again = meetings(&stage).into_iter().filter(|&[a, b]| met[a][b] > least).count();
        prop_assert_eq!(again, best);
        prop_assert!(stage.byes.iter().all(|&bye| byes[bye] == *fewest));
    }
}

/// Who met, from 1, in the order of the stage.
fn text(stage: &Stage) -> String {
    let games = stage.games.iter().step_by(2);
    games
        .map(|game| format!("{}-{}", game.entrants[0] + 1, game.entrants[1] + 1))
        .collect::<Vec<_>>()
        .join(" ")
}

/// FIDE Handbook, C.04.1 F.4: in the first round the highest of the upper half meets the highest of the
/// lower half, and so on; of an odd number the lowest has the bye.
#[test]
fn the_first_round_is_the_upper_half_against_the_lower_half() {
    let first = |n| play(n, 1, 1, 0).remove(0);
    assert_eq!(text(&first(8)), "1-5 2-6 3-7 4-8");
    let odd = first(7);
    assert_eq!((text(&odd).as_str(), &odd.byes[..]), ("1-4 2-5 3-6", &[6][..]));
}

/// The next round after one round of which the results are given.
fn after(entrants: usize, results: &[([usize; 2], [u64; 2])]) -> Stage {
    let met = |&([a, b], half_points): &([usize; 2], [u64; 2])| Encounter {
        round: 1,
        entrants: [a - 1, b - 1],
        games: 2,
        half_points,
    };
    let schedule = Schedule::new(Format::Swiss { rounds: 2 }, entrants, 1).unwrap();
    schedule.next(&results.iter().map(met).collect()).unwrap().unwrap()
}

#[test]
fn winners_meet_winners() {
    // The favourites win: those of four points are 1 to 4, those of none 5 to 8.
    let favourites = [([1, 5], [4, 0]), ([2, 6], [4, 0]), ([3, 7], [4, 0]), ([4, 8], [4, 0])];
    assert_eq!(text(&after(8, &favourites)), "1-3 2-4 5-7 6-8");
    // Of five 5 had the bye. With 1 and 2 it has all points; its Buchholz, that of a winner who beat a
    // winner, is better. One of the three has to leave the group, and the lowest without a bye rests.
    let stage = after(5, &[([1, 3], [4, 0]), ([2, 4], [4, 0])]);
    assert_eq!((text(&stage).as_str(), &stage.byes[..]), ("5-1 2-3", &[3][..]));
}

/// Within a group the lower half is put into the first order in which nobody meets again: FIDE Handbook,
/// C.04.3 (Dutch system), orders these transpositions lexicographically: 4-5-6, 4-6-5, 5-4-6 ...
#[test]
fn the_lower_half_of_a_group_is_transposed_as_little_as_possible() {
    // All draws, so all six are one group in the order of the list.
    let draws = |met: [[usize; 2]; 3]| text(&after(6, &met.map(|two| (two, [2, 2]))));
    assert_eq!(draws([[1, 2], [3, 5], [4, 6]]), "1-4 2-5 3-6");
    assert_eq!(draws([[1, 3], [2, 5], [4, 6]]), "1-4 2-6 3-5");
    assert_eq!(draws([[1, 4], [2, 5], [3, 6]]), "1-5 2-6 3-4");
    assert_eq!(draws([[1, 4], [2, 3], [5, 6]]), "1-5 2-4 3-6");
}
