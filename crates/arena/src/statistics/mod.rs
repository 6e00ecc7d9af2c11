//! What the results of games say about the strength of the players.
//!
//! Games are played in pairs from the same opening with the sides swapped, and the pair is the unit of
//! the statistics: the two games of a pair are not independent (an opening may favour one side), pairs
//! are.

mod averages;
mod bradley_terry;
mod elo;
mod likelihood;
mod normalised;
mod pairs;
pub mod simulation;
mod sprt;
mod summary;
mod superiority;
mod tally;

pub use averages::Averages;
pub use bradley_terry::{FirstMove, Meetings, RatingError, Ratings, bradley_terry};
pub use elo::{EloEstimate, Estimate, elo_of, score_of};
pub use pairs::Pentanomial;
pub use sprt::{Accepted, EloBounds, EloModel, Sprt, SprtError, SprtStatus};
pub use summary::{EngineCount, FirstPlayer, Standing, Summary};
pub use tally::Tally;
