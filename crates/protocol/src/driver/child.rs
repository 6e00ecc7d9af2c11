//! A child process together with the processes that it starts itself.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;

use parking_lot::Mutex;

use super::command::{EngineCommand, hide_secrets};
use super::family::{Family, kill_group, new_mark};
use super::guard;

/// A child process, on Unix the leader of a process group of its own.
///
/// Clones share the process. When the last one is dropped, the process is killed with those that it started, and reaped.
#[derive(Clone, Debug)]
pub(super) struct ChildGroup(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    child: Child,
    family: Family,
    /// Its number may belong to another process now.
    reaped: bool,
    status: Option<ExitStatus>,
}

/// The three standard streams of a child process.
pub(super) type Streams = (ChildStdin, ChildStdout, ChildStderr);

impl ChildGroup {
    /// Starts the program of a command with pipes for its streams.
    pub(super) fn spawn(command: &EngineCommand) -> io::Result<(ChildGroup, Streams)> {
        let mark = new_mark();
        let mut start = to_start(command, &mark)?;
        guard::starting();
        let started = start.spawn();
        guard::started(started.as_ref().ok().map(Child::id));
        let mut child = started?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // From here on the process is killed whatever happens.
        let family = Family { mark: format!("{mark}="), pipes: Vec::new() };
        let group = ChildGroup(Arc::new(Mutex::new(State { child, family, reaped: false, status: None })));
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let streams = (stdin, stdout, stderr);
        group.0.lock().family.pipes = pipes(&streams);
        Ok((group, streams))
    }

    /// The process id.
    pub(super) fn id(&self) -> u32 {
        self.0.lock().child.id()
    }

    /// The exit status if the process has ended. What it started is killed then.
    pub(super) fn exit_status(&self) -> Option<ExitStatus> {
        let mut state = self.0.lock();
        if !state.reaped
            && let Ok(Some(status)) = state.child.try_wait()
        {
            // A group keeps its number while it has members, so this signal reaches what the engine left behind.
            kill_group(state.child.id());
            state.family.kill(&BTreeSet::new());
            state.reap(Some(status));
        }
        state.status
    }

    /// Kills the process and those that it started, unless it was reaped.
    pub(super) fn kill(&self) {
        self.0.lock().kill();
    }

    /// Kills the process and those that it started, and reaps it, unless that was done before.
    pub(super) fn end(&self) {
        self.0.lock().end();
    }
}

impl State {
    fn kill(&mut self) {
        if !self.reaped {
            let process = self.child.id();
            // Before anything else, as the children of a killed process lose their parent.
            self.family.kill(&BTreeSet::from([process]));
            kill_group(process);
            // An error means that it has ended already. The process itself may have left the group.
            let _ = self.child.kill();
        }
    }

    fn end(&mut self) {
        if !self.reaped {
            self.kill();
            let status = self.child.wait().ok();
            self.reap(status);
        }
    }

    fn reap(&mut self, status: Option<ExitStatus>) {
        guard::ended(self.child.id());
        (self.reaped, self.status) = (true, status);
    }
}

impl Drop for State {
    fn drop(&mut self) {
        self.end();
    }
}

/// The pipes of the streams, as the system shows them: none on other systems than Linux.
#[cfg(unix)]
fn pipes((stdin, stdout, stderr): &Streams) -> Vec<PathBuf> {
    use std::os::fd::AsRawFd as _;
    let link = |number| std::fs::read_link(format!("/proc/self/fd/{number}")).ok();
    [stdin.as_raw_fd(), stdout.as_raw_fd(), stderr.as_raw_fd()].into_iter().filter_map(link).collect()
}
#[cfg(not(unix))]
fn pipes(_: &Streams) -> Vec<PathBuf> {
    Vec::new()
}

/// What starts the engine of a command, with the variable `mark` in its environment.
fn to_start(command: &EngineCommand, mark: &str) -> io::Result<Command> {
    let mut program = command.program.clone();
    if let Some(dir) = &command.dir {
        if !dir.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotFound, format!("no folder {}", dir.display())));
        }
        // Platforms disagree whether a relative path is resolved before or after the change of directory.
        if program.components().count() > 1 {
            program = std::path::absolute(program)?;
        }
    }
    let mut start = Command::new(program);
    start.args(&command.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(dir) = &command.dir {
        start.current_dir(dir);
    }
    hide_secrets(&mut start);
    start.env(mark, "");
    // Ctrl-C at the terminal then reaches this process only, which decides what becomes of the engine.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut start, 0);
    Ok(start)
}
