//! The threads that read an engine's standard output and standard error.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::process::{ChildStderr, ChildStdout};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::observer::{LineObserver, LineSource, ObservedLine};
use crate::line::{LineReader, NextLine};

/// Number of lines that wait to be taken; an engine that writes more is blocked by its pipe.
const QUEUE: usize = 64;
/// Numbers of the last lines of standard error that are kept, and of the characters of each.
const LAST_LINES: usize = 3;
const LONGEST_LAST_LINE: usize = 200;

/// A line of an engine's standard output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineLine {
    /// The line without its end; of a line longer than [`MAX_LINE`](crate::MAX_LINE) the beginning. Bytes that are not
    /// UTF-8 are replaced.
    pub text: String,
    /// When it arrived.
    pub at: Instant,
    /// Its length in the stream, which may be more than that of `text`.
    pub(super) bytes: u64,
}

/// What happened on an engine's output streams.
pub(super) enum OutputEvent {
    /// A line on standard output.
    Line(EngineLine),
    /// Standard error passed its limit; the rest of it is dropped.
    Flood,
    /// Standard output has ended.
    Closed,
}

/// What an engine has written to its standard error.
#[derive(Default)]
pub(super) struct ErrorOutput {
    /// The number of bytes.
    bytes: AtomicU64,
    last: Mutex<LastLines>,
    ended: Condvar,
}

#[derive(Default)]
struct LastLines {
    lines: VecDeque<String>,
    /// Whether the stream has ended.
    ended: bool,
}

impl ErrorOutput {
    /// Counts from zero and without lines again.
    pub(super) fn reset(&self) {
        self.bytes.store(0, Ordering::Relaxed);
        self.last().lines.clear();
    }

    /// The last lines that are not blank, made printable and cut; waits for the end of the stream no longer than `wait`.
    pub(super) fn last_lines(&self, wait: Duration) -> Vec<String> {
        let waited = self.ended.wait_timeout_while(self.last(), wait, |last| !last.ended);
        let (last, _) = waited.unwrap_or_else(PoisonError::into_inner);
        last.lines.iter().cloned().collect()
    }

    fn add(&self, line: &str) {
        if !line.trim().is_empty() {
            let lines = &mut self.last().lines;
            if lines.len() == LAST_LINES {
                lines.pop_front();
            }
            lines.push_back(printable::cut(line.trim_end(), LONGEST_LAST_LINE));
        }
    }

    fn end(&self) {
        self.last().ended = true;
        self.ended.notify_all();
    }

    fn last(&self) -> MutexGuard<'_, LastLines> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads both streams on threads of their own; `errors` is about standard error, `limit` the limit of its bytes.
pub(super) fn read(
    stdout: ChildStdout,
    stderr: ChildStderr,
    observer: Option<&LineObserver>,
    errors: &Arc<ErrorOutput>,
    limit: u64,
) -> io::Result<Receiver<OutputEvent>> {
    let (events, received) = mpsc::sync_channel(QUEUE);
    let (sender, observed) = (events.clone(), observer.cloned());
    let spawn = |name: &str| Builder::new().name(name.into());
    spawn("engine-stdout").spawn(move || read_stdout(stdout, observed.as_ref(), &sender))?;
    let (errors, observed) = (Arc::clone(errors), observer.cloned());
    spawn("engine-stderr").spawn(move || {
        let stderr = Counted { stream: stderr, count: &errors.bytes, limit, events: &events };
        read_stderr(stderr, &errors, observed.as_ref());
        errors.end();
    })?;
    Ok(received)
}

fn read_stdout(stdout: ChildStdout, observer: Option<&LineObserver>, events: &SyncSender<OutputEvent>) {
    let mut lines = LineReader::new(BufReader::new(stdout));
    loop {
        let before = lines.taken();
        let (NextLine::Line(bytes) | NextLine::TooLong(bytes)) = lines.next() else { break };
        let at = Instant::now();
        let text = String::from_utf8_lossy(bytes).into_owned();
        if let Some(observer) = observer {
            observer(ObservedLine { source: LineSource::Engine, line: &text });
        }
        if events.send(OutputEvent::Line(EngineLine { text, at, bytes: lines.taken() - before })).is_err() {
            return;
        }
    }
    // The receiver may be gone.
    let _ = events.send(OutputEvent::Closed);
}

/// Reads the whole stream, so that the engine never blocks on it.
fn read_stderr(stderr: Counted<'_, ChildStderr>, errors: &ErrorOutput, observer: Option<&LineObserver>) {
    let limit = stderr.limit;
    let mut lines = LineReader::new(BufReader::new(stderr));
    while let NextLine::Line(bytes) | NextLine::TooLong(bytes) = lines.next() {
        let line = String::from_utf8_lossy(bytes);
        errors.add(&line);
        if let Some(observer) = observer.filter(|_| errors.bytes.load(Ordering::Relaxed) <= limit) {
            observer(ObservedLine { source: LineSource::Stderr, line: &line });
        }
    }
}

/// Counts the bytes of a stream and reports when they pass a limit.
struct Counted<'a, R> {
    stream: R,
    count: &'a AtomicU64,
    limit: u64,
    events: &'a SyncSender<OutputEvent>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(into)?;
        let before = self.count.fetch_add(count as u64, Ordering::Relaxed);
        if before <= self.limit && before + count as u64 > self.limit {
            let _ = self.events.send(OutputEvent::Flood);
        }
        Ok(count)
    }
}
