#![doc = include_str!("../README.md")]

mod bradley_terry;
mod elo;
mod likelihood;
mod pentanomial;
pub mod simulation;
mod sprt;
mod tally;

pub use bradley_terry::{FirstMoveAdvantage, RatingError, Ratings, bradley_terry};
pub use elo::{EloEstimate, ScoreEstimate, elo_of, score_of};
pub use pentanomial::Pentanomial;
pub use sprt::{EloBounds, EloModel, Hypothesis, Sprt, SprtError, SprtStatus};
pub use tally::{HeadToHead, Tally};
