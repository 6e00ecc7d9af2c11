//! An engine's process, its group and its end.

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};

use protocol::driver::EngineCommand;

use crate::stop::{Registration, Stop};

/// A process in a group of its own; dropping it kills what is left of the group and reaps the process.
pub(super) struct Process {
    child: Child,
    status: Option<ExitStatus>,
    registration: Option<Registration>,
}

impl Process {
    /// Starts it with all three streams piped. When `stop` is abandoned, the group is killed.
    pub(super) fn start(command: &EngineCommand, stop: &Stop) -> io::Result<Process> {
        let mut program = command.program.clone();
        let mut start;
        if let Some(dir) = &command.dir {
            if !dir.is_dir() {
                return Err(io::Error::new(io::ErrorKind::NotFound, format!("no folder {}", dir.display())));
            }
            // Platforms disagree about where a relative path is looked up after the change of folder.
            if program.components().count() > 1 {
                program = std::path::absolute(program)?;
            }
            start = Command::new(program);
            start.current_dir(dir);
        } else {
            start = Command::new(program);
        }
        start.args(&command.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: an interrupt at the terminal is for the one who checks, and the group ends as one.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let child = start.spawn()?;
        let registration = Some(group::kill_when_abandoned(&child, stop));
        Ok(Process { child, status: None, registration })
    }

    /// The process, for its streams.
    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// How the process ended, if it has. What it started itself is killed then.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && group::has_ended(&mut self.child) {
            self.reap();
        }
        self.status
    }

    fn reap(&mut self) {
        group::kill(&self.child);
        // From here on the number may be somebody else's.
        self.registration = None;
        self.status = self.child.wait().ok();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() {
            // An error means that it has ended already.
            let _ = self.child.kill();
            self.reap();
        }
    }
}

#[cfg(unix)]
mod group {
    use std::process::Child;

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    use crate::stop::{Registration, Stop};

    fn number(child: &Child) -> Option<Pid> {
        i32::try_from(child.id()).ok().and_then(Pid::from_raw)
    }

    /// Kills the group of a process that is not reaped yet, so that its number is still its own.
    pub(super) fn kill(child: &Child) {
        if let Some(group) = number(child) {
            // An error means that nobody of it is left.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    pub(super) fn kill_when_abandoned(child: &Child, stop: &Stop) -> Registration {
        let group = number(child);
        stop.on_abandon(move || {
            if let Some(group) = group {
                let _ = kill_process_group(group, Signal::KILL);
            }
        })
    }

    /// Whether the process has ended, without reaping it.
    pub(super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        number(child).is_none_or(|number| !matches!(waitid(WaitId::Pid(number), options), Ok(None)))
    }
}

#[cfg(not(unix))]
mod group {
    use std::process::Child;

    use crate::stop::{Registration, Stop};

    pub(super) fn kill(_: &Child) {}

    /// The checks end at their next deadline.
    pub(super) fn kill_when_abandoned(_: &Child, stop: &Stop) -> Registration {
        stop.on_abandon(|| ())
    }

    pub(super) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }
}
