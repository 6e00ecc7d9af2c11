//! A connection to an SQLite file, or to a database in memory.

use std::path::Path;
use std::time::Duration;

use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, ErrorCode, OpenFlags};

use super::connection::{Connection, Failure, Row, Value, damaged};
use super::error::Problem;
use super::schema::{SQLITE, Scripts};

/// How long a transaction waits for those of other processes before it is begun anew.
const PATIENCE: Duration = Duration::from_secs(5);

/// More than there are different statements.
const STATEMENTS: usize = 64;

pub(super) struct Sqlite(rusqlite::Connection);

impl Sqlite {
    /// Opens a file; makes it if it is not there and is `wanted`.
    pub(super) fn open(path: &Path, wanted: bool) -> Result<Sqlite, Failure> {
        if !wanted && !path.exists() {
            return Err(Problem::NotThere.into());
        }
        let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        flags.set(OpenFlags::SQLITE_OPEN_CREATE, wanted);
        Sqlite::set_up(rusqlite::Connection::open_with_flags(path, flags).map_err(failure)?)
    }

    /// A new database in memory.
    pub(super) fn in_memory() -> Result<Sqlite, Failure> {
        Sqlite::set_up(rusqlite::Connection::open_in_memory().map_err(failure)?)
    }

    fn set_up(connection: rusqlite::Connection) -> Result<Sqlite, Failure> {
        connection.busy_timeout(PATIENCE).map_err(failure)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        // With a write-ahead log this loses nothing when a process is killed. When the machine loses power,
        // the last transactions may be lost, each as a whole: those games are played again.
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(failure)?;
        // Pages in the log until it is copied to the file, which waits for the disk: 16 MB, some 400 games.
        connection.pragma_update(None, "wal_autocheckpoint", 4000).map_err(failure)?;
        Ok(Sqlite(connection))
    }

    fn prepare(&mut self, sql: &str, values: &[Value<'_>]) -> Result<CachedStatement<'_>, Failure> {
        let statement = if sql.contains('{') {
            let sql = sql
                .replace("{now}", "CAST(unixepoch('subsec') * 1000 AS INTEGER)")
                .replace("{for update}", "")
                .replace("{skip locked}", "");
            self.0.prepare_cached(&sql)
        } else {
            self.0.prepare_cached(sql)
        };
        let mut statement = statement.map_err(failure)?;
        for (place, value) in (1..).zip(values) {
            // SQLite numbers `$3` by its first appearance and not by its name.
            debug_assert_eq!(statement.parameter_name(place), Some(format!("${place}").as_str()), "{sql}");
            statement.raw_bind_parameter(place, value).map_err(failure)?;
        }
        Ok(statement)
    }
}

impl Connection for Sqlite {
    fn begin(&mut self) -> Result<(), Failure> {
        // A transaction that wrote only later could be refused then.
        self.execute("BEGIN IMMEDIATE", &[]).map(drop)
    }

    fn commit(&mut self) -> Result<(), Failure> {
        self.execute("COMMIT", &[]).map(drop)
    }

    fn rollback(&mut self) -> Result<(), Failure> {
        // Some errors have ended the transaction already.
        if self.0.is_autocommit() { Ok(()) } else { self.execute("ROLLBACK", &[]).map(drop) }
    }

    fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, Failure> {
        self.prepare(sql, values)?.raw_execute().map(|rows| rows as u64).map_err(failure)
    }

    fn query(
        &mut self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Row) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut statement = self.prepare(sql, values)?;
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next().map_err(failure)? {
            each(row)?;
        }
        Ok(())
    }

    fn run_script(&mut self, script: &str) -> Result<(), Failure> {
        self.0.execute_batch(script).map_err(failure)
    }

    fn scripts(&self) -> &'static Scripts {
        &SQLITE
    }

    fn tables(&mut self) -> Result<Vec<String>, Failure> {
        let connection: &mut dyn Connection = self;
        connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'", &[], |row| row.text(0))
    }

    fn settle(&mut self) -> Result<(), Failure> {
        let set = self.0.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        match set.map_err(failure)?.as_str() {
            "wal" | "memory" => Ok(()),
            other => Err(Failure::Problem(Problem::Refused(format!(
                "no write-ahead log can be kept here (journal mode `{other}`); the file must be on a disk of \
                 this machine"
            )))),
        }
    }

    fn make_place(&mut self) -> Result<(), Failure> {
        Ok(())
    }
}

fn failure(error: rusqlite::Error) -> Failure {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Failure::Conflict(error.to_string()),
        Some(ErrorCode::NotADatabase) => {
            Failure::Problem(Problem::NotATournament("the file is no SQLite database".into()))
        }
        _ => Failure::Problem(Problem::Refused(error.to_string())),
    }
}

impl Row for rusqlite::Row<'_> {
    fn maybe_integer(&self, column: usize) -> Result<Option<i64>, Failure> {
        self.get(column).map_err(|error| damaged(error.to_string()))
    }

    fn maybe_text(&self, column: usize) -> Result<Option<String>, Failure> {
        self.get(column).map_err(|error| damaged(error.to_string()))
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}
