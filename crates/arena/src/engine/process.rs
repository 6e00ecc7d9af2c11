//! Engines in child processes that speak UGI, and the log of all lines between the arena and its engines.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use abstract_game::facade::AnyRules;
use parking_lot::Mutex;
use protocol::driver::{
    BestMove, DriverError, EngineCommand, EngineProcess, LineObserver, LineSource, SearchTimeout,
};
use protocol::{ANNOUNCEMENTS, GameOptions, Go, MAX_LINE, Query};

use super::limits::EngineLimits;
use super::processors;
use super::running::{Engine, Fault, TurnRequest, with_errors};
use crate::stop::{Registration, Stop};

/// The option of engines that ponder, as UCI names it.
const PONDER: &str = "Ponder";

/// What an engine is launched with.
#[derive(Clone, Copy, Debug)]
pub struct LaunchSettings<'a> {
    /// The rules of its first game.
    pub rules: &'a dyn AnyRules,
    /// Its limits: here the times to start and to be ready count.
    pub limits: &'a EngineLimits,
    /// Gets all lines between the arena and the engine.
    pub log: Option<&'a TrafficLog>,
    /// The numbers of the processors on which it may run, on Linux; empty: all that this process may use.
    pub processors: &'a [usize],
    /// Ends the engine when it is abandoned, meanwhile or later.
    pub stop: &'a Stop,
}

/// An engine in a child process. Dropping it ends the process.
pub(super) struct ProcessEngine {
    process: EngineProcess,
    /// Ends the process when the games are abandoned.
    _registration: Registration,
    /// Whether it has been ready for a game.
    was_ready: bool,
    /// The game and its rules as the process knows them.
    rules: Vec<(String, String)>,
    /// The turns of the game and the expected one that it ponders on.
    expected: Option<Vec<String>>,
    /// Time for the answer to `stop` between games.
    grace: Duration,
}

impl ProcessEngine {
    /// Starts the process and sets the options: the game, its rules as far as the engine declares options for them,
    /// and those of the command.
    pub(super) fn start(
        command: &EngineCommand,
        launch: &LaunchSettings<'_>,
    ) -> Result<ProcessEngine, Fault> {
        let LaunchSettings { rules, limits, log, processors, stop } = *launch;
        let log = log.map(|log| log.process(&command.display_name()));
        let spawn = || EngineProcess::spawn(command, &limits.timeouts(), log).map_err(fault);
        let bound = |error| Fault::Start(format!("it cannot be bound to its processors: {error}"));
        let process = processors::on(processors, spawn).map_err(bound)??;
        // Registered before the handshake, so that an engine that hangs in it can be ended, too.
        let handle = process.stop_handle();
        let _registration = stop.on_abandon(move || handle.kill());
        let (was_ready, expected, grace) = (false, None, limits.grace());
        let mut engine =
            ProcessEngine { process, _registration, was_ready, rules: Vec::new(), expected, grace };
        engine.prepare(command, launch).map_err(|error| engine.not_ready(error))?;
        if limits.cpu_time.is_some() {
            engine.check_cpu_time()?;
        }
        engine.rules = settings(&engine.process, rules);
        Ok(engine)
    }

    /// The handshake and the options.
    fn prepare(&mut self, command: &EngineCommand, launch: &LaunchSettings<'_>) -> Result<(), DriverError> {
        self.process.initialize(Some(&GameOptions::of(launch.rules)))?;
        // The engine's description can forbid them.
        let announces = !command.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(ANNOUNCEMENTS));
        for (option, wanted) in [(ANNOUNCEMENTS, announces), (PONDER, launch.limits.ponders())] {
            if wanted && self.process.options().iter().any(|known| known.is_named(option)) {
                self.process.set_option(option, "true")?;
            }
        }
        Ok(())
    }

    /// A failure before a game. An engine that has never been ready for one has not started.
    fn not_ready(&self, error: DriverError) -> Fault {
        if self.was_ready {
            return fault(error);
        }
        Fault::Start(with_errors(error.to_string(), &self.process.last_errors()))
    }

    /// Refuses an engine that does not know `go cputime`: it would skip the word and think without a limit.
    fn check_cpu_time(&mut self) -> Result<(), Fault> {
        let unknown = "the engine does not know `go cputime`: its answer to `query limits` does not have it";
        match self.process.query(&Query::Limits) {
            Ok(known) if known.split_whitespace().any(|word| word == "cputime") => Ok(()),
            Ok(_) | Err(DriverError::Refused { .. }) => Err(Fault::Start(unknown.to_owned())),
            Err(error) => Err(fault(error)),
        }
    }

    /// Ends the pondering of the game before.
    fn end_pondering(&mut self) -> Result<(), Fault> {
        self.expected = None;
        self.process.end_pondering(self.grace).map_err(|error| self.not_ready(error))
    }
}

impl Engine for ProcessEngine {
    fn set_rules(&mut self, rules: &dyn AnyRules) -> Result<(), Fault> {
        self.end_pondering()?;
        let new = settings(&self.process, rules);
        let known = std::mem::replace(&mut self.rules, new);
        let mut changed = self.rules.iter().filter(|setting| !known.contains(setting));
        let set = changed.try_for_each(|(name, value)| self.process.set_option(name, value));
        set.map_err(|error| self.not_ready(error))
    }

    fn new_game(&mut self, _seed: u64) -> Result<(), Fault> {
        self.end_pondering()?;
        self.process.new_game().map_err(|error| self.not_ready(error))?;
        self.was_ready = true;
        Ok(())
    }

    fn best_turn(&mut self, request: &TurnRequest<'_>) -> Result<BestMove, Fault> {
        let timeout = SearchTimeout { time: Some(request.deadline), grace: request.grace };
        let TurnRequest { announced, start, turns, limits, .. } = request;
        // `ponderhit` cannot carry an announcement.
        let hit = self.expected.take().is_some_and(|expected| expected == *turns) && announced.is_none();
        if hit {
            return self.process.ponder_hit(&timeout, &mut |_| ()).map_err(fault);
        }
        self.process.end_pondering(request.grace).map_err(fault)?;
        let go = Go { announced: *announced, ..Go::from(limits.clone()) };
        self.process.search(start, turns, go, &timeout, &mut |_| ()).map_err(fault)
    }

    fn ponder(&mut self, request: &TurnRequest<'_>) {
        self.process.ponder(request.start, request.turns, &request.limits);
        self.expected = Some(request.turns.to_vec());
    }

    fn stop_pondering(&mut self) {
        self.process.stop_pondering();
    }

    fn last_errors(&self) -> Vec<String> {
        self.process.last_errors()
    }

    fn quit(self: Box<Self>) {
        self.process.quit();
    }
}

/// The options that set the rules in the engine.
fn settings(process: &EngineProcess, rules: &dyn AnyRules) -> Vec<(String, String)> {
    GameOptions::of(rules).settings(process.options(), &[])
}

fn fault(error: DriverError) -> Fault {
    let detail = error.to_string();
    match error {
        DriverError::TimedOut { .. } => Fault::Stall(detail),
        DriverError::Exited { status: None, .. } => Fault::Disconnect(detail),
        DriverError::Exited { status: Some(_), .. } => Fault::Crash(detail),
        DriverError::Launch { source, .. } => Fault::of_start(&source, detail),
        // What it wrote, or did not accept.
        _ => Fault::Protocol(detail),
    }
}

/// Allows this process and its engines to have this number of files open, as far as the hard limit goes.
#[cfg(unix)]
pub(crate) fn allow_open_files(files: u64) {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < files) {
        limit.current = Some(limit.maximum.map_or(files, |maximum| maximum.min(files)));
        // Without it, an engine that cannot be started is reported.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

#[cfg(not(unix))]
pub(crate) fn allow_open_files(_: u64) {}

/// A log of all lines between the arena and its engines, in one file; clones write to the same file. See
/// [`Tournament::log_traffic`](crate::tournament::Tournament::log_traffic).
///
/// One line for each: seconds since the start of the log, the engine and the number of its process (1 for the first
/// one of that name), the direction (`>` to the engine, `<` from the engine, `!` its error stream), and the text.
///
/// ```text
/// 0.004211 agon:mcts#1 > go nodes 1000
/// 0.009822 agon:mcts#1 < bestmove d4
/// ```
#[derive(Clone, Debug)]
pub struct TrafficLog(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    started: Instant,
    file: File,
    /// Number of processes of each name.
    processes: BTreeMap<String, u64>,
    failure: Option<io::Error>,
}

impl TrafficLog {
    /// Creates the log; an existing file is overwritten.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(path: &Path) -> io::Result<TrafficLog> {
        let (started, file) = (Instant::now(), File::create(path)?);
        let state = State { started, file, processes: BTreeMap::new(), failure: None };
        Ok(TrafficLog(Arc::new(Mutex::new(state))))
    }

    /// Logs one more process of this name.
    pub fn process(&self, name: &str) -> LineObserver {
        let mut state = self.0.lock();
        let number = state.processes.entry(name.to_owned()).or_default();
        *number += 1;
        let (log, who) = (self.clone(), printable::line(&format!("{name}#{number}")));
        // Writes each line at once, so that the log is complete if the program breaks off.
        Arc::new(move |source: LineSource, line: &str| {
            let mut state = log.0.lock();
            let seconds = state.started.elapsed().as_secs_f64();
            // A log is read at a terminal, and engines write anything.
            let (direction, text) = (source.sign(), printable::cut(line, MAX_LINE));
            let line = format!("{seconds:.6} {who} {direction} {text}\n");
            if let Err(error) = state.file.write_all(line.as_bytes()) {
                state.failure.get_or_insert(error);
            }
        })
    }

    /// Takes the first error of writing; after one the log is incomplete.
    pub fn failure(&self) -> Option<io::Error> {
        self.0.lock().failure.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_their_time_process_and_direction() {
        let path = std::env::temp_dir().join(format!("traffic-{}.log", std::process::id()));
        let log = TrafficLog::create(&path).unwrap();
        let (first, other, second) = (log.process("A"), log.process("B b"), log.process("A"));
        first(LineSource::Driver, "ugi");
        second(LineSource::Engine, "ugiok");
        other(LineSource::Stderr, "\u{1b}[2J\u{9b}1m\t\\d4");
        let text = std::fs::read_to_string(&path).unwrap();
        let times: Vec<f64> =
            text.lines().map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
        assert!(times.is_sorted(), "{text}");
        let rest: Vec<_> = text.lines().map(|line| line.split_once(' ').unwrap().1).collect();
        assert_eq!(rest, ["A#1 > ugi", "A#2 < ugiok", "B b#1 ! \\u{1b}[2J\\u{9b}1m\\t\\d4"]);
        assert!(log.failure().is_none());
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn errors_of_writing_are_kept() {
        let log = TrafficLog::create("/dev/full".as_ref()).unwrap();
        log.process("A")(LineSource::Driver, "ugi");
        assert!(log.failure().is_some() && log.failure().is_none());
    }
}
