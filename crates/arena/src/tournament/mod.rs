//! Tournaments: what is played, in which order, and how it stands.
//!
//! A tournament is a [`Definition`]. A [`Store`](crate::store::Store) keeps its games, and any number of processes
//! [work](Tournament::work) on them together. Which games are played depends on the definition alone, never on the
//! workers or on time.

mod definition;
mod error;
mod event;
mod finished_game;
mod planner;
mod ready;
mod record;
mod results;
mod summary;
#[cfg(test)]
mod tests;

pub use definition::{Definition, Settings};
pub use error::TournamentError;
pub use event::{Observer, TournamentEvent};
pub use finished_game::FinishedGame;
pub(crate) use planner::{Extended, Planner, read_opening};
pub use ready::Tournament;
pub use results::Results;
pub use summary::{EngineCount, Standing, Summary};
