//! A process together with all that it starts itself.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::EngineCommand;

/// An engine's process, on Unix in a group of its own, so that what it starts itself ends with it.
///
/// Clones stand for the same process, in any thread. When the last one is dropped, the process is killed and reaped.
///
/// ```no_run
/// use protocol::driver::{EngineCommand, ProcessGroup};
/// let command = EngineCommand { program: "./my-engine".into(), ..EngineCommand::default() };
/// let (group, streams) = ProcessGroup::start(&command)?;
/// let answers = std::thread::spawn(move || std::io::read_to_string(streams.stdout));
/// drop(streams.stdin);
/// assert!(answers.join().unwrap()?.is_empty());
/// group.end();
/// assert!(group.ended().is_some());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProcessGroup {
    id: u32,
    fate: Arc<Mutex<Fate>>,
}

/// The three streams of a process.
#[derive(Debug)]
pub struct Streams {
    /// Its input.
    pub stdin: ChildStdin,
    /// Its output.
    pub stdout: ChildStdout,
    /// Its error stream.
    pub stderr: ChildStderr,
}

/// A process and what has become of it; dropping it kills and reaps it.
#[derive(Debug)]
struct Fate {
    child: Child,
    /// It is reaped, and its number may be another's.
    reaped: bool,
    status: Option<ExitStatus>,
}

impl ProcessGroup {
    /// Starts an engine; of the command only the program, its arguments and the folder count.
    ///
    /// # Errors
    /// What the system says, or that there is no such folder.
    pub fn start(command: &EngineCommand) -> io::Result<(ProcessGroup, Streams)> {
        let mut child = to_start(command)?.spawn()?;
        let id = child.id();
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // From here on the process is killed whatever happens.
        let fate = Arc::new(Mutex::new(Fate { child, reaped: false, status: None }));
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok((ProcessGroup { id, fate }, Streams { stdin, stdout, stderr }))
    }

    /// The process's number.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// How the process ended, if it has; then it is reaped, and on Unix what it left behind is killed.
    pub fn ended(&self) -> Option<ExitStatus> {
        self.fate().look()
    }

    /// Kills the process and on Unix what it started itself, unless it has ended.
    pub fn kill(&self) {
        self.fate().kill();
    }

    /// Kills and reaps the process, unless that was done before.
    pub fn end(&self) {
        self.fate().end();
    }

    fn fate(&self) -> MutexGuard<'_, Fate> {
        self.fate.lock().unwrap_or_else(PoisonError::into_inner)
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
