//! What a store needs from a connection to a database, and why operations fail; SQLite and PostgreSQL differ only below it.
//!
//! Every statement is written once for both. Parameters are `$1`, `$2` and so on, in the order of their first
//! appearance. All columns are 64-bit integers or texts. Each database replaces some words in braces, among them
//! `{now}`, the time by its clock in milliseconds since 1970; `{for update}`, which locks the rows that are read; and
//! `{skip locked}`, which also passes over rows locked by others. (SQLite has one writer at a time and needs no such
//! locks.)

use std::iter::Peekable;
use std::time::{Duration, SystemTime};

use abstract_game::Player;
use serde::de::DeserializeOwned;
use serde_json::Number;
/// A parameter of a statement, or a column of a row: null, an integer, or a text.
pub(super) use serde_json::Value;
use thiserror::Error;

/// A parameter that is an integer: the largest that a column can hold for larger numbers.
pub(super) fn integer(number: &Number) -> i64 {
    number.as_i64().unwrap_or(i64::MAX)
}

/// A parameter that is a text. PostgreSQL has no NUL, and engines send anything: NUL becomes U+FFFD.
pub(super) fn text(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// What can be read from one or more columns of a row.
pub(super) trait FromRow: Sized {
    fn from_row(row: &mut Row) -> Attempt<Self>;
}

/// A row, read column by column.
pub(super) struct Row(Peekable<std::vec::IntoIter<Value>>);

impl Row {
    pub(super) fn new(columns: Vec<Value>) -> Row {
        Row(columns.into_iter().peekable())
    }

    /// The next columns.
    pub(super) fn get<T: FromRow>(&mut self) -> Attempt<T> {
        T::from_row(self)
    }

    /// The next column.
    pub(super) fn column<T: DeserializeOwned>(&mut self) -> Attempt<T> {
        serde_json::from_value(self.0.next().unwrap_or_default()).map_err(corrupt)
    }
}

macro_rules! tuples {
    ($(($($part:ident)+))+) => {$(
        impl<$($part: FromRow),+> FromRow for ($($part,)+) {
            fn from_row(row: &mut Row) -> Attempt<Self> {
                Ok(($(row.get::<$part>()?,)+))
            }
        }
    )+};
}

tuples!((A B) (A B C) (A B C D) (A B C D E));

/// Reads a struct whose fields are in the order of the columns.
macro_rules! from_row {
    ($name:ident: $($field:ident),+) => {
        impl crate::store::connection::FromRow for $name {
            fn from_row(row: &mut Row) -> Attempt<Self> {
                Ok($name { $($field: row.get()?),+ })
            }
        }
    };
}
pub(super) use from_row;

/// Reads types of one column as serde reads them.
macro_rules! column {
    ($($type:ty),+) => {$(
        impl crate::store::connection::FromRow for $type {
            fn from_row(row: &mut Row) -> Attempt<$type> {
                row.column()
            }
        }
    )+};
}
pub(super) use column;

column!(i64, u32, u64, usize, String);

impl<T: FromRow> FromRow for Option<T> {
    fn from_row(row: &mut Row) -> Attempt<Option<T>> {
        let null = row.0.next_if(Value::is_null);
        if null.is_some() { Ok(None) } else { row.get().map(Some) }
    }
}

impl FromRow for SystemTime {
    fn from_row(row: &mut Row) -> Attempt<SystemTime> {
        Ok(SystemTime::UNIX_EPOCH + Duration::from_millis(row.get()?))
    }
}

impl FromRow for Player {
    fn from_row(row: &mut Row) -> Attempt<Player> {
        let text: String = row.get()?;
        let side = Player::BOTH.into_iter().find(|side| side.to_string() == text);
        side.ok_or_else(|| corrupt(format!("`{text}` instead of P1 or P2")))
    }
}

/// A connection to a database.
pub(super) trait Connection: Send {
    /// Runs a statement and returns the number of rows that it changed.
    fn execute(&mut self, sql: &str, values: &[Value]) -> Attempt<u64>;
    /// Runs a statement and returns its rows.
    fn query(&mut self, sql: &str, values: &[Value]) -> Attempt<Vec<Row>>;
    /// Runs statements without parameters.
    fn run_script(&mut self, script: &str) -> Attempt<()>;
    /// Ends a transaction and discards its changes.
    fn rollback(&mut self) -> Attempt<()>;
    /// The names of the tables in the file or schema.
    fn tables(&mut self) -> Attempt<Vec<String>>;
    /// Sets what outlasts the connection. Called outside of transactions, once the tables are known to be a tournament's
    /// or absent.
    fn configure(&mut self) -> Attempt<()> {
        Ok(())
    }
    /// Creates the database schema for the tables, if it is missing; the first step of the transaction that creates
    /// them.
    fn create_schema(&mut self) -> Attempt<()> {
        Ok(())
    }
}

/// Replaces the words in braces.
pub(super) fn in_dialect(sql: &str, words: &[(&str, &str)]) -> String {
    words.iter().fold(sql.to_owned(), |sql, (word, replacement)| sql.replace(word, replacement))
}

impl dyn Connection + '_ {
    /// Reads every row.
    pub(super) fn all<T: FromRow>(&mut self, sql: &str, values: &[Value]) -> Attempt<Vec<T>> {
        self.query(sql, values)?.iter_mut().map(T::from_row).collect()
    }

    /// Reads the first row, if there is one.
    pub(super) fn first<T: FromRow>(&mut self, sql: &str, values: &[Value]) -> Attempt<Option<T>> {
        self.query(sql, values)?.first_mut().map(T::from_row).transpose()
    }

    /// Reads the one row that must be there.
    pub(super) fn one<T: FromRow>(&mut self, sql: &str, values: &[Value]) -> Attempt<T> {
        self.first(sql, values)?.ok_or_else(|| corrupt("a row is missing"))
    }

    /// Inserts rows, 100 with one statement: SQLite takes 32,766 parameters, PostgreSQL 65,535. `into` is the table with
    /// its columns in parentheses.
    pub(super) fn insert(&mut self, into: &str, rows: impl IntoIterator<Item = Vec<Value>>) -> Attempt<()> {
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let (mut values, mut tuples) = (Vec::new(), Vec::new());
            for row in rows.by_ref().take(100) {
                let parameters = (values.len() + 1..).take(row.len()).map(|number| format!("${number}"));
                tuples.push(format!("({})", parameters.collect::<Vec<_>>().join(", ")));
                values.extend(row);
            }
            self.execute(&format!("INSERT INTO {into} VALUES {}", tuples.join(", ")), &values)?;
        }
        Ok(())
    }
}

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
    /// A newer arena created the tables.
    #[error("the tables have version {found}, this arena knows versions up to {known}: use a newer arena")]
    Version {
        /// The version of the tables.
        found: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// The store is on a PostgreSQL server, and this program was built without the feature `postgres`.
    #[error(
        "this arena was built without PostgreSQL; to use it, build with \
         `cargo build --release -p arena --features postgres`"
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

/// The result of an attempt at a transaction, or of a part of it.
pub(super) type Attempt<T> = std::result::Result<T, Failure>;

/// Why an attempt at a transaction failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// Another transaction was in the way: try again.
    Conflict(String),
    /// There is no connection: connect and try again.
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "only a server can be unreachable"))]
    Disconnected(String),
    /// Another attempt would fail, too.
    StoreProblem(StoreProblem),
}

impl From<StoreProblem> for Failure {
    fn from(problem: StoreProblem) -> Failure {
        Failure::StoreProblem(problem)
    }
}

/// The tables hold something that this program never writes.
pub(super) fn corrupt(what: impl ToString) -> Failure {
    StoreProblem::Corrupt(what.to_string()).into()
}

/// The database refused.
pub(super) fn refused(reason: impl ToString) -> Failure {
    StoreProblem::Refused(reason.to_string()).into()
}
