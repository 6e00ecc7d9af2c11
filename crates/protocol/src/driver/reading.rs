//! The threads that read what an engine says.

use std::io::{self, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use super::{LineObserver, LineSource, MOST_NOISE, ObservedLine};
use crate::line::{LineReader, Next};

/// What happens at an engine's end of the pipes.
pub(super) enum Event {
    /// It said something.
    Line(Line),
    /// It has said too much on its error stream; the rest is thrown away.
    Flood,
    /// It will say nothing more.
    Closed,
}

/// A line of the engine and when it arrived.
pub(super) struct Line {
    pub(super) text: String,
    pub(super) at: Instant,
    /// How many bytes it took, of which `text` may be a part only.
    pub(super) bytes: u64,
}

/// Reads the engine's answers.
pub(super) fn read_answers(stdout: impl Read, log: Option<&LineObserver>, events: &SyncSender<Event>) {
    let mut lines = LineReader::new(BufReader::new(stdout));
    loop {
        let before = lines.taken();
        let (Next::Line(bytes) | Next::TooLong(bytes)) = lines.next() else { break };
        let at = Instant::now();
        let text = String::from_utf8_lossy(bytes).into_owned();
        if let Some(log) = log {
            log(ObservedLine { source: LineSource::Engine, line: &text });
        }
        if events.send(Event::Line(Line { text, at, bytes: lines.taken() - before })).is_err() {
            return;
        }
    }
    // Nobody may be listening any more.
    let _ = events.send(Event::Closed);
}

/// Reads the error stream, so that the engine never waits for that, and counts it.
pub(super) fn read_errors(
    stderr: impl Read,
    log: Option<&LineObserver>,
    noise: &Arc<AtomicU64>,
    events: &SyncSender<Event>,
) {
    let counted = Counted { stream: stderr, noise, events };
    let mut lines = LineReader::new(BufReader::new(counted));
    while let Next::Line(bytes) | Next::TooLong(bytes) = lines.next() {
        if let Some(log) = log.filter(|_| noise.load(Ordering::Relaxed) <= MOST_NOISE) {
            log(ObservedLine { source: LineSource::Stderr, line: &String::from_utf8_lossy(bytes) });
        }
    }
}

/// Counts what is read, and tells when it becomes too much.
struct Counted<'a, R> {
    stream: R,
    noise: &'a AtomicU64,
    events: &'a SyncSender<Event>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(into)?;
        let before = self.noise.fetch_add(count as u64, Ordering::Relaxed);
        if before <= MOST_NOISE && before + count as u64 > MOST_NOISE {
            let _ = self.events.send(Event::Flood);
        }
        Ok(count)
    }
}
