//! A running engine and its lines.

use std::fmt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::child::ChildGroup;
use super::command::{EngineCommand, Timeouts};
use super::error::{DriverError, OUTPUT_LIMIT, flood, wrote_unfinished};
use super::family::fields_of_stat;
use super::input::EngineInput;
use super::observer::LineObserver;
use super::output::{EngineLine, EngineOutput, NoLine};
use crate::{Command, Identity, OptionDecl};

/// Interval between checks whether a process has ended, where its end is all that is waited for.
const POLL: Duration = Duration::from_millis(2);
/// How long a process that closed its output may take to end, so that its exit status is known, and the standard error of one
/// that has ended to be read.
const EXIT_DELAY: Duration = Duration::from_secs(1);

/// A running engine. Dropping it kills the process; none is left behind.
///
/// The processes that the engine started are killed with it, when it is dropped or found to have ended: on Unix those of
/// its process group, on Linux all but those that have cleared their environment, have closed the engine's three pipes,
/// and whose parent has ended. Memory stays bounded whatever the engine writes.
pub struct EngineProcess {
    child: ChildGroup,
    pub(crate) input: Arc<EngineInput>,
    output: EngineOutput,
    /// Bytes of lines that were no answer, within this game.
    skipped_bytes: u64,
    pub(super) command: EngineCommand,
    pub(super) timeouts: Timeouts,
    pub(super) identity: Identity,
    pub(super) options: Vec<OptionDecl>,
    /// Whether the engine's option for announcements is on.
    pub(super) announcements: bool,
    /// A search of an expected turn that has not been answered.
    pub(super) pondering: Option<Pondering>,
}

/// A search by `go ponder`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pondering {
    /// The engine has received neither `ponderhit` nor `stop`.
    Running,
    /// The engine has received `stop`.
    Stopped,
}

/// Stops or kills an engine from any thread. It may outlive the [`EngineProcess`]; then it does nothing.
#[derive(Clone)]
pub struct StopHandle {
    child: ChildGroup,
    input: Arc<EngineInput>,
}

impl EngineProcess {
    /// Starts the program of a command and sends it nothing. `observer` gets every line in both directions.
    ///
    /// # Errors
    /// [`DriverError::Launch`].
    pub fn spawn(
        command: &EngineCommand,
        timeouts: &Timeouts,
        observer: Option<LineObserver>,
    ) -> Result<EngineProcess, DriverError> {
        let failed = |source| DriverError::Launch { program: command.program.clone(), source };
        let (child, (stdin, stdout, stderr)) = ChildGroup::spawn(command).map_err(failed)?;
        let output = EngineOutput::read(stdout, stderr, observer.as_ref());
        Ok(EngineProcess {
            child,
            output: output.map_err(failed)?,
            input: Arc::new(EngineInput::new(stdin, observer).map_err(failed)?),
            skipped_bytes: 0,
            command: command.clone(),
            timeouts: *timeouts,
            identity: Identity::default(),
            options: Vec::new(),
            announcements: false,
            pondering: None,
        })
    }

    /// The process id.
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// The CPU time that the process has used, all threads together, in steps of 10 ms; `None` if the system does not
    /// tell (other systems than Linux).
    pub fn cpu_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process_id())).ok()?;
        cpu_time_of_stat(&stat)
    }

    /// The last lines, at most three, that the engine has written to its standard error within this game, made printable and
    /// cut. If the process has ended, this waits up to a second for the rest, which a child of it may hold open.
    pub fn last_errors(&self) -> Vec<String> {
        let has_ended = self.child.exit_status().is_some();
        self.output.last_errors(if has_ended { EXIT_DELAY } else { Duration::ZERO })
    }

    /// A handle that stops or kills the engine while another thread waits for it.
    pub fn stop_handle(&self) -> StopHandle {
        StopHandle { child: self.child.clone(), input: Arc::clone(&self.input) }
    }

    /// Sends a line, given without its end, and waits for nothing. An engine that has closed its input is noticed by
    /// its missing answers.
    pub fn send(&self, line: impl fmt::Display) {
        self.input.send(&format!("{line}\n"));
    }

    /// Closes the engine's standard input; what is sent afterwards is dropped.
    pub fn close_input(&mut self) {
        self.input.close();
    }

    /// The lines before the first one for which `is_last` is true, and that one. `expected` names it in errors.
    ///
    /// # Errors
    /// The line does not come within `timeout`, the engine ends, or writes more than 64 MiB of lines within one game.
    pub fn lines_until(
        &mut self,
        expected: &'static str,
        timeout: Duration,
        mut is_last: impl FnMut(&str) -> bool,
    ) -> Result<(Vec<String>, EngineLine), DriverError> {
        let deadline = Instant::now() + timeout;
        let mut lines = Vec::new();
        loop {
            // The time stamp counts: the queue of an engine that never pauses is never empty.
            let in_time = |line: EngineLine| if line.at > deadline { Err(NoLine::Late(0)) } else { Ok(line) };
            let line = self.next_line(Some(deadline)).and_then(in_time);
            let line = line.map_err(|reason| self.no_answer(&reason, expected, timeout))?;
            self.skip(&line)?;
            if is_last(&line.text) {
                return Ok((lines, line));
            }
            lines.push(line.text);
        }
    }

    /// The lines that arrive within a time.
    ///
    /// # Errors
    /// The engine ends, or writes more than 64 MiB of lines within one game.
    pub fn lines_within(&mut self, time: Duration) -> Result<Vec<String>, DriverError> {
        let mut lines = Vec::new();
        let until = self.lines_until("no end", time, |line| {
            lines.push(line.to_owned());
            false
        });
        match until {
            Ok(_) | Err(DriverError::TimedOut { .. }) => Ok(lines),
            Err(error) => Err(error),
        }
    }

    /// Waits for the process to end on its own and drops the lines that it writes meanwhile. Returns the exit status, or
    /// `None` if the process still runs after `timeout`.
    pub fn wait_for_exit(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + timeout;
        loop {
            let status = self.child.exit_status();
            if status.is_some() || Instant::now() >= deadline {
                return status;
            }
            if let Err(NoLine::Closed) = self.next_line(Some(Instant::now() + POLL)) {
                thread::sleep(POLL);
            }
        }
    }

    /// The next line, or why there is none before the deadline. A line that arrived after the deadline is returned too.
    pub(super) fn next_line(&mut self, deadline: Option<Instant>) -> Result<EngineLine, NoLine> {
        self.output.next_line(deadline, &self.child)
    }

    /// The error for an answer that does not come.
    pub(super) fn no_answer(
        &mut self,
        reason: &NoLine,
        expected: &'static str,
        after: Duration,
    ) -> DriverError {
        match reason {
            NoLine::Flood(place) => flood(place),
            NoLine::Closed => DriverError::Exited { status: self.wait_for_exit(EXIT_DELAY), expected },
            NoLine::Late(unfinished) => {
                let what_else = wrote_unfinished(*unfinished).unwrap_or_default();
                self.unless_ended(DriverError::TimedOut { expected, after, what_else }, expected)
            }
        }
    }

    /// `error`, unless the process has just ended.
    pub(super) fn unless_ended(&mut self, error: DriverError, expected: &'static str) -> DriverError {
        match self.wait_for_exit(Duration::ZERO) {
            None => error,
            status => DriverError::Exited { status, expected },
        }
    }

    /// Counts a line that is no answer, with the memory that it takes; too many of them are an error.
    pub(super) fn skip(&mut self, line: &EngineLine) -> Result<(), DriverError> {
        self.skipped_bytes += line.bytes + size_of::<EngineLine>() as u64;
        if self.skipped_bytes > OUTPUT_LIMIT {
            return Err(flood("in lines that are no answer"));
        }
        Ok(())
    }

    /// Counts skipped lines and standard error from zero again.
    pub(super) fn reset_limits(&mut self) {
        self.output.errors.reset();
        self.skipped_bytes = 0;
    }
}

/// The CPU time in a text of Linux' `/proc/<pid>/stat`: fields 14 and 15, of the user and of the system, in hundredths of
/// seconds.
fn cpu_time_of_stat(stat: &str) -> Option<Duration> {
    let fields = fields_of_stat(stat)?;
    let ticks = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks(14)? + ticks(15)?)))
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.child.end();
        // Stop handles may outlive the process; its writer thread does not.
        self.input.close();
    }
}

impl StopHandle {
    /// Sends `stop`.
    pub fn stop(&self) {
        self.input.send(&format!("{}\n", Command::Stop));
    }

    /// Kills the process, on Unix with the processes that it started. A thread that waits for an answer gets
    /// [`DriverError::Exited`].
    pub fn kill(&self) {
        self.child.kill();
    }
}

impl fmt::Debug for EngineProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, process) = (&self.identity.name, self.process_id());
        f.debug_struct("EngineProcess").field("name", name).field("process", &process).finish_non_exhaustive()
    }
}

impl fmt::Debug for StopHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StopHandle").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_is_that_of_user_and_system() {
        let stat = "4242 (a) b) R 1 4242 4242 0 -1 4194304 101 0 0 0 123 45 7 8 20 0 3 0 99 1 2";
        assert_eq!(cpu_time_of_stat(stat), Some(Duration::from_millis(1680)));
        assert_eq!(cpu_time_of_stat("4242 (a) R 1"), None);
    }
}
