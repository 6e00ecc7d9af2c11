//! Exports the games of a store: records, lines of JSON, positions.

mod json;
mod samples;

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use json::json_line;
pub use samples::{Sample, samples};

use crate::game::record::Record;
use crate::store::{Store, StoreError};

/// Why an export failed.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The folder is not empty.
    #[error("`{}` is not empty: records go to a new folder, so that none is overwritten", .0.display())]
    NotEmpty(PathBuf),
    /// A file or folder cannot be created.
    #[error("cannot write `{}`: {}", .0.display(), .1)]
    Io(PathBuf, #[source] io::Error),
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The record of the game of this number cannot be read, is of an unknown game, or contradicts the rules.
    #[error("game {0} of the store: {1}")]
    Game(usize, #[source] Box<dyn Error>),
}

/// Creates a folder for records; it may exist if it is empty.
///
/// # Errors
/// It cannot be created, or is not empty.
pub fn make_folder(folder: &Path) -> Result<(), ExportError> {
    let failed = |error| ExportError::Io(folder.to_owned(), error);
    fs::create_dir_all(folder).map_err(failed)?;
    if fs::read_dir(folder).map_err(failed)?.next().is_some() {
        return Err(ExportError::NotEmpty(folder.to_owned()));
    }
    Ok(())
}

/// Writes the record of every finished game into a folder, as `game-0001.txt` and so on.
///
/// # Errors
/// The store cannot be read, or a file cannot be written.
pub fn records(store: &Store, folder: &Path) -> Result<(), ExportError> {
    let counts = store.counts()?;
    let digits = counts.scheduled().to_string().len().max(4);
    for row in store.records() {
        let (row, text) = row?;
        let path = folder.join(format!("game-{:0digits$}.txt", row.game.number));
        fs::write(&path, text).map_err(|error| ExportError::Io(path, error))?;
    }
    Ok(())
}

/// Writes the table of a tournament into a folder, as `results.txt`.
///
/// # Errors
/// It cannot be written.
pub fn table(folder: &Path, text: &str) -> Result<(), ExportError> {
    let path = folder.join("results.txt");
    fs::write(&path, text).map_err(|error| ExportError::Io(path, error))
}

/// Writes every finished game as a [line of JSON](json_line).
///
/// # Errors
/// The store cannot be read, or the output cannot be written.
pub fn json(store: &Store, out: &mut dyn Write) -> Result<(), ExportError> {
    each_record(store, |record| Ok(writeln!(out, "{}", json_line(record))?))?;
    Ok(out.flush()?)
}

/// Writes every [position](samples) of every finished game as a line of JSON.
///
/// # Errors
/// The store cannot be read, a game contradicts the rules of this version, or the output cannot be written.
pub fn positions(store: &Store, out: &mut dyn Write) -> Result<(), ExportError> {
    each_record(store, |record| {
        for sample in samples(record, &*games::by_name(&record.game)?)? {
            serde_json::to_writer(&mut *out, &sample)?;
            writeln!(out)?;
        }
        Ok(())
    })?;
    Ok(out.flush()?)
}

/// Creates a file to write to; `-` is standard output.
///
/// # Errors
/// The file exists, or cannot be created.
pub fn output(path: &Path) -> Result<Box<dyn Write>, ExportError> {
    if path == Path::new("-") {
        return Ok(Box::new(BufWriter::new(io::stdout())));
    }
    let file = File::create_new(path).map_err(|error| ExportError::Io(path.to_owned(), error))?;
    Ok(Box::new(BufWriter::new(file)))
}

/// Calls `each` with the record of every finished game, by number.
fn each_record(
    store: &Store,
    mut each: impl FnMut(&Record) -> Result<(), Box<dyn Error>>,
) -> Result<(), ExportError> {
    for row in store.records() {
        let (row, text) = row?;
        let done = text.parse().map_err(Into::into).and_then(|record| each(&record));
        done.map_err(|error| match error.downcast() {
            Ok(error) => ExportError::Output(*error),
            Err(error) => ExportError::Game(row.game.number, error),
        })?;
    }
    Ok(())
}
