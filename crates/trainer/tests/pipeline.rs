//! From games to a network that the engine reads.

use abstract_game::{Position as _, Rules as _};
use agon_engine::games::{PlayerVisitor, visit};
use agon_engine::{GameEngine, PositionOf, WdlModel};
use trainer::{
    Decision, Example, Generation, Network, NetworkOf, Policy, PolicySettings, Sample, Training,
    cross_entropy, evaluation, example, generate, logit,
};

/// Tests in every game that has something to train.
macro_rules! tests {
    ($($(#[$about:meta])* $test:ident of $part:ident by $of_game:ident;)*) => {$(
        $(#[$about])*
        #[test]
        fn $test() {
            struct OfGame;
            impl PlayerVisitor for OfGame {
                type Output = bool;

                fn visit<G: GameEngine>(self) -> bool {
                    let has_part = G::$part().is_some();
                    if has_part {
                        $of_game::<G>();
                    }
                    has_part
                }
            }
            assert!(games::names().filter(|game| visit(game, OfGame) == Some(true)).count() > 0);
        }
    )*};
}

tests! {
    the_seed_decides_the_samples of network by seed_decides_samples;
    /// The engine computes the trained network.
    training_reduces_the_loss of network by training_reduces_loss;
    the_target_is_between_the_score_and_the_result of network by target_is_between;
    /// Training predicts the best actions of other games better than chance.
    training_learns_to_predict_actions of policy by training_predicts_actions;
    proofs_are_samples of solver_training by solver_has_proofs;
}

const EVEN: WdlModel = WdlModel { factor: 1.0, draw_width: 0.0 };

fn network<G: GameEngine>() -> NetworkOf<G> {
    G::network().expect("the game has a network")
}

fn samples<G: GameEngine>(games: u64, seed: u64) -> Vec<Sample<PositionOf<G>>> {
    samples_of::<G>(G::Knowledge::default(), games, seed)
}

/// The samples of games with this knowledge.
fn samples_of<G: GameEngine>(knowledge: G::Knowledge, games: u64, seed: u64) -> Vec<Sample<PositionOf<G>>> {
    generate(network::<G>(), &settings::<G>(knowledge, games), seed)
}

fn settings<G: GameEngine>(knowledge: G::Knowledge, games: u64) -> Generation<G> {
    let rules = G::Rules::default();
    Generation { rules, knowledge, games, nodes: 100, leaves: 0, random_turns: (4, 8), proofs: None }
}

fn seed_decides_samples<G: GameEngine>() {
    let few = samples::<G>(8, 1);
    assert_eq!(few, samples::<G>(8, 1));
    assert_ne!(few, samples::<G>(8, 2));
    assert_eq!(few[..], samples::<G>(9, 1)[..few.len()]);
    let has = |result| few.iter().any(|sample| sample.result == result);
    assert!(has(Some(1.0)) && has(Some(0.0)) && !has(None));
    let with_leaves = Generation { leaves: 2, ..settings::<G>(G::Knowledge::default(), 8) };
    let [leaves, others] = [1, 2].map(|seed| generate(network::<G>(), &with_leaves, seed));
    assert_eq!(leaves, generate(network::<G>(), &with_leaves, 1));
    assert_ne!(leaves, others);
    let (with_result, without) = leaves.iter().partition::<Vec<_>, _>(|sample| sample.result.is_some());
    // Two leaves a position, fewer where the search is short.
    let (leaves_found, positions) = (without.len(), with_result.len());
    assert!(positions < leaves_found && leaves_found <= 2 * positions, "{leaves_found} {positions}");
    for sample in few.into_iter().chain(leaves) {
        assert!(sample.position.is_legal(sample.best));
        assert_eq!(Sample::read(&G::Rules::default(), &sample.to_string()), Ok(sample));
    }
}

fn training_reduces_loss<G: GameEngine>() {
    let mut samples = Vec::new();
    for seed in 1.. {
        samples.extend(self::samples::<G>(10, seed));
        if samples.len() > 5_000 {
            break;
        }
    }
    // Mostly the scores: the network would learn the results of these few games by heart.
    let examples: Vec<Example> =
        samples.iter().map(|sample| example::<G>(network::<G>(), sample, 0.1, &EVEN)).collect();
    let (tests, training) = examples.split_at(1_000);
    let trained = || {
        let mut network = Network::random((network::<G>().shape)(), 1);
        let before = network.loss(tests);
        let settings = Training { epochs: 3, batch: 64, rate: 0.002, decay: 5.0, seed: 2 };
        network.train(training, &settings, |_, _| ());
        let after = network.loss(tests);
        assert!(after < before - 0.01, "{before} {after}");
        network
    };
    let fitted = trained();
    assert_eq!(fitted, trained());
    let mut knowledge = G::Knowledge::default();
    (network::<G>().set)(&mut knowledge, Some(&fitted.to_bytes())).expect("the shape is that of the engine");
    // Rounding the weights to 16 bits moves the evaluation by some centipawns and keeps the loss.
    let (mut differences, mut loss) = (0.0, 0.0);
    for (sample, example) in samples.iter().zip(tests) {
        let value = logit(evaluation::<G>(&knowledge, &sample.position));
        differences += (value - fitted.evaluate(example)).abs() / logit(1);
        loss += cross_entropy(value.into(), example.target.into());
    }
    let count = tests.len() as f64;
    assert!(f64::from(differences) / count < 10.0, "{differences}");
    let exact = fitted.loss(tests);
    assert!((loss / count - exact).abs() < 0.001, "{} {exact}", loss / count);
    assert_ne!(samples_of::<G>(knowledge, 1, 1), self::samples::<G>(1, 1), "the trained network plays");
}

fn target_is_between<G: GameEngine>() {
    let network = network::<G>();
    let position = G::Rules::default().start();
    let sample = Sample { best: position.actions()[0], position, score: 200, result: Some(1.0) };
    // Twice 200 centipawns: odds of ten to one.
    let model = WdlModel { factor: 2.0, draw_width: 0.0 };
    for (weight, target) in [(0.0, 10.0 / 11.0), (0.5, 10.5 / 11.0), (1.0, 1.0)] {
        let example = example::<G>(network, &sample, weight, &model);
        assert!((example.target - target).abs() < 1e-6, "{weight}: {}", example.target);
    }
}

fn training_predicts_actions<G: GameEngine>() {
    let [training, tests] = [1, 2].map(|seed| samples::<G>(30, seed));
    for of_game in [G::policy(), G::solver_training().map(|solver| &solver.policy)].into_iter().flatten() {
        let decision = |sample: &Sample<_>| {
            let (actions, best) = (of_game.decision)(&sample.position, sample.best)?;
            Some(Decision::new(actions, best))
        };
        let [training, tests] =
            [&training, &tests].map(|samples| samples.iter().filter_map(decision).collect::<Vec<_>>());
        let mut policy = Policy::new(of_game.weights);
        let before = policy.prediction(&tests);
        policy.train(&training, &PolicySettings { epochs: 3, rate: 0.1, decay: 1e-5, seed: 1 }, |_, _| ());
        let after = policy.prediction(&tests);
        assert!(after.loss < before.loss - 0.1, "{before}; {after}");
        let bytes = policy.to_bytes();
        assert_eq!(bytes.len(), 2 * of_game.weights);
        let read = Policy::from_bytes(of_game.weights, &bytes).expect("the length is right");
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(Policy::from_bytes(of_game.weights, &bytes[1..]), None);
    }
}

/// Of a game's solver: the samples of proofs.
fn solver_has_proofs<G: GameEngine>() {
    let solver = G::solver_training().expect("the solver has a policy");
    let settings =
        Generation::<G> { proofs: Some(solver.proofs), ..settings::<G>(G::Knowledge::default(), 4) };
    let samples = generate(network::<G>(), &settings, 1);
    assert_eq!(samples, generate(network::<G>(), &settings, 1));
    assert!(samples.len() > 10, "{}", samples.len());
    for Sample { position, best, result, .. } in samples {
        assert!(position.is_legal(best) && result == Some(1.0), "{position}");
    }
}
