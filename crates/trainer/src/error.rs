//! Why something cannot be trained or tuned.

use arena::engine::SpecError;
use arena::store::StoreError;
use arena::tournament::TournamentError;
use thiserror::Error;

/// Why something cannot be trained or tuned.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainerError {
    /// The engine of a run is not one.
    #[error(transparent)]
    Engine(#[from] SpecError),
    /// Game, rules, limits or openings of a run do not fit.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// A store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Anything else, in words: settings that make no run, a store with other games, positions that have no fit.
    #[error("{0}")]
    Invalid(String),
}

/// Anything else, in words.
pub(crate) fn invalid(text: impl Into<String>) -> TrainerError {
    TrainerError::Invalid(text.into())
}
