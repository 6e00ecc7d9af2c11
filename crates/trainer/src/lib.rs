#![doc = include_str!("../README.md")]

mod choice;
mod generate;
mod nika;
mod policy;
mod sample;
mod snorkels;
mod symbol;
mod train;

use std::str::FromStr;

use abstract_game::{Position, Rules};
use agon::{GameEngine, PositionOf};
use search::Score;

pub use choice::Choice;
pub use generate::{Generation, generate, generate_choices};
pub use policy::{Decision, Policy, PolicyTraining, Prediction, Ranked};
pub use sample::{GameResult, Sample};
pub use train::{Example, Network, Shape, Training, cross_entropy};

/// The actions of a game.
pub type ActionOf<G> = <PositionOf<G> as Position>::Action;

/// A game with a network.
pub trait Trained: GameEngine<Rules: Rules<Position: FromStr>> + Sized {
    /// Whether training also gets positions beside the games: after one to three actions of the playout policy.
    const ASIDE: bool;
    /// Whether the network's output is added to the hand-written evaluation.
    const IS_ADDED: bool;

    /// Whether training gets a position with this best action.
    fn is_kept(position: &PositionOf<Self>, best: ActionOf<Self>) -> bool;

    /// The shape of the network.
    fn shape() -> Shape;

    /// The inputs that are 1, and the bucket. `None` if the network does not know such boards.
    fn inputs(position: &PositionOf<Self>) -> Option<(Box<[u16]>, u8)>;

    /// The engine's network with these weights: its output in centipawns for a position that it knows. `None` if the file does
    /// not have the engine's shape.
    fn rounded(file: &[u8]) -> Option<impl Fn(&PositionOf<Self>) -> i32 + Sync + use<Self>>;

    /// The hand-written evaluation in centipawns.
    #[must_use]
    fn hand_written(position: &PositionOf<Self>) -> i32 {
        let terms = Self::terms(&Self::Knowledge::default(), position);
        terms.iter().filter(|term| term.name != "network").map(|term| term.centipawns).sum()
    }
}

/// The inputs of a sample with its expected result: `result_weight` parts are the game's result, if it is known, and the rest
/// is the score of the search. `None` if the network does not know such boards.
#[must_use]
pub fn example<G: Trained>(sample: &Sample<PositionOf<G>>, result_weight: f32) -> Option<Example> {
    let (inputs, bucket) = G::inputs(&sample.position)?;
    let by_score = Score::centipawns(sample.score.into()).expectation() as f32;
    let by_result = match sample.result {
        GameResult::Won => 1.0,
        GameResult::Lost => 0.0,
        GameResult::Drawn => 0.5,
        GameResult::Unknown => by_score,
    };
    let target = by_score + result_weight * (by_result - by_score);
    let base = if G::IS_ADDED { logit(G::hand_written(&sample.position)) } else { 0.0 };
    Some(Example { inputs, bucket, base, target })
}

/// The natural logarithm of the winning odds of a score in centipawns.
#[must_use]
pub fn logit(centipawns: i32) -> f32 {
    centipawns as f32 * std::f32::consts::LN_10 / 400.0
}
