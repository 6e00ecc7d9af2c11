//! From games to a network that the engine reads.

use agon_engine::games::nika::NikaEngine;
use agon_engine::games::snorkels::SnorkelsEngine;
use agon_engine::games::symbol::SymbolEngine;
use agon_engine::{GameEngine, PositionOf};
use games::snorkels_core::Snorkels;
use games::symbol_core::Symbol;
use trainer::{
    Choice, Decision, Example, Generation, Network, NetworkOf, Policy, PolicySettings, Sample, Training,
    cross_entropy, example, generate, generate_choices, logit,
};

fn network<G: GameEngine>() -> NetworkOf<G> {
    G::network().expect("the game has a network")
}

fn samples<G: GameEngine>(games: u64, seed: u64) -> Vec<Sample<PositionOf<G>>> {
    let settings = Generation::<G> { rules: G::Rules::default(), games, nodes: 100, random_turns: (4, 8) };
    generate(network::<G>(), &settings, seed)
}

fn the_seed_decides_the_samples<G: GameEngine>() {
    let few = samples::<G>(3, 1);
    assert_eq!(few, samples::<G>(3, 1));
    assert_ne!(few, samples::<G>(3, 2));
    assert_eq!(few[..], samples::<G>(4, 1)[..few.len()]);
    let has = |result| few.iter().any(|sample| sample.result == result);
    assert!(has(Some(1.0)) && has(Some(0.0)));
    assert_eq!(has(None), network::<G>().aside);
    for sample in few {
        assert_eq!(Sample::read(&G::Rules::default(), &sample.to_string()), Ok(sample));
    }
}

#[test]
fn the_seed_decides_the_samples_of_snorkels() {
    the_seed_decides_the_samples::<SnorkelsEngine>();
}

#[test]
fn the_seed_decides_the_samples_of_nika() {
    the_seed_decides_the_samples::<NikaEngine>();
}

/// Training reduces the loss and the engine computes the trained network.
fn training_reduces_the_loss<G: GameEngine>(games: u64, least: f64) {
    let samples = samples::<G>(games, 1);
    let examples: Vec<Example> = samples
        .iter()
        .map(|sample| example::<G>(network::<G>(), sample, 1.0).expect("the board is known"))
        .collect();
    let (tests, training) = examples.split_at(1_000);
    let trained = || {
        let mut network = Network::random((network::<G>().shape)(), 1);
        let before = network.loss(tests);
        let settings = Training { epochs: 3, batch: 64, rate: 0.004, decay: 0.1, seed: 1 };
        network.train(training, &settings, |_, _| ());
        let after = network.loss(tests);
        assert!(after < before - least, "{before} {after}");
        network
    };
    let fitted = trained();
    assert_eq!(fitted, trained());
    let rounded = (network::<G>().rounded)(&fitted.to_bytes()).expect("the shape is that of the engine");
    // Rounding the weights to 16 bits moves the evaluation by some centipawns and keeps the loss.
    let (mut differences, mut loss) = (0.0, 0.0);
    for (sample, example) in samples.iter().zip(tests) {
        let value = example.base + logit(rounded(&sample.position));
        differences += (value - fitted.evaluate(example)).abs() / logit(1);
        loss += cross_entropy(value.into(), example.target.into());
    }
    let count = tests.len() as f64;
    assert!(f64::from(differences) / count < 10.0, "{differences}");
    let exact = fitted.loss(tests);
    assert!((loss / count - exact).abs() < 0.001, "{} {exact}", loss / count);
}

#[test]
fn training_reduces_the_loss_in_snorkels() {
    training_reduces_the_loss::<SnorkelsEngine>(250, 0.01);
}

#[test]
fn training_reduces_the_loss_in_nika() {
    training_reduces_the_loss::<NikaEngine>(60, 0.01);
}

#[test]
fn the_target_is_between_the_score_and_the_result() {
    let network = network::<SnorkelsEngine>();
    let read = |text| Sample::read(&Snorkels::new(), text).expect("a sample");
    let sample = read("won 0 7/7/7/3P3/7/7/7 g 1 s");
    for (weight, target) in [(0.0, 0.5), (0.5, 0.75), (1.0, 1.0)] {
        let example = example::<SnorkelsEngine>(network, &sample, weight).expect("the board is known");
        assert!((example.target - target).abs() < 1e-6, "{weight}: {}", example.target);
    }
    let stones = read("won 0 7/7/7/3#3/7/7/7 p 1 -");
    assert_eq!(example::<SnorkelsEngine>(network, &stones, 1.0), None);
}

fn choices(games: u64, seed: u64) -> Vec<Choice<PositionOf<SymbolEngine>>> {
    let rules = Symbol::default();
    let settings = Generation::<SymbolEngine> { rules, games, nodes: 100, random_turns: (4, 11) };
    generate_choices(&settings, seed)
}

#[test]
fn the_seed_decides_the_choices() {
    let few = choices(3, 1);
    assert_eq!(few, choices(3, 1));
    assert_ne!(few, choices(3, 2));
    assert_eq!(few[..], choices(4, 1)[..few.len()]);
    for choice in few {
        assert!(choice.position.is_legal(choice.best));
        assert_eq!(Choice::read(&Symbol::default(), &choice.to_string()), Ok(choice));
    }
}

/// Training predicts choices of other games better than chance.
#[test]
fn training_learns_to_predict_choices() {
    let of_game = SymbolEngine::policy().expect("the game has a policy");
    let decision = |choice: Choice<_>| {
        let (actions, best) = (of_game.decision)(&choice.position, choice.best)?;
        Some(Decision::new(actions, best))
    };
    let decisions = |seed| -> Vec<Decision> { choices(30, seed).into_iter().filter_map(decision).collect() };
    let (training, tests) = (decisions(1), decisions(2));
    let mut policy = Policy::new(of_game.weights);
    let before = policy.prediction(&tests);
    policy.train(&training, &PolicySettings { epochs: 3, rate: 0.1, decay: 1e-5, seed: 1 }, |_, _| ());
    let after = policy.prediction(&tests);
    assert!(after.loss < before.loss - 0.1, "{before}; {after}");
    assert_eq!(policy.to_bytes().len(), 2 * of_game.weights);
}
