//! The class `Engine`.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use agon_engine::ugi::{Agon, expectation};
use protocol::server::{EngineError, JobResult, Output, ProtocolEngine as _, StopSignal};
use protocol::{GameOptions, GoLimits, Info, JobRequest, ReportedScore, Start};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{IllegalTurn, InvalidOption};
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
#[pyclass(module = "agon", frozen)]
pub(crate) struct Engine {
    engine: Mutex<Agon>,
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
#[pyclass(module = "agon", frozen, get_all)]
pub(crate) struct SearchResult {
    /// The best turn.
    turn: String,
    /// The lines, the best first; one unless the option `MultiPV` says more.
    lines: Vec<Line>,
    /// The nodes searched; playouts with `Search="mcts"`.
    nodes: u64,
    /// The time in seconds.
    time: f64,
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
        let engine = Engine { engine: Mutex::new(Agon::new()) };
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
        let mut engine = self.lock()?;
        let wanted = name.replace('_', " ");
        let options = engine.options();
        let option = options.iter().find(|option| option.is_named(&wanted) || option.is_named(name));
        let option = option.ok_or_else(|| InvalidOption::new_err(format!("there is no option `{name}`")))?;
        let value = option.accept(&value).map_err(|expected| {
            let name = &option.name;
            InvalidOption::new_err(format!("option `{name}` does not take `{value}`: expected {expected}"))
        })?;
        engine.set_option(&option.name, &value).map_err(|error| InvalidOption::new_err(error.to_string()))
    }

    /// new_game()
    ///
    /// Forgets what earlier searches have kept.
    fn new_game(&self) -> PyResult<()> {
        self.lock()?.new_game();
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
            let mut engine = self.lock()?;
            let job = set_up(&mut engine, &game).and_then(|()| engine.job(&JobRequest::Go(limits.into())));
            job.map_err(|error| PyRuntimeError::new_err(error.to_string()))?
        };
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
            (JobResult::Turn(turn), infos) => Ok(found(turn, &infos)),
            _ => Err(PyRuntimeError::new_err("the search found no turn")),
        }
    }

    fn __repr__(&self) -> String {
        "Engine()".to_owned()
    }
}

impl Engine {
    fn lock(&self) -> PyResult<std::sync::MutexGuard<'_, Agon>> {
        self.engine.lock().map_err(|_| PyRuntimeError::new_err("an earlier call of this engine panicked"))
    }
}

/// Sets the game, its options and the position. A turn in progress is part of the position's text, which has no history.
fn set_up(engine: &mut Agon, game: &Match) -> Result<(), EngineError> {
    let options = GameOptions::of(&*game.rules.rules);
    engine.set_option("Game", &options.game)?;
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
    }
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
