//! The output, shared by the loop and the search.

use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use crate::answer::ERROR;

/// The output behind a lock: lines never interleave, and each goes out at once.
pub(super) struct Console<W> {
    output: Mutex<W>,
    faults: Mutex<Faults>,
    /// A file with a copy of all lines: `>> ` before those read, `<< ` before those written.
    log: Mutex<Option<Arc<File>>>,
}

/// What went wrong so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Faults {
    /// The number of error lines.
    pub(super) errors: u64,
    /// A search panicked.
    pub(super) panicked: bool,
    /// The output could not be written.
    pub(super) broken: bool,
}

impl<W: Write> Console<W> {
    pub(super) fn new(output: W) -> Self {
        Console { output: Mutex::new(output), faults: Mutex::default(), log: Mutex::default() }
    }

    /// Sets the file of the log.
    pub(super) fn set_log(&self, file: Option<Arc<File>>) {
        *self.log.lock() = file;
    }

    /// Logs lines, each after a sign.
    pub(super) fn log(&self, sign: &str, text: &str) {
        if let Some(mut file) = self.log.lock().as_deref() {
            let lines: String =
                text.lines().map(|line| format!("{sign}{}\n", printable::line(line))).collect();
            // A log that cannot be written must not disturb the game.
            let _ = file.write_all(lines.as_bytes());
        }
    }

    /// Writes one line; line ends in it become spaces.
    pub(super) fn line(&self, line: impl Display) {
        self.line_and(line, || {});
    }

    /// Writes one line; `first` is called before it under the lock of the output.
    pub(super) fn line_and(&self, line: impl Display, first: impl FnOnce()) {
        let mut line = line.to_string().replace(char::is_control, " ");
        line.push('\n');
        let output = self.output.lock();
        first();
        self.write(output, &line);
    }

    /// Writes a text of several lines.
    pub(super) fn text(&self, text: &str) {
        let text = format!("{}\n", text.strip_suffix('\n').unwrap_or(text));
        self.write(self.output.lock(), &text);
    }

    /// Writes the line of an error.
    pub(super) fn error(&self, error: impl Display) {
        self.faults.lock().errors += 1;
        self.line(format_args!("{ERROR}: {}", printable::short_line(&error.to_string())));
    }

    /// Writes the line of a panic.
    pub(super) fn panic(&self, message: &str) {
        self.faults.lock().panicked = true;
        self.error(format_args!("internal: the search panicked: {message}"));
    }

    pub(super) fn faults(&self) -> Faults {
        *self.faults.lock()
    }

    fn write(&self, mut output: MutexGuard<'_, W>, text: &str) {
        self.log("<< ", text);
        if output.write_all(text.as_bytes()).and_then(|()| output.flush()).is_err() {
            self.faults.lock().broken = true;
        }
    }
}
