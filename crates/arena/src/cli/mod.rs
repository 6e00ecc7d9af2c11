//! The command line.

mod check;
mod config;
mod flags;
mod play;
mod records;
mod report;

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use arena::stop::Stop;
use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};

/// An operation failed.
const FAILED: u8 = 1;
/// The tournament is complete, but some games ended through a fault of an engine.
const FAULTS: u8 = 3;
/// Ctrl-C ended the command.
const INTERRUPTED: u8 = 130;

const EXIT_STATUS: &str = "Exit status: 0 success; 1 an operation failed, a record contradicts the rules, or an engine \
    fails a required check; 2 a mistake in the command line; 3 some games ended through a fault of an engine (illegal \
    turn, time, stall, crash, disconnect, start, protocol); 130 ended by Ctrl-C.";

/// Engine-against-engine tournaments for abstract board games.
#[derive(Debug, Parser)]
#[command(name = "arena", version, after_help = EXIT_STATUS)]
struct Cli {
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Create a tournament and play it, or resume it.
    Run(Box<play::Run>),
    /// Create a tournament without playing it.
    New(Box<play::New>),
    /// Play the games of a tournament, together with any number of other processes on any machines, and print its table
    /// at the end.
    #[command(visible_alias = "work")]
    Resume(play::Resume),
    /// Print the current table of a tournament.
    Table(play::Table),
    /// Write the games of a tournament as records, PGN, CSV, JSON or positions.
    Export(records::Export),
    /// Write the results of a tournament as one HTML file with tables and charts.
    Report(report::Report),
    /// Replay records through the rules and verify them.
    Replay(records::Replay),
    /// Check whether an engine conforms to the protocol, point by point.
    Check(Box<check::Check>),
    /// List the games and the options of their rules.
    Games,
    /// Print all flags as Markdown: the book's page.
    #[command(hide = true)]
    Reference,
}

/// Why a command failed.
enum Failure {
    /// A mistake in the command line.
    Usage(String),
    /// An operation failed.
    Other(String),
}

impl Failure {
    fn usage(error: impl ToString) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Other(error.to_string())
    }
}

pub(crate) fn main() -> ExitCode {
    let args = match config::with_file(&Cli::command(), std::env::args_os().collect()) {
        Ok(args) => args,
        Err(message) => refuse(message),
    };
    let result = match Cli::parse_from(args).command {
        CliCommand::Run(args) => play::run(&args),
        CliCommand::New(args) => play::new(&args),
        CliCommand::Resume(args) => play::resume(&args),
        CliCommand::Table(args) => play::table(&args),
        CliCommand::Export(args) => records::export_games(&args),
        CliCommand::Report(args) => report::report(&args),
        CliCommand::Replay(args) => records::replay_records(&args),
        CliCommand::Check(command) => command.run(),
        CliCommand::Games => flags::games(),
        CliCommand::Reference => {
            print(&clap_markdown::help_markdown::<Cli>());
            Ok(0)
        }
    };
    match result {
        Ok(status) => ExitCode::from(status),
        Err(Failure::Usage(message)) => refuse(message),
        Err(Failure::Other(message)) => {
            let _ = writeln!(io::stderr(), "arena: error: {message}");
            ExitCode::from(FAILED)
        }
    }
}

/// Reports a mistake in the command line as the parser reports its own, and exits.
fn refuse(message: String) -> ! {
    let mut command = Cli::command();
    command.build();
    let name = std::env::args().nth(1).unwrap_or_default();
    let command = command.find_subcommand_mut(&name).cloned().unwrap_or(command);
    command.clone().error(ErrorKind::ValueValidation, message).exit()
}

/// Prints to standard output; a closed pipe is no error.
fn print(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Names the file that cannot be written.
fn cannot_write(path: &Path) -> impl Fn(io::Error) -> Failure {
    move |error| Failure::Other(format!("cannot write `{}`: {error}", path.display()))
}

/// A handle that Ctrl-C controls: the first lets running games finish, the second abandons them, the third exits at
/// once.
fn interruptible() -> Result<Stop, Failure> {
    let handle = Stop::new();
    let stop = handle.clone();
    on_ctrl_c(move || {
        if stop.abandoned() {
            std::process::exit(i32::from(INTERRUPTED));
        } else if stop.ask() {
            eprintln!("arena: finishing the running games (Ctrl-C again abandons them)");
        } else {
            eprintln!("arena: abandoning the running games");
        }
    })?;
    Ok(handle)
}

fn on_ctrl_c(call: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(call).map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}")))
}
