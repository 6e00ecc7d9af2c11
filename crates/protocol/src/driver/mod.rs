//! The other side: another engine's process, started, asked and ended.

mod error;
mod group;
mod outbox;
mod process;
mod reading;
mod search;
mod settings;

pub use error::{AfterStop, DriverError};
pub use group::{ProcessGroup, Streams};
pub use search::{BestMove, SearchTimeout};
pub use settings::{EngineCommand, LineObserver, LineSource, ObservedLine, Timeouts};

use std::fmt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use crate::excerpt::{excerpt, one_line};
use crate::server::Identity;
use crate::{Command, OptionDecl, Query, Start, after_word, is_error};
use process::{Handle, Process, Silence};
use reading::Line;

/// More options than this are a flood.
pub const MOST_OPTIONS: usize = 4096;
/// So many bytes an engine may say within one game on its error stream, and as many in lines that mean nothing.
const MOST_NOISE: u64 = 64 << 20;
/// How long a process that closed its output may take to end, for its exit status to be known.
const LAST_BREATH: Duration = Duration::from_secs(1);

/// A running engine that speaks UGI. Dropping it kills the process if it still runs; none is left behind. On Unix that
/// takes with it what the process started itself; if it ended on its own, those see the end of their input only.
pub struct EngineProcess {
    process: Process,
    /// How many bytes of lines that mean nothing came within this game.
    nonsense: u64,
    timeouts: Timeouts,
    identity: Identity,
    options: Vec<OptionDecl>,
}

/// Stops an engine, from any thread. It may outlive the driver; then it does nothing.
#[derive(Clone)]
pub struct StopHandle {
    process: Handle,
}

impl EngineProcess {
    /// Starts an engine: `ugi` to `ugiok`, the options, `isready` to `readyok`.
    pub fn start(command: &EngineCommand, timeouts: &Timeouts) -> Result<EngineProcess, DriverError> {
        EngineProcess::start_observed(command, timeouts, None, |_| ())
    }

    /// As [`start`](EngineProcess::start), with all traffic told to a log. `started` gets what ends the engine before
    /// anything is asked of it, so that another thread need not wait for one that does not come up.
    pub fn start_observed(
        command: &EngineCommand,
        timeouts: &Timeouts,
        log: Option<LineObserver>,
        started: impl FnOnce(StopHandle),
    ) -> Result<EngineProcess, DriverError> {
        let process = Process::start(command, log.as_ref())
            .map_err(|source| DriverError::Launch { program: command.program.clone(), source })?;
        let (timeouts, identity) = (*timeouts, Identity::default());
        let mut driver = EngineProcess { process, nonsense: 0, timeouts, identity, options: Vec::new() };
        started(driver.stopper());
        driver.shake_hands()?;
        if let Some(name) = &command.name {
            driver.identity.name.clone_from(name);
        }
        for (name, value) in &command.options {
            driver.set_option(name, value)?;
        }
        driver.ready()?;
        Ok(driver)
    }

    /// Who the engine says it is; the name is the one given to it, if there is one.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The options that the engine declared.
    pub fn options(&self) -> &[OptionDecl] {
        &self.options
    }

    /// Sets an option and waits until the engine is ready. An option that the engine did not declare, or a value
    /// that it does not take, is not even sent.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), DriverError> {
        let refused = |reason| DriverError::Refused { what: format!("option {name}"), reason };
        let option = self.options.iter().find(|option| option.is_named(name));
        let option = option.ok_or_else(|| refused("the engine does not have it".into()))?;
        let value = option
            .accept(value)
            .map_err(|expected| refused(format!("`{}`; expected {expected}", excerpt(value))))?;
        let name = option.name.clone();
        let what = format!("option {name}");
        self.agreed(&Command::SetOption { name, value }, || what)
    }

    /// Says that another game begins and waits until the engine is ready.
    pub fn new_game(&mut self) -> Result<(), DriverError> {
        self.process.forget_noise();
        self.nonsense = 0;
        self.agreed(&Command::NewGame, || "a new game".into())
    }

    /// Waits until the engine is ready.
    pub fn ready(&mut self) -> Result<(), DriverError> {
        self.ask_ready(String::new(), "");
        self.until_ready().map(drop)
    }

    /// Sets the position and waits until the engine is ready.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), DriverError> {
        let command = Command::Position { start: start.clone(), moves: moves.to_vec() };
        self.agreed(&command, || "the position".into())
    }

    /// Asks a question about the position and returns what follows `response`.
    pub fn query(&mut self, query: &Query) -> Result<String, DriverError> {
        const RESPONSE: &str = "response";
        self.say(&Command::Query(query.clone()));
        let deadline = Instant::now() + self.timeouts.ready;
        loop {
            let line = self.line(deadline, RESPONSE, self.timeouts.ready)?;
            if let Some(response) = after_word(&line.text, RESPONSE) {
                return Ok(response.into());
            }
            if is_error(&line.text) {
                return Err(DriverError::Refused { what: query.to_string(), reason: one_line(&line.text) });
            }
            self.pass_over(&line)?;
        }
    }

    /// Tells the engine to stop its search.
    pub fn stop(&self) {
        self.say(&Command::Stop);
    }

    /// What stops or ends the engine while another thread waits for it.
    pub fn stopper(&self) -> StopHandle {
        StopHandle { process: self.process.handle().clone() }
    }

    /// The process's number.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Says `quit` and waits for the process to end. Returns how it ended, or nothing if it had to be killed.
    pub fn quit(mut self) -> Option<ExitStatus> {
        self.say(&Command::Quit);
        self.process.wait(self.timeouts.quit)
    }

    fn shake_hands(&mut self) -> Result<(), DriverError> {
        self.say(&Command::Ugi);
        let deadline = Instant::now() + self.timeouts.launch;
        loop {
            let line = self.line(deadline, "ugiok", self.timeouts.launch)?;
            let text = line.text.trim();
            if text == "ugiok" {
                return Ok(());
            } else if let Some(name) = text.strip_prefix("id name ") {
                self.identity.name = name.trim().into();
            } else if let Some(author) = text.strip_prefix("id author ") {
                self.identity.author = author.trim().into();
            } else if let Some(option) = OptionDecl::parse(text) {
                if self.options.len() == MOST_OPTIONS {
                    return Err(unexpected(text, "fewer options, then `ugiok`"));
                }
                self.options.push(option);
            } else {
                self.pass_over(&line)?;
            }
        }
    }

    /// Says something and waits for the engine to be ready; an error line before that is a refusal.
    fn agreed(&mut self, command: &Command, what: impl FnOnce() -> String) -> Result<(), DriverError> {
        self.ask_ready(format!("{command}\n"), "");
        match self.until_ready()? {
            (None, _) => Ok(()),
            (Some(reason), _) => Err(DriverError::Refused { what: what(), reason }),
        }
    }

    /// Says some lines, `isready`, and some more lines, all at once: each time that an engine is woken takes time.
    fn ask_ready(&self, mut lines: String, after: &str) {
        lines.push_str("isready\n");
        lines.push_str(after);
        self.process.handle().outbox.say_and_ask(lines, after.len());
    }

    /// Waits for the engine to be ready, and returns the first error line before that, and when it was ready.
    fn until_ready(&mut self) -> Result<(Option<String>, Instant), DriverError> {
        const READYOK: &str = "readyok";
        let deadline = Instant::now() + self.timeouts.ready;
        let mut error = None;
        loop {
            let line = self.line(deadline, READYOK, self.timeouts.ready)?;
            match line.text.split_whitespace().next() {
                Some(READYOK) => {
                    self.process.handle().outbox.acknowledge();
                    return Ok((error, line.at));
                }
                // An answer that nobody asked for would be taken for the next one.
                Some("bestmove") => return Err(unexpected(&line.text, "`readyok`, as no search runs")),
                _ if is_error(&line.text) => {
                    error.get_or_insert_with(|| one_line(&line.text));
                }
                _ => self.pass_over(&line)?,
            }
        }
    }

    fn say(&self, command: &Command) {
        self.process.handle().outbox.say(format!("{command}\n"));
    }

    /// The next line, unless it comes too late.
    fn line(
        &mut self,
        deadline: Instant,
        waiting_for: &'static str,
        after: Duration,
    ) -> Result<Line, DriverError> {
        match self.process.line(Some(deadline)) {
            // An engine that never pauses would never be late otherwise.
            Ok(line) if line.at <= deadline => Ok(line),
            Ok(_) | Err(Silence::Late) => {
                let late = DriverError::TimedOut { waiting_for, after, after_stop: None };
                Err(self.unless_ended(late, waiting_for))
            }
            Err(silence) => Err(self.broken(&silence, waiting_for)),
        }
    }

    /// What it means that the engine will say nothing more that is of use.
    fn broken(&mut self, silence: &Silence, waiting_for: &'static str) -> DriverError {
        match silence {
            Silence::Flood => DriverError::Flood { place: "on its error stream" },
            Silence::Closed | Silence::Late => {
                DriverError::Exited { status: self.process.wait(LAST_BREATH), waiting_for }
            }
        }
    }

    /// An error, unless the process has ended and only something that it started keeps its output open.
    fn unless_ended(&mut self, error: DriverError, waiting_for: &'static str) -> DriverError {
        match self.process.wait(Duration::ZERO) {
            None => error,
            status => DriverError::Exited { status, waiting_for },
        }
    }

    /// Counts a line that means nothing here; too many of them are a flood.
    fn pass_over(&mut self, line: &Line) -> Result<(), DriverError> {
        self.nonsense += line.bytes;
        if self.nonsense > MOST_NOISE {
            return Err(DriverError::Flood { place: "that means nothing" });
        }
        Ok(())
    }
}

fn unexpected(line: &str, expected: &'static str) -> DriverError {
    DriverError::Protocol { line: excerpt(line), expected }
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

impl StopHandle {
    /// Says `stop`.
    pub fn stop(&self) {
        self.process.outbox.say(format!("{}\n", Command::Stop));
    }

    /// Ends the process, whether it listens or not. On Unix that takes with it what the process started itself.
    /// Who waits for an answer gets [`DriverError::Exited`].
    pub fn kill(&self) {
        self.process.kill();
    }
}
