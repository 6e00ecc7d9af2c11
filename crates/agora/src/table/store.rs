//! Tables that outlast the server: rows of a database.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::Duration;

use database::{Access, Address, Contents, Database, Json, StoreProblem, values};

use super::game::Saved;

/// What a store holds.
const CONTENTS: Contents = Contents { what: "list of tables", program: "agora", package: env!("CARGO_PKG_NAME") };

/// The tables of version [`VERSION`]. `content` is JSON.
const TABLES: &str = "
    CREATE TABLE agora_schema (version {integer} NOT NULL){strict};
    CREATE TABLE board_table (
        number {identity}, changed_at {integer} NOT NULL, is_over {integer} NOT NULL, content TEXT NOT NULL){strict};";

/// The version of the tables of the database.
const VERSION: u32 = 1;

/// How long a finished game is kept, and any other one after its last change.
const KEPT_FINISHED: Duration = Duration::from_secs(7 * 24 * 60 * 60);
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The open store of a server. No other server uses it meanwhile.
pub(super) struct Store {
    database: Database,
    /// Locked.
    _lock: Option<File>,
}

impl Store {
    /// Opens or creates a store. Waits for the disk.
    pub(super) fn open(address: &Address) -> Result<Store, String> {
        let lock = if let Address::Sqlite(path) = address { Some(lock(path)?) } else { None };
        let database = Database::new(address, Access::Create, CONTENTS);
        let created = database.read(|connection| {
            connection.configure()?;
            if !connection.has_tables("agora_schema")? {
                return Ok(false);
            }
            let found = connection.one("SELECT version FROM agora_schema", &[])?;
            let refused = StoreProblem::Version { found, known: VERSION };
            if found == VERSION { Ok(true) } else { Err(refused.into()) }
        });
        if !created.map_err(|error| error.to_string())? {
            let create = database.write(|connection, _| {
                connection.create_schema()?;
                connection.run_script(TABLES)?;
                connection.execute("INSERT INTO agora_schema (version) VALUES ($1)", values![VERSION]).map(drop)
            });
            create.map_err(|error| error.to_string())?;
        }
        Ok(Store { database, _lock: lock })
    }

    /// Adds a table; its number.
    pub(super) fn add(&self, saved: &Saved) -> Result<u64, String> {
        let content = json(saved)?;
        let added = self.database.write(|connection, _| {
            connection.one(
                "INSERT INTO board_table (changed_at, is_over, content) VALUES ({now}, 0, $1) RETURNING number",
                values![&*content],
            )
        });
        added.map_err(|error| error.to_string())
    }

    /// Replaces what is kept of a table, unless it was removed.
    pub(super) fn keep(&self, number: u64, saved: &Saved, is_over: bool) -> Result<(), String> {
        let content = json(saved)?;
        let kept = self.database.write(|connection, _| {
            connection.execute(
                "UPDATE board_table SET changed_at = {now}, is_over = $1, content = $2 WHERE number = $3",
                values![u32::from(is_over), &*content, number],
            )
        });
        kept.map(drop).map_err(|error| error.to_string())
    }

    /// Removes a table.
    pub(super) fn remove(&self, number: u64) -> Result<(), String> {
        let removed = self.database.write(|connection, _| {
            connection.execute("DELETE FROM board_table WHERE number = $1", values![number])
        });
        removed.map(drop).map_err(|error| error.to_string())
    }

    /// All tables.
    pub(super) fn all(&self) -> Result<Vec<(u64, Saved)>, String> {
        let rows = self.database.read(|connection| {
            connection.all("SELECT number, content FROM board_table ORDER BY number", &[])
        });
        let rows: Vec<(u64, Json<Saved>)> = rows.map_err(|error| error.to_string())?;
        Ok(rows.into_iter().map(|(number, Json(saved))| (number, saved)).collect())
    }

    /// The numbers of the tables that have been kept for long enough.
    pub(super) fn old(&self) -> Result<Vec<u64>, String> {
        let [finished, other] = [KEPT_FINISHED, KEPT].map(|time| time.as_millis() as u64);
        let old = self.database.read(|connection| {
            connection.all(
                "SELECT number FROM board_table WHERE is_over = 1 AND changed_at < {now} - $1 OR changed_at < {now} - $2",
                values![finished, other],
            )
        });
        old.map_err(|error| error.to_string())
    }
}

fn json(saved: &Saved) -> Result<String, String> {
    serde_json::to_string(saved).map_err(|error| error.to_string())
}

/// Creates the file of a store, which only the user may read, with its folder. Locks a file beside it: the database has locks
/// of its own.
fn lock(path: &Path) -> Result<File, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    private().open(path).map_err(failed)?;
    let mut name = path.as_os_str().to_owned();
    name.push("-lock");
    let lock = private().open(name).map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(format!(
            "{}: another agora serves these tables; give this one another file by --tables",
            path.display()
        )),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// How to open a file with secrets.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_tables_has_one_server() {
        let folder = std::env::temp_dir().join(format!("agora-tables-{}", std::process::id()));
        let address = Address::Sqlite(folder.join("tables"));
        let first = Store::open(&address).unwrap();
        let refused = Store::open(&address).err().unwrap();
        assert!(refused.contains("another agora serves these tables"), "{refused}");
        drop(first);
        Store::open(&address).unwrap();
        fs::remove_dir_all(folder).unwrap();
    }
}
