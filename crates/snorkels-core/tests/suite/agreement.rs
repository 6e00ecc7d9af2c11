//! The two implementations side by side: along random games, on random texts, and in what they count.

use std::collections::BTreeSet;
use std::thread;

use abstract_game::random::SplitMix64;
use abstract_game::{Player, Position as _};
use proptest::prelude::*;
use snorkels_core::{Action, Position, Snorkels};

use crate::naive::Naive;

const GAMES_PER_SIZE: u32 = 10_000;

/// Half of these games are played by one thread and half by another.
#[test]
fn ten_thousand_random_games_of_each_size() {
    thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || {
                for size in 3..=8 {
                    (0..GAMES_PER_SIZE)
                        .filter(|game| game % 2 == half)
                        .for_each(|game| play_both(size, game));
                }
            });
        }
    });
}

/// A random game; its number decides about the options too.
fn play_both(size: u8, game: u32) {
    let pie = game & 2 == 0;
    let stones = (game / 4 % 4) as u8;
    let rules = Snorkels::new().with_size(size).unwrap().with_pie(pie).with_stones(stones).unwrap();
    let rules = rules.with_seed(game);
    let mut real = rules.start();
    assert_eq!(real.stones().len(), u32::from(stones));
    let mut naive =
        Naive::start(size, pie, &crate::names(real.stones()).split_whitespace().collect::<Vec<_>>());
    let mut random = SplitMix64::new(u64::from(game) << 8 | u64::from(size));
    loop {
        let actions = compare(&real, &naive);
        let Some(&action) = random.choose(&actions) else { break };
        let rest = real.max_remaining_turns().unwrap();
        naive.play(&action.to_string());
        real.play(action);
        assert!(real.max_remaining_turns().unwrap() < rest);
        assert_eq!(real.key(), real.key_from_scratch(), "{real}");
    }
    assert!(real.end().is_some());
}

/// Compares all there is, and returns the legal actions.
#[track_caller]
fn compare(real: &Position, naive: &Naive) -> Vec<Action> {
    let text = naive.text();
    assert_eq!(real.to_string(), text);
    let actions = real.actions();
    let by_name: BTreeSet<String> = actions.iter().map(Action::to_string).collect();
    assert_eq!(by_name.len(), actions.len(), "an action twice on {text}");
    assert_eq!(by_name, naive.actions(), "{text}");
    assert_eq!(real.count_actions(), actions.len(), "{text}");
    let end = real.end().map(|end| (number(end.winner.expect("there are no draws")), end.reason.as_str()));
    assert_eq!(end, naive.end, "{text}");
    if end.is_none() {
        assert_eq!(number(real.player_to_act()), naive.player(), "{text}");
        assert!(!actions.is_empty(), "{text}");
    }
    actions
}

fn number(player: Player) -> u8 {
    match player {
        Player::P1 => 1,
        Player::P2 => 2,
    }
}

/// What a reader makes of a text, in both implementations.
#[track_caller]
fn compare_reading(text: &str, pie: bool) {
    let real = Snorkels::new().with_pie(pie).read_position(text);
    match (real, Naive::read(text, pie)) {
        (Err(error), None) => assert!(!error.to_string().is_empty()),
        (Ok(real), Some(naive)) => {
            for action in compare(&real, &naive) {
                compare(&real.after(action), &naive.after(&action.to_string()));
            }
        }
        (real, naive) => panic!("{text:?}: {real:?}, but {naive:?}"),
    }
}

/// How many positions there are after each number of actions, when every position is compared on the way.
fn compare_tree(real: &Position, naive: &Naive, depth: usize, counts: &mut [u64]) {
    counts[depth] += 1;
    for action in compare(real, naive) {
        compare_tree(&real.after(action), &naive.after(&action.to_string()), depth + 1, counts);
    }
}

#[test]
fn two_by_two_to_the_last_position() {
    for (pie, expected) in [(true, [1, 4, 16, 36, 40, 16, 0]), (false, [1, 4, 12, 24, 16, 0, 0])] {
        let rules = Snorkels::new().with_size(2).unwrap().with_pie(pie);
        let mut counts = [0; 7];
        compare_tree(&rules.start(), &Naive::start(2, pie, &[]), 0, &mut counts);
        assert_eq!(counts, expected);
    }
}

/// A text of four words, or nearly.
fn text() -> impl Strategy<Value = String> {
    let row = |size: usize| {
        let squares =
            prop::collection::vec(prop::sample::select(vec!['.', '.', '.', 'P', 'G', 'P', 'G', '#']), size);
        squares.prop_map(move |squares| {
            let row: String = squares.into_iter().collect();
            (1..=size).rev().fold(row, |row, run| row.replace(&".".repeat(run), &run.to_string()))
        })
    };
    let rows = (2_usize..=8).prop_flat_map(move |size| prop::collection::vec(row(size), size));
    let words = (
        rows.prop_map(|rows| rows.join("/")),
        prop::sample::select(vec!["p", "g"]),
        prop::sample::select(vec!["1", "2"]),
        prop::sample::select(vec!["-", "-", "-", "s"]),
    );
    words.prop_map(|(rows, turn, purple, pie)| format!("{rows} {turn} {purple} {pie}"))
}

/// A text in which some characters were put in, replaced or left out.
fn damaged() -> impl Strategy<Value = String> {
    let characters = prop::sample::select("PGpg#s-/ 0123456789.\u{e9}\n\0".chars().collect::<Vec<_>>());
    let changes = prop::collection::vec((any::<prop::sample::Index>(), 0..3, characters), 0..4);
    (text(), changes).prop_map(|(text, changes)| {
        let mut text: Vec<char> = text.chars().collect();
        for (place, kind, character) in changes {
            let place = place.index(text.len().max(1));
            match kind {
                0 => text.insert(place, character),
                1 if place < text.len() => text[place] = character,
                _ if place < text.len() => drop(text.remove(place)),
                _ => {}
            }
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn texts_of_random_boards(text in text(), pie: bool) {
        compare_reading(&text, pie);
    }

    #[test]
    fn texts_with_damage(text in damaged(), pie: bool) {
        compare_reading(&text, pie);
    }

    #[test]
    fn texts_of_any_kind(text: String, pie: bool) {
        compare_reading(&text, pie);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any action of any board may come, legal or not.
    #[test]
    fn sequences_of_actions(size in 2_u8..=8, pie: bool, indices in prop::collection::vec(0..Action::COUNT, 0..150)) {
        let mut real = Snorkels::new().with_size(size).unwrap().with_pie(pie).start();
        let mut naive = Naive::start(size, pie, &[]);
        for index in indices {
            let action = Action::from_index(index).unwrap();
            let text = action.to_string();
            let legal = naive.actions().contains(&text);
            prop_assert_eq!(real.is_legal(action), legal);
            prop_assert_eq!(real.check(action).is_ok(), legal);
            prop_assert_eq!(real.read_action(&text).ok(), legal.then_some(action));
            let before = real;
            prop_assert_eq!(real.try_play(action).is_ok(), legal);
            if legal {
                naive.play(&text);
                compare(&real, &naive);
            } else {
                prop_assert_eq!(real, before);
            }
        }
    }
}
