//! Keeps a record of every game in a folder.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use thiserror::Error;

use crate::record::Record;
use crate::stop::Stop;
use crate::tournament::{FinishedGame, Observer, Tournament};

/// Something about the folder is not as it should be.
#[derive(Debug, Error)]
pub enum RecorderError {
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
}

/// Writes every finished game to `game-0001.txt` and so on. Each file appears at once as a whole.
#[derive(Debug)]
pub struct Recorder {
    folder: PathBuf,
    stop: Stop,
    failure: Mutex<Option<RecorderError>>,
}

impl Recorder {
    /// Makes the folder. `stop` is asked to finish when a record cannot be written: games of which no
    /// record is kept are not worth playing.
    ///
    /// # Errors
    /// The folder cannot be made, or has something in it.
    pub fn create(folder: impl Into<PathBuf>, stop: Stop) -> Result<Recorder, RecorderError> {
        let folder = folder.into();
        let failed = |error| RecorderError::Io { path: folder.clone(), error };
        fs::create_dir_all(&folder).map_err(failed)?;
        if fs::read_dir(&folder).map_err(failed)?.next().is_some() {
            return Err(RecorderError::NotEmpty(folder));
        }
        Ok(Recorder { folder, stop, failure: Mutex::new(None) })
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The first record that could not be written, if any; asked a second time, `None`.
    pub fn failure(&self) -> Option<RecorderError> {
        self.failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
    }

    /// Writes a file of that name to the folder.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), RecorderError> {
        let path = self.folder.join(name);
        write_at_once(&path, text).map_err(|error| RecorderError::Io { path, error })
    }
}

impl Observer for Recorder {
    fn game_finished(&self, tournament: &Tournament, finished: &FinishedGame) {
        let digits = tournament.schedule().len().to_string().len().max(4);
        let name = format!("game-{:0digits$}.txt", finished.game.number);
        let record = Record::new(tournament, &finished.game, &finished.played);
        if let Err(error) = self.write(&name, &record.to_string()) {
            self.stop.finish();
            let mut failure = self.failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            failure.get_or_insert(error);
        }
    }
}

/// Writes a file so that it is either there as a whole or not at all.
///
/// # Errors
/// It cannot be written.
pub fn write_at_once(path: &Path, text: &str) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".draft");
    let mut file = fs::File::create(&draft)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&draft, path)
}
