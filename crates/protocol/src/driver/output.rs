//! An engine's standard output and standard error, and the threads that read them.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::process::{ChildStderr, ChildStdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread::Builder;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::child::ChildGroup;
use super::error::OUTPUT_LIMIT;
use super::observer::{LineObserver, LineSource};
use crate::line::{LineReader, NextLine};

/// Number of lines that wait to be taken; an engine that writes more is blocked by its pipe.
const QUEUE: usize = 64;
/// Numbers of the last lines of standard error that are kept, and of the characters of each.
const LAST_LINES: usize = 3;
const LONGEST_LAST_LINE: usize = 200;
/// Interval between checks whether the process has ended, while a line is waited for.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);
/// How long the output of a process that has ended may stay open. Only a process that was not found still holds
/// it.
const CLOSE_DELAY: Duration = Duration::from_secs(1);

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

/// The first word of a line, or an empty text.
pub(crate) fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// What happened on an engine's output streams.
enum OutputEvent {
    /// A line on standard output.
    Line(EngineLine),
    /// Standard error passed its limit; the rest of it is dropped.
    Flood,
    /// Standard output has ended.
    Closed,
}

/// Why there is no line.
pub(super) enum NoLine {
    /// The deadline has passed, and the engine has written this many bytes after its last line.
    Late(u64),
    /// The engine has ended or closed its output.
    Closed,
    /// The engine wrote too much in this place.
    Flood(&'static str),
}

/// What an engine has written to its standard error.
#[derive(Default)]
pub(super) struct ErrorOutput {
    /// The number of bytes.
    bytes: AtomicU64,
    /// The last lines that are not blank, made printable and cut.
    last: Mutex<VecDeque<String>>,
}

impl ErrorOutput {
    /// Counts from zero and without lines again.
    pub(super) fn reset(&self) {
        self.bytes.store(0, Ordering::Relaxed);
        self.last.lock().clear();
    }

    fn add(&self, line: &str) {
        if !line.trim().is_empty() {
            let mut lines = self.last.lock();
            if lines.len() == LAST_LINES {
                lines.pop_front();
            }
            lines.push_back(printable::cut(line.trim_end(), LONGEST_LAST_LINE));
        }
    }
}

/// The output streams of an engine, each read by a thread.
pub(super) struct EngineOutput {
    events: Receiver<OutputEvent>,
    /// Bytes of standard output.
    stdout_bytes: Arc<AtomicU64>,
    /// Standard error within this game.
    pub(super) errors: Arc<ErrorOutput>,
    /// Disconnected at the end of standard error.
    stderr_end: Receiver<()>,
    /// Bytes of the lines that were taken from `events`.
    line_bytes: u64,
    /// When to check next whether the process has ended.
    next_check: Instant,
    /// Until when more output is waited for, once the process has ended.
    end: Option<Instant>,
    closed: bool,
}

impl EngineOutput {
    /// Reads both streams.
    pub(super) fn read(
        stdout: ChildStdout,
        stderr: ChildStderr,
        observer: Option<&LineObserver>,
    ) -> io::Result<EngineOutput> {
        let (events, received) = mpsc::sync_channel(QUEUE);
        let (stdout_bytes, errors) = (Arc::new(AtomicU64::new(0)), Arc::new(ErrorOutput::default()));
        let spawn = |name: &str| Builder::new().name(name.into());
        let (count, sender, observed) = (Arc::clone(&stdout_bytes), events.clone(), observer.cloned());
        spawn("engine-stdout").spawn(move || {
            // What is too much depends on the lines, and is known where they are taken.
            let stdout = Counted { stream: stdout, count: &count, limit: u64::MAX, events: &sender };
            read_stdout(stdout, observed.as_ref());
        })?;
        let (in_thread, observed) = (Arc::clone(&errors), observer.cloned());
        let (ends, stderr_end) = mpsc::channel();
        spawn("engine-stderr").spawn(move || {
            let count = &in_thread.bytes;
            let stderr = Counted { stream: stderr, count, limit: OUTPUT_LIMIT, events: &events };
            read_stderr(stderr, &in_thread, observed.as_ref());
            drop(ends);
        })?;
        Ok(EngineOutput {
            events: received,
            stdout_bytes,
            errors,
            stderr_end,
            line_bytes: 0,
            next_check: Instant::now() + CHECK_INTERVAL,
            end: None,
            closed: false,
        })
    }

    /// The last lines of standard error; waits for its end no longer than `wait`.
    pub(super) fn last_errors(&self, wait: Duration) -> Vec<String> {
        let _ = self.stderr_end.recv_timeout(wait);
        self.errors.last.lock().iter().cloned().collect()
    }

    /// The next line, or why there is none before the deadline. A line that arrived after the deadline is returned too.
    /// After the end of `child`, the process, only what is already written is returned.
    pub(super) fn next_line(
        &mut self,
        deadline: Option<Instant>,
        child: &ChildGroup,
    ) -> Result<EngineLine, NoLine> {
        while !self.closed {
            let now = Instant::now();
            if now >= self.next_check {
                self.next_check = now + CHECK_INTERVAL;
                // A process that has ended may have started others, which keep its output open: they are killed here.
                if self.end.is_none() && child.exit_status().is_some() {
                    self.end = Some(now + CLOSE_DELAY);
                }
            }
            let until = [deadline, self.end].into_iter().flatten().fold(self.next_check, Instant::min);
            match self.events.recv_timeout(until.saturating_duration_since(now)) {
                Ok(OutputEvent::Line(line)) => {
                    self.line_bytes += line.bytes;
                    return Ok(line);
                }
                Ok(OutputEvent::Flood) => return Err(NoLine::Flood("to its standard error")),
                Ok(OutputEvent::Closed) | Err(RecvTimeoutError::Disconnected) => self.closed = true,
                Err(RecvTimeoutError::Timeout) => {
                    // All lines were taken.
                    let unfinished =
                        self.stdout_bytes.load(Ordering::Relaxed).saturating_sub(self.line_bytes);
                    if unfinished > OUTPUT_LIMIT {
                        return Err(NoLine::Flood("without the end of a line"));
                    }
                    self.closed = self.end == Some(until);
                    if deadline == Some(until) {
                        return Err(NoLine::Late(unfinished));
                    }
                }
            }
        }
        Err(NoLine::Closed)
    }
}

fn read_stdout(stdout: Counted<'_, ChildStdout>, observer: Option<&LineObserver>) {
    let events = stdout.events;
    let mut lines = LineReader::new(BufReader::new(stdout));
    loop {
        let before = lines.taken();
        let (NextLine::Line(bytes) | NextLine::TooLong(bytes)) = lines.next() else { break };
        let at = Instant::now();
        let text = String::from_utf8_lossy(bytes).into_owned();
        if let Some(observer) = observer {
            observer(LineSource::Engine, &text);
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
            observer(LineSource::Stderr, &line);
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
