//! `arena check`.

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use abstract_game::facade::AnyRules;
use arena::engine::spec::EngineSpec;
use protocol::Dialect;
use protocol::driver::EngineCommand;
use protocol_check::{Cancel, CheckSettings, Finding, Outcome, offered_games, run_watched};

use super::{FAILED, Failure, INTERRUPTED, print};

/// What `--game` takes for every game that the engine offers.
const ALL: &str = "all";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The engine: `agon:alphabeta`, `agon:mcts`, or the command line of any UGI engine; with a name and options
    /// as `'cmd="./x --y" option.Hash=64'`.
    engine: EngineSpec,
    /// The game; `arena games` lists them. `all` is every one that the engine's option `Game` offers.
    #[arg(short, long, default_value = "snorkels")]
    game: String,
    /// An option of the game's rules.
    #[arg(short, long = "rule", value_name = "NAME=VALUE", value_parser = super::plan::rule)]
    rules: Vec<(String, String)>,
    /// The words of the protocol.
    #[arg(long, default_value = "ugi")]
    dialect: DialectName,
    /// How many seconds to wait for any answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    /// How many milliseconds late an answer may be where time is checked.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Makes the positions that are asked about.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Checks only this point, or the points of this group. May be given several times.
    #[arg(long = "only", value_name = "NAME")]
    only: Vec<String>,
    /// Prints what was said for every point, not only for those that failed.
    #[arg(short, long)]
    verbose: bool,
    /// Writes what was said for every point to this file.
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum DialectName {
    Ugi,
    Uci,
}

impl Args {
    /// What starts the engine for a game.
    fn command(&self, game: &str) -> Result<EngineCommand, Failure> {
        let command = self.engine.command(&self.engine.to_string(), game).map_err(Failure::other)?;
        command.ok_or_else(|| {
            Failure::usage(
                "`random` plays inside of this program and speaks no protocol: expected agon:alphabeta, agon:mcts \
                 or a command",
            )
        })
    }

    fn settings(&self, cancel: Cancel) -> Result<CheckSettings, Failure> {
        let settings = CheckSettings {
            timeout: Duration::from_secs(self.timeout),
            margin: Duration::from_millis(self.margin),
            dialect: match self.dialect {
                DialectName::Ugi => Dialect::Ugi,
                DialectName::Uci => Dialect::Uci,
            },
            seed: self.seed,
            only: self.only.clone(),
            cancel,
        };
        settings.verify().map_err(Failure::usage)?;
        Ok(settings)
    }

    /// The rules of each game to check.
    fn games(&self, settings: &CheckSettings) -> Result<Vec<Box<dyn AnyRules>>, Failure> {
        if self.game == ALL {
            if !self.rules.is_empty() {
                return Err(Failure::usage("`--rule` is for one game: name it with `--game`"));
            }
            let offered = offered_games(&self.command("")?, settings);
            let names = offered.map_err(Failure::other)?;
            return names.into_iter().map(|name| games::by_name(name).map_err(Failure::other)).collect();
        }
        let mut rules = games::by_name(&self.game).map_err(Failure::usage)?;
        for (name, value) in &self.rules {
            rules.set_option(name, value).map_err(Failure::usage)?;
        }
        Ok(vec![rules])
    }
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let cancel = Cancel::new();
    let settings = args.settings(cancel.clone())?;
    listen_for_ctrl_c(&cancel)?;
    let games = args.games(&settings)?;
    let mut transcript = args.transcript.as_ref().map(File::create).transpose().map_err(|error| {
        let file = args.transcript.as_deref().unwrap_or("".as_ref());
        Failure::Other(format!("cannot write `{}`: {error}", file.display()))
    })?;
    let mut status = 0;
    for (number, rules) in games.iter().enumerate() {
        if number > 0 {
            print("\n");
        }
        let mut group = "";
        let report =
            run_watched(&args.command(rules.name())?, &**rules, &settings, &mut |heading, finding| {
                let first = group.is_empty();
                if std::mem::replace(&mut group, finding.point.group) != finding.point.group {
                    print(&format!("{}\n{group}\n", if first { heading } else { "" }));
                }
                print(&finding.to_string());
            });
        print(&format!("\n{}", report.summary()));
        let shown = |finding: &&Finding| args.verbose || matches!(finding.outcome, Outcome::Failed(_));
        for finding in report.findings.iter().filter(shown) {
            print(&format!("\n{}", finding.conversation()));
        }
        if let Some(file) = &mut transcript {
            let all: String =
                report.findings.iter().map(|finding| finding.whole_conversation() + "\n").collect();
            let written = file.write_all(format!("{}\n{all}", report.heading()).as_bytes());
            written.map_err(|error| Failure::Other(format!("cannot write the transcript: {error}")))?;
        }
        if !report.complete {
            return Ok(INTERRUPTED);
        }
        if !report.passed() {
            status = FAILED;
        }
    }
    Ok(status)
}

/// Ctrl-C kills the engine and ends the checks; once more gives up waiting for that.
fn listen_for_ctrl_c(cancel: &Cancel) -> Result<(), Failure> {
    let cancel = cancel.clone();
    ctrlc::set_handler(move || {
        if cancel.is_cancelled() {
            std::process::exit(i32::from(INTERRUPTED));
        }
        cancel.cancel();
    })
    .map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}")))
}
