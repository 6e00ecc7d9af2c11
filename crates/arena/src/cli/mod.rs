//! The command line.

mod check;
mod config;
mod export;
mod games;
mod plan;
mod replay;
mod resume;
mod run;
mod work;

use std::io::Write as _;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};

/// Something could not be done.
const FAILED: u8 = 1;
/// The tournament was held, but some games ended through a fault of an engine.
const FAULTS: u8 = 3;
/// The tournament was ended early by Ctrl-C.
const INTERRUPTED: u8 = 130;

const EXIT_STATUS: &str = "Exit status: 0 all is well; 1 something could not be done, a record \
    contradicts the rules, or an engine fails a required point; 2 a mistake in the command line; 3 some games \
    ended through an engine's fault (illegal turn, time, stall, crash, disconnect, start, protocol); 130 ended \
    early by Ctrl-C.";

/// Engine-against-engine tournaments for abstract board games.
#[derive(Debug, Parser)]
#[command(name = "arena", version, after_help = EXIT_STATUS)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Makes a tournament and plays it, or goes on with it.
    Run(Box<run::Args>),
    /// Makes a tournament without playing it.
    New(Box<run::New>),
    /// Goes on with a tournament, and prints its table in the end.
    Resume(resume::Resume),
    /// Takes part in a tournament, together with any number of others on any machines.
    Work(resume::Join),
    /// Prints the table of a tournament as it stands.
    Table(export::Table),
    /// Writes the games of a tournament as records, JSON or positions.
    Export(export::Export),
    /// Replays records through the rules and verifies them.
    Replay(replay::Args),
    /// Checks whether an engine keeps to the protocol, point by point.
    Check(Box<check::Args>),
    /// Lists the games and the options of their rules.
    Games,
}

/// What a command comes to, if it goes wrong.
enum Failure {
    /// The command line asks for something that there is not.
    Usage(String),
    /// Something could not be done.
    Other(String),
}

impl Failure {
    fn usage(error: impl ToString) -> Failure {
        Failure::Usage(error.to_string())
    }

    fn other(error: impl ToString) -> Failure {
        Failure::Other(error.to_string())
    }
}

pub(crate) fn main() -> ExitCode {
    let args = match config::with_file(&Cli::command(), std::env::args_os().collect()) {
        Ok(args) => args,
        Err(message) => refuse(message),
    };
    let cli = Cli::parse_from(args);
    let done = match cli.command {
        Command::Run(args) => run::run(&args),
        Command::New(args) => run::new(&args),
        Command::Resume(args) => resume::resume(&args),
        Command::Work(args) => resume::join(&args),
        Command::Table(args) => export::table(&args),
        Command::Export(args) => export::export(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Games => games::run(),
    };
    match done {
        Ok(status) => ExitCode::from(status),
        Err(Failure::Usage(message)) => refuse(message),
        Err(Failure::Other(message)) => {
            let _ = writeln!(std::io::stderr(), "arena: error: {message}");
            ExitCode::from(FAILED)
        }
    }
}

/// Tells a mistake in the command line as mistakes are told that the parser sees itself, and ends.
fn refuse(message: String) -> ! {
    let mut command = Cli::command();
    command.build();
    let name = std::env::args().nth(1).unwrap_or_default();
    let command = command.find_subcommand_mut(&name).cloned().unwrap_or(command);
    command.clone().error(ErrorKind::ValueValidation, message).exit()
}

/// Prints to standard output; that nobody reads it is no error.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
