//! GTP, version 2, for Snorkels: the Go text protocol with the extensions of GoGui and KataGo.
//!
//! | file | content |
//! | --- | --- |
//! | `line.rs` | reads commands; colours and vertices |
//! | `game.rs` | the game: turns, undo, setup, swap |
//! | `clock.rs` | the clocks of both colours |
//! | `search.rs` | runs a job of the engine while lines are read |
//! | `analysis.rs` | `lz-analyze`, `kata-analyze` and their relatives |
//! | `sgf.rs`, `print_sgf.rs` | reads games for `loadsgf`, writes them for `printsgf` |
//! | `raw_network.rs` | what the network says about the position |
//! | `gogui.rs` | the rules and analyze commands of GoGui |
//! | `parameters.rs` | what can be set during a session |
//! | `commands.rs` | the table of commands, and those of the standard |

mod analysis;
mod clock;
mod commands;
mod found;
mod game;
mod gogui;
mod line;
mod parameters;
mod print_sgf;
mod raw_network;
mod search;
mod sgf;

use std::collections::{BTreeMap, VecDeque};
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use agon_engine::ugi::Agon;
use clap::value_parser;
use games::snorkels_core::{Snorkels, prelude::*};
use protocol::server::ProtocolEngine as _;
use protocol::{GoLimits, LineReader, NextLine};

use self::clock::Clocks;
use self::game::Game;
use self::line::Command;
use self::search::Event;

/// The name of the only game.
pub const GAME: &str = Snorkels::NAME;

/// The answer to a command, or the message of its error.
type Answer = Result<String, String>;

/// Limits of `genmove`.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct GtpLimits {
    /// Time for a turn without time settings, in ms
    #[arg(long = "movetime", default_value = "2000", value_name = "MS", value_parser = milliseconds)]
    pub move_time: Duration,
    /// Maximum number of nodes for a turn; without time settings the only limit
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Maximum depth of a turn, in plies; without time settings the only limit
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
}

fn milliseconds(text: &str) -> Result<Duration, std::num::ParseIntError> {
    text.parse().map(Duration::from_millis)
}

impl Default for GtpLimits {
    fn default() -> Self {
        GtpLimits { move_time: Duration::from_secs(2), nodes: None, depth: None }
    }
}

/// Answers GTP commands until `quit` or the end of the input. A command that has been read is answered also after the end
/// of the input; only analysis stops then. `options` are those that the engine got on the command line, with the names that it
/// declares.
///
/// # Errors
/// The output is closed, or an option is not one of the rules.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + 'static,
    mut engine: Agon,
    options: &[(String, String)],
    limits: GtpLimits,
) -> Result<(), Box<dyn Error>> {
    engine.set_option("Game", GAME)?;
    engine.set_option("ShowVisits", "true")?;
    let mut rules = Snorkels::new();
    for (name, value) in options {
        if let Some((Snorkels::TITLE, rule)) = name.split_once('.')
            && Snorkels::options().iter().any(|option| option.name == rule)
        {
            rules.set_option(rule, value)?;
        }
    }
    let (sender, events) = mpsc::channel();
    let reader = sender.clone();
    thread::spawn(move || read(input, &reader));
    let mut server = Server {
        engine,
        output: Box::new(output),
        events,
        sender,
        lines: VecDeque::new(),
        quit: false,
        game: Game::new(rules),
        clocks: Clocks::default(),
        limits,
        options: options.iter().cloned().collect(),
        id: String::new(),
        streaming: false,
        live_graphics: false,
    };
    while !server.quit {
        let Some(line) = server.next_line() else { break };
        if let Some(command) = Command::parse(&line) {
            server.answer(&command)?;
        }
    }
    Ok(())
}

/// Sends the lines of the input and its end.
fn read(input: impl BufRead, events: &Sender<Event>) {
    let mut reader = LineReader::new(input);
    // Of a line that is too long the beginning is enough to refuse it.
    while let NextLine::Line(bytes) | NextLine::TooLong(bytes) = reader.next() {
        if events.send(Event::Line(Some(String::from_utf8_lossy(bytes).into_owned()))).is_err() {
            return;
        }
    }
    drop(events.send(Event::Line(None)));
}

/// The state of a session.
struct Server {
    engine: Agon,
    output: Box<dyn Write>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    /// Lines that came during a search; `None` for the end of the input.
    lines: VecDeque<Option<String>>,
    quit: bool,
    game: Game,
    clocks: Clocks,
    limits: GtpLimits,
    /// The options that were set.
    options: BTreeMap<String, String>,
    /// The number of the command being answered.
    id: String,
    /// Whether the answer is written line by line.
    streaming: bool,
    /// Whether searches write graphics for GoGui on standard error.
    live_graphics: bool,
}

impl Server {
    /// The next line; `None` at the end of the input.
    fn next_line(&mut self) -> Option<String> {
        while self.lines.is_empty() {
            // Of a search that has been joined nothing is left.
            if let Event::Line(line) = self.events.recv().ok()? {
                self.lines.push_back(line);
            }
        }
        self.lines.pop_front().flatten()
    }

    fn answer(&mut self, command: &Command<'_>) -> io::Result<()> {
        self.id = command.id.to_owned();
        let entry = commands::find(command.name).ok_or_else(|| "unknown command".to_owned());
        let (sign, text) = match entry.and_then(|entry| entry.run(self, &command.arguments)) {
            Ok(text) => ('=', text),
            Err(message) => ('?', message),
        };
        // An empty line would end the answer. The lines of a board begin below the sign. GoGui takes what follows the first
        // space, so one comes before the line end too.
        let space = if text.starts_with('\n') { " \n" } else { " " };
        let text = text.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n");
        // Errors quote files.
        let text = printable::lines(&text);
        let id = &self.id;
        match (std::mem::take(&mut self.streaming), text.is_empty()) {
            (true, true) => writeln!(self.output)?,
            (true, false) => write!(self.output, "{text}\n\n")?,
            (false, true) => write!(self.output, "{sign}{id}\n\n")?,
            (false, false) => write!(self.output, "{sign}{id}{space}{text}\n\n")?,
        }
        self.output.flush()
    }

    /// Begins an answer that is written line by line.
    fn begin_stream(&mut self) {
        self.streaming = true;
        let id = std::mem::take(&mut self.id);
        self.write_line(&format!("={id}"));
    }

    /// Writes a line of such an answer. If the output is closed, the program ends.
    fn write_line(&mut self, line: &str) {
        let written = writeln!(self.output, "{line}").and_then(|()| self.output.flush());
        self.quit |= written.is_err();
    }

    /// The limits of `genmove`.
    fn go_limits(&self) -> GoLimits {
        let GtpLimits { move_time, nodes, depth } = self.limits;
        let mut limits = self.clocks.limits(self.game.to_place());
        if limits == GoLimits::default() && nodes.is_none() && depth.is_none() {
            limits.move_time = Some(move_time);
        }
        GoLimits { nodes, depth, ..limits }
    }
}
