//! Positions from a store.

#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

use agon_engine::GameEngine;
use agon_engine::games::{PlayerVisitor, visit};
use arena::engine::{EngineLimits, EngineSpec};
use arena::openings::{Openings, RandomOpenings};
use arena::stop::Stop;
use arena::store::{Address, FinishedRow, Store};
use arena::tournament::{Settings, Tournament};
use arena::worker::WorkSettings;
use trainer::fit::{
    GameSamples, MAX_SCORE, Positions, Report, Sample, Sampling, Weights, count, evaluation_of,
};

fn store(game: &str, pairs: usize) -> Store {
    let openings = Openings::Random(RandomOpenings::unchecked(2));
    let settings = Settings { pairs, openings, seed: 3, ..Settings::default() };
    let rules = games::by_name(game).unwrap();
    let tournament = Tournament::new(rules, ["a", "b"].map(EngineSpec::random), settings).unwrap();
    let store = tournament.create(&Address::Memory).unwrap();
    tournament.work(&store, &WorkSettings::default(), &Stop::new(), &|_, _| ()).unwrap();
    store
}

fn sampling() -> Sampling {
    Sampling { per_game: 8, max_score: MAX_SCORE, validation: 20, seed: 1 }
}

/// The games that the engine evaluates.
fn evaluated() -> Vec<&'static str> {
    games::names().filter(|game| evaluation_of(game, Weights::Terms).is_some()).collect()
}

fn read(store: &Store, sampling: Sampling) -> Positions {
    let mut positions = Positions::new(evaluated()[0], Weights::Terms, sampling).unwrap();
    positions.read(store).unwrap();
    positions
}

#[test]
fn each_game_has_a_few_positions_on_one_side_of_the_split() {
    let store = store(evaluated()[0], 50);
    let sampling = Sampling { per_game: 3, ..sampling() };
    let positions = read(&store, sampling.clone());
    let (training, validation) = (&positions.training, &positions.validation);
    assert!(training.iter().chain(validation).all(|game| (1..=3).contains(&game.len())));
    assert!(count(training) > 150 && count(validation) > 30);
    let is_drawn = |row: FinishedRow| row.result.ending.winner.is_none();
    let has_draws = store.finished(0).any(|row| is_drawn(row.unwrap()));
    let is_result = |result: f64| result == 0.0 || result == 1.0 || has_draws && result == 0.5;
    let results = |game: &GameSamples| game.iter().all(|s| is_result(s.result));
    assert!(training.iter().all(results));
    // The same seed gives the same positions, another seed others.
    let again = read(&store, sampling.clone());
    assert_eq!((&again.training, &again.validation), (training, validation));
    assert_ne!(&read(&store, Sampling { seed: 2, ..sampling.clone() }).training, training);
    let all = read(&store, Sampling { validation: 0, ..sampling });
    assert_eq!((all.validation.len(), all.training.len()), (0, training.len() + validation.len()));
}

/// A limit to the number of positions must not give positions the results of other games.
#[test]
fn the_positions_of_a_game_are_the_first_of_all_its_positions() {
    let store = store(evaluated()[0], 50);
    let [all, few] = [usize::MAX, 3].map(|per_game| {
        let sampling = Sampling { per_game, validation: 0, ..sampling() };
        read(&store, sampling).training
    });
    assert_eq!(all.len(), few.len());
    assert!(all.iter().any(|game| game.len() > 3));
    for (all, few) in all.iter().zip(few) {
        assert_eq!(all[..all.len().min(3)], few);
    }
}

#[test]
fn the_evaluations_predict_games_of_the_engine() {
    evaluated().into_iter().for_each(the_evaluation_predicts_games);
}

fn the_evaluation_predicts_games(game: &str) {
    let engine = format!("cmd='{}' option.Hash=1", env!("CARGO_BIN_EXE_trainer-test-engine"));
    let engines = ["a", "b"].map(|name| format!("name={name} {engine}").parse::<EngineSpec>().unwrap());
    let limits = EngineLimits { nodes: Some(50), ..EngineLimits::default() };
    let openings = Openings::Random(RandomOpenings::unchecked(2));
    let settings = Settings { pairs: 20, openings, limits, ..Settings::default() };
    let tournament = Tournament::new(games::by_name(game).unwrap(), engines, settings).unwrap();
    let store = tournament.create(&Address::Memory).unwrap();
    tournament.work(&store, &WorkSettings::default(), &Stop::new(), &|_, _| ()).unwrap();

    let mut positions = Positions::new(game, Weights::Terms, sampling()).unwrap();
    positions.read(&store).unwrap();
    let weights = &positions.evaluation.weights;
    let report = Report::new(weights, &positions.training, &positions.validation, 1e-4).unwrap();
    assert_eq!(report.terms.len(), weights.len());
    // The loss of a coin is 0.693.
    assert!(report.fit.loss < 0.69, "{report}");
}

#[test]
fn another_game_is_refused() {
    let &[game, other, ..] = &evaluated()[..] else { panic!("there are two games") };
    let mut positions = Positions::new(game, Weights::Terms, sampling()).unwrap();
    let refused = positions.read(&store(other, 1));
    let message = refused.unwrap_err().to_string();
    assert!(message.ends_with(&format!("the positions so far are of `{game}`")), "{message}");
    let refused = Positions::new("chess", Weights::Terms, sampling()).err().unwrap().to_string();
    assert_eq!(refused, "the engine has no evaluation for the game `chess`");
}

#[test]
fn parameters_give_the_evaluation_of_the_engine_and_its_changes() {
    for game in evaluated() {
        let positions = visit(game, BenchPositions).unwrap();
        let depending = positions.into_iter().filter(|position| parameters_change(game, position)).count();
        // A network has no parameters: Where it is the whole evaluation, the evaluation depends on none.
        let terms = evaluation_of(game, Weights::Terms).expect("the game has an evaluation").weights;
        let only_network = terms.iter().all(|term| term.name == "network");
        assert_eq!(depending == 0, only_network, "{game}");
    }
}

/// The positions of the bench.
struct BenchPositions;

impl PlayerVisitor for BenchPositions {
    type Output = Vec<String>;

    fn visit<G: GameEngine>(self) -> Vec<String> {
        G::BENCH.positions.iter().map(|&position| position.to_owned()).collect()
    }
}

/// Checks the parameters in a position. Returns whether it is quiet and its evaluation depends on any.
fn parameters_change(game: &str, position: &str) -> bool {
    let of = |weights| {
        let evaluation = evaluation_of(game, weights).unwrap();
        let start: Vec<f64> = evaluation.weights.iter().map(|weight| weight.value).collect();
        let (offset, features) = evaluation.features(&[position.to_owned()]).unwrap().remove(0)?;
        Some((Sample { offset, features, result: 0.5 }, start, evaluation.weights))
    };
    let Some((terms, factors, _)) = of(Weights::Terms) else { return false };
    let (parameters, mut values, names) = of(Weights::Parameters).expect("a quiet position");
    let evaluation = terms.evaluation(&factors);
    assert!((parameters.evaluation(&values) - evaluation).abs() < 1e-9);
    assert!(parameters.features.contains(&0.0), "move ordering does not change the evaluation");
    // A parameter that the position depends on: its change by 10 changes the evaluation by 10 slopes.
    let Some(index) = parameters.features.iter().position(|slope| *slope != 0.0) else { return false };
    values[index] += 10.0;
    let change = parameters.evaluation(&values) - evaluation;
    assert!((change - 10.0 * parameters.features[index]).abs() < 1e-9, "{}", names[index].name);
    true
}
