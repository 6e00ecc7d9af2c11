//! The way to the engine's input.

use std::io::{self, Write as _};
use std::process::ChildStdin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use super::process::spawn;
use super::{LineObserver, LineSource, ObservedLine};

/// So many bytes an empty pipe takes on every system without making the writer wait.
const SURE: usize = 4096;

/// Sends lines to the engine, from any thread, without ever waiting for it to read them.
///
/// A line goes straight into the pipe where it is sure to fit: the engine has read all that it was told before it
/// last said `readyok`. Otherwise a thread writes it, which can wait.
pub(super) struct Outbox {
    pipe: Mutex<Pipe>,
    log: Option<LineObserver>,
}

struct Pipe {
    stdin: Arc<ChildStdin>,
    /// Bytes that the engine may not have read yet.
    unread: usize,
    /// Those of them that follow the last `isready`.
    since_ready: usize,
    to_thread: Sender<String>,
    /// How many messages the thread has not written yet.
    waiting: Arc<AtomicUsize>,
}

impl Outbox {
    pub(super) fn new(stdin: ChildStdin, log: Option<LineObserver>) -> io::Result<Outbox> {
        let (to_thread, messages) = mpsc::channel();
        let (stdin, waiting) = (Arc::new(stdin), Arc::new(AtomicUsize::new(0)));
        let (in_thread, count) = (Arc::clone(&stdin), Arc::clone(&waiting));
        spawn("engine-stdin", move || write(&in_thread, &messages, &count))?;
        let pipe = Pipe { stdin, unread: 0, since_ready: 0, to_thread, waiting };
        Ok(Outbox { pipe: Mutex::new(pipe), log })
    }

    /// Hands over whole lines; whether they arrive is seen from the answers.
    pub(super) fn say(&self, lines: String) {
        self.send(lines, None);
    }

    /// As [`say`](Outbox::say), with `isready` before the last `after` bytes.
    pub(super) fn say_and_ask(&self, lines: String, after: usize) {
        self.send(lines, Some(after));
    }

    /// The engine has said that it is ready.
    pub(super) fn acknowledge(&self) {
        let mut pipe = self.pipe.lock().unwrap_or_else(PoisonError::into_inner);
        pipe.unread = pipe.since_ready;
    }

    fn send(&self, lines: String, after_ready: Option<usize>) {
        if let Some(log) = &self.log {
            lines.lines().for_each(|line| log(ObservedLine { source: LineSource::Driver, line }));
        }
        let mut pipe = self.pipe.lock().unwrap_or_else(PoisonError::into_inner);
        pipe.unread += lines.len();
        pipe.since_ready = after_ready.unwrap_or(pipe.since_ready + lines.len());
        // Errors mean that the engine has closed its input, which is for the reader to find out.
        if pipe.unread <= SURE && pipe.waiting.load(Ordering::Acquire) == 0 {
            let _ = (&*pipe.stdin).write_all(lines.as_bytes());
        } else {
            pipe.waiting.fetch_add(1, Ordering::AcqRel);
            let _ = pipe.to_thread.send(lines);
        }
    }
}

fn write(mut stdin: &ChildStdin, messages: &Receiver<String>, waiting: &AtomicUsize) {
    for lines in messages {
        // The one who sends must not wait, so what a dead engine is told is thrown away.
        let _ = stdin.write_all(lines.as_bytes());
        waiting.fetch_sub(1, Ordering::AcqRel);
    }
}
