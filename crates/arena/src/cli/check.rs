//! `arena check`.

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use abstract_game::facade::AnyRules;
use arena::engine::EngineSpec;
use arena::tournament::rules_with;
use protocol::Dialect;
use protocol::driver::EngineCommand;
use protocol_check::{Cancel, CheckSettings, CheckedPoint, PointResult, check, offered_games};

use super::flags::rule;
use super::{FAILED, Failure, INTERRUPTED, cannot_write, on_ctrl_c, print};

/// The value of `--game` for all games that the engine offers.
const ALL: &str = "all";

#[derive(Debug, clap::Args)]
pub(super) struct Check {
    /// The engine: `agon:alphabeta`, `agon:mcts`, or the command line of any UGI engine; with a name and options
    /// as `'cmd="./x --y" option.Hash=64'`.
    engine: EngineSpec,
    /// The game; `arena games` lists them. `all` checks every game that the engine's option `Game` offers.
    #[arg(short, long, default_value = "snorkels")]
    game: String,
    /// An option of the game's rules.
    #[arg(short, long = "rule", value_name = "NAME=VALUE", value_parser = rule)]
    rules: Vec<(String, String)>,
    /// The dialect of the protocol.
    #[arg(long, default_value = "ugi", value_parser = ["ugi", "uci"])]
    dialect: String,
    /// Timeout for any answer, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    /// How late an answer may be where time is checked, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Seed of the random games from which positions are taken.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Check only this point, or the points of this group. May be given several times.
    #[arg(long = "only", value_name = "NAME")]
    only: Vec<String>,
    /// Print the dialogue with the engine for every point, not only for those that failed.
    #[arg(short, long)]
    verbose: bool,
    /// Write the dialogue of every point to this file.
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
}

impl Check {
    /// The command that starts the engine for a game.
    fn command(&self, game: &str) -> Result<EngineCommand, Failure> {
        let command = self.engine.command(game)?;
        command.ok_or_else(|| {
            Failure::usage(
                "`random` plays inside of this program and speaks no protocol: expected agon:alphabeta, agon:mcts \
                 or a command",
            )
        })
    }

    fn settings(&self) -> Result<CheckSettings, Failure> {
        let settings = CheckSettings {
            timeout: Duration::from_secs(self.timeout),
            margin: Duration::from_millis(self.margin),
            dialect: if self.dialect == "uci" { Dialect::Uci } else { Dialect::Ugi },
            seed: self.seed,
            only: self.only.clone(),
            cancel: Cancel::default(),
        };
        settings.verify().map_err(Failure::usage)?;
        Ok(settings)
    }

    /// The rules of the games to check.
    fn games(&self, settings: &CheckSettings) -> Result<Vec<Box<dyn AnyRules>>, Failure> {
        if self.game == ALL {
            if !self.rules.is_empty() {
                return Err(Failure::usage("`--rule` is for one game: name it with `--game`"));
            }
            let names = offered_games(&self.command("")?, settings)?;
            return names.into_iter().map(|name| Ok(games::by_name(name)?)).collect();
        }
        Ok(vec![rules_with(&self.game, &self.rules).map_err(Failure::usage)?])
    }

    pub(super) fn run(&self) -> Result<u8, Failure> {
        let settings = self.settings()?;
        let cancel = settings.cancel.clone();
        // Ctrl-C kills the engine and ends the checks; a second Ctrl-C ends this program at once.
        on_ctrl_c(move || {
            if cancel.is_cancelled() {
                std::process::exit(i32::from(INTERRUPTED));
            }
            cancel.cancel();
        })?;
        let games = self.games(&settings)?;
        let path = self.transcript.as_deref().unwrap_or("".as_ref());
        let transcript = self.transcript.as_ref().map(File::create).transpose();
        let mut transcript = transcript.map_err(cannot_write(path))?;
        let mut status = 0;
        for (number, rules) in games.iter().enumerate() {
            if number > 0 {
                print("\n");
            }
            let command = self.command(rules.name())?;
            let report = check(&command, &**rules, &settings, &mut print);
            print(&format!("\n{}", report.summary()));
            let shown =
                |checked: &&CheckedPoint| self.verbose || matches!(checked.result, PointResult::Failed(_));
            for checked in report.points.iter().filter(shown) {
                print(&format!("\n{}", checked.dialogue(false)));
            }
            if let Some(file) = &mut transcript {
                let all: String = report.points.iter().map(|checked| checked.dialogue(true) + "\n").collect();
                write!(file, "{}\n{all}", report.heading()).map_err(cannot_write(path))?;
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
}
