//! Tournaments: what is played, in which order, and how it stands.
//!
//! A tournament is a [`Definition`]. A [`Store`](crate::store::Store) keeps its games, and any number of processes
//! [work](Tournament::work) on them together. Which games are played depends on the definition alone, never on the
//! workers or on time.

mod definition;
mod event;
mod planner;
mod ready;
mod repair;
mod results;
mod sprt;
mod summary;
#[cfg(test)]
mod tests;
mod trust;

pub use definition::{Definition, Settings, TournamentError, rules_with};
pub use event::{FinishedGame, Observer, TournamentEvent};
pub use planner::{Extended, Plan, Planner};
pub use ready::Tournament;
pub use repair::Selection;
pub use results::Results;
pub use summary::{EngineCount, Standing, Summary};
pub use trust::TrustedStores;
