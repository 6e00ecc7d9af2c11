//! Whether an SQLite file in use is still the one that was opened.
//!
//! SQLite does not notice that its file was deleted or replaced: it goes on writing to the old file, which nobody can
//! open any more, and it reads a new file through the write-ahead file of the old one. So each file gets an identifier
//! when its tables are created, each transaction looks at the file, and the write-ahead file always begins with the
//! page that has the identifier.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::error::{Attempt, StoreProblem};

/// How often a file that cannot be read is read again, and the pause before it.
const ATTEMPTS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(10);

/// An SQLite file in use.
#[derive(Debug)]
pub(super) struct FileInUse {
    path: PathBuf,
    /// Its device and inode when it was first opened.
    inode: OnceLock<Option<(u64, u64)>>,
    /// Its identifier, once its tables are created.
    identifier: OnceLock<u32>,
}

impl FileInUse {
    pub(super) fn new(path: &Path) -> FileInUse {
        FileInUse { path: path.to_owned(), inode: OnceLock::new(), identifier: OnceLock::new() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it was opened before.
    pub(super) fn was_opened(&self) -> bool {
        self.inode.get().is_some()
    }

    /// The write-ahead file and its index.
    pub(super) fn log(&self) -> [PathBuf; 2] {
        ["-wal", "-shm"].map(|suffix| {
            let mut path = self.path.as_os_str().to_owned();
            path.push(suffix);
            path.into()
        })
    }

    /// Whether the write-ahead file has contents.
    pub(super) fn has_log(&self) -> bool {
        fs::metadata(&self.log()[0]).is_ok_and(|log| log.len() > 0)
    }

    /// Says which file the write-ahead file belongs to, and what to do.
    pub(super) fn foreign_log(&self, owner: &str) -> String {
        let [log, index] = self.log().map(|path| path.display().to_string());
        format!(
            "`{log}` belongs to {owner}; if no process uses that one any more, remove `{log}` and `{index}`"
        )
    }

    /// The identifier as a connection sees it, if there is one; it is remembered.
    pub(super) fn identify(&self, connection: &Connection) -> rusqlite::Result<Option<u32>> {
        if let Some(known) = self.identifier.get() {
            return Ok(Some(*known));
        }
        let found = identifier(connection)?;
        Ok((found != 0).then(|| *self.identifier.get_or_init(|| found)))
    }

    /// Fails if the file at the path is not the one that was opened first.
    pub(super) fn check(&self) -> Attempt<()> {
        match fs::metadata(&self.path) {
            Ok(found) if *self.inode.get_or_init(|| inode(&found)) == inode(&found) => Ok(()),
            Ok(_) => gone("another file was put in its place while it was in use; that one is unchanged"),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                gone("the file was deleted or moved away while it was in use; nothing more can be stored")
            }
            // The folder cannot be read at the moment.
            Err(_) => Ok(()),
        }
    }

    /// Fails if the file was overwritten by another one, or has the write-ahead file of another one.
    pub(super) fn check_contents(&self) -> Attempt<()> {
        self.check()?;
        // Read first: an identifier is in the write-ahead file before it is in the file.
        let of_log = self.identifier_of_log();
        let Some(of_file) = self.settled_identifier_of_file() else {
            return match self.identifier.get() {
                Some(_) => gone("the file cannot be read any more: it was overwritten while it was in use"),
                // SQLite says what is wrong with it.
                None => Ok(()),
            };
        };
        if self.is_foreign(of_file) {
            return gone("the file was overwritten by another one while it was in use");
        }
        // The tables may be in the write-ahead file only: their creator was killed.
        if of_file == 0 || of_log.is_none_or(|of_log| of_log == of_file) {
            return Ok(());
        }
        gone(&self.foreign_log("another file, in whose place this one was put"))
    }

    /// The identifier in the file itself. If the file is in use, waits a moment for the end of what another process writes.
    fn settled_identifier_of_file(&self) -> Option<u32> {
        if self.identifier.get().is_none() {
            return self.identifier_of_file();
        }
        for _ in 0..ATTEMPTS {
            // Overwriting a file begins with making it empty, and an empty file reads as one without an identifier.
            let is_empty = fs::metadata(&self.path).is_ok_and(|file| file.len() == 0);
            if let Some(identifier) = self.identifier_of_file().filter(|_| !is_empty) {
                return Some(identifier);
            }
            thread::sleep(PAUSE);
        }
        None
    }

    /// The identifier in the file itself; none if it cannot be read.
    fn identifier_of_file(&self) -> Option<u32> {
        let file = open_immutable(&self.path, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
        // Accepts a file that is shorter than its first page says. A checkpoint writes this page first, and its process
        // may have been killed then: the other pages are in the write-ahead file.
        file.set_db_config(DbConfig::SQLITE_DBCONFIG_WRITABLE_SCHEMA, true).ok()?;
        identifier(&file).ok()
    }

    fn is_foreign(&self, identifier: u32) -> bool {
        self.identifier.get().is_some_and(|known| ![0, *known].contains(&identifier))
    }

    /// Whether the file has the identifier of another one.
    pub(super) fn is_overwritten(&self) -> bool {
        self.identifier_of_file().is_some_and(|found| self.is_foreign(found))
    }

    /// The identifier of the file to which the write-ahead file belongs; none if there is no write-ahead file, or
    /// another program has written it.
    fn identifier_of_log(&self) -> Option<u32> {
        // The header of the file, that of the first page, and the beginning of this page.
        let mut start = [0; 32 + 24 + 64];
        File::open(&self.log()[0]).ok()?.read_exact(&mut start).ok()?;
        let number = |at: usize| Some(u32::from_be_bytes(start.get(at..at + 4)?.try_into().ok()?));
        number(56 + 60).filter(|_| number(32) == Some(1))
    }

    /// Removes the write-ahead file and its index, if they belong to the file that was opened.
    pub(super) fn remove_log(&self) {
        if self.identifier.get().is_some() && self.identifier_of_log().as_ref() == self.identifier.get() {
            let [log, index] = self.log();
            // In this order: a process that creates a new file waits for the end of the first.
            for path in [index, log] {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// The device and the inode of a file; none where the system does not tell. Windows keeps a file that is in use.
#[cfg(unix)]
fn inode(file: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    Some((file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> Option<(u64, u64)> {
    None
}

fn gone(what: &str) -> Attempt<()> {
    Err(StoreProblem::Gone(what.to_owned()).into())
}

/// The identifier of a file, as a connection sees it; 0 before its tables are created.
pub(super) fn identifier(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Opens a file without its write-ahead file and without writing beside it. (To open the file without SQLite would cancel
/// SQLite's locks on it when it is closed.)
pub(super) fn open_immutable(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
    let byte = |&byte: &u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") };
    let path: String = path.as_os_str().as_encoded_bytes().iter().map(byte).collect();
    let flags = flags | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(format!("file:{path}?immutable=1"), flags)
}
