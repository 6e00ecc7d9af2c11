//! Whole tournaments with random results, and pairings that can be checked by hand.

use std::collections::BTreeSet;

use abstract_game::random::SplitMix64;
use proptest::prelude::*;

use super::super::*;
use super::*;

/// Plays a Swiss tournament with random results, in which earlier entrants are stronger, and returns its rounds.
fn play(entrants: usize, pairs: usize, rounds: usize, seed: u64) -> Vec<Vec<Game>> {
    let schedule = Schedule::new(Format::Swiss { rounds }, entrants, pairs).unwrap();
    let mut random = SplitMix64::new(seed);
    let (mut scheduled, mut stages) = (Scheduled::default(), Vec::new());
    while let Some(stage) = schedule.next(&scheduled).unwrap() {
        assert_eq!(schedule.next(&scheduled).unwrap().as_ref(), Some(&stage), "no pure function");
        for game in &stage {
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
fn meetings(stage: &[Game]) -> Vec<[usize; 2]> {
    let mut two: Vec<_> = stage.iter().map(|game| game.entrants).map(|[a, b]| [a.min(b), a.max(b)]).collect();
    two.sort_unstable();
    two.dedup();
    two
}

/// The entrants of `n` who do not play.
fn byes_of(stage: &[Game], n: usize) -> Vec<usize> {
    let playing: Vec<usize> = meetings(stage).into_iter().flatten().collect();
    (0..n).filter(|entrant| !playing.contains(entrant)).collect()
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
    fn everyone_plays_every_round_and_byes_are_even(
        n in 2_usize..=17, pairs in 1_usize..4, rounds in 1_usize..20, seed: u64
    ) {
        let stages = play(n, pairs, rounds, seed);
        prop_assert_eq!(stages.len(), rounds);
        let mut byes = vec![0; n];
        let mut numbers = 1..;
        for (round, stage) in stages.iter().enumerate() {
            prop_assert_eq!(byes_of(stage, n).len(), n % 2);
            let mut seen: Vec<usize> = meetings(stage).into_iter().flatten().chain(byes_of(stage, n)).collect();
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..n).collect::<Vec<_>>());
            for bye in byes_of(stage, n) {
                byes[bye] += 1;
            }
            prop_assert!(byes.iter().max().unwrap() - byes.iter().min().unwrap() <= 1);
            let openings: BTreeSet<usize> = stage.iter().map(|game| game.opening).collect();
            prop_assert!(openings.into_iter().eq(round * pairs..(round + 1) * pairs));
            for two in stage.chunks(2) {
                let Game { number, pair, entrants, .. } = two[0];
                prop_assert_eq!((Some(number), Some(number + 1)), (numbers.next(), numbers.next()));
                prop_assert_eq!((pair, two[0].round), (number.div_ceil(2), round + 1));
                prop_assert_eq!(two[1], Game { number: number + 1, entrants: [entrants[1], entrants[0]], ..two[0] });
            }
        }
    }

    /// With at most half as many rounds as entrants (and the bye).
    #[test]
    fn no_two_meet_again(n in 2_usize..=17, seed: u64) {
        let rounds = n.div_ceil(2);
        let mut met = vec![vec![0; n]; n];
        for stage in &play(n, 1, rounds, seed) {
            for [a, b] in meetings(stage) {
                met[a][b] += 1;
                prop_assert!(met[a][b] <= 1, "{n} entrants, {rounds} rounds: {a} and {b}");
            }
        }
    }

    /// In every single round, also with more of them.

    /// For any earlier rounds; here they are random.
    #[test]
    fn as_few_as_possible_meet_again(n in 2_usize..=9, earlier in 0_usize..12, more in 1_usize..4, seed: u64) {
        let mut random = SplitMix64::new(seed);
        let mut met = vec![vec![0; n]; n];
        let mut byes = vec![0; n];
        let mut encounters = Vec::new();
        for round in 1..=earlier {
            let mut order: Vec<usize> = (0..n).collect();
            random.shuffle(&mut order);
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
        // The entrant with the bye meets number n.
        let cost = |a: usize, b: usize| {
            if b == n { (byes[a] == *fewest).then_some(0) } else { Some(usize::from(met[a][b] > least)) }
        };
        let best = cheapest(&(0..n.next_multiple_of(2)).collect::<Vec<_>>(), &cost).unwrap();
        let again = meetings(&stage).into_iter().filter(|&[a, b]| met[a][b] > least).count();
        prop_assert_eq!(again, best);
        prop_assert!(byes_of(&stage, n).into_iter().all(|bye| byes[bye] == *fewest));
    }
}

/// Who met, from 1, in the order of the stage.
fn text(stage: &[Game]) -> String {
    let games = stage.iter().step_by(2);
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
    assert_eq!((text(&odd).as_str(), &byes_of(&odd, 7)[..]), ("1-4 2-5 3-6", &[6][..]));
}

/// The next round after one round of which the results are given.
fn after(entrants: usize, results: &[([usize; 2], [u64; 2])]) -> Vec<Game> {
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
    assert_eq!((text(&stage).as_str(), &byes_of(&stage, 5)[..]), ("5-1 2-3", &[3][..]));
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

#[test]
fn the_table_as_text() {
    // Three entrants, two rounds, a pair of games each. A bye gives two points.
    let met = |round, entrants, half_points| Encounter { round, entrants, games: 2, half_points };
    let scheduled: Scheduled = [met(1, [0, 1], [4, 0]), met(2, [0, 2], [1, 3])].into_iter().collect();
    let standings = Standings::new(3, 1, &scheduled).unwrap();
    assert_eq!(standings.rows[0].entrant, 2);
    assert_eq!(
        standings.to_text(&["A", "B", "C"]),
        "engine  points  Buchholz    S-B       1       2\n\
         1. C       3.5       6.0  10.75     bye  2: 1.5\n\
         2. A       2.5       5.5   5.75  3: 2.0  1: 0.5\n\
         3. B       2.0       4.5   4.00  2: 0.0     bye\n"
    );
}

/// The first two of the Hamilton Chess Club championship 2018, who had to be told apart by tie-breaks:
/// Buchholz 22.5 and 20.0, Sonneborn-Berger 19.75 and 17.25. The points of their opponents and the
/// results are from the crosstable, <https://hamiltonchess.net/2018/04/11/richard-on-tie-break/>.
#[test]
fn tie_breaks_agree_with_a_published_table() {
    let half =
        |met: [(f64, f64); 6]| met.map(|(points, result)| ((2.0 * points) as u64, (2.0 * result) as u64));
    let first = half([(3.5, 1.0), (2.5, 1.0), (3.0, 1.0), (5.5, 0.5), (4.0, 1.0), (4.0, 1.0)]);
    assert_eq!(tie_breaks(first.into_iter()), (45, 79));
    let second = half([(1.0, 1.0), (3.0, 1.0), (3.5, 1.0), (5.5, 0.5), (3.5, 1.0), (3.5, 1.0)]);
    assert_eq!(tie_breaks(second.into_iter()), (40, 69));
}

#[test]
fn ties_are_broken_by_buchholz_then_berger_then_the_list() {
    let met = |round, entrants, half_points| Encounter { round, entrants, games: 2, half_points };
    // 1 and 2 win as much; 1 has beaten the better one.
    let scheduled =
        [met(1, [0, 2], [0, 4]), met(1, [1, 3], [4, 0]), met(2, [1, 2], [2, 2]), met(2, [0, 3], [4, 0])];
    let standings = Standings::new(4, 1, &scheduled.into_iter().collect()).unwrap();
    let row = |i: usize| {
        let row = &standings.rows[i];
        (row.entrant, row.half_points, row.buchholz, row.sonneborn_berger)
    };
    assert_eq!([0, 1, 2, 3].map(row), [(2, 6, 10, 28), (1, 6, 6, 12), (0, 4, 6, 0), (3, 0, 10, 0)]);
    let nothing = Standings::new(3, 1, &Scheduled::default()).unwrap();
    assert_eq!(nothing.rows.iter().map(|row| row.entrant).collect::<Vec<_>>(), [0, 1, 2]);
}

/// A table of these entrants with these half points.
fn rows<const N: usize>(standings: [(usize, u64); N]) -> [Standing; N] {
    standings.map(|(entrant, half_points)| Standing {
        entrant,
        half_points,
        buchholz: 0,
        sonneborn_berger: 0,
    })
}

/// The pairing of entrants with these half points, some of whom have met.
fn pairs<const N: usize>(half_points: &[u64; N], have_met: &[[usize; 2]]) -> Vec<[usize; 2]> {
    let mut met = vec![vec![0; N]; N];
    for &[a, b] in have_met {
        met[a][b] += 1;
        met[b][a] += 1;
    }
    let rows = rows::<N>(std::array::from_fn(|entrant| (entrant, half_points[entrant])));
    Field { rows: &rows, met, byes: vec![0; N], least: 0 }.pair()
}

#[test]
fn groups_are_kept_together_if_possible() {
    let group = [6, 6, 6, 6, 0, 0];
    // 0 would rather meet 3, but then 1 and 2, who have met, would have to leave their group.
    assert_eq!(pairs(&group, &[[0, 2], [1, 2]]), [[0, 1], [2, 3], [4, 5]]);
    // 0 has met all equals: it meets the best of the others, and the last of its group the rest of them.
    assert_eq!(pairs(&group, &[[0, 1], [0, 2], [0, 3]]), [[0, 4], [1, 2], [3, 5]]);
    // Keeping the group together must not make 4 and 5 meet again.
    assert_eq!(pairs(&group, &[[4, 5]]), [[0, 2], [1, 4], [3, 5]]);
}

#[test]
fn when_all_have_met_the_rarest_encounter_is_repeated() {
    let often = [[0, 1], [0, 1], [0, 2], [0, 2], [1, 2], [1, 3], [2, 3], [0, 3]];
    assert_eq!(pairs(&[0, 0, 0, 0], &often), [[0, 3], [1, 2]]);
    // Two of three have had a bye, so the third has it now.
    let field = Field {
        rows: &rows([(7, 4), (8, 2), (9, 2)]),
        met: vec![vec![0; 3]; 3],
        byes: vec![0, 1, 1],
        least: 0,
    };
    assert_eq!(field.pair(), [[8, 9]]);
}

#[test]
fn the_upper_half_prefers_the_lower_half_in_order() {
    assert_eq!(by_preference(&[1, 2, 3, 4, 5], 3), [2, 3, 1, 4, 5]);
    assert_eq!(by_preference(&[1, 2, 3, 4, 5, 6], 5), [3, 4, 5, 2, 1, 6]);
    assert_eq!(by_preference(&[1, 2], 0), [1, 2]);
    assert_eq!(by_preference(&[1], 1), [1]);
}
