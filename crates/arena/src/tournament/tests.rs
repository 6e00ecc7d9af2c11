//! Stores that another process has changed meanwhile, or with rows that do not fit the tournament.

use std::time::Duration;

use abstract_game::Player;
use abstract_game::facade::AnyRules as _;
use abstract_game::sample::TakeTwo;

use super::definition::Settings;
use super::planner::{Extended, Plan as _, Planner};
use super::ready::Tournament;
use crate::engine::{EngineLimits, EngineSpec};
use crate::game::{Cause, Ending};
use crate::game::{EngineThinking, Thinking};
use crate::lock;
use crate::schedule::{Format, Game};
use crate::stop::Stop;
use crate::store::{Address, Claim, Delivery, GameResult, Kept, Store, Worker};
use crate::worker::WorkSettings;

fn tournament(names: &[&str], settings: Settings) -> Tournament {
    let entrants = names.iter().map(|name| EngineSpec::random(*name));
    Tournament::new(TakeTwo::default().boxed_clone(), entrants, settings).unwrap()
}

fn swiss(rounds: usize) -> Settings {
    Settings { format: Format::Swiss { rounds }, ..Settings::default() }
}

const WON: GameResult = GameResult {
    ending: Ending { winner: Some(Player::P1), cause: Cause::Rules(String::new()), detail: None },
    culprit: None,
    turns: 3,
    thinking: Vec::new(),
    hash: None,
};

/// Finishes the next game with that result.
fn finish(store: &Store, worker: &Worker, result: &GameResult) {
    let claim = store.claim(worker, Duration::from_secs(60)).unwrap();
    let Claim::Game(claimed) = claim else { panic!("no game: {claim:?}") };
    let delivery = Delivery { token: claimed.token, result: result.clone(), record: String::new() };
    assert_eq!(store.finish(&[delivery]).unwrap(), [Kept::Yes]);
}

#[test]
fn a_round_that_another_process_has_started_meanwhile_is_not_started_again() {
    let tournament = tournament(&["a", "b", "c", "d"], swiss(3));
    let store = tournament.create(&Address::Memory).unwrap();
    let worker = store.register("host", 1).unwrap();
    let [ours, theirs] = [(); 2].map(|()| Planner::new(&tournament, &store, &|_, _| ()).unwrap());
    assert_eq!(ours.extend(0), Ok(Extended::Yes));
    (0..4).for_each(|_| finish(&store, &worker, &WON));
    // We read the counts; before we read the results, the other process continues.
    let counts = store.counts().unwrap();
    assert_eq!((counts.finished, counts.open), (4, 0));
    assert_eq!(theirs.extend(0), Ok(Extended::Yes));
    finish(&store, &worker, &WON);
    ours.read(true).unwrap();
    let results = lock(&ours.results).clone();
    assert_eq!(ours.extend_from(&mut None, &counts, &results), Ok(Extended::Yes));
    assert_eq!(store.counts().unwrap().scheduled(), 8);
    // The table has the whole round.
    let results = tournament.results(&store).unwrap();
    assert_eq!((results.scheduled.games(), results.summary.games), (8, 5));
}

#[test]
fn a_tournament_that_was_closed_in_the_middle_of_a_pair_has_a_table() {
    let tournament = tournament(&["a", "b"], swiss(2));
    let store = tournament.create(&Address::Memory).unwrap();
    let worker = store.register("host", 1).unwrap();
    Planner::new(&tournament, &store, &|_, _| ()).unwrap().extend(0).unwrap();
    finish(&store, &worker, &WON);
    assert!(store.close("enough").unwrap());
    let results = tournament.results(&store).unwrap();
    let table = tournament.schedule().table(&results.scheduled, &["a", "b"]).unwrap().unwrap();
    assert_eq!(table.lines().nth(1), Some("1. a       1.0       0.0  0.00  2: 1.0"));
}

#[test]
fn rows_of_another_tournament_are_refused() {
    let game = |entrants| Game { number: 1, round: 1, pair: 1, opening: 0, entrants };
    let thinking = EngineThinking { engine: 2, side: Player::P1, thinking: Thinking::default() };
    for (entrants, result, what) in [
        ([0, 7], WON, "entrant 8 of 2 plays in them"),
        ([0, 1], GameResult { thinking: vec![thinking], ..WON }, "engine 3 of 2 plays in them"),
        ([0, 1], GameResult { culprit: Some(2), ..WON }, "seat 3 of 2 is to blame for one"),
    ] {
        let tournament = tournament(&["a", "b"], Settings::default());
        let store = tournament.create(&Address::Memory).unwrap();
        let worker = store.register("host", 1).unwrap();
        assert!(store.extend(0, &[(0, "{}".into())], &[game(entrants)]).unwrap());
        finish(&store, &worker, &result);
        let error = tournament.results(&store).unwrap_err().to_string();
        assert_eq!(error, format!("the games of round 1 are not of this tournament: {what}"));
    }
}

#[test]
fn limits_with_more_digits_than_their_text_are_the_same_tournament() {
    let limits = EngineLimits { margin: Some(Duration::from_micros(1500)), ..EngineLimits::default() };
    let tournament = tournament(&["a", "b"], Settings { limits, ..Settings::default() });
    assert!(tournament.run(&WorkSettings::default(), &Stop::new(), &|_, _| ()).unwrap().complete);
}
