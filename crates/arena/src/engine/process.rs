//! Players in processes of their own, who speak UGI.

use std::time::Duration;

use abstract_game::facade::AnyRules;
use protocol::Start;
use protocol::driver::{DriverError, EngineCommand, EngineProcess, SearchTimeout, Timeouts};

use crate::engine::contestant::{Answer, Contestant, Fault, Info, Launcher, Question, Score};
use crate::engine::fingerprint;
use crate::engine::game_options;
use crate::engine::traffic::TrafficLog;
use crate::game::clock::Time;
use crate::stop::{Registration, Stop};

/// Starts an engine's process and sets the game up in it: the option `Game` (or `UCI_Variant`) and the options of the
/// rules (`Snorkels.size`), as far as the engine declares them.
#[derive(Debug)]
pub struct ProcessLauncher {
    command: EngineCommand,
    rules: Box<dyn AnyRules>,
    timeouts: Timeouts,
    log: Option<(TrafficLog, String)>,
}

impl ProcessLauncher {
    /// What starts that engine for that game.
    #[must_use]
    pub fn new(command: EngineCommand, rules: &dyn AnyRules) -> ProcessLauncher {
        ProcessLauncher { command, rules: rules.boxed_clone(), timeouts: Timeouts::default(), log: None }
    }

    /// How long to wait for the engine at its start, between games and at its end.
    #[must_use]
    pub fn timeouts(self, timeouts: Timeouts) -> ProcessLauncher {
        ProcessLauncher { timeouts, ..self }
    }

    /// The engine, and what ends it when `stop` is abandoned: wherever it hangs then, nobody waits for it.
    fn start(&self, stop: &Stop) -> Result<(EngineProcess, Registration), DriverError> {
        let log = self.log.as_ref().map(|(log, name)| log.process(name));
        let mut driver = EngineProcess::spawn(&self.command, &self.timeouts, log)?;
        let handle = driver.stop_handle();
        let registered = stop.on_abandon(move || handle.kill());
        driver.initialize(Some(&game_options::of_rules(&*self.rules)))?;
        Ok((driver, registered))
    }
}

impl Launcher for ProcessLauncher {
    fn launch(&self, stop: &Stop) -> Result<Box<dyn Contestant>, Fault> {
        let started = self.start(stop).map_err(|error| Fault::Start(error.to_string()));
        let (driver, _registered) = started?;
        Ok(Box::new(ProcessPlayer { driver, _registered, default_start: default_start(&*self.rules) }))
    }

    fn fingerprint(&self) -> Result<String, Fault> {
        fingerprint::of_command(&self.command).map_err(|error| Fault::Start(error.to_string()))
    }

    fn log(&mut self, log: &TrafficLog) {
        let program = || self.command.program.display().to_string();
        self.log = Some((log.clone(), self.command.name.clone().unwrap_or_else(program)));
    }
}

/// An engine's process. Dropping it ends the process.
struct ProcessPlayer {
    driver: EngineProcess,
    /// Ends the process when the games are abandoned.
    _registered: Registration,
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
        let patience = SearchTimeout { time: Some(question.deadline), grace: question.grace };
        let found = self.driver.search(&start, question.turns, &limits(question), &patience, &mut |_| ());
        let answer = found.map_err(fault)?;
        Ok(Answer {
            turn: answer.turn,
            info: answer.info.as_ref().map(info).unwrap_or_default(),
            elapsed: Some(answer.elapsed),
            stopped: answer.stopped,
        })
    }

    fn quit(self: Box<Self>) {
        self.driver.quit();
    }
}

/// The first position of rules that have all options at their defaults.
fn default_start(rules: &dyn AnyRules) -> Option<String> {
    rules.is_default().then(|| rules.start().start_text())
}

fn limits(question: &Question<'_>) -> protocol::GoLimits {
    let mut limits = match question.time {
        Time::Unlimited => protocol::GoLimits::default(),
        Time::PerTurn(time) => protocol::GoLimits::move_time(time),
        Time::Clocks { left, increment, turns } => {
            // No engine expects a clock of nought.
            let left = left.map(|time| time.max(Duration::from_millis(1)));
            protocol::GoLimits { moves_to_go: turns, ..protocol::GoLimits::clocks(left, increment) }
        }
    };
    limits.nodes = question.nodes;
    limits.depth = question.depth;
    limits
}

fn info(info: &protocol::Info) -> Info {
    let score = info.score.map(|score| match score {
        protocol::ReportedScore::Cp(value) => Score::Centi(value),
        protocol::ReportedScore::Mate(turns) => Score::Mate(turns),
    });
    Info { score, depth: info.depth, nodes: info.nodes, nps: info.nps, time: info.time }
}

fn fault(error: DriverError) -> Fault {
    let detail = error.to_string();
    match error {
        DriverError::TimedOut { .. } => Fault::Stall(detail),
        DriverError::Exited { status: None, .. } => Fault::Disconnect(detail),
        DriverError::Exited { status: Some(_), .. } => Fault::Crash(detail),
        DriverError::Launch { .. } => Fault::Start(detail),
        DriverError::Protocol { .. } | DriverError::Refused { .. } | DriverError::Flood { .. } => {
            Fault::Protocol(detail)
        }
    }
}
