//! An engine's process and the threads that talk with it.

use std::io;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use super::outbox::Outbox;
use super::reading::{Event, Line, read_answers, read_errors};
use super::{EngineCommand, LineObserver, ProcessGroup, Streams};

/// How many lines wait to be read; an engine that says more has to wait itself.
const QUEUE: usize = 64;
/// How often to look whether a process has ended.
const LOOK: Duration = Duration::from_millis(2);

/// A process with its three streams; dropping it kills and reaps it.
pub(super) struct Process {
    handle: Handle,
    events: Receiver<Event>,
    /// How many bytes came on the error stream.
    noise: Arc<AtomicU64>,
    closed: bool,
}

/// What other threads may do with a process.
#[derive(Clone)]
pub(super) struct Handle {
    pub(super) outbox: Arc<Outbox>,
    group: ProcessGroup,
}

/// Why no line came.
pub(super) enum Silence {
    /// The time was up.
    Late,
    /// The engine has ended or closed its output.
    Closed,
    /// It says too much where nothing is expected.
    Flood,
}

impl Process {
    pub(super) fn start(command: &EngineCommand, log: Option<&LineObserver>) -> io::Result<Process> {
        let (group, Streams { stdin, stdout, stderr }) = ProcessGroup::start(command)?;
        let (to_driver, events) = mpsc::sync_channel(QUEUE);
        let outbox = Arc::new(Outbox::new(stdin, log.cloned())?);
        let noise = Arc::new(AtomicU64::new(0));
        let (answers, logged) = (to_driver.clone(), log.cloned());
        spawn("engine-stdout", move || read_answers(stdout, logged.as_ref(), &answers))?;
        let (count, logged) = (Arc::clone(&noise), log.cloned());
        spawn("engine-stderr", move || read_errors(stderr, logged.as_ref(), &count, &to_driver))?;
        Ok(Process { handle: Handle { outbox, group }, events, noise, closed: false })
    }

    pub(super) fn id(&self) -> u32 {
        self.handle.group.id()
    }

    pub(super) fn handle(&self) -> &Handle {
        &self.handle
    }

    /// The next line, or why none came before the deadline. A line that arrived after the deadline may come, too.
    pub(super) fn line(&mut self, deadline: Option<Instant>) -> Result<Line, Silence> {
        if self.closed {
            return Err(Silence::Closed);
        }
        let event = match deadline {
            None => self.events.recv().map_err(RecvTimeoutError::from),
            Some(deadline) => self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match event {
            Ok(Event::Line(line)) => Ok(line),
            Ok(Event::Flood) => Err(Silence::Flood),
            Err(RecvTimeoutError::Timeout) => Err(Silence::Late),
            Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => {
                self.closed = true;
                Err(Silence::Closed)
            }
        }
    }

    /// Counts the error stream from nought again.
    pub(super) fn forget_noise(&self) {
        self.noise.store(0, Ordering::Relaxed);
    }

    /// Waits for the process to end by itself, meanwhile dropping what it says.
    pub(super) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            let status = self.handle.group.ended();
            if status.is_some() || Instant::now() >= deadline {
                return status;
            }
            if let Err(Silence::Closed) = self.line(Some(Instant::now() + LOOK)) {
                thread::sleep(LOOK);
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.handle.group.end();
    }
}

impl Handle {
    /// Ends the process and what it started, unless it has ended.
    pub(super) fn kill(&self) {
        self.group.kill();
    }
}

pub(super) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    Builder::new().name(name.into()).spawn(work).map(drop)
}
