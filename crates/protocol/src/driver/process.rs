//! An engine's process and the threads that talk with it.

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use super::outbox::Outbox;
use super::reading::{Event, Line, read_answers, read_errors};
use super::{EngineCommand, Log};

/// How many lines wait to be read; an engine that says more has to wait itself.
const QUEUE: usize = 64;
/// How often to look whether a process has ended.
const LOOK: Duration = Duration::from_millis(2);

/// A process with its three streams; dropping it kills and reaps it.
pub(super) struct Process {
    id: u32,
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
    fate: Arc<Mutex<Fate>>,
}

/// A process and what has become of it; dropping it kills and reaps it.
struct Fate {
    child: Child,
    /// It is reaped, and its number may be another's.
    reaped: bool,
    status: Option<ExitStatus>,
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
    pub(super) fn start(command: &EngineCommand, log: Option<&Log>) -> io::Result<Process> {
        let mut child = to_start(command)?.spawn()?;
        let id = child.id();
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // From here on the process is killed whatever happens.
        let fate = Fate { child, reaped: false, status: None };
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (to_driver, events) = mpsc::sync_channel(QUEUE);
        let outbox = Arc::new(Outbox::new(stdin, log.cloned())?);
        let noise = Arc::new(AtomicU64::new(0));
        let (answers, logged) = (to_driver.clone(), log.cloned());
        spawn("engine-stdout", move || read_answers(stdout, logged.as_ref(), &answers))?;
        let (count, logged) = (Arc::clone(&noise), log.cloned());
        spawn("engine-stderr", move || read_errors(stderr, logged.as_ref(), &count, &to_driver))?;
        let handle = Handle { outbox, fate: Arc::new(Mutex::new(fate)) };
        Ok(Process { id, handle, events, noise, closed: false })
    }

    pub(super) fn id(&self) -> u32 {
        self.id
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
            let status = self.handle.fate().look();
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
        self.handle.fate().end();
    }
}

impl Handle {
    fn fate(&self) -> MutexGuard<'_, Fate> {
        self.fate.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the process and what it started, unless it has ended.
    pub(super) fn kill(&self) {
        self.fate().kill();
    }
}

impl Fate {
    /// How the process ended, if it has; then it is reaped, and what it left behind in its group is killed.
    fn look(&mut self) -> Option<ExitStatus> {
        if !self.reaped
            && let Ok(Some(status)) = reap_ended(&mut self.child)
        {
            (self.reaped, self.status) = (true, Some(status));
        }
        self.status
    }

    fn kill(&mut self) {
        if !self.reaped {
            kill(&mut self.child);
        }
    }

    fn end(&mut self) {
        if !self.reaped {
            kill(&mut self.child);
            (self.reaped, self.status) = (true, self.child.wait().ok());
        }
    }
}

impl Drop for Fate {
    fn drop(&mut self) {
        self.end();
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

/// Kills a process that is not reaped yet, so that its number is still its own, with its group.
fn kill(child: &mut Child) {
    // Errors mean that it has ended already.
    #[cfg(unix)]
    if let Some(group) = number(child) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
}

#[cfg(unix)]
fn number(child: &Child) -> Option<rustix::process::Pid> {
    i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw)
}

/// Reaps a process that has ended. What it leaves behind in its group is killed first: afterwards the number of
/// the group could be another's.
#[cfg(unix)]
fn reap_ended(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let Some(pid) = number(child) else { return child.try_wait() };
    let only_look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    if waitid(WaitId::Pid(pid), only_look)?.is_none() {
        return Ok(None);
    }
    kill(child);
    child.wait().map(Some)
}

#[cfg(not(unix))]
fn reap_ended(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    child.try_wait()
}

pub(super) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    Builder::new().name(name.into()).spawn(work).map(drop)
}
