//! The command line.

mod fit;
mod spsa;
mod training;
mod wdl;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use completions::Completions;

use self::training::Task;

/// Trains networks and policies, and tunes the numbers of the engine.
#[derive(Debug, Parser)]
#[command(name = "trainer", version)]
struct Cli {
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    #[command(flatten)]
    Training(Task),
    /// Fit the weights of an evaluation to the results of the games in stores.
    Fit(fit::Args),
    /// Tune options of an engine by matches of the engine against itself.
    Spsa(spsa::Args),
    /// Fit the chances of win, draw and loss by the reported score to the games in stores.
    Wdl(wdl::Args),
    /// Print a script with which a shell completes subcommands and flags.
    Completions(Completions),
}

/// Why a command failed.
type Failure = Box<dyn std::error::Error>;

pub(crate) fn main() -> ExitCode {
    let result = match Cli::parse().command {
        CliCommand::Training(task) => task.run(),
        CliCommand::Fit(args) => fit::run(&args),
        CliCommand::Spsa(args) => spsa::run(&args),
        CliCommand::Wdl(args) => wdl::run(&args),
        CliCommand::Completions(completions) => {
            // As it is: shells read it.
            let printed = std::io::stdout().write_all(completions.script::<Cli>().as_bytes());
            printed.map(|()| ExitCode::SUCCESS).map_err(Failure::from)
        }
    };
    result.unwrap_or_else(|error| {
        let _ = writeln!(std::io::stderr(), "trainer: error: {}", printable::lines(&error.to_string()));
        ExitCode::FAILURE
    })
}

/// Prints to standard output, made printable; a closed pipe is no error.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(printable::lines(text).as_bytes()).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scripts_for_shells_have_all_commands_and_flags() {
        assert_eq!(completions::missing::<Cli>(), [""; 0]);
    }
}
