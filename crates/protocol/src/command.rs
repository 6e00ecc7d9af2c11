//! The commands to an engine.

use core::{fmt, str::FromStr};

use printable::excerpt;

use crate::{
    CommandError, Dialect, Go, Query, WinClaim,
    dialect::{Shown, words},
    words::Words,
};

/// A command, read from a line and printed as one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    /// Report name, author and options, and use UGI.
    Ugi,
    /// Report name, author and options, and use UCI.
    Uci,
    /// Answer `readyok` when everything before is done.
    IsReady,
    /// A new game begins.
    NewGame,
    /// Set an option.
    SetOption {
        /// The option's name; it may have spaces.
        name: String,
        /// The value; it may be empty and may have spaces. White space between its words is one space.
        value: String,
    },
    /// Set the position.
    Position {
        /// Where the game begins.
        start: Start,
        /// The turns played from there.
        moves: Vec<String>,
    },
    /// Answer at once.
    Stop,
    /// The opponent has played the turn that is searched since `go ponder`: the clock runs from now on.
    PonderHit,
    /// Whether the engine writes what it understands of each command.
    Debug(bool),
    /// Registration of a program; no engine here needs it.
    Register,
    /// End.
    Quit,
    /// Answer a question about the position.
    Query(Query),
    /// Answer with lines of text.
    Print(Print),
    /// Start a job.
    Run(JobRequest),
    /// List the commands.
    Help,
}

/// Commands that the engine answers with lines of text at once, also during a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Print {
    /// The board drawn for a person, the position's text and its hash key.
    Board,
    /// The static evaluation with its terms.
    Eval,
    /// The license of the engine.
    License,
    /// Exchange the players of the position; the answer is the text of the new one.
    Flip,
    /// What the engine was compiled by.
    Compiler,
}

/// Commands that the engine answers by a job, which runs on a thread of its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum JobRequest {
    /// Search the position.
    Go(Go),
    /// Can a player force a win? The job's summary is `response proved N turns`, `response refuted` or `response unknown`.
    Claim(WinClaim),
    /// Search fixed positions and count nodes; with arguments.
    Bench(Vec<String>),
    /// Measure nodes per second with many threads; with arguments.
    SpeedTest(Vec<String>),
    /// Make openings; with arguments. The answers are lines `info string genfens FEN`.
    GenFens(Vec<String>),
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Start {
    /// As the rules and the options say.
    #[default]
    Startpos,
    /// In this position; words of its text are separated by one space.
    Fen(String),
}

/// The commands without arguments and their words. What follows the word is ignored.
const WITHOUT_ARGUMENTS: [(&str, Command); 15] = [
    ("ugi", Command::Ugi),
    ("uci", Command::Uci),
    ("isready", Command::IsReady),
    ("uginewgame", Command::NewGame),
    ("ucinewgame", Command::NewGame),
    ("stop", Command::Stop),
    ("ponderhit", Command::PonderHit),
    ("register", Command::Register),
    ("quit", Command::Quit),
    ("help", Command::Help),
    ("d", Command::Print(Print::Board)),
    ("eval", Command::Print(Print::Eval)),
    ("license", Command::Print(Print::License)),
    ("flip", Command::Print(Print::Flip)),
    ("compiler", Command::Print(Print::Compiler)),
];

impl Command {
    /// Reads a line. The words of both dialects are understood in both; the dialect only decides what
    /// the number after `go mate` counts. Any white space separates words.
    pub fn parse(line: &str, dialect: Dialect) -> Result<Command, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(match words.as_slice() {
            [] => return Err(CommandError::Empty),
            ["setoption", rest @ ..] => set_option(rest)?,
            ["position", rest @ ..] => position(rest)?,
            ["go", ..] => Command::Run(JobRequest::Go(Go::parse(Words::after(&words, 1), dialect)?)),
            ["debug", "on", ..] => Command::Debug(true),
            ["debug", "off", ..] => Command::Debug(false),
            ["debug", rest @ ..] => return Err(lacks("debug", rest.first(), 2, "`on` or `off`")),
            ["query", "claim", ..] => {
                Command::Run(JobRequest::Claim(WinClaim::parse(Words::after(&words, 2))?))
            }
            ["query", ..] => Command::Query(Query::parse(Words::after(&words, 1))?),
            ["bench", rest @ ..] => Command::Run(JobRequest::Bench(owned(rest))),
            ["speedtest", rest @ ..] => Command::Run(JobRequest::SpeedTest(owned(rest))),
            ["genfens", rest @ ..] => Command::Run(JobRequest::GenFens(owned(rest))),
            [word, ..] => {
                let of_word = WITHOUT_ARGUMENTS.into_iter().find(|(known, _)| known == word);
                let unknown = || CommandError::Unknown { word: excerpt(word) };
                of_word.map(|(_, command)| command).ok_or_else(unknown)?
            }
        })
    }

    /// The command's text in a dialect.
    pub fn in_dialect(&self, dialect: Dialect) -> impl fmt::Display {
        Shown(move |f: &mut fmt::Formatter<'_>| self.write(f, dialect))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, dialect: Dialect) -> fmt::Result {
        match self {
            Command::NewGame if dialect == Dialect::Uci => f.write_str("ucinewgame"),
            Command::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Command::SetOption { name, value } if value.is_empty() => write!(f, "setoption name {name}"),
            Command::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Command::Position { start, moves } => write_position(f, start, moves),
            Command::Run(JobRequest::Go(go)) => {
                f.write_str("go")?;
                go.write(f, dialect)
            }
            Command::Query(query) => fmt::Display::fmt(query, f),
            Command::Run(JobRequest::Claim(claim)) => fmt::Display::fmt(claim, f),
            Command::Run(JobRequest::Bench(arguments)) => words(f, "bench", arguments),
            Command::Run(JobRequest::SpeedTest(arguments)) => words(f, "speedtest", arguments),
            Command::Run(JobRequest::GenFens(arguments)) => words(f, "genfens", arguments),
            other => {
                let known = WITHOUT_ARGUMENTS.iter().find(|(_, known)| known == other);
                f.write_str(known.map_or("", |(word, _)| word))
            }
        }
    }
}

/// Writes a whole `position` command, of turns that need not be owned.
pub(crate) fn write_position(to: &mut impl fmt::Write, start: &Start, moves: &[String]) -> fmt::Result {
    write!(to, "position {start}")?;
    if moves.is_empty() { Ok(()) } else { words(to, " moves", moves) }
}

impl From<Go> for Command {
    fn from(go: Go) -> Command {
        Command::Run(JobRequest::Go(go))
    }
}

impl FromStr for Command {
    type Err = CommandError;

    /// Reads a line of UGI.
    fn from_str(line: &str) -> Result<Command, CommandError> {
        Command::parse(line, Dialect::Ugi)
    }
}

impl fmt::Display for Command {
    /// The command in UGI.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Dialect::Ugi)
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Startpos => f.write_str("startpos"),
            Start::Fen(fen) => write!(f, "fen {fen}"),
        }
    }
}

fn set_option(words: &[&str]) -> Result<Command, CommandError> {
    let Some(name) = words.iter().position(|word| *word == "name") else {
        return Err(lacks("setoption", words.first(), 2, "`name N value V`"));
    };
    let words = &words[name + 1..];
    let value = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    match words.split_at(value) {
        ([], _) => Err(lacks("setoption name", None, 3, "the name of an option")),
        (name, []) => Ok(Command::SetOption { name: name.join(" "), value: String::new() }),
        (name, [_, value @ ..]) => Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") }),
    }
}

fn position(words: &[&str]) -> Result<Command, CommandError> {
    const EXPECTED: &str = "`startpos` or `fen F`, then perhaps `moves T ...`";
    let moves = words.iter().position(|word| *word == "moves");
    let (start, turns) = words.split_at(moves.unwrap_or(words.len()));
    let start = match start.iter().position(|word| matches!(*word, "startpos" | "fen")) {
        None => return Err(lacks("position", words.first(), 2, EXPECTED)),
        Some(at) => match &start[at..] {
            ["fen"] => return Err(lacks("position fen", None, 3, "the text of a position")),
            ["fen", fen @ ..] => Start::Fen(fen.join(" ")),
            // Somebody forgot `moves`.
            [_, found, ..] if moves.is_none() => {
                return Err(lacks("startpos", Some(found), at + 3, "`moves T ...` or nothing"));
            }
            _ => Start::Startpos,
        },
    };
    Ok(Command::Position { start, moves: owned(turns.get(1..).unwrap_or_default()) })
}

/// The error for what was found after some words, or for nothing there.
fn lacks(after: &str, found: Option<&&str>, at: usize, expected: &'static str) -> CommandError {
    let after = after.into();
    match found {
        None => CommandError::Missing { after, expected },
        Some(found) => CommandError::Unexpected { found: excerpt(found), after, at, expected },
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.into()).collect()
}
