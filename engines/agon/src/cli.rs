//! The command line of the engine.

use std::error::Error;
use std::io::{self, BufRead, BufReader, IsTerminal as _, Write as _};
use std::process::ExitCode;

use abstract_game::facade::AnyRules;
use agon_engine::ugi::Agon;
use clap::{Parser, Subcommand};
use command_docs::CommandDocs;
use protocol::Command;
use protocol::server::{self, ProtocolEngine as _, ServeSettings};

use crate::gtp::{self, GtpLimits};
use crate::reference::reference;
use crate::terminal::{Play, Puzzles, Review};

/// An engine for abstract board games: it plays, analyses and proves.
/// Without a command it talks to a front-end over standard input and output: in UGI, UCI or GTP.
/// `agon play` is a game at the terminal, and `agon help COMMAND` explains a command.
#[derive(Parser)]
#[command(name = "agon", version, verbatim_doc_comment)]
pub struct Cli {
    /// Game to play
    #[arg(long, global = true, default_value = games::DEFAULT)]
    game: String,
    /// Sets an option like `setoption`; may be repeated
    #[arg(long = "option", global = true, value_name = "NAME=VALUE", value_parser = name_and_value)]
    options: Vec<(String, String)>,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Searches fixed positions to a fixed depth and prints the node count, which is the same on every machine
    Bench {
        /// Depth in actions [default: depends on the game]
        depth: Option<u32>,
    },
    Play(Play),
    Review(Review),
    Puzzles(Puzzles),
    /// Speaks GTP for Snorkels, with the extensions of GoGui and KataGo
    Gtp(GtpLimits),
    #[command(flatten)]
    Docs(CommandDocs),
    /// Prints the book's page of all flags and options, as Markdown
    #[command(hide = true)]
    Reference,
    /// Lines of the protocol, one an argument; arguments without a space are one line together
    #[command(external_subcommand)]
    Lines(Vec<String>),
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` is not NAME=VALUE"))?;
    Ok((name.to_owned(), value.to_owned()))
}

impl Cli {
    /// Runs the engine with these arguments. Exit status 2: the arguments are invalid.
    pub fn run(self) -> ExitCode {
        self.try_run().unwrap_or_else(|error| {
            eprintln!("agon: {}", printable::line(&error.to_string()));
            ExitCode::from(2)
        })
    }

    fn try_run(self) -> Result<ExitCode, Box<dyn Error>> {
        let mut engine = Agon::new();
        set_option(&mut engine, "Game", &self.game)?;
        let set = self.options.iter().map(|(name, value)| set_option(&mut engine, name, value));
        let options = set.collect::<Result<Vec<_>, _>>()?;
        let mut text = String::new();
        match self.command {
            Some(CliCommand::Bench { depth }) => {
                let depth = depth.map_or(String::new(), |depth| format!(" {depth}"));
                return Ok(run_lines(&mut engine, vec![format!("bench{depth}")]));
            }
            Some(CliCommand::Play(play)) => play.run(rules(&self.game, &options)?)?,
            Some(CliCommand::Review(review)) => review.run()?,
            Some(CliCommand::Puzzles(puzzles)) => puzzles.run()?,
            Some(CliCommand::Docs(docs)) => docs.run::<Cli>()?,
            Some(CliCommand::Reference) => text = reference::<Cli>(),
            Some(CliCommand::Lines(lines)) => return Ok(run_lines(&mut engine, lines)),
            Some(CliCommand::Gtp(limits)) => {
                run_gtp(BufReader::new(io::stdin()), engine, &self.game, &options, limits)?;
            }
            None => {
                let mut input = BufReader::new(io::stdin());
                let greeting = io::stdin().is_terminal();
                if !greeting && begins_with_gtp(&mut input) {
                    run_gtp(input, engine, &self.game, &options, GtpLimits::default())?;
                } else {
                    exit_when_output_closes();
                    let settings = ServeSettings { greeting, ..ServeSettings::default() };
                    return Ok(server::serve(input, io::stdout(), &mut engine, &settings).into());
                }
            }
        }
        io::stdout().write_all(text.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Answers GTP, unless the command line names a game that it does not have.
fn run_gtp(
    input: impl BufRead + Send + 'static,
    engine: Agon,
    game: &str,
    options: &[(String, String)],
    limits: GtpLimits,
) -> Result<(), Box<dyn Error>> {
    if game != gtp::GAME {
        return Err(format!("GTP is the protocol of one game, `{}`: it has no `{game}`", gtp::GAME).into());
    }
    exit_when_output_closes();
    gtp::serve(input, io::stdout(), engine, options, limits)
}

/// Whether the first word that comes belongs to GTP.
fn begins_with_gtp(input: &mut impl BufRead) -> bool {
    let first = String::from_utf8_lossy(input.fill_buf().unwrap_or_default());
    first.split_whitespace().next().is_some_and(protocol::is_gtp)
}

/// Answers lines of the protocol. Each is finished before the next one begins. Exit status 1 if one was an error.
fn run_lines(engine: &mut Agon, lines: Vec<String>) -> ExitCode {
    let settings = ServeSettings { search_stack: None, ..ServeSettings::default() };
    let is_one = !lines.iter().any(|line| line.contains(' '));
    let mut failed = false;
    for line in if is_one { vec![lines.join(" ")] } else { lines } {
        if line.parse() == Ok(Command::Quit) {
            break;
        }
        failed |= server::serve(line.as_bytes(), io::stdout(), engine, &settings).errors > 0;
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Ends the process when its output is closed: without it a search would run until it writes its next line.
fn exit_when_output_closes() {
    #[cfg(unix)]
    std::thread::spawn(|| {
        use rustix::event::{PollFd, PollFlags, poll};
        let stdout = io::stdout();
        // Errors are reported without being asked for.
        let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
        if poll(&mut watched, None).is_ok() {
            std::process::exit(0);
        }
    });
}

/// The rules of a game with those of the options that are the game's.
fn rules(game: &str, options: &[(String, String)]) -> Result<Box<dyn AnyRules>, Box<dyn Error>> {
    let mut rules = games::by_name(game)?;
    let title = rules.title();
    for (name, value) in options {
        // An option of the engine for this game, such as its network, is none of the rules.
        if let Some((prefix, name)) = name.split_once('.')
            && prefix == title
            && rules.options().iter().any(|option| option.name == name)
        {
            rules.set_option(name, value)?;
        }
    }
    Ok(rules)
}

/// Sets an option with the checks of `setoption`: the name is declared and accepts the value. Returns both as the engine writes them.
fn set_option(engine: &mut Agon, name: &str, value: &str) -> Result<(String, String), Box<dyn Error>> {
    let declared = engine.options();
    let option = declared.iter().find(|option| option.is_named(name)).ok_or_else(|| {
        let names: Vec<_> = declared.iter().map(|option| option.name.as_str()).collect();
        format!("there is no option `{name}`: expected one of {}", names.join(", "))
    })?;
    let value = option.accept(value).map_err(|expected| {
        format!("option `{}` does not take `{value}`: expected {expected}", option.name)
    })?;
    engine.set_option(&option.name, &value)?;
    Ok((option.name.clone(), value))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn scripts_and_manual_pages_have_all_commands_and_flags() {
        assert_eq!(command_docs::missing::<Cli>(), [""; 0]);
    }

    #[test]
    fn the_help_says_in_three_lines_what_the_program_is() {
        let help = Cli::command().render_help().to_string();
        let begin: Vec<_> = help.lines().take_while(|line| !line.is_empty()).collect();
        let [what, protocols, people] = begin[..] else { panic!("{begin:?}") };
        assert!(what.contains("engine for abstract board games"), "{what}");
        assert!(["UGI", "UCI", "GTP"].iter().all(|name| protocols.contains(name)), "{protocols}");
        assert!(people.contains("agon play"), "{people}");
    }
}
