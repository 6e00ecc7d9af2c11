//! The diary of an engine: lines written by all its processes and read by the tests.

#![allow(dead_code, reason = "the engine writes what the tests read")]

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The lines that all processes of one engine have written.
pub(crate) struct Diary {
    path: PathBuf,
    /// The file that ends the hanging of engines.
    calm: PathBuf,
}

impl Diary {
    pub(crate) fn of(folder: &Path, name: &str) -> Diary {
        Diary { path: folder.join(format!("diary of {name}")), calm: folder.join("calm") }
    }

    pub(crate) fn note(&self, line: &str) {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path).unwrap();
        file.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Number of lines that begin with a word.
    pub(crate) fn count(&self, word: &str) -> usize {
        self.lines().iter().filter(|line| line.starts_with(word)).count()
    }

    /// The ids of all processes, also of those that the engine leaves behind.
    pub(crate) fn processes(&self) -> Vec<u32> {
        let id = |line: &str| line.strip_prefix("start ").or(line.strip_prefix("leaves "))?.parse().ok();
        self.lines().iter().filter_map(|line| id(line)).collect()
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Lets engines that hang continue.
    pub(crate) fn calm_down(&self) {
        fs::write(&self.calm, "").unwrap();
    }

    pub(crate) fn is_calm(&self) -> bool {
        self.calm.exists()
    }
}
