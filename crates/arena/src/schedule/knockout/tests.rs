//! Published brackets, and whole knockouts with random results.

use std::ops::Range;

use abstract_game::random::SplitMix64;
use proptest::prelude::*;

use super::super::*;
use super::*;

/// The usual brackets of eight and of sixteen, for example in the regions of the NCAA
/// basketball tournament: 1-16 and 8-9 play for one place, 5-12 and 4-13, 6-11 and 3-14, 7-10 and 2-15;
/// their winners meet as written there, the first two groups in one half, the others in the other.
#[test]
fn the_bracket_is_the_usual_one() {
    let groups = |size: usize, of: usize| -> Vec<Vec<usize>> {
        let seeds = seeds(size);
        let mut groups: Vec<Vec<usize>> =
            seeds.chunks(of).map(|group| group.iter().map(|seed| seed + 1).collect()).collect();
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups.sort();
        groups
    };
    assert_eq!(groups(8, 2), [[1, 8], [2, 7], [3, 6], [4, 5]]);
    assert_eq!(groups(8, 4), [[1, 4, 5, 8], [2, 3, 6, 7]]);
    let first = [[1, 16], [2, 15], [3, 14], [4, 13], [5, 12], [6, 11], [7, 10], [8, 9]];
    assert_eq!(groups(16, 2), first);
    assert_eq!(groups(16, 4), [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]);
    assert_eq!(groups(16, 8), [[1, 4, 5, 8, 9, 12, 13, 16], [2, 3, 6, 7, 10, 11, 14, 15]]);
}

fn knockout(entrants: usize, pairs: usize) -> Schedule {
    Schedule::new(Format::Knockout, entrants, pairs).unwrap()
}

/// The openings of these games.
fn openings(games: &[Game]) -> Range<usize> {
    let openings = games.iter().map(|game| game.opening);
    openings.clone().min().unwrap()..openings.max().unwrap() + 1
}

/// Plays a knockout; `result` makes the half points of the first entrant of a game.
fn play(
    entrants: usize,
    pairs: usize,
    mut result: impl FnMut(usize, usize) -> u64,
) -> (Schedule, Vec<Vec<Game>>, Scheduled) {
    let schedule = knockout(entrants, pairs);
    let (mut scheduled, mut stages) = (Scheduled::default(), Vec::new());
    while let Some(stage) = schedule.next(&scheduled).unwrap() {
        assert_eq!(schedule.next(&scheduled).unwrap().as_ref(), Some(&stage));
        for game in &stage {
            let of_p1 = result(game.entrants[0], game.entrants[1]);
            scheduled.add(game, Some([of_p1, 2 - of_p1]));
        }
        stages.push(stage);
    }
    (schedule, stages, scheduled)
}

proptest! {
    #[test]
    fn one_entrant_is_left_and_all_others_have_lost_once(n in 2_usize..=17, pairs in 1_usize..4, seed: u64) {
        let mut random = SplitMix64::new(seed);
        let (schedule, stages, scheduled) = play(n, pairs, |_, _| random.below(3) as u64);
        let games: Vec<_> = stages.iter().flatten().collect();
        for (i, game) in games.iter().enumerate() {
            prop_assert_eq!((game.number, game.pair), (i + 1, i / 2 + 1));
        }
        // No opening comes twice for the same two, and none is left out.
        let mut openings: Vec<usize> = games.iter().map(|game| game.opening).collect();
        openings.sort_unstable();
        openings.dedup();
        prop_assert_eq!(&openings, &(0..openings.len()).collect::<Vec<_>>());
        prop_assert!(games.len() >= schedule.at_least().unwrap());
        let bracket = Bracket::new(n, pairs, &scheduled).unwrap();
        let champion = bracket.rounds.last().unwrap()[0].winner().unwrap();
        prop_assert_eq!(scheduled.encounters().count(), n - 1);
        let mut losers: Vec<usize> = bracket.rounds.iter().flatten().filter_map(BracketMatch::loser).collect();
        losers.sort_unstable();
        prop_assert_eq!(losers, (0..n).filter(|&e| e != champion).collect::<Vec<_>>());
        let places = bracket.places();
        prop_assert_eq!(&places[0], &(1, vec![champion]));
        prop_assert_eq!(places.iter().map(|(_, entrants)| entrants.len()).sum::<usize>(), n);
        prop_assert_eq!((places[1].0, places[1].1.len()), (2, 1));
    }
}

#[test]
fn the_best_seeds_have_byes_and_win_if_they_are_better() {
    let (schedule, stages, scheduled) = play(6, 2, |a, b| if a < b { 2 } else { 0 });
    assert_eq!(stages.iter().map(|stage| openings(stage)).collect::<Vec<_>>(), [0..2, 2..4, 4..6]);
    assert_eq!(
        schedule.table(&scheduled, &["A", "B", "C", "D", "E", "F"]).unwrap().unwrap().1,
        "round 1: A has no opponent\n\
         round 1: D 4.0 - 0.0 E, D advances\n\
         round 1: B has no opponent\n\
         round 1: C 4.0 - 0.0 F, C advances\n\
         round 2: A 4.0 - 0.0 D, A advances\n\
         round 2: B 4.0 - 0.0 C, B advances\n\
         round 3: A 4.0 - 0.0 B, A advances\n\
         place 1: A\n\
         place 2: B\n\
         places 3-4: C, D\n\
         places 5-6: E, F\n"
    );
}

#[test]
fn level_entrants_play_on_then_the_better_seed_advances() {
    let (_, stages, scheduled) =
        play(4, 2, |a, b| if [a, b] == [1, 2] || [a, b] == [2, 1] { 1 } else { 2 * u64::from(a < b) });
    // Round 1, then a pair at a time of the one match that is level, then the final.
    assert_eq!(stages.len(), 1 + EXTRA_PAIRS + 1);
    assert_eq!(
        stages[1].iter().map(|game| (game.round, game.opening, game.entrants)).collect::<Vec<_>>(),
        [(1, 2, [1, 2]), (1, 2, [2, 1])]
    );
    // In the next pair the other one begins.
    assert_eq!((stages[2][0].opening, stages[2][0].entrants), (3, [2, 1]));
    assert_eq!(stages.last().map(|stage| openings(stage)), Some(10..12));
    let text = Bracket::new(4, 2, &scheduled).unwrap().to_text(&["A", "B", "C", "D"]);
    assert!(
        text.contains("round 1: B 10.0 - 10.0 C after 8 pairs more, B advances as the better seed\n"),
        "{text}"
    );
}

#[test]
fn further_pairs_share_their_openings() {
    let mut count = 0;
    let (_, stages, _) = play(4, 1, |_, _| {
        count += 1;
        // Both matches are level after the first pair, one after the second.
        [1, 1, 1, 1, 2, 0, 1, 1, 2, 0, 2, 0][count - 1]
    });
    let openings = stages.iter().map(|stage| (stage.len() / 2, openings(stage))).collect::<Vec<_>>();
    assert_eq!(openings, [(2, 0..1), (2, 1..2), (1, 2..3), (1, 3..4)]);
}

#[test]
fn unfinished_games_are_an_error() {
    let schedule = Schedule::new(Format::Knockout, 4, 1).unwrap();
    let stage = schedule.next(&Scheduled::default()).unwrap().unwrap();
    let mut scheduled = Scheduled::default();
    for (i, game) in stage.iter().enumerate() {
        scheduled.add(game, (i != 1).then_some([2, 0]));
    }
    assert!(matches!(schedule.next(&scheduled), Err(ScheduleError::Unfinished(Encounter { round: 1, .. }))));
    let (_, text) = schedule.table(&scheduled, &["A", "B", "C", "D"]).unwrap().unwrap();
    assert!(
        text.starts_with("round 1: A 1.0 - 0.0 D, being played\nround 1: B 1.0 - 1.0 C, level\n"),
        "{text}"
    );
    assert!(text.contains("round 2: winner of A/D - winner of B/C, not yet played\nplaces 1-4"), "{text}");
}

#[test]
fn a_bracket_as_text() {
    let semifinal = Encounter { round: 1, entrants: [1, 2], games: 2, half_points: [1, 3] };
    let bracket = Bracket::new(3, 1, &[semifinal].into_iter().collect()).unwrap();
    assert_eq!(
        bracket.to_text(&["A", "B", "C"]),
        "round 1: A has no opponent\n\
         round 1: B 0.5 - 1.5 C, C advances\n\
         round 2: A - C, not yet played\n\
         places 1-2: A, C\n\
         place 3: B\n"
    );
}
