//! Engines in child processes that speak UGI.

use abstract_game::facade::AnyRules;
use protocol::driver::{BestMove, DriverError, EngineCommand, EngineProcess, SearchTimeout, Timeouts};
use protocol::{GameOptions, Start};

use super::running::{Engine, Fault, TurnRequest};
use super::traffic::TrafficLog;
use crate::stop::{Registration, Stop};

/// An engine in a child process. Dropping it ends the process.
pub(super) struct ProcessEngine {
    process: EngineProcess,
    /// Ends the process when the games are abandoned.
    _registration: Registration,
    /// Text of the start position, if all options of the rules are at their defaults.
    default_start: Option<String>,
}

impl ProcessEngine {
    /// Starts the process and sets the options: the game, its rules as far as the engine declares options for them,
    /// and those of the command.
    pub(super) fn start(
        command: &EngineCommand,
        rules: &dyn AnyRules,
        log: Option<&TrafficLog>,
        stop: &Stop,
    ) -> Result<ProcessEngine, Fault> {
        let failed = |error: DriverError| Fault::Start(error.to_string());
        let name = command.name.clone().unwrap_or_else(|| command.program.display().to_string());
        let log = log.map(|log| log.process(&name));
        let mut process = EngineProcess::spawn(command, &Timeouts::default(), log).map_err(failed)?;
        // Registered before the handshake, so that an engine that hangs in it can be ended, too.
        let handle = process.stop_handle();
        let registration = stop.on_abandon(move || handle.kill());
        process.initialize(Some(&game_options(rules))).map_err(failed)?;
        let default_start = rules.is_default().then(|| rules.start().start_text());
        Ok(ProcessEngine { process, _registration: registration, default_start })
    }
}

/// The options that set up the game of these rules.
fn game_options(rules: &dyn AnyRules) -> GameOptions {
    let names = rules.options().iter().map(|spec| spec.name);
    let rule = |name| Some((format!("{}.{name}", rules.title()), rules.option(name)?));
    GameOptions { game: rules.name().to_owned(), rules: names.filter_map(rule).collect() }
}

impl Engine for ProcessEngine {
    fn new_game(&mut self, _seed: u64) -> Result<(), Fault> {
        self.process.new_game().map_err(fault)
    }

    fn best_turn(&mut self, request: &TurnRequest<'_>) -> Result<BestMove, Fault> {
        // Even an engine with another text for positions understands `startpos`.
        let start = if self.default_start.as_deref() == Some(request.start) {
            Start::Startpos
        } else {
            Start::Fen(request.start.to_owned())
        };
        let timeout = SearchTimeout { time: Some(request.deadline), grace: request.grace };
        let found = self.process.search(&start, request.turns, &request.limits, &timeout, &mut |_| ());
        found.map_err(fault)
    }

    fn quit(self: Box<Self>) {
        self.process.quit();
    }
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
