//! The threads that read an engine's standard output and standard error.

use std::io::{self, BufReader, Read};
use std::process::{ChildStderr, ChildStdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::Builder;
use std::time::Instant;

use super::observer::{LineObserver, LineSource, ObservedLine};
use crate::line::{LineReader, NextLine};

/// Number of lines that wait to be taken; an engine that writes more is blocked by its pipe.
const QUEUE: usize = 64;

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

/// Reads both streams on threads of their own; `stderr_bytes` counts standard error, `limit` is its limit.
pub(super) fn read(
    stdout: ChildStdout,
    stderr: ChildStderr,
    observer: Option<&LineObserver>,
    stderr_bytes: &Arc<AtomicU64>,
    limit: u64,
) -> io::Result<Receiver<OutputEvent>> {
    let (events, received) = mpsc::sync_channel(QUEUE);
    let (sender, observed) = (events.clone(), observer.cloned());
    let spawn = |name: &str| Builder::new().name(name.into());
    spawn("engine-stdout").spawn(move || read_stdout(stdout, observed.as_ref(), &sender))?;
    let (count, observed) = (Arc::clone(stderr_bytes), observer.cloned());
    spawn("engine-stderr").spawn(move || {
        read_stderr(Counted { stream: stderr, count: &count, limit, events: &events }, observed.as_ref());
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
fn read_stderr(stderr: Counted<'_, ChildStderr>, observer: Option<&LineObserver>) {
    let (count, limit) = (stderr.count, stderr.limit);
    let mut lines = LineReader::new(BufReader::new(stderr));
    while let NextLine::Line(bytes) | NextLine::TooLong(bytes) = lines.next() {
        if let Some(observer) = observer.filter(|_| count.load(Ordering::Relaxed) <= limit) {
            observer(ObservedLine { source: LineSource::Stderr, line: &String::from_utf8_lossy(bytes) });
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
