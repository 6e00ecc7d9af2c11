//! A child process together with the processes that it starts itself.

use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::command::EngineCommand;
use super::guard;

/// A child process, on Unix the leader of a process group of its own.
///
/// Clones share the process. When the last one is dropped, the group is killed and the process is reaped.
#[derive(Clone, Debug)]
pub(super) struct ChildGroup(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    child: Box<dyn ChildWrapper>,
    /// Its number may belong to another process now.
    reaped: bool,
    status: Option<ExitStatus>,
}

/// The three standard streams of a child process.
pub(super) struct Streams {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

impl ChildGroup {
    /// Starts the program of a command with pipes for its streams.
    pub(super) fn spawn(command: &EngineCommand) -> io::Result<(ChildGroup, Streams)> {
        guard::starting();
        let started = wrapped(command).and_then(|mut command| command.spawn());
        guard::started(started.as_ref().ok().map(|child| child.id()));
        let mut child = started?;
        let streams = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        // From here on the process is killed whatever happens.
        let group = ChildGroup(Arc::new(Mutex::new(State { child, reaped: false, status: None })));
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok((group, Streams { stdin, stdout, stderr }))
    }

    /// The process id.
    pub(super) fn id(&self) -> u32 {
        self.state().child.id()
    }

    /// The exit status if the process has ended. The rest of its group is killed then.
    pub(super) fn exit_status(&self) -> Option<ExitStatus> {
        let mut state = self.state();
        if !state.reaped
            && let Ok(Some(status)) = state.child.try_wait()
        {
            // A group keeps its number while it has members, so this signal reaches what the engine left behind.
            let _ = state.child.start_kill();
            state.reap(Some(status));
        }
        state.status
    }

    /// Kills the group, unless the process was reaped.
    pub(super) fn kill(&self) {
        self.state().kill();
    }

    /// Kills the group and reaps the process, unless that was done before.
    pub(super) fn end(&self) {
        self.state().end();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn kill(&mut self) {
        if !self.reaped {
            // Errors mean that it has ended already. The process itself may have left the group.
            let _ = self.child.start_kill();
            let _ = self.child.inner_mut().start_kill();
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

fn wrapped(command: &EngineCommand) -> io::Result<CommandWrap> {
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
    for variable in &command.hidden_variables {
        start.env_remove(variable);
    }
    if let Some(mark) = guard::mark() {
        start.env(guard::MARK, mark);
    }
    #[cfg_attr(not(unix), allow(unused_mut))]
    let mut wrapped = CommandWrap::from(start);
    // Ctrl-C at the terminal then reaches this process only, which decides what becomes of the engine.
    #[cfg(unix)]
    wrapped.wrap(process_wrap::std::ProcessGroup::leader());
    Ok(wrapped)
}
