//! Positions from a store.

use arena::engine::EngineSpec;
use arena::openings::{Openings, RandomOpenings};
use arena::stop::Stop;
use arena::store::{Address, Store};
use arena::tournament::{Settings, Tournament};
use arena::worker::WorkSettings;
use tuner::fit::{GameSamples, PositionError, Positions, Report, Sampling, count};

fn store(game: &str, pairs: usize) -> Store {
    let openings = Openings::Random(RandomOpenings::unchecked(2));
    let settings = Settings { pairs, openings, seed: 3, ..Settings::default() };
    let rules = games::by_name(game).unwrap();
    let tournament = Tournament::new(rules, ["a", "b"].map(EngineSpec::random), settings).unwrap();
    let store = tournament.create(&Address::Memory).unwrap();
    tournament.work(&store, &WorkSettings::default(), &Stop::new(), &|_, _| ()).unwrap();
    store
}

fn read(store: &Store, sampling: Sampling) -> Positions {
    let mut positions = Positions::new("snorkels", sampling).unwrap();
    positions.read(store).unwrap();
    positions
}

#[test]
fn each_game_has_a_few_positions_on_one_side_of_the_split() {
    let store = store("snorkels", 50);
    let sampling = Sampling { per_game: 3, ..Sampling::default() };
    let positions = read(&store, sampling.clone());
    let (training, validation) = (&positions.training, &positions.validation);
    assert!(training.iter().chain(validation).all(|game| (1..=3).contains(&game.len())));
    assert!(count(training) > 150 && count(validation) > 30);
    let results = |game: &GameSamples| game.iter().all(|s| s.result == 0.0 || s.result == 1.0);
    assert!(training.iter().all(results));
    // The same seed gives the same positions, another seed others.
    let again = read(&store, sampling.clone());
    assert_eq!((&again.training, &again.validation), (training, validation));
    assert_ne!(&read(&store, Sampling { seed: 2, ..sampling.clone() }).training, training);
    let all = read(&store, Sampling { validation: 0.0, ..sampling });
    assert_eq!((all.validation.len(), all.training.len()), (0, training.len() + validation.len()));
}

#[test]
fn the_evaluation_of_snorkels_predicts_random_games() {
    let positions = read(&store("snorkels", 150), Sampling::default());
    let weights = positions.evaluation().weights();
    let report = Report::new(&weights, &positions.training, &positions.validation, 1e-4).unwrap();
    assert_eq!(report.terms.len(), weights.len());
    // Less than the loss of a coin.
    assert!(report.fit.loss < 0.69, "{report}");
}

#[test]
fn another_game_is_refused() {
    let mut positions = Positions::new("nika", Sampling::default()).unwrap();
    let refused = positions.read(&store("snorkels", 1));
    assert!(matches!(refused, Err(PositionError::OtherGame(..))));
    assert!(matches!(Positions::new("chess", Sampling::default()), Err(PositionError::NoEvaluation(_))));
}
