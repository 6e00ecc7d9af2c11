//! The chances of win, draw and loss by the reported score, from games with results.

use agon_engine::WdlModel;
use arena::store::Store;

use super::positions::{of_game, samples};
use crate::error::TrainerError;

/// A reported score with the result of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredResult {
    /// The score in centipawns, from the player's view.
    pub score: f64,
    /// The player's result: 1, 0.5 or 0.
    pub result: f64,
    /// The weight. All positions of a game together have the weight 1, because drawn games are longer.
    pub weight: f64,
}

/// The mean cross entropy of a model against the results, in nats.
pub fn wdl_loss(model: &WdlModel, samples: &[ScoredResult]) -> f64 {
    let loss = |one: &ScoredResult| {
        let [win, draw, loss] = model.chances(one.score);
        let chance = match one.result {
            1.0 => win,
            0.0 => loss,
            _ => draw,
        };
        -one.weight * chance.max(1e-12).ln()
    };
    let weight: f64 = samples.iter().map(|one| one.weight).sum();
    samples.iter().map(loss).sum::<f64>() / weight.max(f64::MIN_POSITIVE)
}

/// The model with the least loss. The loss is convex, so each number is improved in turn. Without draws the width is 0.
pub fn fit_wdl(samples: &[ScoredResult]) -> WdlModel {
    const ROUNDS: usize = 20;
    let mut model = WdlModel { factor: 1.0, draw_width: 0.0 };
    for _ in 0..ROUNDS {
        let by_width = |draw_width| wdl_loss(&WdlModel { draw_width, ..model }, samples);
        model.draw_width = least(0.0, 1_000.0, by_width);
        let by_factor = |factor| wdl_loss(&WdlModel { factor, ..model }, samples);
        model.factor = least(0.0, 10.0, by_factor);
    }
    model
}

/// The argument with the least value of a convex function, by thirds.
fn least(mut low: f64, mut high: f64, value: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        if value(low + third) <= value(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    f64::midpoint(low, high)
}

/// The reported scores of a store's games with their results, except wins and losses that are proved and scores beyond
/// `max_score`. Games that ended through a fault are left out.
///
/// # Errors
/// The store cannot be read, or holds a game that contradicts the rules.
pub fn scored_results(store: &Store, max_score: i32) -> Result<Vec<ScoredResult>, TrainerError> {
    let mut all = Vec::new();
    for row in store.records() {
        let (row, text) = row?;
        let samples = samples(&text).map_err(|error| of_game(row.game.number, &error))?;
        let scores = samples.iter().filter_map(|one| Some((one.score?, one.result)));
        let scores: Vec<_> = scores.filter(|(score, _)| score.abs() <= max_score).collect();
        let weight = 1.0 / scores.len() as f64;
        let weighted = |(score, result)| ScoredResult { score: f64::from(score), result, weight };
        all.extend(scores.into_iter().map(weighted));
    }
    Ok(all)
}
