//! The handshake, options, positions and queries.

use std::process::ExitStatus;
use std::time::Instant;

use printable::{excerpt, short_line};

use super::command::{EngineCommand, Timeouts};
use super::error::{DriverError, unexpected};
use super::output::{EngineLine, first_word};
use super::process::EngineProcess;
use crate::{
    ANNOUNCEMENTS, Command, Dialect, GameOptions, Identity, OptionDecl, Query, after_word, is_error,
};

/// Limit of the number of options that an engine may declare.
const MAX_OPTIONS: usize = 4096;

impl EngineProcess {
    /// Starts an engine: the process, the handshake in UGI, the options of the command, `isready` to `readyok`.
    ///
    /// # Errors
    /// The process does not start, ends, does not answer in time, or refuses an option.
    pub fn start(command: &EngineCommand, timeouts: &Timeouts) -> Result<EngineProcess, DriverError> {
        let mut engine = EngineProcess::spawn(command, timeouts, None)?;
        engine.initialize(None)?;
        Ok(engine)
    }

    /// What [`start`](Self::start) does after [`spawn`](Self::spawn), and sets a game and its rules with the options of
    /// the command.
    ///
    /// # Errors
    /// As `start`.
    pub fn initialize(&mut self, game: Option<&GameOptions>) -> Result<(), DriverError> {
        self.handshake(Dialect::Ugi)?;
        let EngineCommand { name, mut options, .. } = self.command.clone();
        if let Some(name) = name {
            self.identity.name = name;
        }
        if let Some(game) = game {
            options = game.settings(&self.options, &options);
        }
        for (name, value) in options {
            self.set_option(&name, &value)?;
        }
        self.ready()
    }

    /// Sends `ugi` (or `uci`) and reads up to `ugiok` (or `uciok`), which must come within the launch timeout. Returns
    /// the lines that are neither `id` lines nor declarations of options.
    ///
    /// # Errors
    /// The engine ends, does not answer in time, or declares more than 4096 options.
    pub fn handshake(&mut self, dialect: Dialect) -> Result<Vec<String>, DriverError> {
        let (command, end, expected) = match dialect {
            Dialect::Ugi => (Command::Ugi, "ugiok", "`ugiok`"),
            Dialect::Uci => (Command::Uci, "uciok", "`uciok`"),
        };
        self.send(command);
        let (mut identity, mut options, mut others) = (Identity::default(), Vec::new(), Vec::new());
        let (_, last) = self.lines_until(expected, self.timeouts.launch, |line| {
            let line = line.trim();
            if let Some(name) = line.strip_prefix("id name ") {
                identity.name = short_line(name.trim());
            } else if let Some(author) = line.strip_prefix("id author ") {
                identity.author = short_line(author.trim());
            } else if let Some(option) = OptionDecl::parse(line) {
                options.push(option);
            } else if line != end {
                others.push(line.into());
            }
            line == end || options.len() > MAX_OPTIONS
        })?;
        if options.len() > MAX_OPTIONS {
            return Err(unexpected(last.text.trim(), "at most 4096 options"));
        }
        (self.identity, self.options) = (identity, options);
        Ok(others)
    }

    /// The name and author that the engine reported; the name of the command instead, if it has one.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The options that the engine declared.
    pub fn options(&self) -> &[OptionDecl] {
        &self.options
    }

    /// Sets an option and waits until the engine is ready. The option [`ANNOUNCEMENTS`] also decides whether announcements are
    /// sent to the engine and heeded.
    ///
    /// # Errors
    /// The engine did not declare the option, or not that value: then nothing is sent. It answers with an error line,
    /// ends, or does not answer in time.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), DriverError> {
        let refused = |reason| DriverError::Refused { what: format!("option {name}"), reason };
        let option = self.options.iter().find(|option| option.is_named(name));
        let option = option.ok_or_else(|| refused("the engine does not have it".into()))?;
        let wrong = |expected| refused(format!("`{}`; expected {expected}", excerpt(value)));
        let value = option.accept(value).map_err(wrong)?;
        let name = option.name.clone();
        let what = format!("option {name}");
        let announcements = option.is_named(ANNOUNCEMENTS).then_some(value == "true");
        self.request(&Command::SetOption { name, value }, &what)?;
        self.announcements = announcements.unwrap_or(self.announcements);
        Ok(())
    }

    /// Announces a new game and waits until the engine is ready.
    ///
    /// # Errors
    /// The engine answers with an error line, ends, or does not answer in time.
    pub fn new_game(&mut self) -> Result<(), DriverError> {
        self.reset_limits();
        self.request(&Command::NewGame, "a new game")
    }

    /// Waits until the engine is ready.
    ///
    /// # Errors
    /// The engine ends or does not answer in time.
    pub fn ready(&mut self) -> Result<(), DriverError> {
        self.input.send("isready\n");
        self.until_ready().map(drop)
    }

    /// Asks a question and returns what follows `response`.
    ///
    /// # Errors
    /// The engine answers with an error line or not at all, ends, or is not ready in time.
    pub fn query(&mut self, query: &Query) -> Result<String, DriverError> {
        // An engine that does not know the query may say nothing.
        self.input.send(&format!("{query}\nisready\n"));
        let (lines, _) = self.until_ready()?;
        let response = lines.iter().find_map(|line| after_word(line, "response"));
        response.map(Into::into).ok_or_else(|| DriverError::Refused {
            what: query.to_string(),
            reason: first_error(&lines).unwrap_or_else(|| "no `response` came".into()),
        })
    }

    /// Sends `quit` and waits for the process to end. Returns its exit status, or `None` if it had to be killed.
    pub fn quit(mut self) -> Option<ExitStatus> {
        self.send(Command::Quit);
        self.wait_for_exit(self.timeouts.quit)
    }

    /// Sends a command and waits until the engine is ready; an error line before that is a refusal of `what`.
    fn request(&mut self, command: &Command, what: &str) -> Result<(), DriverError> {
        self.input.send(&format!("{command}\nisready\n"));
        self.until_accepted(what).map(drop)
    }

    /// Waits for `readyok`. Returns when it arrived; an error line before it is a refusal of `what`.
    pub(super) fn until_accepted(&mut self, what: &str) -> Result<Instant, DriverError> {
        let (lines, ready) = self.until_ready()?;
        match first_error(&lines) {
            Some(reason) => Err(DriverError::Refused { what: what.into(), reason }),
            None => Ok(ready.at),
        }
    }

    /// The lines before `readyok`, and that one.
    fn until_ready(&mut self) -> Result<(Vec<String>, EngineLine), DriverError> {
        let is_last = |line: &str| matches!(first_word(line), "readyok" | "bestmove");
        let (lines, last) = self.lines_until("`readyok`", self.timeouts.ready, is_last)?;
        match first_word(&last.text) {
            // It would be taken for the answer to the next search.
            "bestmove" => Err(unexpected(&last.text, "`readyok`, as no search runs")),
            _ => Ok((lines, last)),
        }
    }
}

/// The first error line, cut.
fn first_error(lines: &[String]) -> Option<String> {
    lines.iter().find(|line| is_error(line)).map(|line| short_line(line))
}
