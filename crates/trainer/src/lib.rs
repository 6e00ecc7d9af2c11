#![doc = include_str!("../README.md")]

pub mod accuracy;
mod error;
pub mod fit;
mod generate;
mod policy;
mod recorder;
mod sample;
mod shard;
pub mod spsa;
mod train;

use agon_engine::training::GameNetwork;
use agon_engine::{GameEngine, PositionOf, Term, WdlModel};

pub use error::TrainerError;
pub use generate::{Generation, generate};
pub use policy::{Decision, Policy, PolicySettings, Prediction};
pub use sample::Sample;
pub use shard::{SHARD_SUFFIX, read_shard, write_shard};
pub use train::{Example, Network, Training, cross_entropy};

/// The network of a game for training.
pub type NetworkOf<G> = &'static GameNetwork<PositionOf<G>, <G as GameEngine>::Knowledge>;

/// The hand-written evaluation in centipawns.
pub fn hand_written<G: GameEngine>(position: &PositionOf<G>) -> i32 {
    let terms = G::terms(&G::Knowledge::default(), position);
    terms.iter().filter(|term| term.name != "network").map(|term| term.centipawns).sum()
}

/// The inputs of a sample with its expected result: `result_weight` parts are the game's result, if it is known, and the rest
/// is what the score of the search lets expect by a model.
pub fn example<G: GameEngine>(
    network: NetworkOf<G>,
    sample: &Sample<PositionOf<G>>,
    result_weight: f32,
    model: &WdlModel,
) -> Example {
    let (inputs, bucket) = (network.inputs)(&sample.position);
    let by_score = model.expectation(sample.score.into()) as f32;
    let by_result = sample.result.unwrap_or(by_score);
    let target = by_score + result_weight * (by_result - by_score);
    let base = if network.is_added { logit(hand_written::<G>(&sample.position)) } else { 0.0 };
    Example { inputs, bucket, base, target }
}

/// The static evaluation by this knowledge, in centipawns.
pub fn evaluation<G: GameEngine>(knowledge: &G::Knowledge, position: &PositionOf<G>) -> i32 {
    Term::sum(&G::terms(knowledge, position))
}

/// The natural logarithm of the winning odds of a score in centipawns.
pub fn logit(centipawns: i32) -> f32 {
    centipawns as f32 * std::f32::consts::LN_10 / 400.0
}
