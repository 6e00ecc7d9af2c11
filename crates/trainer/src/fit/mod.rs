//! The logistic fit: weights of an evaluation from positions of games with results.

mod evaluation;
mod linear;
mod logistic;
mod positions;
mod report;
mod wdl;

pub use evaluation::{Evaluation, Features, Weight, Weights, evaluation_of};
pub use logistic::{Fit, FitSettings, GameSamples, LOGIT_PER_CENTIPAWN, Sample, count, fit, mean_loss};
pub use positions::{MAX_SCORE, Positions, Sampling};
pub use report::{Report, TermReport};
pub use wdl::{ScoredResult, fit_wdl, scored_results, wdl_loss};
