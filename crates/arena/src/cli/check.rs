//! `arena check`.

use std::sync::Arc;
use std::time::Duration;

use crate::engine::EngineSpec;
use crate::interrupts::{INTERRUPTED, on_ctrl_c};
use crate::tournament::rules_with;
use protocol::Dialect;
use protocol::checks::{CheckSettings, CheckedPoint, PointResult, check};
use protocol::driver::StopHandle;

use super::flags::rule;
use super::output::{FAILED, Failure, guard_engines, print};

#[derive(Debug, clap::Args)]
pub(super) struct Check {
    /// The engine: `agon:auto`, `agon:alphabeta`, `agon:mcts`, or the command line of any UGI engine; with a name and options
    /// as `'cmd="./x --y" option.Hash=64'`.
    engine: EngineSpec,
    /// The game; `arena games` lists them.
    #[arg(short, long, default_value = games::DEFAULT)]
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
    /// Print the whole dialogue with the engine for every point, not only the last lines for those that failed.
    #[arg(short, long)]
    verbose: bool,
}

impl Check {
    pub(super) fn run(&self) -> Result<u8, Failure> {
        let settings = CheckSettings {
            timeout: Duration::from_secs(self.timeout),
            margin: Duration::from_millis(self.margin),
            dialect: if self.dialect == "uci" { Dialect::Uci } else { Dialect::Ugi },
            seed: self.seed,
            only: self.only.clone(),
            running: Arc::default(),
        };
        settings.verify().map_err(Failure::usage)?;
        let mut rules = rules_with(&self.game, &self.rules).map_err(Failure::usage)?;
        let Some(command) = self.engine.command(rules.name())? else {
            return Err(Failure::usage(format!(
                "`{}` plays inside of this program and speaks no protocol: expected agon:auto, agon:alphabeta, agon:mcts \
                 or a command",
                self.engine
            )));
        };
        if let Some(army) = &self.engine.army {
            for option in ["army1", "army2"] {
                rules.set_option(option, army).map_err(Failure::usage)?;
            }
        }
        guard_engines();
        let running = Arc::clone(&settings.running);
        on_ctrl_c(move || {
            let engine = running.lock();
            engine.iter().for_each(StopHandle::kill);
            std::process::exit(INTERRUPTED.into());
        })?;
        let mut printed = Ok(());
        let report = check(&command, &*rules, &settings, &mut |text| {
            if printed.is_ok() {
                printed = print(text);
            }
        });
        printed?;
        print(&format!("\n{}", report.summary()))?;
        let shown =
            |checked: &&CheckedPoint| self.verbose || matches!(checked.result, PointResult::Failed(_));
        for checked in report.points.iter().filter(shown) {
            print(&format!("\n{}", checked.dialogue(self.verbose)))?;
        }
        Ok(if report.passed() { 0 } else { FAILED })
    }
}
