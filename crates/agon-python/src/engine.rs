//! The class `Engine`.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;
use std::{iter, thread};

use agon_engine::ugi::{Agon, expectation};
use protocol::server::{EngineError, JobResult, Output, ProtocolEngine as _, StopSignal};
use protocol::{GameOptions, GoLimits, Info, JobRequest, ReportedScore, Start};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict};

use crate::error::{IllegalTurn, InvalidOption};
use crate::game;
use crate::matches::Match;
use crate::rules::option_text;

/// The interval between two looks for Ctrl-C.
const POLL: Duration = Duration::from_millis(50);

/// Engine(**options)
///
/// The engine `agon`, with the options that its documentation lists: `Search`, `Hash`, `Threads`, `Seed`, `MultiPV` and others. It keeps
/// its table or tree from one search to the next.
///
/// >>> engine = Engine(Search="mcts", Hash=16)
/// >>> game = Rules("snorkels").start("7/7/2P1G2/3P3/2GG3/1P2P2/7 g 1 -")
/// >>> found = engine.search(game, nodes=1000)
/// >>> game.is_legal(found.turn), found.nodes <= 1000
/// (True, True)
/// >>> action = max(found.policy, key=found.policy.get)
/// >>> found.visits[action] / sum(found.visits.values()) == found.policy[action]
/// True
#[pyclass(module = "agon", frozen)]
pub(crate) struct Engine {
    engine: Mutex<Agon>,
    /// What the caller has set, by names of the engine.
    changed: Mutex<BTreeMap<String, String>>,
}

/// One line of a search.
#[pyclass(module = "agon", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct Line {
    /// The expected turns, the best one first.
    pv: Vec<String>,
    /// The score in centipawns for the player to act; None if the result is proved.
    centipawns: Option<i32>,
    /// The turns of both players to the proved end: positive if the player to act wins, negative if it loses; otherwise None.
    mate: Option<i32>,
    /// "win" or "loss" of the player to act if that is proved without a number of turns; otherwise None.
    proved: Option<&'static str>,
    /// The chance of winning of the player to act, from 0 to 1.
    win_rate: f64,
    /// The depth in plies.
    depth: u32,
}

/// What a search found.
#[pyclass(module = "agon", frozen)]
pub(crate) struct SearchResult {
    /// The best turn.
    #[pyo3(get)]
    turn: String,
    /// The lines, the best first; one unless the option `MultiPV` says more.
    #[pyo3(get)]
    lines: Vec<Line>,
    /// The nodes searched; playouts with `Search="mcts"`.
    #[pyo3(get)]
    nodes: u64,
    /// The time in seconds.
    #[pyo3(get)]
    time: f64,
    visits: Vec<(String, u64)>,
    policy: Vec<(String, f64)>,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let score = match (self.proved, self.mate, self.centipawns) {
            (Some(result), ..) => format!("proved={result}"),
            (None, Some(turns), _) => format!("mate={turns}"),
            (None, None, Some(centipawns)) => format!("centipawns={centipawns}"),
            (None, None, None) => String::from("no score"),
        };
        format!("Line({score}, depth={}, pv={:?})", self.depth, self.pv.join(" "))
    }
}

#[pymethods]
impl SearchResult {
    /// The score of the best line in centipawns, or None if the result is proved.
    #[getter]
    fn centipawns(&self) -> Option<i32> {
        self.lines.first()?.centipawns
    }

    /// The turns to the proved end of the best line; see `Line.mate`.
    #[getter]
    fn mate(&self) -> Option<i32> {
        self.lines.first()?.mate
    }

    /// The proved result of the best line without a number of turns; see `Line.proved`.
    #[getter]
    fn proved(&self) -> Option<&'static str> {
        self.lines.first()?.proved
    }

    /// The chance of winning of the player to act, from 0 to 1.
    #[getter]
    fn win_rate(&self) -> Option<f64> {
        Some(self.lines.first()?.win_rate)
    }

    /// The value of the root for the player to act: 1 for a certain win, -1 for a certain loss.
    #[getter]
    fn value(&self) -> Option<f64> {
        Some(2.0 * self.win_rate()? - 1.0)
    }

    /// The visits of the actions of the root, by their texts, the most visited first: with `Search="mcts"`, unless the result was
    /// proved without it; otherwise empty.
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.visits.iter().map(|(text, visits)| (text, visits)).into_py_dict(py)
    }

    /// The probability of each action of the root, by its text: its share of the visits, or without visits what the engine assumes
    /// before a search.
    #[getter]
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.policy.iter().map(|(text, probability)| (text, probability)).into_py_dict(py)
    }

    fn __repr__(&self) -> String {
        let best = self.lines.first().map_or_else(String::new, Line::__repr__);
        format!("SearchResult(turn='{}', nodes={}, {best})", self.turn, self.nodes)
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Engine> {
        let engine = Engine { engine: Mutex::new(Agon::new()), changed: Mutex::default() };
        for (name, value) in options.into_iter().flatten() {
            engine.set_option(&name.extract::<String>()?, &value)?;
        }
        Ok(engine)
    }

    /// set_option(name, value)
    ///
    /// Sets an option. In its name `_` means a space.
    ///
    /// >>> Engine().set_option("Hash", 0)
    /// Traceback (most recent call last):
    /// ...
    /// agon.InvalidOption: option `Hash` does not take `0`: expected a whole number from 1 to 65536
    fn set_option(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = option_text(value)?;
        let mut engine = lock(&self.engine)?;
        let wanted = name.replace('_', " ");
        let options = engine.options();
        let option = options.iter().find(|option| option.is_named(&wanted) || option.is_named(name));
        let option = option.ok_or_else(|| InvalidOption::new_err(format!("there is no option `{name}`")))?;
        let value = option.accept(&value).map_err(|expected| {
            let name = &option.name;
            InvalidOption::new_err(format!("option `{name}` does not take `{value}`: expected {expected}"))
        })?;
        engine.set_option(&option.name, &value).map_err(|error| InvalidOption::new_err(error.to_string()))?;
        lock(&self.changed)?.insert(option.name.clone(), value);
        Ok(())
    }

    /// new_game()
    ///
    /// Forgets what earlier searches have kept.
    fn new_game(&self) -> PyResult<()> {
        lock(&self.engine)?.new_game();
        Ok(())
    }

    /// search(game, *, time=None, nodes=None, depth=None)
    ///
    /// Searches the present position of a match: the first limit reached ends the search, and Ctrl-C does too. `time` is in seconds.
    /// At least one limit is needed.
    #[pyo3(signature = (game, *, time=None, nodes=None, depth=None))]
    fn search(
        &self,
        py: Python<'_>,
        game: PyRef<'_, Match>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<SearchResult> {
        if (time, nodes, depth) == (None, None, None) {
            return Err(InvalidOption::new_err("a search needs a limit: time, nodes or depth"));
        }
        let move_time = time.map(Duration::try_from_secs_f64).transpose();
        let move_time = move_time.map_err(|error| InvalidOption::new_err(format!("time: {error}")))?;
        if let Some(end) = game.game.result() {
            return Err(IllegalTurn::new_err(format!("the game is over: {end}")));
        }
        let limits = GoLimits { move_time, nodes, depth, ..GoLimits::default() };
        let job = {
            let mut engine = lock(&self.engine)?;
            // The position before the search: another thread of Python may play on meanwhile.
            let job = set_up(&mut engine, &game).and_then(|()| engine.job(&JobRequest::Go(limits.into())));
            job.map_err(|error| PyRuntimeError::new_err(error.to_string()))?
        };
        let priors = game::priors(&*game.rules.rules, &game.game.position_text());
        let priors = priors.map_err(|error| PyRuntimeError::new_err(error.to_string()));
        drop(game);
        let stop = StopSignal::default();
        let signal = StopSignal::clone(&stop);
        // Nothing is sent: it closes when the thread ends.
        let (running, mut ended) = mpsc::channel::<()>();
        let thread = thread::Builder::new().stack_size(16 << 20).spawn(move || {
            let _running = running;
            let mut infos = Vec::new();
            let result = job(&signal, &mut |output| {
                if let Output::Info(info) = output {
                    infos.push(info);
                }
            });
            (result, infos)
        })?;
        let mut interrupted = Ok(());
        // Exclusive, as Python's lock is released meanwhile.
        let mut wait = || {
            let ended = &mut ended;
            py.detach(move || ended.recv_timeout(POLL))
        };
        while wait() == Err(RecvTimeoutError::Timeout) {
            if let Err(error) = py.check_signals() {
                stop.store(true, Ordering::Relaxed);
                interrupted = Err(error);
            }
        }
        let joined = thread.join().map_err(|_| PyRuntimeError::new_err("the search panicked"));
        interrupted?;
        match joined? {
            (JobResult::Turn(turn), infos) => {
                let mut found = found(turn, &infos);
                let visited: u64 = found.visits.iter().map(|(_, visits)| visits).sum();
                let share = |(text, visits): &(String, u64)| (text.clone(), *visits as f64 / visited as f64);
                found.policy = if visited > 0 { found.visits.iter().map(share).collect() } else { priors? };
                Ok(found)
            }
            _ => Err(PyRuntimeError::new_err("the search found no turn")),
        }
    }

    fn __repr__(&self) -> PyResult<String> {
        let option = |(name, value): (&String, &String)| format!("{}='{value}'", name.replace(' ', "_"));
        Ok(format!("Engine({})", lock(&self.changed)?.iter().map(option).collect::<Vec<_>>().join(", ")))
    }

    /// Engines can be pickled: their options, not what earlier searches have kept.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let py = slf.py();
        let options = lock(&slf.get().changed)?.clone().into_py_dict(py)?;
        Ok((py.import("agon")?.getattr("_make_engine")?, (options,)))
    }
}

fn lock<T>(part: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    part.lock().map_err(|_| PyRuntimeError::new_err("an earlier call of this engine panicked"))
}

/// Sets the game, its options and the position. A turn in progress is part of the position's text, which has no history.
fn set_up(engine: &mut Agon, game: &Match) -> Result<(), EngineError> {
    let options = GameOptions::of(&*game.rules.rules);
    engine.set_option("Game", &options.game)?;
    engine.set_option("ShowVisits", "true")?;
    options.rules.iter().try_for_each(|(name, value)| engine.set_option(name, value))?;
    let game = &game.game;
    match game.pending().is_empty() {
        true => engine.set_position(&Start::Fen(game.start_text()), &game.turns()),
        false => engine.set_position(&Start::Fen(game.position_text()), &[]),
    }
}

/// The result of a search from its reports.
fn found(turn: String, infos: &[Info]) -> SearchResult {
    let rank = |info: &Info| info.multipv.unwrap_or(1);
    let mut latest: Vec<&Info> = Vec::new();
    for info in infos.iter().filter(|info| !info.pv.is_empty()) {
        latest.retain(|other| rank(other) != rank(info) && other.pv[0] != info.pv[0]);
        latest.push(info);
    }
    latest.sort_by_key(|info| rank(info));
    let last = latest.first();
    SearchResult {
        turn,
        nodes: last.and_then(|info| info.nodes).unwrap_or(0),
        time: last.and_then(|info| info.time).unwrap_or_default().as_secs_f64(),
        lines: latest.iter().map(|info| line(info)).collect(),
        visits: infos.iter().rev().find_map(visits).unwrap_or_default(),
        policy: Vec::new(),
    }
}

/// The visits that a report lists: `visits d4 120 c3 80`.
fn visits(info: &Info) -> Option<Vec<(String, u64)>> {
    let mut words = info.string.as_deref()?.strip_prefix("visits ")?.split(' ');
    iter::from_fn(|| Some((words.next()?.to_owned(), words.next()?.parse().ok()?))).map(Some).collect()
}

fn line(info: &Info) -> Line {
    let (centipawns, mate, proved) = match info.score {
        Some(ReportedScore::Cp(centipawns)) => (Some(centipawns), None, None),
        Some(ReportedScore::Mate(turns)) => (None, Some(turns), None),
        Some(ReportedScore::Win) => (None, None, Some("win")),
        Some(ReportedScore::Loss) => (None, None, Some("loss")),
        None => (None, None, None),
    };
    let win_rate = info.score.map_or(0.5, expectation);
    Line { pv: info.pv.clone(), centipawns, mate, proved, win_rate, depth: info.depth.unwrap_or(0) }
}
