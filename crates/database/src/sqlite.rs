//! A connection to an SQLite file or to a database in memory.

use std::sync::Arc;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::types::{Null, ValueRef};
use rusqlite::{CachedStatement, ErrorCode, OpenFlags};

use super::connection::{Access, Connection, Row, Value, in_dialect, integer, text};
use super::error::{Attempt, Failure, StoreProblem, corrupt, refused};
use super::file::{FileInUse, identifier, open_immutable};

/// How long a statement waits for transactions of other processes before it fails.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The capacity of the cache of prepared statements: more than there are different statements.
const STATEMENTS: usize = 64;

/// The words in braces and what SQLite has for them.
pub const DIALECT: [(&str, &str); 6] = [
    ("{now}", "CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
    ("{for update}", ""),
    ("{skip locked}", ""),
    ("{integer}", "INTEGER"),
    ("{identity}", "INTEGER PRIMARY KEY AUTOINCREMENT"),
    ("{strict}", " STRICT"),
];

/// The number of transactions of a process after which it copies the write-ahead file to the file, which waits for the
/// disk: some hundred pages.
const CHECKPOINT: u32 = 100;

pub(super) struct Sqlite {
    connection: rusqlite::Connection,
    /// None: the memory of this process.
    file: Option<Arc<FileInUse>>,
    /// Whether it may write to the file.
    writes: bool,
    /// The number of transactions until the next checkpoint.
    until_checkpoint: u32,
}

impl Sqlite {
    /// Opens a file.
    pub(super) fn open(file: &Arc<FileInUse>, access: Access) -> Attempt<Sqlite> {
        let path = file.path();
        // Asked first, as a process that creates the file creates this one second.
        let has_log = file.has_log();
        if !path.exists() {
            if access != Access::Create {
                if file.was_opened() {
                    file.check()?;
                }
                return Err(StoreProblem::Missing.into());
            } else if has_log {
                return Err(refused(file.foreign_log("a file that was here and was deleted")));
            }
        }
        let flags = match access {
            Access::Create => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
            Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
            Access::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
        };
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut opened = rusqlite::Connection::open_with_flags(path, flags)?;
        if access == Access::Read
            && let Err(error) = opened.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
            && cannot_write(&error)
        {
            opened = open_without_log(file)?;
        } else {
            file.check_contents()?;
        }
        Sqlite::set_up(opened, Some(Arc::clone(file)), access != Access::Read)
    }

    /// A new database in memory.
    pub(super) fn in_memory() -> Attempt<Sqlite> {
        Sqlite::set_up(rusqlite::Connection::open_in_memory()?, None, true)
    }

    fn set_up(
        connection: rusqlite::Connection,
        file: Option<Arc<FileInUse>>,
        writes: bool,
    ) -> Attempt<Sqlite> {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        // With a write-ahead log nothing is lost when a process is killed. When the machine loses power, the last
        // transactions can be lost, each as a whole.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        // `commit` makes the checkpoints.
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        Ok(Sqlite { connection, file, writes, until_checkpoint: CHECKPOINT })
    }

    /// Copies the write-ahead file to the file, as far as no other process is reading it. If that fails, the next
    /// checkpoint makes up for it.
    fn checkpoint(&mut self) -> Attempt<()> {
        self.until_checkpoint = CHECKPOINT;
        let Some(file) = &self.file else { return Ok(()) };
        file.check_contents()?;
        copy_log(&self.connection);
        Ok(())
    }

    fn prepare(&mut self, sql: &str, values: &[Value]) -> Attempt<CachedStatement<'_>> {
        let mut statement = self.connection.prepare_cached(&in_dialect(sql, &DIALECT))?;
        for (position, value) in (1..).zip(values) {
            // SQLite numbers `$3` by its first appearance, not by its name.
            let name = format!("${position}");
            debug_assert_eq!(statement.parameter_name(position), Some(name.as_str()), "{sql}");
            match value {
                Value::Number(number) => statement.raw_bind_parameter(position, integer(number))?,
                Value::String(value) => statement.raw_bind_parameter(position, text(value))?,
                _ => statement.raw_bind_parameter(position, Null)?,
            }
        }
        Ok(statement)
    }
}

impl Connection for Sqlite {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Attempt<u64> {
        Ok(self.prepare(sql, values)?.raw_execute()? as u64)
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Attempt<Vec<Row>> {
        let mut statement = self.prepare(sql, values)?;
        let columns = statement.column_count();
        let mut rows = statement.raw_query();
        let mut read = Vec::new();
        while let Some(row) = rows.next()? {
            let values = (0..columns).map(|column| match row.get_ref(column)? {
                ValueRef::Null => Ok(Value::Null),
                ValueRef::Integer(number) => Ok(number.into()),
                ValueRef::Text(text) => Ok(str::from_utf8(text).map_err(corrupt)?.into()),
                other => Err(corrupt(format!("{other:?} instead of an integer or a text"))),
            });
            read.push(Row::new(values.collect::<Result<_, _>>()?));
        }
        Ok(read)
    }

    fn run_script(&mut self, script: &str) -> Attempt<()> {
        Ok(self.connection.execute_batch(&in_dialect(script, &DIALECT))?)
    }

    fn check(&mut self) -> Attempt<()> {
        self.file.as_ref().map_or(Ok(()), |file| file.check())
    }

    fn begin(&mut self, writes: bool) -> Attempt<()> {
        self.check()?;
        if !writes {
            return self.execute("BEGIN", &[]).map(drop);
        }
        // A transaction that starts to write later can be refused then.
        self.execute("BEGIN IMMEDIATE", &[])?;
        // The first page of each transaction is the one with the identifier.
        let identifier =
            self.file.as_ref().map(|file| file.identify(&self.connection)).transpose()?.flatten();
        if let Some(identifier) = identifier {
            self.execute(&format!("PRAGMA user_version = {identifier}"), &[])?;
        }
        Ok(())
    }

    fn commit(&mut self) -> Attempt<()> {
        self.execute("COMMIT", &[])?;
        if let Some(file) = &self.file {
            file.check()?;
            file.identify(&self.connection)?;
        }
        self.until_checkpoint -= 1;
        if self.until_checkpoint == 0 { self.checkpoint() } else { Ok(()) }
    }

    fn rollback(&mut self) -> Attempt<()> {
        // Some errors have ended the transaction already.
        if self.connection.is_autocommit() { Ok(()) } else { self.run_script("ROLLBACK") }
    }

    fn tables(&mut self) -> Attempt<Vec<String>> {
        let connection: &mut dyn Connection = self;
        connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'", &[])
    }

    fn create_schema(&mut self) -> Attempt<()> {
        if identifier(&self.connection)? == 0 {
            let random = "SELECT 1 + (random() & 1073741823)";
            let identifier: u32 = self.connection.query_row(random, [], |row| row.get(0))?;
            self.execute(&format!("PRAGMA user_version = {identifier}"), &[])?;
            // So that the file is never without its tables and its identifier.
            self.until_checkpoint = 1;
        }
        Ok(())
    }

    fn configure(&mut self) -> Attempt<()> {
        let mode = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
        match self.connection.pragma_update_and_check(None, "journal_mode", "WAL", mode)?.as_str() {
            "wal" | "memory" => Ok(()),
            other => Err(refused(format!(
                "there can be no write-ahead log (the journal mode is `{other}`); the file must be on a disk of this \
                 machine"
            ))),
        }
    }
}

/// Whether a file cannot be read because files beside it cannot be written: readers announce themselves there.
fn cannot_write(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Opens a file without writing beside it. It must not be in use, and have no write-ahead log with results.
fn open_without_log(file: &FileInUse) -> Attempt<rusqlite::Connection> {
    if file.has_log() {
        let [log, _] = file.log();
        return Err(refused(format!(
            "`{}` has results that can only be read with write access to the folder: copy both files to another",
            log.display()
        )));
    }
    file.check()?;
    Ok(open_immutable(file.path(), OpenFlags::SQLITE_OPEN_READ_ONLY)?)
}

/// Copies the write-ahead file to the file, and returns whether nothing is left to copy.
fn copy_log(connection: &rusqlite::Connection) -> bool {
    let pages =
        connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| Ok((row.get(1)?, row.get(2)?)));
    pages.is_ok_and(|(all, copied): (i64, i64)| all == copied)
}

impl Drop for Sqlite {
    /// Leaves nothing beside a file that has taken the place of this one, and does not change it.
    fn drop(&mut self) {
        let Some(file) = self.file.as_ref().filter(|_| self.writes) else { return };
        // A file that was moved away is complete then.
        let copied = file.check().is_err() && copy_log(&self.connection);
        if copied || file.check().is_ok() && file.check_contents().is_err() {
            // The last connection would copy the write-ahead file.
            let _ = self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
            // What is not in any file stays, unless another file is in the way.
            if copied || file.is_overwritten() {
                file.remove_log();
            }
        }
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Failure::Conflict(error.to_string()),
            Some(ErrorCode::NotADatabase) => {
                StoreProblem::Foreign("the file is not an SQLite database".into()).into()
            }
            _ => refused(error),
        }
    }
}
