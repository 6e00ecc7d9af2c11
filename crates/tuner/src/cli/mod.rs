//! The command line.

mod fit;
mod spsa;
mod wdl;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tunes the numbers of an engine.
#[derive(Debug, Parser)]
#[command(name = "tuner", version)]
struct Cli {
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Fit the weights of an evaluation to the results of the games in stores.
    Fit(fit::Args),
    /// Tune options of an engine by matches of the engine against itself.
    Spsa(spsa::Args),
    /// Fit the chances of win, draw and loss by the reported score to the games in stores.
    Wdl(wdl::Args),
}

/// Ctrl-C ended the command before the run was complete.
const INTERRUPTED: u8 = 130;

/// Why a command failed.
type Failure = Box<dyn std::error::Error>;

pub(crate) fn main() -> ExitCode {
    let result = match Cli::parse().command {
        CliCommand::Fit(args) => fit::run(&args),
        CliCommand::Spsa(args) => spsa::run(&args),
        CliCommand::Wdl(args) => wdl::run(&args),
    };
    match result {
        Ok(status) => status,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "tuner: error: {}", printable::lines(&error.to_string()));
            ExitCode::FAILURE
        }
    }
}

/// Prints to standard output, made printable; a closed pipe is no error.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(printable::lines(text).as_bytes()).and_then(|()| out.flush());
}
