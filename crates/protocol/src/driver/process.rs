//! An engine's process and the threads that talk with it.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use super::{EngineCommand, Log, Source, Traffic};
use crate::line::{LineReader, Next};

/// How many lines wait to be read; an engine that says more has to wait itself.
const QUEUE: usize = 64;
/// How often to look whether a process has ended.
const LOOK: Duration = Duration::from_millis(2);

/// A process with its three streams; dropping it kills and reaps it.
pub(super) struct Process {
    child: Child,
    ended: bool,
    speaker: Speaker,
    lines: Receiver<Line>,
}

/// A line of the engine and when it arrived.
pub(super) struct Line {
    pub(super) text: String,
    pub(super) at: Instant,
}

/// Sends lines to the engine, from any thread, without waiting for it to read them.
#[derive(Clone)]
pub(super) struct Speaker {
    to_engine: Sender<Message>,
    log: Option<Log>,
}

struct Message {
    line: String,
    /// Told when the line is about to be written.
    written: Option<SyncSender<Instant>>,
}

impl Process {
    pub(super) fn start(command: &EngineCommand, log: Option<&Log>) -> io::Result<Process> {
        let mut child = to_start(command)?.spawn()?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (to_engine, messages) = mpsc::channel();
        let (to_driver, lines) = mpsc::sync_channel(QUEUE);
        let log = log.cloned();
        // From here on the process is killed whatever happens.
        let speaker = Speaker { to_engine, log: log.clone() };
        let process = Process { child, ended: false, speaker, lines };
        let logged = log.clone();
        spawn("engine-stdin", stdin, move |stdin| write(stdin, &messages))?;
        spawn("engine-stdout", stdout, move |stdout| {
            read(stdout, Source::Engine, logged.as_ref(), |line| to_driver.send(line).is_ok());
        })?;
        spawn("engine-stderr", stderr, move |stderr| {
            read(stderr, Source::Stderr, log.as_ref(), |_| true);
        })?;
        Ok(process)
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn speaker(&self) -> &Speaker {
        &self.speaker
    }

    /// The next line that arrives before the deadline.
    pub(super) fn line(&self, deadline: Option<Instant>) -> Result<Line, RecvTimeoutError> {
        let Some(deadline) = deadline else {
            return self.lines.recv().map_err(RecvTimeoutError::from);
        };
        let line = self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now()))?;
        // An engine that never pauses would never be late otherwise.
        if line.at > deadline { Err(RecvTimeoutError::Timeout) } else { Ok(line) }
    }

    /// Waits for the process to end by itself, meanwhile dropping what it says.
    pub(super) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                self.ended = true;
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
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.ended {
            // Errors mean that it has ended already.
            kill_group(&self.child);
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

impl Speaker {
    /// Hands over a line; whether it arrives is seen from the answers.
    pub(super) fn say(&self, line: String) {
        self.send(Message { line, written: None });
    }

    /// As [`say`](Speaker::say); what is returned gets the time at which the line is written.
    pub(super) fn say_timed(&self, line: String) -> Receiver<Instant> {
        let (written, at) = mpsc::sync_channel(1);
        self.send(Message { line, written: Some(written) });
        at
    }

    fn send(&self, message: Message) {
        if let Some(log) = &self.log {
            log(Traffic { source: Source::Driver, line: &message.line });
        }
        let _ = self.to_engine.send(message);
    }
}

fn to_start(command: &EngineCommand) -> io::Result<Command> {
    let mut program = command.program.clone();
    if let Some(dir) = &command.dir {
        if !dir.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotFound, format!("no folder {}", dir.display())));
        }
        // Platforms disagree about where a relative path is looked up after the change of folder.
        if program.components().count() > 1 {
            program = std::path::absolute(program)?;
        }
    }
    let mut start = Command::new(program);
    start.args(&command.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(dir) = &command.dir {
        start.current_dir(dir);
    }
    // A group of its own: an interrupt at the terminal is for the one who drives, and the group ends as one.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut start, 0);
    Ok(start)
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    // The process is not reaped yet, so that its number is still its own.
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

fn spawn<S: Send + 'static>(
    name: &str,
    stream: Option<S>,
    work: impl FnOnce(S) + Send + 'static,
) -> io::Result<()> {
    let stream = stream.ok_or(io::ErrorKind::BrokenPipe)?;
    Builder::new().name(name.into()).spawn(move || work(stream)).map(drop)
}

fn write(mut stdin: ChildStdin, messages: &Receiver<Message>) {
    for Message { mut line, written } in messages {
        line.push('\n');
        if let Some(written) = written {
            let _ = written.send(Instant::now());
        }
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read(stream: impl Read, source: Source, log: Option<&Log>, mut keep: impl FnMut(Line) -> bool) {
    let mut lines = LineReader::new(BufReader::new(stream));
    while let Next::Line(bytes) | Next::TooLong(bytes) = lines.next() {
        let at = Instant::now();
        let text = String::from_utf8_lossy(bytes).into_owned();
        if let Some(log) = log {
            log(Traffic { source, line: &text });
        }
        if !keep(Line { text, at }) {
            return;
        }
    }
}
