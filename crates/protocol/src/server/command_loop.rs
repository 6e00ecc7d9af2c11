//! The command loop: handles line by line.

use std::io::Write;
use std::thread::Scope;

use printable::excerpt;

use super::console::Console;
use super::engine::{EngineError, ProtocolEngine};
use super::search::{Hold, Search, run_here};
use super::settings::ServeSettings;
use super::text::text;
use crate::dialect::is_gtp;
use crate::{Command, CommandError, Dialect, Info, JobRequest, MAX_LINE, OptionDecl};

/// UCI's name of the option that chooses the game.
const UCI_VARIANT: &str = "UCI_Variant";
/// What `help` prints.
const HELP: &str = include_str!("help.txt");
/// The option that chooses the game.
const GAME: &str = "Game";

/// The state of the loop.
pub(super) struct CommandLoop<'scope, 'env, E, W> {
    pub(super) engine: &'env mut E,
    console: &'scope Console<W>,
    scope: &'scope Scope<'scope, 'env>,
    settings: ServeSettings,
    dialect: Dialect,
    /// Whether a line has been read.
    begun: bool,
    /// Whether to write how each command was understood.
    debug: bool,
    search: Option<Search<'scope>>,
}

impl<'scope, 'env, E: ProtocolEngine, W: Write + Send> CommandLoop<'scope, 'env, E, W> {
    pub(super) fn new(
        engine: &'env mut E,
        console: &'scope Console<W>,
        scope: &'scope Scope<'scope, 'env>,
        settings: &ServeSettings,
    ) -> Self {
        console.set_log(engine.debug_log());
        CommandLoop {
            engine,
            console,
            scope,
            settings: settings.clone(),
            dialect: Dialect::Ugi,
            begun: false,
            debug: false,
            search: None,
        }
    }

    /// Writes a greeting for a person at a terminal.
    pub(super) fn greet(&self) {
        let identity = self.engine.identity();
        let (name, author) = (identity.name, identity.author);
        self.console.line(format_args!("{name} by {author}. `help` lists the commands, `quit` leaves."));
    }

    /// Handles a line. Returns whether it is the last one.
    pub(super) fn line(&mut self, bytes: &[u8]) -> bool {
        let mut quits = false;
        let done = self.read(bytes).and_then(|read| {
            let Some((word, command)) = read else { return Ok(()) };
            quits = command == Command::Quit;
            self.command(word, command).map_err(|error| format!("{word}: {error}"))
        });
        if let Err(error) = done {
            self.console.error(error);
        }
        quits
    }

    /// The command of a line and the line's first word; none of a blank line.
    fn read<'l>(&mut self, bytes: &'l [u8]) -> Result<Option<(&'l str, Command)>, String> {
        // Some programs write a byte order mark before their first line.
        let bytes = if self.begun { bytes } else { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) };
        let text = text(bytes);
        let word = text.as_ref().map_or(Some(""), |text| text.split_whitespace().next());
        let Some(word) = word else { return Ok(None) };
        let first = !std::mem::replace(&mut self.begun, true);
        let text = text?;
        self.console.log(">> ", text);
        match Command::parse(text, self.dialect) {
            Ok(command) => {
                if self.debug {
                    let read = Info::string(printable::line(&format!("read: {command}")));
                    self.console.line(read.in_dialect(self.dialect));
                }
                Ok(Some((word, command)))
            }
            Err(CommandError::Unknown { word }) if first && is_gtp(&word) => {
                Err(format!("`{word}` is GTP, which is not spoken here; expected `ugi` or `uci`"))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// Refuses a line that is too long.
    pub(super) fn long_line(&mut self, beginning: &[u8]) {
        self.begun = true;
        let shown = printable::excerpt_of_bytes(beginning);
        self.console.error(format_args!("the line `{shown}` is too long; expected at most {MAX_LINE} bytes"));
    }

    /// Stops the search, if there is one, and waits for its answer.
    pub(super) fn finish(&mut self) {
        self.search = None;
    }

    fn command(&mut self, word: &str, command: Command) -> Result<(), EngineError> {
        use Command::*;
        match command {
            PonderHit => self.search.iter_mut().for_each(Search::ponderhit),
            Debug(on) => self.debug = on,
            Quit | Register => {}
            IsReady => {
                // While a search runs, everything it needs is there.
                if !self.is_searching() {
                    self.engine.prepare();
                }
                self.console.line("readyok");
            }
            // What follows is read when the answer is out, so that a new search may follow at once.
            Stop => self.finish(),
            Query(query) => {
                let answer = self.engine.query(&query)?;
                self.console.line(format_args!("response {answer}"));
            }
            Print(what) => self.console.text(&self.engine.print(what)?),
            Help => self.console.text(HELP),
            _ if self.is_searching() => {
                self.console.error(format_args!(
                    "`{word}` during a search; expected isready, stop, quit or a question"
                ));
            }
            Ugi => self.introduce(Dialect::Ugi),
            Uci => self.introduce(Dialect::Uci),
            NewGame => self.engine.new_game(),
            SetOption { name, value } => self.set_option(&name, &value),
            Position { start, moves } => self.engine.set_position(&start, &moves)?,
            Run(request) => {
                let hold = match &request {
                    JobRequest::Go(go) if go.limits.infinite => Hold::UntilStop,
                    JobRequest::Go(go) if go.ponder => Hold::UntilPonderHit(self.engine.ponder_time(go)),
                    _ => Hold::Never,
                };
                let job = self.engine.job(&request)?;
                let (dialect, scope, console) = (self.dialect, self.scope, self.console);
                let Some(stack) = self.settings.search_stack else {
                    run_here(job, dialect, console);
                    return Ok(());
                };
                let search = Search::start(job, dialect, hold, stack, scope, console);
                self.search = Some(search.map_err(|error| format!("no thread for the search: {error}"))?);
            }
        }
        Ok(())
    }

    fn introduce(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let identity = self.engine.identity();
        self.console.line(format_args!("id name {}", identity.name));
        self.console.line(format_args!("id author {}", identity.author));
        for option in self.engine.options() {
            if dialect == Dialect::Uci && option.is_named(GAME) {
                self.console.line(OptionDecl { name: UCI_VARIANT.into(), kind: option.kind.clone() });
            }
            self.console.line(option);
        }
        self.console.line(if dialect == Dialect::Uci { "uciok" } else { "ugiok" });
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let variant = self.dialect == Dialect::Uci && name.eq_ignore_ascii_case(UCI_VARIANT);
        let wanted = if variant { GAME } else { name };
        let Some(option) = self.engine.options().into_iter().find(|option| option.is_named(wanted)) else {
            let (console, name) = (self.console, excerpt(name));
            let list = if self.dialect == Dialect::Uci { "uci" } else { "ugi" };
            return console
                .error(format_args!("no option `{name}`; expected one of those that `{list}` lists"));
        };
        // variantfishtest and others give a button a value.
        let value = if option.kind.is_none() { "" } else { value };
        match option.accept(value) {
            Ok(value) => {
                let done = self.engine.set_option(&option.name, &value);
                self.console.set_log(self.engine.debug_log());
                if let Err(error) = done {
                    self.console.error(format_args!("setoption {}: {error}", option.name));
                }
            }
            Err(expected) => {
                let (name, value) = (option.name, excerpt(value));
                let what = if value.is_empty() { "no value".into() } else { format!("`{value}`") };
                self.console.error(format_args!("{what} for option {name}; expected {expected}"));
            }
        }
    }

    fn is_searching(&self) -> bool {
        self.search.as_ref().is_some_and(Search::is_running)
    }
}
