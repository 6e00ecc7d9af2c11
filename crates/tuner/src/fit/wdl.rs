//! The chances of win, draw and loss by the reported score, from games with results.

use std::fmt;

use arena::game::record::Record;
use arena::report::export;
use arena::store::Store;

use super::logistic::LOGIT_PER_CENTIPAWN;
use super::positions::PositionError;

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

/// The logistic model with a draw width, in centipawns: a win has the chance 1 / (1 + 10^((width − factor · score) / 400)), a
/// loss that of a win with the opposite score, and the rest is a draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// The factor of the score.
    pub factor: f64,
    /// Half the distance between the scores at which a win and a loss have even chances.
    pub width: f64,
}

impl WdlModel {
    /// The chances of a win, a draw and a loss.
    #[must_use]
    pub fn chances(&self, score: f64) -> [f64; 3] {
        let chance =
            |score: f64| 1.0 / (1.0 + (LOGIT_PER_CENTIPAWN * (self.width - self.factor * score)).exp());
        let (win, loss) = (chance(score), chance(-score));
        [win, 1.0 - win - loss, loss]
    }

    /// The mean cross entropy against the results, in nats.
    #[must_use]
    pub fn loss(&self, samples: &[ScoredResult]) -> f64 {
        let loss = |one: &ScoredResult| {
            let [win, draw, loss] = self.chances(one.score);
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
    #[must_use]
    pub fn fit(samples: &[ScoredResult]) -> WdlModel {
        const ROUNDS: usize = 20;
        let mut model = WdlModel { factor: 1.0, width: 0.0 };
        for _ in 0..ROUNDS {
            model.width = least(0.0, 1_000.0, |width| WdlModel { width, ..model }.loss(samples));
            model.factor = least(0.0, 10.0, |factor| WdlModel { factor, ..model }.loss(samples));
        }
        model
    }
}

impl fmt::Display for WdlModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "factor of the score {:.3}, draw width {:.1} centipawns", self.factor, self.width)
    }
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
pub fn scored_results(store: &Store, max_score: i32) -> Result<Vec<ScoredResult>, PositionError> {
    let mut all = Vec::new();
    for row in store.records() {
        let (row, text) = row?;
        let wrong = |error: &dyn std::error::Error| PositionError::Game(row.game.number, error.to_string());
        let record: Record = text.parse().map_err(|error| wrong(&error))?;
        if record.ending.cause.is_fault() {
            continue;
        }
        let rules = games::by_name(&record.game).map_err(|error| wrong(&error))?;
        let samples = export::samples(&record, &*rules).map_err(|error| wrong(&error))?;
        let scores = samples.iter().filter_map(|one| Some((one.score?, one.result)));
        let scores: Vec<_> = scores.filter(|(score, _)| score.abs() <= max_score).collect();
        let weight = 1.0 / scores.len() as f64;
        let weighted = |(score, result)| ScoredResult { score: f64::from(score), result, weight };
        all.extend(scores.into_iter().map(weighted));
    }
    Ok(all)
}
