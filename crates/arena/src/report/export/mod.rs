//! What a store holds, as files: readable records, lines of JSON, positions.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

mod json;
mod positions;

pub use positions::{Sample, samples};

use crate::game::record::{Contradiction, Record, RecordError};
use crate::store::{Store, StoreError};

/// Why something could not be exported.
#[derive(Debug, Error)]
pub enum ExportError {
    /// There is something in the folder already.
    #[error("`{}` is not empty: records go to a new folder, so that none is overwritten", .0.display())]
    NotEmpty(PathBuf),
    /// A file or folder cannot be made.
    #[error("cannot write `{}`: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What happened.
        #[source]
        error: io::Error,
    },
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record in the store is none.
    #[error("game {number} of the store: {error}")]
    Record {
        /// The game.
        number: usize,
        /// What is wrong with its record.
        #[source]
        error: RecordError,
    },
    /// A record in the store is of a game that is not here.
    #[error("game {number} of the store: {error}")]
    Game {
        /// The game.
        number: usize,
        /// Which games there are.
        #[source]
        error: games::UnknownGame,
    },
    /// A record in the store contradicts the rules.
    #[error("game {number} of the store contradicts the rules: {error}")]
    Rules {
        /// The game.
        number: usize,
        /// What the rules say.
        #[source]
        error: Contradiction,
    },
}

/// Makes a folder for records, or takes an empty one.
///
/// # Errors
/// It cannot be made, or has something in it.
pub fn make_folder(folder: &Path) -> Result<(), ExportError> {
    let failed = |error| ExportError::Io { path: folder.to_owned(), error };
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
    each(store, &mut |number, text| {
        let path = folder.join(format!("game-{number:0digits$}.txt"));
        fs::write(&path, text).map_err(|error| ExportError::Io { path, error })
    })
}

/// Writes the table of a tournament into a folder, as `results.txt`.
///
/// # Errors
/// It cannot be written.
pub fn table(folder: &Path, text: &str) -> Result<(), ExportError> {
    let path = folder.join("results.txt");
    fs::write(&path, text).map_err(|error| ExportError::Io { path, error })
}

/// Writes every finished game as a line of [JSON](Record::to_json).
///
/// # Errors
/// The store cannot be read, or the output cannot be written.
pub fn json(store: &Store, out: &mut dyn Write) -> Result<(), ExportError> {
    each(store, &mut |number, text| {
        let record = read(number, text)?;
        writeln!(out, "{}", record.to_json()).map_err(ExportError::from)
    })?;
    Ok(out.flush()?)
}

/// Writes every [position](samples) of every finished game as a line of JSON.
///
/// # Errors
/// The store cannot be read, a game contradicts the rules of this version, or the output cannot be written.
pub fn positions(store: &Store, out: &mut dyn Write) -> Result<(), ExportError> {
    each(store, &mut |number, text| {
        let record = read(number, text)?;
        let rules = games::by_name(&record.game).map_err(|error| ExportError::Game { number, error })?;
        let samples = samples(&record, &*rules).map_err(|error| ExportError::Rules { number, error })?;
        for sample in samples {
            serde_json::to_writer(&mut *out, &sample).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        Ok(())
    })?;
    Ok(out.flush()?)
}

/// A new file to write to; `-` is standard output.
///
/// # Errors
/// The file is there already, or cannot be made.
pub fn output(path: &Path) -> Result<Box<dyn Write>, ExportError> {
    if path == Path::new("-") {
        return Ok(Box::new(BufWriter::new(io::stdout())));
    }
    let file = fs::File::create_new(path);
    let file = file.map_err(|error| ExportError::Io { path: path.to_owned(), error })?;
    Ok(Box::new(BufWriter::new(file)))
}

fn read(number: usize, text: &str) -> Result<Record, ExportError> {
    text.parse().map_err(|error| ExportError::Record { number, error })
}

/// Calls `each` with the number and the record of every finished game, by number.
fn each(
    store: &Store,
    each: &mut dyn FnMut(usize, &str) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    for row in store.records() {
        let (row, record) = row?;
        each(row.game.number, &record)?;
    }
    Ok(())
}
