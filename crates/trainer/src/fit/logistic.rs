//! Logistic regression with clustered samples.

use rayon::prelude::*;

use super::linear::Cholesky;
use crate::error::{TrainerError, invalid};
use crate::train::cross_entropy;

/// Natural logarithm of odds per centipawn: 400 centipawns are winning odds of ten to one, as in
/// [`search::Score::expectation`].
pub const LOGIT_PER_CENTIPAWN: f64 = std::f64::consts::LN_10 / 400.0;

/// Number of games whose sums are added up together. It is fixed, so that the order of the additions, and with it every
/// bit of the result, does not depend on the number of threads.
const CHUNK: usize = 64;

const MAX_STEPS: usize = 100;
/// The fit ends when a step gains less than this, in units of the mean loss.
const MIN_GAIN: f64 = 1e-13;
/// The last step is this part of a weight at most. Near a minimum it is far less; without one, steps do not get smaller.
const LARGE_STEP: f64 = 0.01;

/// A position with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The part of the evaluation that does not depend on the weights, in centipawns.
    pub offset: f64,
    /// The change of the evaluation by each weight, in centipawns.
    pub features: Vec<f64>,
    /// The result for the player to act: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub result: f64,
}

impl Sample {
    /// The evaluation in centipawns.
    pub fn evaluation(&self, weights: &[f64]) -> f64 {
        self.offset + self.features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum::<f64>()
    }

    /// The expected result, from 0 to 1.
    pub fn expectation(&self, weights: &[f64]) -> f64 {
        1.0 / (1.0 + (-LOGIT_PER_CENTIPAWN * self.evaluation(weights)).exp())
    }

    /// The cross entropy of the expected result against the result, in nats.
    pub fn loss(&self, weights: &[f64]) -> f64 {
        cross_entropy(LOGIT_PER_CENTIPAWN * self.evaluation(weights), self.result)
    }
}

/// The samples of one game. They share its result, so they are not independent: errors are computed from games.
pub type GameSamples = Vec<Sample>;

/// The number of samples of these games.
pub fn count(games: &[GameSamples]) -> usize {
    games.iter().map(Vec::len).sum()
}

/// The mean loss of the samples; 0 without samples.
pub fn mean_loss(games: &[GameSamples], weights: &[f64]) -> f64 {
    let sums = games.par_chunks(CHUNK).map(|chunk| chunk.iter().flatten().map(|s| s.loss(weights)).sum());
    let sums: Vec<f64> = sums.collect();
    sums.iter().sum::<f64>() / count(games).max(1) as f64
}

/// What to fit.
#[derive(Clone, Debug, PartialEq)]
pub struct FitSettings {
    /// The weights before the fit.
    pub start: Vec<f64>,
    /// Whether each weight is fitted; the others keep their start.
    pub free: Vec<bool>,
    /// The factor of the penalty: `l2` times the squares of the changes is added to the mean loss.
    pub l2: f64,
}

impl FitSettings {
    /// Fits all weights, without a penalty.
    pub fn new(start: Vec<f64>) -> FitSettings {
        let free = vec![true; start.len()];
        FitSettings { start, free, l2: 0.0 }
    }
}

/// Fitted weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The weights.
    pub weights: Vec<f64>,
    /// The standard error of each weight, computed from games as clusters; `None` for a weight that was not fitted or
    /// that the samples do not determine.
    pub errors: Vec<Option<f64>>,
    /// The mean loss of the samples, without the penalty.
    pub loss: f64,
}

/// The loss has no minimum: some weight separates wins from losses perfectly.
const DIVERGED: &str =
    "the fit does not converge: too few positions, or a weight that separates wins from losses; try --l2";

/// Fits weights to results: minimises the mean cross entropy by Newton's method. The same samples give the same bits with
/// any number of threads.
///
/// ```
/// use trainer::fit::{FitSettings, Sample, fit};
/// // A feature of 100 centipawns that wins three games of four.
/// let sample = |result| Sample { offset: 0.0, features: vec![100.0], result };
/// let games: Vec<_> = [1.0, 1.0, 1.0, 0.0].map(|result| vec![sample(result)]).into();
/// let fitted = fit(&games, &FitSettings::new(vec![1.0]))?;
/// // log10(3) * 400 centipawns
/// assert!((fitted.weights[0] - 1.9085).abs() < 1e-4);
/// # Ok::<(), trainer::TrainerError>(())
/// ```
///
/// # Errors
/// There are no samples, or the loss has no minimum.
pub fn fit(games: &[GameSamples], settings: &FitSettings) -> Result<Fit, TrainerError> {
    let samples = count(games);
    if samples == 0 {
        return Err(invalid("no positions to fit to"));
    }
    let expected = settings.start.len();
    if let Some(other) = games.iter().flatten().map(|s| s.features.len()).find(|&found| found != expected) {
        return Err(invalid(format!("a position with {other} features for {expected} weights")));
    }
    let free: Vec<usize> = (0..expected).filter(|&index| settings.free[index]).collect();
    let objective = |weights: &[f64]| {
        let changes = weights.iter().zip(&settings.start).map(|(weight, start)| (weight - start).powi(2));
        mean_loss(games, weights) + settings.l2 * changes.sum::<f64>()
    };
    let mut weights = settings.start.clone();
    let mut value = objective(&weights);
    for _ in 0..MAX_STEPS {
        let (gradient, curvature) = derivatives(games, &weights, &free, settings);
        let step = Cholesky::of(curvature).solve(&gradient);
        // Newton's step is shortened until the loss is less.
        let shorter = std::iter::successors(Some(1.0), |factor| Some(factor / 2.0)).take(40);
        let better = shorter
            .map(|factor| {
                let mut next = weights.clone();
                free.iter().zip(&step).for_each(|(&index, step)| next[index] -= factor * step);
                (objective(&next), next)
            })
            .find(|(next, _)| *next < value);
        let Some((next, moved)) = better else {
            return Ok(finished(games, weights, &free, settings));
        };
        let gain = value - next;
        let large = |(&index, step): (&usize, &f64)| step.abs() > LARGE_STEP * (moved[index].abs() + 0.1);
        let moving = free.iter().zip(&step).any(large);
        (value, weights) = (next, moved);
        if gain < MIN_GAIN {
            let finished = || finished(games, weights, &free, settings);
            return if moving { Err(invalid(DIVERGED)) } else { Ok(finished()) };
        }
    }
    Err(invalid(DIVERGED))
}

/// The fit at its minimum, with standard errors by the sandwich formula.
fn finished(games: &[GameSamples], weights: Vec<f64>, free: &[usize], settings: &FitSettings) -> Fit {
    let (_, curvature) = derivatives(games, &weights, free, settings);
    let factor = Cholesky::of(curvature);
    let samples = count(games) as f64;
    let size = free.len();
    // The influence of each game on the weights; the sum of its squares is their variance.
    let squares: Vec<Vec<f64>> = games
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut squares = vec![0.0; size];
            for game in chunk {
                let influence = factor.solve(&gradient(game, &weights, free));
                squares.iter_mut().zip(&influence).for_each(|(sum, one)| *sum += one * one);
            }
            squares
        })
        .collect();
    let mut errors = vec![None; weights.len()];
    for (column, &index) in free.iter().enumerate() {
        let variance: f64 = squares.iter().map(|chunk| chunk[column]).sum();
        errors[index] = factor.determines(column).then_some(variance.sqrt() / samples);
    }
    Fit { loss: mean_loss(games, &weights), weights, errors }
}

/// The sum of the gradients of the losses of some samples, for the free weights.
fn gradient(samples: &[Sample], weights: &[f64], free: &[usize]) -> Vec<f64> {
    let mut sum = vec![0.0; free.len()];
    for sample in samples {
        let slope = LOGIT_PER_CENTIPAWN * (sample.expectation(weights) - sample.result);
        sum.iter_mut().zip(free).for_each(|(sum, &index)| *sum += slope * sample.features[index]);
    }
    sum
}

/// The gradient and the matrix of second derivatives of the mean loss with its penalty, for the free weights.
fn derivatives(
    games: &[GameSamples],
    weights: &[f64],
    free: &[usize],
    settings: &FitSettings,
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = free.len();
    let of_chunk = |chunk: &[GameSamples]| {
        let (mut slope, mut curvature) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        for sample in chunk.iter().flatten() {
            let expected = sample.expectation(weights);
            let first = LOGIT_PER_CENTIPAWN * (expected - sample.result);
            let second = LOGIT_PER_CENTIPAWN.powi(2) * expected * (1.0 - expected);
            for (row, &i) in free.iter().enumerate() {
                let feature = sample.features[i];
                slope[row] += first * feature;
                for (column, &j) in free[..=row].iter().enumerate() {
                    curvature[row][column] += second * feature * sample.features[j];
                }
            }
        }
        (slope, curvature)
    };
    let chunks: Vec<_> = games.par_chunks(CHUNK).map(of_chunk).collect();
    let samples = count(games) as f64;
    let (mut slope, mut curvature) = (vec![0.0; size], vec![vec![0.0; size]; size]);
    for (more_slope, more_curvature) in &chunks {
        slope.iter_mut().zip(more_slope).for_each(|(sum, more)| *sum += more / samples);
        for (sums, more) in curvature.iter_mut().zip(more_curvature) {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more / samples);
        }
    }
    for (row, &index) in free.iter().enumerate() {
        slope[row] += 2.0 * settings.l2 * (weights[index] - settings.start[index]);
        curvature[row][row] += 2.0 * settings.l2;
    }
    (slope, curvature)
}
