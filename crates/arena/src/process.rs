//! Players in processes of their own, who speak UGI.

use std::time::Duration;

use abstract_game::facade::AnyRules;
use protocol::Start;
use protocol::driver::{Driver, DriverError, EngineCommand, Timeouts};

use crate::clock::Time;
use crate::contestant::{Answer, Contestant, Fault, Info, Launcher, Question, Score};

/// Starts an engine's process and sets the game up in it: the option `Game` and the options of the
/// rules (`Snorkels.size`), as far as the engine declares them.
#[derive(Debug)]
pub struct ProcessLauncher {
    command: EngineCommand,
    rules: Box<dyn AnyRules>,
    timeouts: Timeouts,
}

impl ProcessLauncher {
    /// What starts that engine for that game.
    #[must_use]
    pub fn new(command: EngineCommand, rules: &dyn AnyRules) -> ProcessLauncher {
        ProcessLauncher { command, rules: rules.boxed_clone(), timeouts: Timeouts::default() }
    }

    /// How long to wait for the engine at its start, between games and at its end.
    #[must_use]
    pub fn timeouts(self, timeouts: Timeouts) -> ProcessLauncher {
        ProcessLauncher { timeouts, ..self }
    }

    fn start(&self) -> Result<Driver, DriverError> {
        let mut driver = Driver::launch(&self.command, &self.timeouts)?;
        let game = self.rules.name();
        let mut wanted = vec![("Game".to_owned(), game.to_owned())];
        for spec in self.rules.options() {
            wanted.extend(
                self.rules.option(spec.name).map(|value| (format!("{}.{}", title(game), spec.name), value)),
            );
        }
        for (name, value) in wanted {
            let declared = driver.options().iter().any(|o| o.name.eq_ignore_ascii_case(&name));
            // What the command line says about an engine has the last word.
            let given = self.command.options.iter().any(|(n, _)| n.eq_ignore_ascii_case(&name));
            if declared && !given {
                driver.set_option(&name, &value)?;
            }
        }
        Ok(driver)
    }
}

impl Launcher for ProcessLauncher {
    fn launch(&self) -> Result<Box<dyn Contestant>, Fault> {
        let driver = self.start().map_err(fault)?;
        Ok(Box::new(ProcessPlayer { driver, default_start: default_start(&*self.rules) }))
    }
}

/// An engine's process. Dropping it ends the process.
struct ProcessPlayer {
    driver: Driver,
    /// The first position, where all options of the rules are at their defaults.
    default_start: Option<String>,
}

impl Contestant for ProcessPlayer {
    fn new_game(&mut self, _seed: u64) -> Result<(), Fault> {
        self.driver.new_game().map_err(fault)
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, Fault> {
        // `startpos` is understood even by an engine that has another text for positions.
        let start = if self.default_start.as_deref() == Some(question.start) {
            Start::Startpos
        } else {
            Start::Fen(question.start.to_owned())
        };
        let _registered = question.stop.on_abandon(ending(&self.driver));
        let limits = limits(question);
        let found =
            self.driver.best_turn(&start, question.turns, &limits, Some(question.deadline), &mut |_| ());
        let answer = found.map_err(fault)?;
        Ok(Answer {
            turn: answer.turn,
            info: answer.info.as_ref().map(info).unwrap_or_default(),
            elapsed: Some(answer.elapsed),
        })
    }

    fn quit(self: Box<Self>) {
        self.driver.quit();
    }
}

/// What ends an engine while somebody waits for its answer, whether it listens or not.
#[cfg(unix)]
fn ending(driver: &Driver) -> impl Fn() + Send + 'static {
    let group = i32::try_from(driver.process_id()).ok().and_then(rustix::process::Pid::from_raw);
    move || {
        if let Some(group) = group {
            // An error means that it has ended already.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

/// What ends an engine's search while somebody waits for its answer, if it listens.
#[cfg(not(unix))]
fn ending(driver: &Driver) -> impl Fn() + Send + 'static {
    let stopper = driver.stopper();
    move || stopper.stop()
}

/// The first position of rules that have all options at their defaults.
fn default_start(rules: &dyn AnyRules) -> Option<String> {
    let default = games::by_name(rules.name()).ok()?;
    let same = rules.options().iter().all(|spec| rules.option(spec.name) == default.option(spec.name));
    same.then(|| default.start().start_text())
}

/// `snorkels` as it stands in the names of options: `Snorkels`.
fn title(game: &str) -> String {
    let mut letters = game.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn limits(question: &Question<'_>) -> protocol::Limits {
    let mut limits = match question.time {
        Time::Unlimited => protocol::Limits::default(),
        Time::PerTurn(time) => protocol::Limits::move_time(time),
        Time::Clocks { left, increment } => {
            // No engine expects a clock of nought.
            protocol::Limits::clocks(left.map(|time| time.max(Duration::from_millis(1))), [increment; 2])
        }
    };
    limits.nodes = question.nodes;
    limits.depth = question.depth;
    limits
}

fn info(info: &protocol::Info) -> Info {
    let score = info.score.map(|score| match score {
        protocol::Score::Cp(value) => Score::Centi(value),
        protocol::Score::Mate(turns) => Score::Mate(turns),
    });
    Info { score, depth: info.depth, nodes: info.nodes, nps: info.nps }
}

fn fault(error: DriverError) -> Fault {
    match error {
        DriverError::TimedOut { after, .. } => Fault::Stall(after),
        DriverError::Launch { .. } | DriverError::Exited { .. } => Fault::Crash(error.to_string()),
        DriverError::Protocol { .. } | DriverError::Refused { .. } => Fault::Protocol(error.to_string()),
    }
}
