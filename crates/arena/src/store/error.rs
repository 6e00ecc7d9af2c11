//! Why operations on a store fail.

use database::{Failure, Problem};
use thiserror::Error;

/// An operation on a store failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{address}: {problem}")]
pub struct StoreError {
    /// The store's address, without passwords.
    pub address: String,
    /// What happened.
    pub problem: StoreProblem,
}

/// The result of an operation on a store.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Why an operation on a store failed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum StoreProblem {
    /// A tournament was to be created, and one is there.
    #[error("there is a tournament already")]
    Exists,
    /// A tournament was to be opened, and none is there.
    #[error("there is no tournament")]
    Missing,
    /// The file or schema holds something else.
    #[error("this is not a tournament: {0}")]
    NotATournament(String),
    /// The file was deleted or replaced while it was in use, or its write-ahead file belongs to another one.
    #[error("{0}")]
    Gone(String),
    /// Another version of the arena created the tables.
    #[error(
        "{} arena made this tournament (version {found} of its tables) and can read it; this arena reads version {known}",
        if found < known { "an earlier" } else { "a later" }
    )]
    Version {
        /// The version of the tables.
        found: u32,
        /// The version that this program knows.
        known: u32,
    },
    /// The store is on a PostgreSQL server, and this program was built without the feature `postgres`.
    #[error(
        "this arena was built without PostgreSQL; to use it, build with \
         `cargo build --release -p agon-arena --features postgres`"
    )]
    WithoutPostgres,
    /// The numbers of new games do not continue those of the store.
    #[error("game {found} cannot be added: the next number is {expected}")]
    Number {
        /// The number of the new game.
        found: usize,
        /// The number that it must have.
        expected: usize,
    },
    /// The store does not answer.
    #[error("the store does not answer ({0})")]
    Unreachable(String),
    /// The store did not answer until the program was stopped.
    #[error("the store does not answer ({0}); no longer waiting")]
    Stopped(String),
    /// The tables hold something that this program never writes.
    #[error("the tables are corrupt: {0}")]
    Corrupt(String),
    /// The database refused the operation.
    #[error("the database refused: {0}")]
    Refused(String),
}

impl From<StoreProblem> for Failure {
    fn from(problem: StoreProblem) -> Failure {
        Failure::Problem(Problem::Other(Box::new(problem)))
    }
}

impl From<Problem> for StoreProblem {
    fn from(problem: Problem) -> StoreProblem {
        match problem {
            Problem::Missing => StoreProblem::Missing,
            Problem::Foreign(what) => StoreProblem::NotATournament(what),
            Problem::Gone(what) => StoreProblem::Gone(what),
            Problem::WithoutPostgres => StoreProblem::WithoutPostgres,
            Problem::Unreachable(why) => StoreProblem::Unreachable(why),
            Problem::Stopped(why) => StoreProblem::Stopped(why),
            Problem::Corrupt(what) => StoreProblem::Corrupt(what),
            Problem::Refused(why) => StoreProblem::Refused(why),
            Problem::Other(problem) => match problem.downcast() {
                Ok(problem) => *problem,
                Err(other) => StoreProblem::Refused(other.to_string()),
            },
        }
    }
}

impl From<database::Error> for StoreError {
    fn from(error: database::Error) -> StoreError {
        StoreError { address: error.address, problem: error.problem.into() }
    }
}
