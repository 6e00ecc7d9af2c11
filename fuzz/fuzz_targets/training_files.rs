//! Bytes as what the trainer reads: the first byte says which, the others are the text or a part of it.

#![no_main]

use std::any::TypeId;
use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::sync::Mutex;

use abstract_game::{Position, Rules};
use agon_engine::games::{self, PlayerVisitor};
use agon_engine::{GameEngine, PositionOf};
use libfuzzer_sys::fuzz_target;
use trainer::spsa::{Course, SpsaSettings, plot};
use trainer::{Decision, Network, NetworkOf, Policy, Sample, evaluation, example};

fuzz_target!(|data: &[u8]| {
    let Some((kind, data)) = agon_fuzz::kind(data, 3) else { return };
    if let (2, Ok(text)) = (kind, str::from_utf8(data)) {
        return settings(text);
    }
    for game in ::games::names() {
        games::visit(game, Input { kind, data });
    }
});

/// What the games with a network or a policy read.
struct Input<'d> {
    kind: u8,
    data: &'d [u8],
}

impl PlayerVisitor for Input<'_> {
    type Output = ();

    fn visit<G: GameEngine>(self) {
        match (self.kind, str::from_utf8(self.data)) {
            (0, _) => G::network().map(|network| weights::<G>(network, self.data)),
            (1, Ok(text)) => samples::<G>(text),
            _ => None,
        };
    }
}

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

/// The file of a network with random weights.
fn random_weights<G: GameEngine>(network: NetworkOf<G>) -> Vec<u8> {
    static FILES: Mutex<Option<HashMap<TypeId, Vec<u8>>>> = Mutex::new(None);
    let mut files = FILES.lock().expect("no thread has panicked");
    let file = files.get_or_insert_default().entry(TypeId::of::<G>());
    file.or_insert_with(|| Network::random((network.shape)(), 1).to_bytes()).clone()
}

/// Weights in which some numbers are others: four bytes say where, two are the number. The evaluation is a score. Less
/// bytes are refused.
fn weights<G: GameEngine>(network: NetworkOf<G>, data: &[u8]) {
    let mut file = random_weights::<G>(network);
    for change in data.as_chunks::<6>().0 {
        let [a, b, c, d, number @ ..] = *change;
        let at = u32::from_le_bytes([a, b, c, d]) as usize % (file.len() / 2);
        file[2 * at..][..2].copy_from_slice(&number);
    }
    let mut knowledge = G::Knowledge::default();
    (network.set)(&mut knowledge, Some(&file)).expect("a file of this length");
    let mut position = G::Rules::default().start();
    for &choice in data.iter().take(20) {
        evaluation::<G>(&knowledge, &position);
        let actions = position.actions();
        let Some(&action) = actions.get(usize::from(choice) % actions.len().max(1)) else { break };
        position.play(action);
    }
    let shorter = &file[..file.len() - 1 - data.len() % file.len()];
    assert!((network.set)(&mut knowledge, Some(shorter)).is_err());
}

/// A position with its best action, score and result: an example for a network and a decision for a policy.
fn samples<G: GameEngine>(text: &str) -> Option<()> {
    let sample = read(text, |text| Sample::read(&G::Rules::default(), text))?;
    if let Some(network) = G::network() {
        examples::<G>(network, &sample);
    }
    let policy = G::policy()?;
    let (actions, best) = (policy.decision)(&sample.position, sample.best)?;
    let prediction = Policy::new(policy.weights).prediction(&[Decision::new(actions, best)]);
    assert!(prediction.loss.is_finite(), "{prediction}");
    Some(())
}

/// The inputs of the network and the expected result.
fn examples<G: GameEngine>(network: NetworkOf<G>, sample: &Sample<PositionOf<G>>) {
    let (shape, model) = ((network.shape)(), G::wdl(&G::PARAMETERS));
    for result_weight in [0.0, 1.0] {
        let example = example::<G>(network, sample, result_weight, &model);
        assert!((0.0..=1.0).contains(&example.target) && example.base.is_finite(), "{example:?}");
        assert!(example.inputs.iter().all(|&input| usize::from(input) < shape.inputs), "{example:?}");
        assert!(usize::from(example.bucket) < shape.buckets, "{example:?}");
    }
}

/// The settings of SPSA in TOML: the values of each iteration stay in their range.
fn settings(text: &str) {
    let settings = match text.parse::<SpsaSettings>() {
        Ok(settings) => settings,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(SpsaSettings::from_json(&settings.to_json()).ok().as_ref(), Some(&settings));
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
