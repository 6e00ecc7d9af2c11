//! What the store asks of a connection to a database: the seam below which SQLite and PostgreSQL differ.
//!
//! Statements are written once for both. Parameters are `$1`, `$2` and so on, in the order of their first
//! appearance. All columns are whole numbers of 64 bits or texts. Three words are replaced by what the
//! database says for them: `{now}`, the time by the clock of the database in milliseconds since 1970;
//! `{for update}`, which locks the rows that are read; `{skip locked}`, which also passes over those locked
//! already. (SQLite has one writer at a time and needs no such locks.)

use super::error::Problem;
use super::schema::Scripts;

/// A parameter of a statement.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Null,
    Integer(i64),
    Text(&'a str),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::Text(text)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Value<'a> {
        Value::Text(text)
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Integer(number)
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

/// Why an attempt at a transaction failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// Others were in the way. The same again, a little later, will do.
    Conflict(String),
    /// The connection is lost, or there is none.
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "only a server can be away"))]
    Away(String),
    /// It would fail again.
    Problem(Problem),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::Problem(problem)
    }
}

/// A row of an answer; columns count from 0.
pub(super) trait Row {
    /// A number, or none for NULL.
    fn maybe_integer(&self, column: usize) -> Result<Option<i64>, Failure>;
    /// A text, or none for NULL.
    fn maybe_text(&self, column: usize) -> Result<Option<String>, Failure>;
}

impl dyn Row + '_ {
    /// A number.
    pub(super) fn integer(&self, column: usize) -> Result<i64, Failure> {
        self.maybe_integer(column)?.ok_or_else(|| damaged(format!("column {column} has no value")))
    }

    /// A number that is not negative.
    pub(super) fn count(&self, column: usize) -> Result<u64, Failure> {
        natural(self.integer(column)?)
    }

    /// A number that is not negative.
    pub(super) fn index(&self, column: usize) -> Result<usize, Failure> {
        natural(self.integer(column)?)
    }

    /// A text.
    pub(super) fn text(&self, column: usize) -> Result<String, Failure> {
        self.maybe_text(column)?.ok_or_else(|| damaged(format!("column {column} has no value")))
    }
}

/// A number that must not be negative.
pub(super) fn natural<T: TryFrom<i64>>(number: i64) -> Result<T, Failure> {
    T::try_from(number).map_err(|_| damaged(format!("{number} where a natural number was expected")))
}

/// The tables hold what nobody writes to them.
pub(super) fn damaged(what: String) -> Failure {
    Failure::Problem(Problem::Damaged(what))
}

/// A connection to a database.
pub(super) trait Connection: Send {
    /// Begins a transaction that writes.
    fn begin(&mut self) -> Result<(), Failure>;
    /// Ends it and keeps what it did.
    fn commit(&mut self) -> Result<(), Failure>;
    /// Ends it and forgets what it did.
    fn rollback(&mut self) -> Result<(), Failure>;
    /// Runs a statement that answers no rows; how many rows it changed.
    fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, Failure>;
    /// Runs a statement and shows each row of the answer.
    fn query(
        &mut self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Row) -> Result<(), Failure>,
    ) -> Result<(), Failure>;
    /// Runs a script of statements without parameters.
    fn run_script(&mut self, script: &str) -> Result<(), Failure>;

    /// How its tables are made and brought up to date.
    fn scripts(&self) -> &'static Scripts;
    /// The names of the tables at its place.
    fn tables(&mut self) -> Result<Vec<String>, Failure>;
    /// Settings of the database that outlast the connection; called for a tournament or an empty place only,
    /// and outside of a transaction.
    fn settle(&mut self) -> Result<(), Failure>;
    /// Makes the place for the tables; called within the transaction that makes them, before anything else.
    fn make_place(&mut self) -> Result<(), Failure>;
}

impl dyn Connection + '_ {
    /// What is read from the first row, if there is one.
    pub(super) fn first<T>(
        &mut self,
        sql: &str,
        values: &[Value<'_>],
        read: impl Fn(&dyn Row) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        let mut first = None;
        self.query(sql, values, &mut |row| {
            if first.is_none() {
                first = Some(read(row)?);
            }
            Ok(())
        })?;
        Ok(first)
    }

    /// What is read from the one row that must be there.
    pub(super) fn one<T>(
        &mut self,
        sql: &str,
        values: &[Value<'_>],
        read: impl Fn(&dyn Row) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.first(sql, values, read)?.ok_or_else(|| damaged("a row is missing".into()))
    }

    /// What is read from all rows.
    pub(super) fn all<T>(
        &mut self,
        sql: &str,
        values: &[Value<'_>],
        read: impl Fn(&dyn Row) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        let mut all = Vec::new();
        self.query(sql, values, &mut |row| {
            all.push(read(row)?);
            Ok(())
        })?;
        Ok(all)
    }

    /// Inserts rows, many with one statement: `into` is the table with its columns in parentheses, each row
    /// has a value for each of the `columns`.
    pub(super) fn insert<'v>(
        &mut self,
        into: &str,
        columns: usize,
        rows: impl IntoIterator<Item = Vec<Value<'v>>>,
    ) -> Result<(), Failure> {
        /// SQLite takes 32,766 parameters in a statement, PostgreSQL 65,535.
        const ROWS: usize = 100;
        let mut values = Vec::new();
        for row in rows {
            debug_assert_eq!(row.len(), columns);
            values.extend(row);
            if values.len() == ROWS * columns {
                self.insert_all(into, columns, &values)?;
                values.clear();
            }
        }
        if values.is_empty() { Ok(()) } else { self.insert_all(into, columns, &values) }
    }

    fn insert_all(&mut self, into: &str, columns: usize, values: &[Value<'_>]) -> Result<(), Failure> {
        let mut sql = format!("INSERT INTO {into} VALUES ");
        for place in 0..values.len() {
            sql.push_str(match (place, place % columns) {
                (0, _) => "(",
                (_, 0) => "), (",
                _ => ", ",
            });
            sql.push_str(&format!("${}", place + 1));
        }
        sql.push(')');
        self.execute(&sql, values)?;
        Ok(())
    }
}
