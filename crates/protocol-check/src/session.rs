//! A conversation with an engine, line by line and byte by byte. Every wait has a deadline.

use std::fmt::Display;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::ExitStatus;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use protocol::MAX_LINE;
use protocol::driver::{EngineCommand, ProcessGroup};
use thiserror::Error;

use super::transcript::{Transcript, Who};
use crate::Cancel;

/// How many lines wait to be looked at; an engine that says more has to wait itself.
const QUEUE: usize = 64;
/// How much an engine may say while one thing is waited for, in bytes.
const FLOOD: usize = 64 << 20;
/// How often to look whether a process has ended.
const LOOK: Duration = Duration::from_millis(2);
/// How long a process that closed its output may take to end, for its exit status to be known.
const LAST_BREATH: Duration = Duration::from_secs(1);

/// Why a conversation broke off.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Trouble {
    #[error("cannot start {program}: {error}")]
    Launch { program: String, error: String },
    #[error("the engine {how} where {expected} was expected")]
    Ended { how: String, expected: String },
    #[error("no {expected} within {} ms", after.as_millis())]
    TimedOut { expected: String, after: Duration },
    #[error("more than {} MiB of other lines where {expected} was expected", FLOOD >> 20)]
    Flood { expected: String },
}

/// A line of the engine and when it arrived.
#[derive(Clone, Debug)]
pub(super) struct Heard {
    pub(super) text: String,
    pub(super) at: Instant,
}

/// The transcript of a point, to which all its threads add.
#[derive(Clone)]
pub(super) struct Shared(Arc<Mutex<Transcript>>);

impl Shared {
    pub(super) fn new() -> Shared {
        Shared(Arc::new(Mutex::new(Transcript::new())))
    }

    fn lock(&self) -> MutexGuard<'_, Transcript> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, who: Who, text: &str) {
        self.lock().add(who, text);
    }

    pub(super) fn copy(&self) -> Transcript {
        self.lock().clone()
    }
}

/// A running engine and what it says. Dropping it ends the process.
pub(super) struct Session {
    group: ProcessGroup,
    to_engine: Option<Sender<Vec<u8>>>,
    lines: Receiver<Heard>,
    transcript: Shared,
    patience: Duration,
}

impl Session {
    /// Starts an engine; `patience` is how long to wait for any answer.
    pub(super) fn start(
        command: &EngineCommand,
        cancel: &Cancel,
        transcript: &Shared,
        patience: Duration,
    ) -> Result<Session, Trouble> {
        let failed = |error: std::io::Error| Trouble::Launch {
            program: command.program.display().to_string(),
            error: error.to_string(),
        };
        let (group, streams) = ProcessGroup::start(command).map_err(failed)?;
        let abandoned = group.clone();
        cancel.set_engine(move || abandoned.kill());
        transcript.add(Who::Event, "the engine is started");
        let (to_engine, messages) = mpsc::channel::<Vec<u8>>();
        let (to_checker, lines) = mpsc::sync_channel(QUEUE);
        let mut stdin = streams.stdin;
        spawn("engine-stdin", move || {
            for message in messages {
                if stdin.write_all(&message).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        })
        .map_err(failed)?;
        let (heard, logged) = (transcript.clone(), transcript.clone());
        spawn("engine-stdout", move || {
            each_line(streams.stdout, |text, at| {
                heard.add(Who::Engine, &text);
                to_checker.send(Heard { text, at }).is_ok()
            });
        })
        .map_err(failed)?;
        spawn("engine-stderr", move || {
            each_line(streams.stderr, |text, _| {
                logged.add(Who::Log, &text);
                true
            });
        })
        .map_err(failed)?;
        let (to_engine, transcript) = (Some(to_engine), transcript.clone());
        Ok(Session { group, to_engine, lines, transcript, patience })
    }

    /// How long to wait for any answer.
    pub(super) fn patience(&self) -> Duration {
        self.patience
    }

    /// Says a line. Whether it arrives is seen from the answers.
    pub(super) fn say(&self, line: impl Display) {
        let line = line.to_string();
        self.send(format!("{line}\n").into_bytes(), &line);
    }

    /// Says these very bytes; `shown` stands for them in the transcript.
    pub(super) fn send(&self, bytes: Vec<u8>, shown: &str) {
        self.transcript.add(Who::Checker, shown);
        if let Some(to_engine) = &self.to_engine {
            let _ = to_engine.send(bytes);
        }
    }

    /// Ends the engine's input.
    pub(super) fn hang_up(&mut self) {
        self.transcript.add(Who::Event, "end of input");
        self.to_engine = None;
    }

    /// The lines until the first one that `is` what is expected, that one last.
    pub(super) fn until(
        &mut self,
        expected: &str,
        patience: Duration,
        is: impl Fn(&str) -> bool,
    ) -> Result<Vec<Heard>, Trouble> {
        match self.hear(expected, patience, is)? {
            (lines, true) => Ok(lines),
            (_, false) => Err(Trouble::TimedOut { expected: expected.into(), after: patience }),
        }
    }

    /// What the engine says within a time.
    pub(super) fn listen(&mut self, time: Duration) -> Result<Vec<Heard>, Trouble> {
        self.hear("silence", time, |_| false).map(|(lines, _)| lines)
    }

    /// The lines within a time, or until the first one that `is` what is expected, and whether that came.
    fn hear(
        &mut self,
        expected: &str,
        time: Duration,
        is: impl Fn(&str) -> bool,
    ) -> Result<(Vec<Heard>, bool), Trouble> {
        let deadline = Instant::now() + time;
        let (mut lines, mut bytes) = (Vec::new(), 0);
        loop {
            match self.line(deadline) {
                Ok(line) => {
                    bytes += line.text.len() + size_of::<Heard>();
                    let found = is(&line.text);
                    lines.push(line);
                    if found {
                        return Ok((lines, true));
                    }
                    if bytes > FLOOD {
                        return Err(Trouble::Flood { expected: expected.into() });
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Ok((lines, false)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.broken(expected)),
            }
        }
    }

    /// What the engine says until it closes its output, or until a time has passed.
    pub(super) fn rest(&mut self, patience: Duration) -> Vec<Heard> {
        let deadline = Instant::now() + patience;
        let mut lines = Vec::new();
        // A queue's worth is enough to know what an engine goes on saying.
        while lines.len() < QUEUE {
            let Ok(line) = self.line(deadline) else { break };
            lines.push(line);
        }
        lines
    }

    /// Waits for the process to end by itself, meanwhile dropping what it says.
    pub(super) fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(status) = self.group.ended() {
                self.transcript.add(Who::Event, &format!("the engine ended ({status})"));
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            if let Err(RecvTimeoutError::Disconnected) = self.lines.recv_timeout(LOOK) {
                thread::sleep(LOOK);
            }
        }
    }

    fn line(&self, deadline: Instant) -> Result<Heard, RecvTimeoutError> {
        let line = self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now()))?;
        // An engine that never pauses would never be late otherwise.
        if line.at > deadline { Err(RecvTimeoutError::Timeout) } else { Ok(line) }
    }

    fn broken(&mut self, expected: &str) -> Trouble {
        let how = match self.end(LAST_BREATH) {
            Some(status) => format!("ended ({status})"),
            None => "closed its output".into(),
        };
        Trouble::Ended { how, expected: expected.into() }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.group.end();
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    Builder::new().name(name.into()).spawn(work).map(drop)
}

/// Calls `keep` with every line, until it has enough. A line longer than [`MAX_LINE`] is several.
fn each_line(stream: impl Read, mut keep: impl FnMut(String, Instant) -> bool) {
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = stream.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            return;
        }
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        if !keep(String::from_utf8_lossy(text).into_owned(), Instant::now()) {
            return;
        }
    }
}
