#![doc = include_str!("../README.md")]

mod bradley_terry;
mod likelihood;
mod pentanomial;
mod score;
mod sprt;

pub use bradley_terry::{FirstMoveAdvantage, HeadToHead, RatingError, Ratings, bradley_terry};
pub use pentanomial::Pentanomial;
pub use score::{EloEstimate, ScoreEstimate, Tally, elo_of, score_of};
pub use sprt::{EloBounds, EloModel, Hypothesis, Sprt, SprtError, SprtStatus};
