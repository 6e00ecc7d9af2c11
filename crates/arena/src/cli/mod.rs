//! The command line.

mod check;
mod config;
mod flags;
mod output;
mod play;
mod records;
mod repair;

use std::cmp::Reverse;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::store::without_passwords;
use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};
use command_docs::CommandDocs;

use config::{Arguments, mistake};
use output::{CANNOT_PRINT, FAILED, Failure, print, tell};

const EXIT_STATUS: &str = "Exit status: 0 success; 1 an operation failed, a record contradicts the rules, or an engine \
    fails a required check; 2 a mistake in the command line; 3 some games ended through a fault of an engine (illegal \
    turn, time, stall, crash, disconnect, protocol); 130 ended by Ctrl-C.";

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
    /// Take results back, with a reason: the games are played again.
    Void(repair::Void),
    /// Accept that an engine has changed since its tournament began.
    Accept(repair::Accept),
    /// Write the games of a tournament as records, PGN, CSV, JSON or positions.
    Export(records::Export),
    /// Write the results of a tournament as one HTML file with tables and charts.
    Report(records::Report),
    /// Replay records through the rules and verify them.
    Replay(records::Replay),
    /// Check whether an engine conforms to the protocol, point by point.
    Check(Box<check::Check>),
    /// List the games and the options of their rules.
    Games,
    #[command(flatten)]
    Docs(CommandDocs),
    /// End the engines of the process that writes to standard input, once it is gone.
    #[command(hide = true)]
    Supervise,
    /// Print all flags as Markdown: the book's page.
    #[command(hide = true)]
    Reference,
}

/// Runs the program. Returns its exit status.
pub fn main() -> ExitCode {
    let given: Vec<_> = std::env::args_os().collect();
    let arguments = match Arguments::new(&Cli::command(), given.clone()) {
        Ok(arguments) => arguments,
        Err(message) => return refuse(&message, &given),
    };
    let args = arguments.all();
    let placed = |message: String| arguments.place(&message, check) + &message;
    match Cli::try_parse_from(&args).map(|cli| run(cli.command)) {
        Ok(Ok(status)) => ExitCode::from(status),
        Ok(Err(Failure::Usage(message))) => refuse(&placed(message), &args),
        Ok(Err(Failure::Other(message))) => {
            tell(&format!("arena: error: {}", masked(&placed(message), &args)));
            ExitCode::from(FAILED)
        }
        Err(error) => cannot_parse(&error, &arguments.place(&mistake(&error), check), &args),
    }
}

/// The arguments of the program with the settings of the configuration file that they name, as flags.
///
/// # Errors
/// What the program says about a mistake in the arguments or in the file.
pub fn with_file(given: Vec<OsString>) -> Result<Vec<OsString>, String> {
    let arguments =
        Arguments::new(&Cli::command(), given.clone()).map_err(|message| masked(&message, &given))?;
    let args = arguments.all();
    let Err(error) = Cli::try_parse_from(&args) else { return Ok(args) };
    let message = mistake(&error);
    Err(arguments.place(&message, check) + &masked(&message, &args))
}

/// The first mistake in a command line with the settings of a tournament.
fn check(args: Vec<OsString>) -> Result<(), String> {
    let cli = Cli::try_parse_from(args).map_err(|error| mistake(&error))?;
    let checked = match cli.command {
        CliCommand::Run(args) => args.check(),
        CliCommand::New(args) => args.check(),
        _ => Ok(()),
    };
    checked.map_err(|failure| match failure {
        Failure::Usage(message) | Failure::Other(message) => message,
    })
}

fn run(command: CliCommand) -> Result<u8, Failure> {
    match command {
        CliCommand::Run(args) => play::run(&args),
        CliCommand::New(args) => play::new(&args).map(|()| 0),
        CliCommand::Resume(args) => play::resume(&args),
        CliCommand::Table(args) => play::table(&args).map(|()| 0),
        CliCommand::Void(args) => repair::void(&args).map(|()| 0),
        CliCommand::Accept(args) => repair::accept(&args).map(|()| 0),
        CliCommand::Export(args) => records::export_games(&args).map(|()| 0),
        CliCommand::Report(args) => records::report(&args).map(|()| 0),
        CliCommand::Replay(args) => records::replay_records(&args),
        CliCommand::Check(command) => command.run(),
        CliCommand::Games => flags::games().map(|()| 0),
        CliCommand::Docs(docs) => Ok(docs.run::<Cli>().map(|()| 0)?),
        CliCommand::Supervise => {
            protocol::driver::supervise(io::stdin().lock());
            Ok(0)
        }
        CliCommand::Reference => print(&clap_markdown::help_markdown::<Cli>()).map(|()| 0),
    }
}

/// Reports a mistake in the command line as the parser reports its own.
fn refuse(message: &str, args: &[OsString]) -> ExitCode {
    let mut command = Cli::command();
    command.build();
    let name = std::env::args().nth(1).unwrap_or_default();
    let command = command.find_subcommand_mut(&name).cloned().unwrap_or(command);
    let error = command.clone().error(ErrorKind::ValueValidation, printable::line(&masked(message, args)));
    cannot_parse(&error, "", args)
}

/// Prints what the parser has to say: a mistake, with its place if that is a file, the help, or the version. A mistake has no
/// colours, as it may quote the escape sequences of a file.
fn cannot_parse(error: &clap::Error, place: &str, args: &[OsString]) -> ExitCode {
    const BEGIN: &str = "error: ";
    if error.use_stderr() {
        let shown = masked(&error.to_string(), args).replacen(BEGIN, &format!("{BEGIN}{place}"), 1);
        // A failure has no place to be reported.
        let _ = writeln!(io::stderr(), "{}", printable::lines(shown.trim_end()));
    } else if let Err(failure) = error.print().and_then(|()| io::stdout().flush())
        && failure.kind() != io::ErrorKind::BrokenPipe
    {
        tell(&format!("arena: error: {CANNOT_PRINT}: {failure}"));
        return ExitCode::from(FAILED);
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(FAILED))
}

/// A message without the passwords in the addresses among the arguments and in the environment.
fn masked(message: &str, args: &[OsString]) -> String {
    let args = args.iter().map(|arg| arg.to_string_lossy());
    let given: Vec<_> = args.chain(std::env::var("ARENA_STORE").ok().map(Into::into)).collect();
    // The value after `--store=` alone, too. The longest first, as one can be a part of another.
    let values = given.iter().filter_map(|arg| arg.strip_prefix("--")?.split_once('='));
    let mut all: Vec<&str> = given.iter().map(|arg| &**arg).chain(values.map(|(_, value)| value)).collect();
    all.sort_by_key(|address| Reverse(address.len()));
    without_passwords(message, all)
}

#[cfg(test)]
mod tests {
    use protocol::driver::SECRET_VARIABLES;

    use super::*;

    #[test]
    fn scripts_and_manual_pages_have_all_commands_and_flags() {
        assert_eq!(command_docs::missing::<Cli>(), [""; 0]);
    }

    #[test]
    fn the_flags_of_tournaments_are_in_groups() {
        let groups = |name: &str| {
            let mut command = Cli::command();
            command.build();
            let command = command.find_subcommand_mut(name).unwrap();
            let help = command.render_long_help().to_string();
            let flags = command.get_arguments().filter(|flag| !flag.is_positional());
            let mut groups: Vec<&str> = Vec::new();
            for flag in flags {
                let group = flag.get_help_heading().unwrap_or("Options");
                if !groups.contains(&group) {
                    groups.push(group);
                }
            }
            assert!(groups.iter().all(|group| help.contains(&format!("\n{group}:\n"))), "{help}");
            let plain = command.get_arguments().filter(|flag| flag.get_help_heading().is_none());
            let plain: Vec<_> = plain.filter_map(|flag| flag.get_long()).collect();
            (groups.join(", "), plain.join(" "))
        };
        let setup = "Options, Engines and game, Format, Sequential test, Openings, Adjudication, Limits of engines, \
                     Store and records";
        assert_eq!(groups("run"), (format!("{setup}, Work, Progress"), "dry-run config event help".into()));
        assert_eq!(groups("new"), (setup.into(), "dry-run config event help".into()));
        let resume = "Options, Store and records, Work, Progress";
        assert_eq!(groups("resume"), (resume.into(), "games trust help".into()));
    }

    #[test]
    fn variables_with_secrets_are_hidden_from_engines() {
        let cli = Cli::command();
        let args = cli.get_subcommands().flat_map(|command| command.get_arguments());
        let secret = args.filter(|arg| arg.is_hide_env_values_set()).filter_map(|arg| arg.get_env());
        let read: Vec<_> = secret.map(|name| name.to_str().unwrap()).collect();
        assert!(read.contains(&"ARENA_STORE"), "{read:?}");
        for name in read.into_iter().chain(database::PASSWORD_VARIABLES) {
            assert!(SECRET_VARIABLES.contains(&name), "{name}");
        }
    }
}
