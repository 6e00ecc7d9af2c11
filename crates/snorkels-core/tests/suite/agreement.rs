//! The two implementations compared: in random games, on random texts, and on every position of a small board.

use abstract_game::Player;
use abstract_game::conformance::{
    Comparison, RandomGames, SecondEnd, SecondImplementation, check_position_text, sized,
};
use proptest::prelude::*;
use snorkels_core::{Action, Snorkels};

use crate::naive::Naive;

fn player(number: u8) -> Player {
    Player::BOTH[usize::from(number) - 1]
}

impl SecondImplementation for Naive {
    type Rules = Snorkels;
    type Action = String;

    fn read_position(rules: &Snorkels, text: &str) -> Result<Naive, String> {
        Naive::read(text, rules.pie()).ok_or_else(|| "not a position".to_owned())
    }

    fn text(&self) -> String {
        self.text()
    }

    fn player_to_act(&self) -> Player {
        player(self.player())
    }

    fn end(&self) -> Option<SecondEnd> {
        self.end.map(|(winner, reason)| (Some(player(winner)), reason))
    }

    fn actions(&self) -> Vec<String> {
        self.actions().into_iter().collect()
    }

    fn count_actions(&self) -> usize {
        self.count_actions()
    }

    fn action_text(action: &String) -> String {
        action.clone()
    }

    fn read_action(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn play(&mut self, action: &String) {
        self.play(action);
    }
}

/// The number of a game decides the size of the board and the options.
#[test]
fn random_games() {
    let games = RandomGames::new(|number, _| {
        let (size, pie, stones) = ((3 + number % 6) as u8, number / 6 % 2 == 0, (number / 12 % 4) as u8);
        // Every other round of options has a width of its own.
        let width = (number / 48 % 2 == 1).then_some(2 + number / 96 % 7);
        let rules = Snorkels::new()
            .with("size", size)
            .unwrap()
            .with("width", width.map_or("square".to_owned(), |width| width.to_string()))
            .unwrap()
            .with_pie(pie)
            .with("stones", stones)
            .unwrap()
            .with("stones-seed", number)
            .unwrap();
        let start = rules.start();
        assert_eq!(start.stones().len(), u32::from(stones));
        let stones = crate::names(start.stones());
        let naive = Naive::start(rules.width(), size, pie, &stones.split_whitespace().collect::<Vec<_>>());
        Comparison::new(rules, start, naive)
    });
    let games = games.observe(|game, action, _| {
        let real = game.real();
        let after = real.after(real.read_action(action).unwrap());
        assert!(after.max_remaining_turns().unwrap() < real.max_remaining_turns().unwrap());
    });
    let tally = games.play(0, sized(6_000, 30_000));
    println!("{tally:#?}");
    assert_eq!(tally.results_with("not over") + tally.results_with("draw"), 0, "{tally:?}");
}

/// Both implementations make the same of a text, and of all positions one action later.
#[track_caller]
fn check_text(text: &str, pie: bool) {
    if let Some(game) = check_position_text::<Naive>(&Snorkels::new().with_pie(pie), text) {
        game.check_tree(1);
    }
}

#[test]
fn every_position_of_two_by_two() {
    for (pie, expected) in [(true, [1, 4, 16, 36, 40, 16, 0]), (false, [1, 4, 12, 24, 16, 0, 0])] {
        let rules = Snorkels::new().with("size", 2).unwrap().with_pie(pie);
        let game = Comparison::new(rules, rules.start(), Naive::start(2, 2, pie, &[]));
        assert_eq!(game.check_tree(6), expected);
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
    let sides = prop_oneof![(2_usize..=8).prop_map(|size| (size, size)), (1_usize..=9, 1_usize..=9)];
    let rows = sides.prop_flat_map(move |(width, height)| prop::collection::vec(row(width), height));
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

fn cases(quick: u32, long: u32) -> ProptestConfig {
    ProptestConfig { cases: sized(quick, long), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(4_000, 10_000))]

    #[test]
    fn texts_of_random_boards(text in text(), pie: bool) {
        check_text(&text, pie);
    }

    #[test]
    fn damaged_texts(text in damaged(), pie: bool) {
        check_text(&text, pie);
    }

    #[test]
    fn texts_of_any_kind(text: String, pie: bool) {
        check_text(&text, pie);
    }
}

proptest! {
    #![proptest_config(cases(500, 2_000))]

    /// The actions are any of any board, legal or not.
    #[test]
    fn sequences_of_actions(width in 2_u8..=8, height in 2_u8..=8, pie: bool, indices in prop::collection::vec(0..Action::COUNT, 0..150)) {
        let rules = Snorkels::new().with("size", height).unwrap().with("width", width).unwrap().with_pie(pie);
        let mut game = Comparison::new(rules, rules.start(), Naive::start(width, height, pie, &[]));
        for index in indices {
            let action = Action::all().nth(index).unwrap();
            let text = action.to_string();
            let legal = game.second().actions().contains(&text);
            let mut real = *game.real();
            prop_assert_eq!(real.is_legal(action), legal);
            prop_assert_eq!(real.check(action).is_ok(), legal);
            prop_assert_eq!(real.read_action(&text).ok(), legal.then_some(action));
            prop_assert_eq!(real.try_play(action).is_ok(), legal);
            if legal {
                game.play(&text);
                game.check();
                prop_assert_eq!(&real, game.real());
            } else {
                prop_assert_eq!(&real, game.real());
            }
        }
    }
}
