//! Bytes as what the trainer reads: the first byte says which, the others are the text or a part of it.

#![no_main]

use std::fmt::{Debug, Display};

use abstract_game::{Position, Rules};
use agon_engine::games::nika::NikaEngine;
use agon_engine::games::snorkels::SnorkelsEngine;
use agon_engine::games::symbol::SymbolEngine;
use agon_engine::{GameEngine, PositionOf};
use games::symbol_core::Symbol;
use libfuzzer_sys::fuzz_target;
use trainer::spsa::{Course, SpsaSettings, plot};
use trainer::{Choice, Decision, NetworkOf, Policy, Sample, example};

/// The weights of the engine's networks.
const SNORKELS: &[u8] = include_bytes!("../../crates/engine/src/games/snorkels/network.bin");
const NIKA: &[u8] = include_bytes!("../../crates/engine/src/games/nika/network.bin");

fuzz_target!(|data: &[u8]| {
    let Some((kind, data)) = agon_fuzz::kind(data, 6) else { return };
    match (kind, str::from_utf8(data)) {
        (0, _) => weights::<SnorkelsEngine>(SNORKELS, data),
        (1, _) => weights::<NikaEngine>(NIKA, data),
        (2, Ok(text)) => samples::<SnorkelsEngine>(text),
        (3, Ok(text)) => samples::<NikaEngine>(text),
        (4, Ok(text)) => choices(text),
        (5, Ok(text)) => settings(text),
        _ => (),
    }
});

/// What is read is written and read again as the same.
fn read<T: Display + PartialEq + Debug>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Option<T> {
    match read(text) {
        Ok(value) => {
            assert_eq!(read(&value.to_string()).ok().as_ref(), Some(&value), "`{value}`");
            Some(value)
        }
        Err(error) => {
            assert!(!error.is_empty());
            None
        }
    }
}

fn network<G: GameEngine>() -> NetworkOf<G> {
    G::network().expect("the game has a network")
}

/// Weights in which some numbers are others: four bytes say where, two are the number. The evaluation is a score. Less
/// bytes are refused.
fn weights<G: GameEngine>(file: &[u8], data: &[u8]) {
    let mut file = file.to_vec();
    for change in data.as_chunks::<6>().0 {
        let [a, b, c, d, number @ ..] = *change;
        let at = u32::from_le_bytes([a, b, c, d]) as usize % (file.len() / 2);
        file[2 * at..][..2].copy_from_slice(&number);
    }
    let evaluate = network::<G>().rounded(&file).expect("a file of this length");
    let mut position = G::Rules::default().start();
    for &choice in data.iter().take(20) {
        evaluate(&position);
        let actions = position.actions();
        let Some(&action) = actions.get(usize::from(choice) % actions.len().max(1)) else { break };
        position.play(action);
    }
    assert!(network::<G>().rounded(&file[..file.len() - 1 - data.len() % file.len()]).is_none());
}

/// A position with a score and a result, and an example for the training.
fn samples<G: GameEngine>(text: &str)
where
    PositionOf<G>: Debug,
{
    let Some(sample) = read(text, |text| Sample::read(&G::Rules::default(), text)) else { return };
    for result_weight in [0.0, 1.0] {
        let Some(example) = example::<G>(network::<G>(), &sample, result_weight) else { return };
        assert!((0.0..=1.0).contains(&example.target) && example.base.is_finite(), "{example:?}");
        let shape = network::<G>().shape();
        assert!(example.inputs.iter().all(|&input| usize::from(input) < shape.inputs), "{example:?}");
        assert!(usize::from(example.bucket) < shape.buckets, "{example:?}");
    }
}

/// A position with the best action, and a decision for the training.
fn choices(text: &str) {
    let Some(choice) = read(text, |text| Choice::read(&Symbol::default(), text)) else { return };
    let policy = SymbolEngine::policy().expect("the game has a policy");
    let Some((actions, best)) = policy.decision(&choice.position, choice.best) else { return };
    let prediction = Policy::new(policy.weights()).prediction(&[Decision::new(actions, best)]);
    assert!(prediction.loss.is_finite(), "{prediction}");
}

/// The settings of SPSA in TOML: the values of each iteration stay in their range.
fn settings(text: &str) {
    let settings = match text.parse::<SpsaSettings>() {
        Ok(settings) => settings,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(SpsaSettings::from_json(&settings.to_json()).as_ref(), Ok(&settings));
    let mut course = Course::new(&settings);
    for iteration in 1..=settings.iterations.min(5) {
        let values = course.values(iteration);
        for (parameter, value) in settings.parameters.iter().cycle().zip(values.iter().flatten()) {
            assert!((parameter.min..=parameter.max).contains(&(*value as f64)), "{parameter:?}: {value}");
        }
        course.add([2.0, -1.0, 0.0][iteration % 3]);
        for (parameter, value) in settings.parameters.iter().zip(course.current()) {
            assert!((parameter.min..=parameter.max).contains(value), "{parameter:?}: {value}");
        }
    }
    let drawn = plot(&course);
    assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
}
