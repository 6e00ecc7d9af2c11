//! Openings in every game: legal, unfinished, different, balanced, and reproducible from a seed.

use std::collections::HashSet;
use std::time::Duration;

use crate::partners::four_hands::FourHands;
use abstract_game::Player;
use abstract_game::conformance::sized;
use abstract_game::facade::{AnyMatch, AnyRules};
use arena::engine::EngineLimits;
use arena::engine::{RandomPlayer, Seating};
use arena::game::Judging;
use arena::game::{Setup, Unplayed, play};
use arena::openings::{
    Candidates, Opening, OpeningCounts, OpeningError, Openings, RandomOpenings, parse_openings,
};
use arena::stop::Stop;
use arena::store::{Address, Header, Store};

fn rules(game: &str, options: &[(&str, &str)]) -> Box<dyn AnyRules> {
    let mut rules = games::by_name(game).unwrap();
    options.iter().for_each(|(name, value)| rules.set_option(name, value).unwrap());
    rules
}

/// Every game, with settings for useful openings.
fn every_game() -> Vec<(Box<dyn AnyRules>, RandomOpenings)> {
    let defaults = RandomOpenings {
        nodes: sized(100, 1_000),
        score: 200,
        effort: sized(100, 1_000),
        ..RandomOpenings::default()
    };
    vec![
        (rules("snorkels", &[]), defaults),
        (rules("snorkels", &[("size", "5"), ("pie", "false")]), RandomOpenings { turns: 3, ..defaults }),
        (rules("symbol", &[]), defaults),
        (rules("nika", &[]), RandomOpenings { turns: 5, ..defaults }),
        // 42 counters; the game is solved quickly, so the search must be short.
        (
            rules("take-two", &[("heaps", "7")]),
            RandomOpenings { turns: 2, nodes: 0, effort: 100, ..defaults },
        ),
    ]
}

fn make(rules: &dyn AnyRules, wanted: RandomOpenings, seed: u64, count: usize) -> Vec<Opening> {
    numbered(rules, &Openings::Random(wanted), seed, count).unwrap().0
}

/// The first `count` openings of a tournament, and how many of them repeat the position of an earlier one.
pub(crate) fn numbered(
    rules: &dyn AnyRules,
    openings: &Openings,
    seed: u64,
    count: usize,
) -> Result<(Vec<Opening>, usize), OpeningError> {
    let rules = [rules.boxed_clone()];
    let candidates = Candidates::new(&rules, openings, seed)?;
    candidates.check()?;
    let store = Store::create(&Address::Memory, &Header::default()).unwrap();
    let mut repeated = 0;
    while let Some(piece) = store.claim_openings(count, 1, Duration::from_secs(60)).unwrap() {
        let candidate = candidates.get(piece.start, &mut OpeningCounts::default())?;
        repeated += store.add_openings(piece.start, &[candidate], candidates.differ()).unwrap();
    }
    Ok((store.openings(0).map(Result::unwrap).collect(), repeated))
}

fn positions(rules: &dyn AnyRules, openings: &[Opening]) -> HashSet<String> {
    openings.iter().map(|opening| opening.reach(rules).unwrap().position_text()).collect()
}

/// Whether the player to act wins with one of the first 2,000 turns.
fn wins_at_once(game: &dyn AnyMatch) -> bool {
    let actor = game.player_to_act();
    game.legal_turns(2_000).iter().any(|turn| {
        let mut after = game.boxed_clone();
        after.play_turn(turn).unwrap();
        after.result().is_some_and(|end| end.winner == Some(actor))
    })
}

#[test]
fn random_openings_are_legal_unfinished_and_different() {
    for (rules, wanted) in every_game() {
        let openings = make(&*rules, wanted, 3, 20);
        for opening in &openings {
            let game = opening.reach(&*rules).unwrap();
            assert_eq!((opening.turns.len(), game.turn_count()), (wanted.turns, wanted.turns));
            assert_eq!((&opening.start, game.result()), (&None, None));
        }
        assert_eq!(positions(&*rules, &openings).len(), 20, "{}", rules.name());
        assert_ne!(openings, make(&*rules, wanted, 4, 20), "{}", rules.name());
    }
}

#[test]
fn the_openings_depend_only_on_the_seed() {
    // The last game has fewer openings than requested.
    let small = (rules("take-two", &[("heaps", "1")]), RandomOpenings::unchecked(1));
    for (rules, wanted) in every_game().into_iter().chain([small]) {
        let all = make(&*rules, wanted, 8, 12);
        assert_eq!(all, make(&*rules, wanted, 8, 12), "{}", rules.name());
        // A candidate is the same without those before it, and where many judgements are known.
        let openings = Openings::Random(wanted);
        let candidates = Candidates::new(std::slice::from_ref(&rules), &openings, 8).unwrap();
        let get = |number| candidates.get(number, &mut OpeningCounts::default()).unwrap();
        let made: Vec<_> = (0..30).rev().map(get).collect();
        assert_eq!(made, (0..30).rev().map(get).collect::<Vec<_>>());
        let mut seen = HashSet::new();
        let new = made.into_iter().rev().flatten().filter(|made| seen.insert(made.position));
        for (expected, made) in all.iter().zip(new) {
            assert_eq!(*expected, made.opening, "{}", rules.name());
        }
    }
}

#[test]
fn no_opening_can_be_won_at_once() {
    let count = |rules: &dyn AnyRules, wanted| {
        let openings = make(rules, wanted, 1, 40);
        openings.iter().filter(|opening| wins_at_once(&*opening.reach(rules).unwrap())).count()
    };
    let small = rules("snorkels", &[("size", "4")]);
    assert!(count(&*small, RandomOpenings::unchecked(4)) > 0);
    assert_eq!(count(&*small, RandomOpenings { effort: 50, ..RandomOpenings::unchecked(4) }), 0);
    let symbol = rules("symbol", &[]);
    assert!(count(&*symbol, RandomOpenings::unchecked(8)) > 0);
    assert_eq!(count(&*symbol, RandomOpenings { effort: 2_000, ..RandomOpenings::unchecked(8) }), 0);
}

#[test]
fn no_opening_is_one_sided() {
    let rules = [rules("symbol", &[])];
    let refused = |wanted| {
        let openings = Openings::Random(wanted);
        let candidates = Candidates::new(&rules, &openings, 2).unwrap();
        let mut counts = OpeningCounts::default();
        (0..5).for_each(|number| assert!(candidates.get(number, &mut counts).unwrap().is_some()));
        counts.one_sided
    };
    assert_eq!(refused(RandomOpenings::unchecked(8)), 0);
    let checked = |score| refused(RandomOpenings { nodes: 200, score, ..RandomOpenings::unchecked(8) });
    assert!(checked(50) > checked(500), "a smaller score refuses more");
}

#[test]
fn a_game_with_few_openings_repeats_and_counts_them() {
    let rules = rules("take-two", &[("heaps", "1")]);
    let openings = Openings::Random(RandomOpenings::unchecked(1));
    // One heap of three: one counter or two may be taken.
    let (made, repeated) = numbered(&*rules, &openings, 0, 50).unwrap();
    let different = positions(&*rules, &made);
    assert_eq!(different, HashSet::from(["1 2 2".to_owned(), "2 2 2".to_owned()]));
    assert_eq!((made.len(), repeated), (50, 48));
    for position in different {
        let often = made.iter().filter(|o| o.reach(&*rules).unwrap().position_text() == position).count();
        assert!((10..=40).contains(&often), "{position} {often}");
    }
}

#[test]
fn without_turns_every_game_begins_at_the_start() {
    let rules = rules("take-two", &[]);
    let wanted = RandomOpenings { turns: 0, ..RandomOpenings::default() };
    assert_eq!(make(&*rules, wanted, 1, 3), vec![Opening::default(); 3]);
}

#[test]
fn the_error_names_the_failed_checks_and_what_to_change() {
    let fails = |rules: &dyn AnyRules, wanted| {
        let openings = Openings::Random(wanted);
        let error = numbered(rules, &openings, 1, 1).unwrap_err();
        let OpeningError::NoneFound(_, _, counts) = &error else { panic!("{error}") };
        assert_eq!(counts.tried, 2000);
        (error.to_string(), *counts)
    };
    let solved = rules("snorkels", &[("size", "3")]);
    let (message, counts) = fails(&*solved, RandomOpenings { turns: 3, ..RandomOpenings::default() });
    assert!(
        message.starts_with("found no opening of 3 random turns for snorkels: 2000 tried, "),
        "{message}"
    );
    assert!(message.contains("less effort") && counts.decided > 1800, "{message}");
    let (message, counts) = fails(&*solved, RandomOpenings::unchecked(30));
    assert!(message.contains("use fewer opening turns") && counts.ended == 2000, "{message}");
    // No first turn leaves the score at 0.
    let wanted = RandomOpenings { nodes: 100, score: 0, ..RandomOpenings::unchecked(1) };
    let (message, counts) = fails(&*rules("snorkels", &[]), wanted);
    assert!(message.contains("a greater score") && counts.one_sided > 900, "{message}");
}

#[test]
fn openings_of_an_unlisted_game_are_not_searched() {
    let mut rules = FourHands::default().boxed_clone();
    rules.set_option("heaps", "5").unwrap();
    let wanted = RandomOpenings { turns: 3, ..RandomOpenings::default() };
    let (made, repeated) = numbered(&*rules, &Openings::Random(wanted), 1, 10).unwrap();
    assert_eq!((made.len(), repeated), (10, 0));
    assert!(made.iter().all(|opening| opening.reach(&*rules).unwrap().turn_count() == 3));
    assert_eq!(make(&*rules, RandomOpenings::unchecked(3), 1, 10), made);
}

#[test]
fn a_list_is_used_in_order_and_again() {
    let rules = rules("snorkels", &[]);
    let list = parse_openings("d4\nc3\nfen 7/7/7/7/7/7/7 p 1 - moves e5\n", None, &*rules).unwrap().openings;
    let openings = Openings::Listed { openings: list.clone(), shuffled: false };
    let (made, repeated) = numbered(&*rules, &openings, 1, 7).unwrap();
    assert_eq!((made, repeated), (list.iter().cycle().take(7).cloned().collect(), 4));
}

#[test]
fn a_shuffled_list_has_another_order_for_another_seed() {
    let rules = rules("snorkels", &[]);
    let list: Vec<_> =
        rules.start().legal_turns(30).into_iter().map(|turn| Opening::of_turns([turn])).collect();
    let openings = Openings::Listed { openings: list.clone(), shuffled: true };
    let order = |seed| {
        let (rounds, _) = numbered(&*rules, &openings, seed, 60).unwrap();
        assert_eq!(rounds[..30], rounds[30..]);
        rounds[..30].to_vec()
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
    assert_ne!(order(1), list);
    assert_eq!(order(1).into_iter().collect::<HashSet<_>>(), list.into_iter().collect());
}

#[test]
fn wrong_openings_are_refused_before_the_first_one() {
    let rules = rules("snorkels", &[]);
    let new = |openings| numbered(&*rules, &openings, 1, 1).unwrap_err().to_string();
    let listed = |openings| Openings::Listed { openings, shuffled: true };
    let bad = vec![Opening::default(), Opening::of_turns(["d4", "z9"])];
    assert!(new(listed(bad)).starts_with("opening 2: turn 2 `z9`: "));
    assert!(new(listed(Vec::new())).starts_with("there are no openings"));
}

#[test]
fn a_game_can_begin_with_a_position() {
    let rules = rules("take-two", &[]);
    let (limits, stop) = ([EngineLimits::default(), EngineLimits::default()], Stop::new());
    let seating = Seating::new(rules.seats(), &[0, 1]);
    let play = |opening: &Opening| {
        let (mut p1, mut p2) = (RandomPlayer::default(), RandomPlayer::default());
        let setup = Setup {
            rules: &*rules,
            opening,
            seating: &seating,
            limits: &limits,
            judging: Judging::default(),
            seeds: [1, 2],
            stop: &stop,
        };
        play(&setup, &mut [&mut p1, &mut p2], &mut |_, _| ())
    };
    let opening = Opening { start: Some("9,9 2 2".into()), turns: vec!["a3,b3".into()] };
    let played = play(&opening).unwrap();
    assert_eq!((played.start.as_str(), played.turns[0].player), ("9,9 2 2", Player::P2));
    assert!(played.turns[0].info.is_none() && played.turns[1].info.is_some());
    let wrong = Opening { start: Some("9;9".into()), ..Opening::default() };
    let Err(Unplayed::Start(fault)) = play(&wrong) else { panic!("`9;9` is no position") };
    assert!(fault.to_string().starts_with("`9;9` is not a position of the game: "), "{fault}");
}
