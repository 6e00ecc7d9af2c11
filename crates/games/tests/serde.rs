//! Positions, actions and matches as their texts.

use std::fmt::Debug;

use abstract_game::prelude::*;
use abstract_game::random::SplitMix64;
use abstract_game::{Match, Player};
use games::nika_core::{self, Nika};
use games::snorkels_core::Snorkels;
use games::symbol_core::Symbol;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a text")
}

#[track_caller]
fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
fn refusal<T: DeserializeOwned + Debug>(text: &str) -> String {
    serde_json::from_str::<T>(text).expect_err(text).to_string()
}

/// The parts of a match that play can change.
fn parts<P: Position>(game: &Match<P>) -> impl PartialEq + Debug + use<P> {
    let (starts, turns) = (game.turn_starts().to_vec(), game.turns().to_vec());
    (starts, turns, game.pending().to_vec(), game.result(), game.position().clone())
}

fn every_state_of_a_random_game<R>(rules: &R, seed: u64)
where
    R: Rules,
    R::Position: Serialize + DeserializeOwned,
    <R::Position as Position>::Action: Serialize + DeserializeOwned,
{
    let same_match = |game: &Match<R::Position>| {
        let text = text(game);
        assert!(parts(&read::<Match<R::Position>>(&text)) == parts(game), "{text}");
    };
    let mut random = SplitMix64::new(seed);
    let mut game = Match::new(rules.start());
    for _ in 0..80 {
        same_match(&game);
        let actions = game.legal_actions();
        let Some(&action) = random.choose(&actions) else { break };
        let position = text(game.position());
        assert!(position.starts_with(&format!("\"{}", game.position())), "{position}");
        assert_eq!(read::<R::Position>(&position), *game.position(), "{position}");
        assert_eq!(text(&action), format!("\"{action}\""));
        let read_actions: Vec<<R::Position as Position>::Action> = read(&text(&actions));
        assert_eq!(read_actions, actions);
        game.play(action);
    }
    assert!(game.turns().len() > 3);

    let mut game = Match::new(rules.start());
    game.resign(Player::P2);
    same_match(&game);
    let mut game = Match::new(rules.start());
    game.agree_draw();
    same_match(&game);
}

#[test]
fn matches_positions_and_actions_are_read_back() {
    for seed in 0..4 {
        every_state_of_a_random_game(&Nika, seed);
        every_state_of_a_random_game(&Symbol::new(), seed);
        let options: Symbol = "tiebreak=regions;pass=king".parse().expect("options");
        every_state_of_a_random_game(&options, seed);
        // The text of the first position does not contain the pie rule.
        for pie in [true, false] {
            let rules = Snorkels::new().with_pie(pie).with("size", 4).expect("a size");
            every_state_of_a_random_game(&rules, seed);
        }
    }
}

#[test]
fn texts_that_are_no_value_are_refused_with_the_reason() {
    type Match = nika_core::Match;
    let error = refusal::<nika_core::Action>("\"k4\"");
    assert!(error.starts_with("`k4` is no action"), "{error}");
    let error = refusal::<nika_core::Position>("\"-\"");
    assert!(error.starts_with("expected four words"), "{error}");
    let start = text(&Match::new(Nika.start()));
    let error = refusal::<Match>(&start.replace("[],", "[\"k4>n,-\"],"));
    assert!(error.contains("k4>n: k5 holds an own piece"), "{error}");
    let error = refusal::<Match>(&start.replace("null]", "\"P3 resigned\"]"));
    assert!(error.starts_with("`P3 resigned` is no end of a match"), "{error}");
    refusal::<Match>("7");
}
