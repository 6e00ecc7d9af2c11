//! The other side: another engine's process, started, asked and ended.

mod error;
mod process;
mod settings;

pub use error::DriverError;
pub use settings::{EngineCommand, Log, Source, Timeouts, Traffic};

use std::fmt;
use std::process::ExitStatus;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use crate::excerpt::{excerpt, one_line};
use crate::server::Identity;
use crate::{Command, Dialect, Go, Info, Limits, OptionDecl, Query, Start};
use process::{Line, Process, Speaker};

/// More options than this are a flood.
const MOST_OPTIONS: usize = 4096;
/// How long a process that closed its output may take to end, for its exit status to be known.
const LAST_BREATH: Duration = Duration::from_secs(1);
/// What an engine's complaint begins with.
const ERROR: &str = "info string error";

/// A running engine that speaks UGI. Dropping it kills the process if it still runs; none is left behind. On Unix that
/// takes with it what the process started itself; if it ended on its own, those see the end of their input only.
pub struct Driver {
    process: Process,
    timeouts: Timeouts,
    identity: Identity,
    options: Vec<OptionDecl>,
}

/// A turn that an engine chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What followed `bestmove`; `(none)` if the engine sees no legal turn, or its search failed.
    pub turn: String,
    /// The last `info` line with a score of the best turn.
    pub info: Option<Info>,
    /// The time from the writing of `go` to the arrival of `bestmove`.
    pub elapsed: Duration,
    /// The first `info string error` line that came between the two.
    pub error: Option<String>,
}

/// Tells an engine to stop, from any thread.
#[derive(Clone)]
pub struct Stopper {
    speaker: Speaker,
}

impl Driver {
    /// Starts an engine: `ugi` to `ugiok`, the options, `isready` to `readyok`.
    pub fn launch(command: &EngineCommand, timeouts: &Timeouts) -> Result<Driver, DriverError> {
        Driver::launch_logged(command, timeouts, None)
    }

    /// As [`launch`](Driver::launch), with all traffic told to a log.
    pub fn launch_logged(
        command: &EngineCommand,
        timeouts: &Timeouts,
        log: Option<Log>,
    ) -> Result<Driver, DriverError> {
        let process = Process::start(command, log.as_ref())
            .map_err(|source| DriverError::Launch { program: command.program.clone(), source })?;
        let (timeouts, identity) = (*timeouts, Identity::default());
        let mut driver = Driver { process, timeouts, identity, options: Vec::new() };
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
        self.say(&Command::SetOption { name, value });
        self.agreed(|| what)
    }

    /// Says that another game begins and waits until the engine is ready.
    pub fn new_game(&mut self) -> Result<(), DriverError> {
        self.say(&Command::NewGame);
        self.agreed(|| "a new game".into())
    }

    /// Waits until the engine is ready.
    pub fn ready(&mut self) -> Result<(), DriverError> {
        self.sync().map(drop)
    }

    /// Sets the position and waits until the engine is ready.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), DriverError> {
        self.say(&Command::Position { start: start.clone(), moves: moves.to_vec() });
        self.agreed(|| "the position".into())
    }

    /// Asks a question about the position and returns what follows `response`.
    pub fn query(&mut self, query: &Query) -> Result<String, DriverError> {
        const RESPONSE: &str = "response";
        self.say(&Command::Query(query.clone()));
        let deadline = Instant::now() + self.timeouts.ready;
        loop {
            let line = self.line(Some(deadline), RESPONSE, self.timeouts.ready)?.text;
            if let Some(response) = after_word(&line, RESPONSE) {
                return Ok(response.into());
            }
            if line.starts_with(ERROR) {
                return Err(DriverError::Refused { what: query.to_string(), reason: one_line(&line) });
            }
        }
    }

    /// Sets the position, waits until the engine is ready, and lets it search.
    ///
    /// Only the search is timed. After `deadline`, counted from `go`, the engine is given up; without one this
    /// waits for ever. An engine that was given up may still answer, so all that remains is to end it.
    pub fn best_turn(
        &mut self,
        start: &Start,
        moves: &[String],
        limits: &Limits,
        deadline: Option<Duration>,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<Answer, DriverError> {
        const BESTMOVE: &str = "bestmove";
        self.set_position(start, moves)?;
        let patience = deadline.unwrap_or(Duration::MAX);
        let given = Instant::now();
        let written = self.process.speaker().say_timed(Command::Go(Go::search(limits.clone())).to_string());
        let mut info = None;
        let mut error = None;
        loop {
            let line = self.line(given.checked_add(patience), BESTMOVE, patience)?;
            if let Some(turn) = after_word(&line.text, BESTMOVE) {
                let Some(turn) = turn.split_whitespace().next() else {
                    return Err(self.unexpected(&line.text, "`bestmove` and a turn"));
                };
                let since = written.try_recv().unwrap_or(given);
                let elapsed = line.at.saturating_duration_since(since);
                return Ok(Answer { turn: turn.into(), info, elapsed, error });
            }
            if line.text.starts_with(ERROR) {
                error.get_or_insert(one_line(&line.text));
            }
            if let Some(said) = Info::parse(&line.text, Dialect::Ugi) {
                on_info(&said);
                if said.score.is_some() && said.multipv.is_none_or(|rank| rank == 1) {
                    info = Some(said);
                }
            }
        }
    }

    /// Tells the engine to stop its search.
    pub fn stop(&self) {
        self.say(&Command::Stop);
    }

    /// What tells the engine to stop while [`best_turn`](Driver::best_turn) waits.
    pub fn stopper(&self) -> Stopper {
        Stopper { speaker: self.process.speaker().clone() }
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
            let line = self.line(Some(deadline), "ugiok", self.timeouts.launch)?.text;
            let text = line.trim();
            if text == "ugiok" {
                return Ok(());
            } else if let Some(name) = text.strip_prefix("id name ") {
                self.identity.name = name.trim().into();
            } else if let Some(author) = text.strip_prefix("id author ") {
                self.identity.author = author.trim().into();
            } else if let Some(option) = OptionDecl::parse(text) {
                if self.options.len() == MOST_OPTIONS {
                    return Err(self.unexpected(text, "fewer options, then `ugiok`"));
                }
                self.options.push(option);
            }
        }
    }

    /// Waits for the engine to be ready; an error line before that is a refusal.
    fn agreed(&mut self, what: impl FnOnce() -> String) -> Result<(), DriverError> {
        match self.sync()? {
            None => Ok(()),
            Some(reason) => Err(DriverError::Refused { what: what(), reason }),
        }
    }

    /// Waits for the engine to be ready, and returns the first error line before that.
    fn sync(&mut self) -> Result<Option<String>, DriverError> {
        const READYOK: &str = "readyok";
        self.say(&Command::IsReady);
        let deadline = Instant::now() + self.timeouts.ready;
        let mut error = None;
        loop {
            let line = self.line(Some(deadline), READYOK, self.timeouts.ready)?.text;
            match line.split_whitespace().next() {
                Some(READYOK) => return Ok(error),
                // An answer that nobody asked for would be taken for the next one.
                Some("bestmove") => return Err(self.unexpected(&line, "`readyok`, as no search runs")),
                _ if line.starts_with(ERROR) => {
                    error.get_or_insert(one_line(&line));
                }
                _ => {}
            }
        }
    }

    fn say(&self, command: &Command) {
        self.process.speaker().say(command.to_string());
    }

    fn line(
        &mut self,
        deadline: Option<Instant>,
        waiting_for: &'static str,
        after: Duration,
    ) -> Result<Line, DriverError> {
        self.process.line(deadline).map_err(|error| match error {
            RecvTimeoutError::Timeout => DriverError::TimedOut { waiting_for, after },
            RecvTimeoutError::Disconnected => {
                DriverError::Exited { status: self.process.wait(LAST_BREATH), waiting_for }
            }
        })
    }

    fn unexpected(&self, line: &str, expected: &'static str) -> DriverError {
        DriverError::Protocol { line: excerpt(line), expected }
    }
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, process) = (&self.identity.name, self.process_id());
        f.debug_struct("Driver").field("name", name).field("process", &process).finish_non_exhaustive()
    }
}

impl fmt::Debug for Stopper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stopper").finish_non_exhaustive()
    }
}

impl Stopper {
    /// Says `stop`.
    pub fn stop(&self) {
        self.speaker.say(Command::Stop.to_string());
    }
}

/// What follows the first word of a line, if that is this word.
fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.trim_start().strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}
