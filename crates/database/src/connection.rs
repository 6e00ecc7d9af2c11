//! A connection to a database; SQLite and PostgreSQL differ only below it.
//!
//! Every statement is written once for both. Parameters are `$1`, `$2` and so on, in the order of their first
//! appearance. All columns are 64-bit integers or texts. Each database replaces some words in braces, among them
//! `{now}`, the time by its clock in milliseconds since 1970; `{for update}`, which locks the rows that are read; and
//! `{skip locked}`, which also passes over rows locked by others. (SQLite has one writer at a time and needs no such
//! locks.)

use std::iter::Peekable;
use std::time::{Duration, SystemTime};

use serde::de::DeserializeOwned;
use serde_json::Number;
/// A parameter of a statement, or a column of a row: null, an integer, or a text.
pub use serde_json::Value;

use super::error::{Attempt, StoreProblem, corrupt};

/// A parameter that is an integer: the largest that a column can hold for larger numbers.
pub(super) fn integer(number: &Number) -> i64 {
    number.as_i64().unwrap_or(i64::MAX)
}

/// A parameter that is a text. PostgreSQL has no NUL, and engines send anything: NUL becomes U+FFFD.
pub(super) fn text(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// What can be read from one or more columns of a row.
pub trait FromRow: Sized {
    /// Reads the next columns.
    ///
    /// # Errors
    /// The columns hold something else.
    fn from_row(row: &mut Row) -> Attempt<Self>;
}

/// A row, read column by column.
#[derive(Debug)]
pub struct Row(Peekable<std::vec::IntoIter<Value>>);

impl Row {
    pub(super) fn new(columns: Vec<Value>) -> Row {
        Row(columns.into_iter().peekable())
    }

    /// The next columns.
    ///
    /// # Errors
    /// They hold something else.
    pub fn get<T: FromRow>(&mut self) -> Attempt<T> {
        T::from_row(self)
    }

    /// The next column.
    ///
    /// # Errors
    /// It holds something else.
    pub fn column<T: DeserializeOwned>(&mut self) -> Attempt<T> {
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

impl<T: FromRow> FromRow for [T; 2] {
    fn from_row(row: &mut Row) -> Attempt<[T; 2]> {
        Ok([row.get()?, row.get()?])
    }
}

/// Implements [`FromRow`] for a struct whose fields are in the order of the columns.
#[macro_export]
macro_rules! from_row {
    ($name:ident: $($field:ident),+) => {
        impl $crate::FromRow for $name {
            fn from_row(row: &mut $crate::Row) -> $crate::Attempt<Self> {
                Ok($name { $($field: row.get()?),+ })
            }
        }
    };
}

/// The parameters of a statement.
#[macro_export]
macro_rules! values {
    ($($value:expr),*) => {
        &[$($crate::Value::from($value)),*]
    };
}

/// Implements [`FromRow`] for types of one column, as serde reads them.
#[macro_export]
macro_rules! column {
    ($($type:ty),+) => {$(
        impl $crate::FromRow for $type {
            fn from_row(row: &mut $crate::Row) -> $crate::Attempt<$type> {
                row.column()
            }
        }
    )+};
}

column!(i64, u32, u64, usize, String);

/// A column of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned> FromRow for Json<T> {
    fn from_row(row: &mut Row) -> Attempt<Json<T>> {
        serde_json::from_str(&row.get::<String>()?).map(Json).map_err(corrupt)
    }
}

impl<T: FromRow> FromRow for Option<T> {
    fn from_row(row: &mut Row) -> Attempt<Option<T>> {
        let null = row.0.next_if(Value::is_null);
        if null.is_some() { Ok(None) } else { row.get().map(Some) }
    }
}

/// The first millisecond since 1970 that is no time: that of the year 10000, which no text of a time can express.
const NO_TIME: u64 = 253_402_300_800_000;

impl FromRow for SystemTime {
    fn from_row(row: &mut Row) -> Attempt<SystemTime> {
        match row.get()? {
            milliseconds @ ..NO_TIME => Ok(SystemTime::UNIX_EPOCH + Duration::from_millis(milliseconds)),
            later => Err(corrupt(format!("{later} is no time: it is later than the year 9999"))),
        }
    }
}

/// What a connection may do with the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Create it, if it is missing.
    Create,
    /// Read and write it.
    Write,
    /// Read it, if it is an SQLite file; a schema on a server is opened as by `Write`.
    Read,
}

/// A connection to a database.
///
/// # Errors
/// Every operation fails if another transaction is in the way, if there is no connection, or if the database refuses it.
pub trait Connection: Send {
    /// Runs a statement and returns the number of rows that it changed.
    fn execute(&mut self, sql: &str, values: &[Value]) -> Attempt<u64>;
    /// Runs a statement and returns its rows.
    fn query(&mut self, sql: &str, values: &[Value]) -> Attempt<Vec<Row>>;
    /// Runs statements without parameters.
    fn run_script(&mut self, script: &str) -> Attempt<()>;
    /// Fails if the database is no longer the one that was opened.
    fn check(&mut self) -> Attempt<()> {
        Ok(())
    }
    /// Begins a transaction that `writes`, or one that only reads and sees one state of the tables.
    fn begin(&mut self, writes: bool) -> Attempt<()>;
    /// Ends a transaction and keeps its changes.
    fn commit(&mut self) -> Attempt<()>;
    /// Ends a transaction and discards its changes.
    fn rollback(&mut self) -> Attempt<()>;
    /// The names of the tables in the file or schema.
    fn tables(&mut self) -> Attempt<Vec<String>>;
    /// Sets what outlasts the connection. Called outside of transactions, once the tables are known to be those of this
    /// program or absent.
    fn configure(&mut self) -> Attempt<()> {
        Ok(())
    }
    /// Creates the database schema for the tables, if it is missing; the first step of the transaction that creates
    /// them.
    fn create_schema(&mut self) -> Attempt<()> {
        Ok(())
    }
}

/// Replaces the words in braces by those of a database, such as [`SQLITE`](crate::SQLITE).
pub fn in_dialect(sql: &str, words: &[(&str, &str)]) -> String {
    words.iter().fold(sql.to_owned(), |sql, (word, replacement)| sql.replace(word, replacement))
}

impl dyn Connection + '_ {
    /// Reads every row.
    ///
    /// # Errors
    /// As those of [`query`](Connection::query), and if a row holds something else.
    pub fn all<T: FromRow>(&mut self, sql: &str, values: &[Value]) -> Attempt<Vec<T>> {
        self.query(sql, values)?.iter_mut().map(T::from_row).collect()
    }

    /// Reads the first row, if there is one.
    ///
    /// # Errors
    /// As those of `all`.
    pub fn first<T: FromRow>(&mut self, sql: &str, values: &[Value]) -> Attempt<Option<T>> {
        self.query(sql, values)?.first_mut().map(T::from_row).transpose()
    }

    /// Reads the one row that must be there.
    ///
    /// # Errors
    /// As those of `all`, and if there is none.
    pub fn one<T: FromRow>(&mut self, sql: &str, values: &[Value]) -> Attempt<T> {
        self.first(sql, values)?.ok_or_else(|| corrupt("a row is missing"))
    }

    /// Whether there is the table `marker`, by which a program knows its own tables; false if there are no tables at all.
    ///
    /// # Errors
    /// As those of [`tables`](Connection::tables), and if there are only other tables.
    pub fn has_tables(&mut self, marker: &str) -> Attempt<bool> {
        let tables = self.tables()?;
        let Some(other) = tables.iter().min() else { return Ok(false) };
        if tables.iter().any(|name| name == marker) {
            return Ok(true);
        }
        let reason = format!("there is a table `{other}`, and none named `{marker}`");
        Err(StoreProblem::Foreign(reason).into())
    }

    /// Inserts rows, 100 with one statement: SQLite takes 32,766 parameters, PostgreSQL 65,535. `into` is the table with
    /// its columns in parentheses.
    ///
    /// # Errors
    /// As those of [`execute`](Connection::execute).
    pub fn insert(&mut self, into: &str, rows: impl IntoIterator<Item = Vec<Value>>) -> Attempt<()> {
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

#[cfg(test)]
mod tests {
    use super::super::error::Failure;
    use super::*;

    #[test]
    fn a_time_later_than_the_year_9999_is_corrupt() {
        let read = |milliseconds: u64| Row::new(vec![milliseconds.into()]).get::<SystemTime>();
        let last = SystemTime::UNIX_EPOCH + Duration::from_millis(NO_TIME - 1);
        assert!(matches!(read(NO_TIME - 1), Ok(time) if time == last));
        for later in [NO_TIME, i64::MAX as u64] {
            let Err(Failure::Problem(StoreProblem::Corrupt(what))) = read(later) else { panic!("{later}") };
            assert_eq!(what, format!("{later} is no time: it is later than the year 9999"));
        }
    }
}
