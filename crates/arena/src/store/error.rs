//! What can go wrong with a store.

use thiserror::Error;

/// An operation on a store failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{address}: {problem}")]
pub struct StoreError {
    /// Where the store is, without passwords.
    pub address: String,
    /// What happened.
    pub problem: Problem,
}

/// What happened to an operation on a store.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Problem {
    /// A tournament cannot be made where one is.
    #[error("there is a tournament already")]
    AlreadyThere,
    /// There is nothing to open.
    #[error("there is no tournament")]
    NotThere,
    /// There is something else.
    #[error("this is no tournament: {0}")]
    NotATournament(String),
    /// It was made by a newer arena.
    #[error(
        "the tables have version {found}, this arena knows them up to version {known}: use a newer arena"
    )]
    Version {
        /// The version of the tables.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// The store is on a PostgreSQL server, and this program was built without the feature `postgres`.
    #[error(
        "this arena was built without PostgreSQL; to use it, build with \
         `cargo build --release -p arena --features postgres`"
    )]
    WithoutPostgres,
    /// The games to be added do not follow those that are there.
    #[error("game {found} cannot be added: the next number is {expected}")]
    Number {
        /// The number of the game.
        found: usize,
        /// The number that it must have.
        expected: usize,
    },
    /// The store does not answer.
    #[error("the store does not answer ({0})")]
    Unreachable(String),
    /// The store did not answer, and waiting for it was given up.
    #[error("the store does not answer ({0}); no longer waiting")]
    Stopped(String),
    /// Something is in the tables that this program never writes.
    #[error("the tables are damaged: {0}")]
    Damaged(String),
    /// The database refused.
    #[error("the database refused: {0}")]
    Refused(String),
}
