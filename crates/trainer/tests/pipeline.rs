//! From games to a network that the engine reads.

use agon::games::snorkels::network::{self, Inputs};
use games::snorkels_core::Snorkels;
use trainer::{Example, Generation, Network, Sample, Training, cross_entropy, generate, snorkels};

fn samples(games: u64, seed: u64) -> Vec<Sample> {
    let settings = Generation { rules: Snorkels::new(), games, nodes: 100, random_turns: (4, 8) };
    generate(&settings, seed)
}

fn examples(samples: &[Sample]) -> Vec<Example> {
    samples.iter().map(|sample| snorkels::example(sample, 1.0).expect("the board is known")).collect()
}

#[test]
fn the_seed_decides_the_samples() {
    let few = samples(3, 1);
    assert_eq!(few, samples(3, 1));
    assert_ne!(few, samples(3, 2));
    assert_eq!(few[..], samples(4, 1)[..few.len()]);
    assert!(few.iter().any(|sample| sample.won) && few.iter().any(|sample| !sample.won));
}

#[test]
fn training_reduces_the_loss_and_the_engine_computes_the_trained_network() {
    let samples = samples(250, 1);
    let (validation, training) = samples.split_at(1_000);
    let (validation_examples, training) = (examples(validation), examples(training));
    let trained = || {
        let mut network = Network::random(snorkels::shape(), 1);
        let before = network.loss(&validation_examples);
        let settings = Training { epochs: 3, batch: 64, rate: 0.004, seed: 1 };
        network.train(&training, &settings, |_, _| ());
        let after = network.loss(&validation_examples);
        assert!(after < before - 0.01, "{before} {after}");
        network
    };
    let network = trained();
    assert_eq!(network, trained());
    let rounded = network::Network::read(&network.to_bytes()).expect("the shape is that of the engine");
    // Rounding the weights to 16 bits moves the evaluation by centipawns and keeps the loss.
    let per_logit = 400.0 / std::f32::consts::LN_10;
    let (mut differences, mut loss) = (0.0, 0.0);
    for (sample, example) in validation.iter().zip(&validation_examples) {
        let value = rounded.evaluate(&Inputs::new(&sample.position).expect("the board is known")) as f32;
        differences += (value - network.evaluate(example) * per_logit).abs();
        loss += cross_entropy(value / per_logit, example.target);
    }
    let count = validation.len() as f64;
    assert!(f64::from(differences) / count < 5.0, "{differences}");
    let exact = network.loss(&validation_examples);
    assert!((loss / count - exact).abs() < 0.001, "{} {exact}", loss / count);
}

#[test]
fn the_target_is_between_the_score_and_the_result() {
    let sample: Sample = "won 0 7/7/7/3P3/7/7/7 g 1 s".parse().expect("a sample");
    for (weight, target) in [(0.0, 0.5), (0.5, 0.75), (1.0, 1.0)] {
        let example = snorkels::example(&sample, weight).expect("the board is known");
        assert!((example.target - target).abs() < 1e-6, "{weight}: {}", example.target);
    }
    let stones: Sample = "won 0 7/7/7/3#3/7/7/7 p 1 -".parse().expect("a sample");
    assert_eq!(snorkels::example(&stones, 1.0), None);
}
