//! What the results of games say about the strength of the players.
//!
//! Games are played in pairs from the same opening with the sides swapped, and the pair is the unit of
//! the statistics: the two games of a pair are not independent (an opening may favour one side), pairs
//! are.

mod elo;
mod pairs;
mod summary;

pub use elo::{Estimate, elo_of, score_of};
pub use pairs::Pentanomial;
pub use summary::{Averages, EngineCount, FirstPlayer, Standing, Summary, Tally};
