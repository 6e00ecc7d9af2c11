//! Writes to an engine's standard input.

use std::io::{self, Write as _};
use std::process::ChildStdin;
use std::sync::mpsc::{self, Sender};
use std::thread::Builder;

use parking_lot::Mutex;

use super::observer::{LineObserver, LineSource};

/// Sends bytes to an engine, from any thread, without waiting for the engine to read them: a thread writes them, which may
/// block.
pub(crate) struct EngineInput {
    /// The channel to the thread; `None` after the end of input.
    to_thread: Mutex<Option<Sender<Vec<u8>>>>,
    observer: Option<LineObserver>,
}

impl EngineInput {
    pub(super) fn new(mut stdin: ChildStdin, observer: Option<LineObserver>) -> io::Result<EngineInput> {
        let (to_thread, messages) = mpsc::channel::<Vec<u8>>();
        Builder::new().name("engine-stdin".into()).spawn(move || {
            for bytes in messages {
                // The sender must never block, so messages to an engine that has ended are received and dropped.
                let _ = stdin.write_all(&bytes);
            }
        })?;
        Ok(EngineInput { to_thread: Mutex::new(Some(to_thread)), observer })
    }

    /// Sends whole lines. An engine that has closed its input is noticed by its missing answers.
    pub(super) fn send(&self, lines: &str) {
        self.send_bytes(lines.as_bytes(), lines);
    }

    /// Sends any bytes; the observer gets the lines of `shown` for them.
    pub(crate) fn send_bytes(&self, bytes: &[u8], shown: &str) {
        if let Some(observer) = &self.observer {
            shown.lines().for_each(|line| observer(LineSource::Driver, line));
        }
        if let Some(to_thread) = &*self.to_thread.lock() {
            // The thread receives until the channel is closed.
            let _ = to_thread.send(bytes.to_vec());
        }
    }

    /// Closes the pipe as soon as everything sent before is written.
    pub(super) fn close(&self) {
        *self.to_thread.lock() = None;
    }
}
