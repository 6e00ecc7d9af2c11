//! Writes to an engine's standard input.

use std::io::{self, Write as _};
use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::Builder;

use parking_lot::Mutex;

use super::observer::{LineObserver, LineSource, ObservedLine};

/// An empty pipe takes at least this many bytes on every system without blocking the writer.
const PIPE_CAPACITY: usize = 4096;

/// Sends bytes to an engine, from any thread, without waiting for the engine to read them.
///
/// Bytes that certainly fit into the pipe are written directly: at `readyok` the engine has read everything up to
/// `isready`. Otherwise a thread writes them, which may block.
pub(super) struct EngineInput {
    pipe: Mutex<Pipe>,
    observer: Option<LineObserver>,
}

struct Pipe {
    /// The pipe and the channel to the thread; `None` after the end of input.
    open: Option<(Arc<ChildStdin>, Sender<Vec<u8>>)>,
    /// Bytes that the engine may not have read yet.
    unread: usize,
    /// Those of them after the last `isready`.
    since_ready: usize,
    /// Number of messages that the thread has not written yet.
    waiting: Arc<AtomicUsize>,
}

impl EngineInput {
    pub(super) fn new(stdin: ChildStdin, observer: Option<LineObserver>) -> io::Result<EngineInput> {
        let (to_thread, messages) = mpsc::channel();
        let (stdin, waiting) = (Arc::new(stdin), Arc::new(AtomicUsize::new(0)));
        let (in_thread, count) = (Arc::clone(&stdin), Arc::clone(&waiting));
        let writer = Builder::new().name("engine-stdin".into());
        writer.spawn(move || write(&in_thread, &messages, &count))?;
        let pipe = Pipe { open: Some((stdin, to_thread)), unread: 0, since_ready: 0, waiting };
        Ok(EngineInput { pipe: Mutex::new(pipe), observer })
    }

    /// Sends whole lines. An engine that has closed its input is noticed by its missing answers.
    pub(super) fn send(&self, lines: &str) {
        lines.lines().for_each(|line| self.observe(line));
        self.write(lines.as_bytes(), None);
    }

    /// As [`send`](EngineInput::send), with `isready` before the last `after` bytes.
    pub(super) fn send_with_isready(&self, lines: &str, after: usize) {
        lines.lines().for_each(|line| self.observe(line));
        self.write(lines.as_bytes(), Some(after));
    }

    /// Sends any bytes; the observer gets `shown` for them.
    pub(super) fn send_bytes(&self, bytes: &[u8], shown: &str) {
        self.observe(shown);
        self.write(bytes, None);
    }

    /// Records that the engine has answered the last `isready`.
    pub(super) fn acknowledge(&self) {
        let mut pipe = self.pipe.lock();
        pipe.unread = pipe.since_ready;
    }

    /// Closes the pipe as soon as everything sent before is written.
    pub(super) fn close(&self) {
        self.pipe.lock().open = None;
    }

    fn observe(&self, line: &str) {
        if let Some(observer) = &self.observer {
            observer(ObservedLine { source: LineSource::Driver, line });
        }
    }

    fn write(&self, bytes: &[u8], after_ready: Option<usize>) {
        let mut pipe = self.pipe.lock();
        pipe.unread += bytes.len();
        pipe.since_ready = after_ready.unwrap_or(pipe.since_ready + bytes.len());
        let Some((stdin, to_thread)) = &pipe.open else { return };
        // Errors mean that the engine has closed its input; the reader notices that it does not answer.
        if pipe.unread <= PIPE_CAPACITY && pipe.waiting.load(Ordering::Acquire) == 0 {
            let _ = (&**stdin).write_all(bytes);
        } else {
            pipe.waiting.fetch_add(1, Ordering::AcqRel);
            let _ = to_thread.send(bytes.to_vec());
        }
    }
}

fn write(mut stdin: &ChildStdin, messages: &Receiver<Vec<u8>>, waiting: &AtomicUsize) {
    for bytes in messages {
        // The sender must never block, so messages to an engine that has ended are received and dropped.
        let _ = stdin.write_all(&bytes);
        waiting.fetch_sub(1, Ordering::AcqRel);
    }
}
