//! Why a text is not an address, and why operations fail.

use thiserror::Error;

/// Why a text is not the address of a store.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum AddressError {
    /// The text is empty.
    #[error("the address of a store is empty; expected the path of a file or `postgres://...`")]
    Empty,
    /// It is a URL of something else.
    #[error("`{0}://` is not a store; expected the path of a file or `postgres://...`")]
    Scheme(String),
    /// It looks like the address of a server, but not like a URL. Nothing of it is shown: any part may be a password.
    #[error(
        "this is not the address of a store (it is not shown, as it may hold a password); expected the path of a file \
         or `postgres://USER@HOST/DATABASE`"
    )]
    Mistaken,
    /// The URL, shown without its password, is wrong for this reason.
    #[error("`{0}`: {1}")]
    Url(String, String),
    /// The name after `tournament=` or `schema=` cannot be one.
    #[error(
        "`{0}` is not a name of a tournament; expected 1 to 63 of the characters `a`-`z`, `0`-`9`, `_` and `-`, \
         not beginning with `pg_`"
    )]
    Schema(String),
}

/// What a database holds, and the program that uses it, in the words of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// What is in the tables: `tournament`.
    pub what: &'static str,
    /// The name of the program.
    pub program: &'static str,
    /// The package of the program, which has the feature `postgres`.
    pub package: &'static str,
}

/// An operation on a store failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{address}: {}", .problem.in_words(.contents))]
pub struct StoreError {
    /// The store's address, without passwords.
    pub address: String,
    /// What happened.
    pub problem: StoreProblem,
    /// What the store was to hold.
    pub contents: Contents,
}

/// The result of an operation on a store.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Why an operation on a store failed. The message is that of [`StoreError`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreProblem {
    /// Tables were to be created, and they are there.
    Exists,
    /// There is no such file or there are no tables, or the database in memory is gone.
    Missing,
    /// The file or schema holds something else.
    Foreign(String),
    /// The file was deleted or replaced while it was in use, or its write-ahead file belongs to another one.
    Gone(String),
    /// Another version of the program created the tables.
    Version {
        /// The version of the tables.
        found: u32,
        /// The version that this program knows.
        known: u32,
    },
    /// The store is on a PostgreSQL server, and this program was built without the feature `postgres`.
    WithoutPostgres,
    /// The store does not answer.
    Unreachable(String),
    /// The store did not answer until the program was stopped.
    Stopped(String),
    /// The tables hold something that this program never writes.
    Corrupt(String),
    /// The database refused the operation.
    Refused(String),
    /// The program itself refused it, and the transaction was rolled back.
    Invalid(String),
}

impl StoreProblem {
    fn in_words(&self, Contents { what, program, package }: &Contents) -> String {
        match self {
            StoreProblem::Exists => format!("there is a {what} already"),
            StoreProblem::Missing => format!("there is no {what}"),
            StoreProblem::Foreign(why) => format!("this is not a {what}: {why}"),
            StoreProblem::Gone(why) | StoreProblem::Invalid(why) => why.clone(),
            StoreProblem::Version { found, known } => {
                let other = if found < known { "an earlier" } else { "a later" };
                format!(
                    "{other} {program} made this {what} (version {found} of its tables) and can read it; this {program} \
                     reads version {known}"
                )
            }
            StoreProblem::WithoutPostgres => format!(
                "this {program} was built without PostgreSQL; to use it, build with \
                 `cargo build --release -p {package} --features postgres`"
            ),
            StoreProblem::Unreachable(why) => format!("the store does not answer ({why})"),
            StoreProblem::Stopped(why) => format!("the store does not answer ({why}); no longer waiting"),
            StoreProblem::Corrupt(found) => format!("the tables are corrupt: {found}"),
            StoreProblem::Refused(why) => format!("the database refused: {why}"),
        }
    }
}

/// The result of one attempt to run a transaction or a statement in it.
pub type Attempt<T> = std::result::Result<T, Failure>;

/// Why an attempt at a transaction failed.
#[derive(Debug)]
pub enum Failure {
    /// Another transaction was in the way: try again.
    Conflict(String),
    /// There is no connection: connect and try again.
    Disconnected(String),
    /// Another attempt would fail, too.
    Problem(StoreProblem),
}

impl From<StoreProblem> for Failure {
    fn from(problem: StoreProblem) -> Failure {
        Failure::Problem(problem)
    }
}

/// The tables hold something that this program never writes.
pub fn corrupt(what: impl ToString) -> Failure {
    StoreProblem::Corrupt(what.to_string()).into()
}

/// The database refused.
pub fn refused(reason: impl ToString) -> Failure {
    StoreProblem::Refused(reason.to_string()).into()
}
