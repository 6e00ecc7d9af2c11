//! The command line.

mod accuracy;
mod fit;
mod spsa;
mod training;
mod wdl;

use std::io::Write as _;
use std::process::ExitCode;

use abstract_game::Rules;
use clap::{Parser, Subcommand};
use command_docs::CommandDocs;

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
    /// Measure how far the engine's turns and proved scores are from the truth, by long searches and proofs.
    Accuracy(accuracy::Args),
    /// Fit the weights of an evaluation to the results of the games in stores.
    Fit(fit::Args),
    /// Tune options of an engine by matches of the engine against itself.
    Spsa(spsa::Args),
    /// Fit the chances of win, draw and loss by the reported score to the games in stores.
    Wdl(wdl::Args),
    #[command(flatten)]
    Docs(CommandDocs),
}

/// Why a command failed.
type Failure = Box<dyn std::error::Error>;

pub(crate) fn main() -> ExitCode {
    let result = match Cli::parse().command {
        CliCommand::Training(task) => task.run(),
        CliCommand::Accuracy(args) => accuracy::run(&args),
        CliCommand::Fit(args) => fit::run(&args),
        CliCommand::Spsa(args) => spsa::run(&args),
        CliCommand::Wdl(args) => wdl::run(&args),
        CliCommand::Docs(docs) => docs.run::<Cli>().map(|()| ExitCode::SUCCESS).map_err(Failure::from),
    };
    result.unwrap_or_else(|error| {
        let _ = writeln!(std::io::stderr(), "trainer: error: {}", printable::lines(&error.to_string()));
        ExitCode::FAILURE
    })
}

/// The rules of a game with options of the command line.
fn rules<R: Rules>(options: &[String]) -> Result<R, Failure> {
    let mut rules = R::default();
    for option in options {
        let (name, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
        rules.set_option(name, value)?;
    }
    Ok(rules)
}

/// The least and the greatest number of a flag that takes two.
fn range<T: Copy + PartialOrd>(numbers: &[T], of: &str) -> Result<(T, T), Failure> {
    let &[least, greatest] = numbers else { unreachable!("clap takes two numbers") };
    if least > greatest {
        return Err(format!("the least number of {of} is greater than the greatest").into());
    }
    Ok((least, greatest))
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
    fn scripts_and_manual_pages_have_all_commands_and_flags() {
        assert_eq!(command_docs::missing::<Cli>(), [""; 0]);
    }
}
