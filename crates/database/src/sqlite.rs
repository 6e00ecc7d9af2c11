//! A connection to an SQLite file or to a database in memory.

use std::path::Path;
use std::time::Duration;

use rusqlite::types::{Null, ValueRef};
use rusqlite::{CachedStatement, ErrorCode, OpenFlags};

use super::connection::{
    Attempt, Connection, Failure, Problem, Row, Value, corrupt, in_dialect, integer, refused, text,
};
use super::handle::Access;

/// How long a statement waits for transactions of other processes before it fails.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The capacity of the cache of prepared statements: more than there are different statements.
const STATEMENTS: usize = 64;

/// The words in braces and what SQLite has for them.
pub const DIALECT: [(&str, &str); 9] = [
    ("{now}", "CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
    // A transaction that starts to write later can be refused then.
    ("{immediate}", "IMMEDIATE"),
    ("{for update}", ""),
    ("{skip locked}", ""),
    ("{integer}", "INTEGER"),
    ("{identity}", "INTEGER PRIMARY KEY AUTOINCREMENT"),
    ("{strict}", " STRICT"),
    ("{json object}", "json_object"),
    ("{json array}", "json_group_array"),
];

pub(super) struct Sqlite(rusqlite::Connection);

impl Sqlite {
    /// Opens a file.
    pub(super) fn open(path: &Path, access: Access) -> Attempt<Sqlite> {
        if access != Access::Create && !path.exists() {
            return Err(Problem::Missing.into());
        }
        let flags = match access {
            Access::Create => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
            Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
            Access::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
        };
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = rusqlite::Connection::open_with_flags(path, flags)?;
        if access == Access::Read
            && let Err(error) = opened.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
            && cannot_write(&error)
        {
            return Sqlite::set_up(open_immutable(path, flags)?);
        }
        Sqlite::set_up(opened)
    }

    /// A new database in memory.
    pub(super) fn in_memory() -> Attempt<Sqlite> {
        Sqlite::set_up(rusqlite::Connection::open_in_memory()?)
    }

    fn set_up(connection: rusqlite::Connection) -> Attempt<Sqlite> {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        // With a write-ahead log nothing is lost when a process is killed. When the machine loses power, the last
        // transactions can be lost, each as a whole.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        // The number of pages after which the log is copied to the file, which waits for the disk: 16 MB.
        connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
        Ok(Sqlite(connection))
    }

    fn prepare(&mut self, sql: &str, values: &[Value]) -> Attempt<CachedStatement<'_>> {
        let mut statement = self.0.prepare_cached(&in_dialect(sql, &DIALECT))?;
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
        Ok(self.0.execute_batch(&in_dialect(script, &DIALECT))?)
    }

    fn rollback(&mut self) -> Attempt<()> {
        // Some errors have ended the transaction already.
        if self.0.is_autocommit() { Ok(()) } else { self.run_script("ROLLBACK") }
    }

    fn tables(&mut self) -> Attempt<Vec<String>> {
        let connection: &mut dyn Connection = self;
        connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'", &[])
    }

    fn configure(&mut self) -> Attempt<()> {
        let set = self.0.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        match set?.as_str() {
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
fn open_immutable(path: &Path, flags: OpenFlags) -> Attempt<rusqlite::Connection> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        let log = Path::new(&log).display();
        return Err(refused(format!(
            "`{log}` has results that can only be read with write access to the folder: copy both files to another"
        )));
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
    let byte = |&byte: &u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") };
    let path: String = path.as_os_str().as_encoded_bytes().iter().map(byte).collect();
    let address = format!("file:{path}?immutable=1");
    Ok(rusqlite::Connection::open_with_flags(address, flags | OpenFlags::SQLITE_OPEN_URI)?)
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Failure::Conflict(error.to_string()),
            Some(ErrorCode::NotADatabase) => {
                Problem::Foreign("the file is not an SQLite database".into()).into()
            }
            _ => refused(error),
        }
    }
}
