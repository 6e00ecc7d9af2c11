//! What a store needs from a connection to a database; SQLite and PostgreSQL differ only below it.
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

use super::error::{Attempt, corrupt};

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

impl FromRow for Duration {
    fn from_row(row: &mut Row) -> Attempt<Duration> {
        row.get().map(Duration::from_nanos)
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
