//! The class `BatchEnv`.

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::batch::{AnyBatch, Arrays, BatchSettings, batch};
use crate::error::IllegalTurn;
use crate::legal::LegalArrays;
use crate::rules::Rules;

/// BatchEnv(rules, games, *, max_steps=None, turned=False, masks=True, threads=1, seed=0)
///
/// Many games of the same rules at once. Each call of `step` plays one action in every game and fills the arrays, in which row `i`
/// belongs to game `i`; they are the same arrays after every step, so copy what you keep. They are read-only, because a step writes
/// only what differs from the step before. A game that ends, or is cut off after
/// `max_steps` actions, begins anew in the same step: `rewards`, `terminations` and `truncations` are about the game that ended,
/// the other arrays about the new one. Python's lock is released meanwhile.
///
/// >>> env = BatchEnv(Rules("snorkels", size=4), games=3, seed=1)
/// >>> env.observations.shape, env.masks.shape, env.players.tolist()
/// ((3, 9, 8, 8), (3, 65), [0, 0, 0])
/// >>> ended = 0
/// >>> for _ in range(100):
/// ...     env.step(env.random_actions())
/// ...     ended += int(env.terminations.sum())
/// >>> ended > 3
/// True
/// >>> env.step([64, 64, 64])
/// Traceback (most recent call last):
/// ...
/// agon.IllegalTurn: game 0: no legal action has the index 64
#[pyclass(module = "agon")]
pub(crate) struct BatchEnv {
    rules: Rules,
    batch: Box<dyn AnyBatch>,
    arrays: Filled,
}

/// The arrays that steps fill.
struct Filled {
    observations: Py<PyArray4<f32>>,
    masks: Py<PyArray2<i8>>,
    players: Py<PyArray1<i8>>,
    rewards: Py<PyArray2<f32>>,
    terminations: Py<PyArray1<bool>>,
    truncations: Py<PyArray1<bool>>,
}

impl Filled {
    /// Calls `work` with the arrays, without Python's lock.
    fn lend<T: Send>(&self, py: Python<'_>, work: impl FnOnce(Arrays<'_>) -> T + Send) -> PyResult<T> {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut masks = self.masks.bind(py).try_readwrite()?;
        let mut players = self.players.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut terminations = self.terminations.bind(py).try_readwrite()?;
        let mut truncations = self.truncations.bind(py).try_readwrite()?;
        let arrays = Arrays {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            players: players.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminations: terminations.as_slice_mut()?,
            truncations: truncations.as_slice_mut()?,
        };
        Ok(py.detach(|| work(arrays)))
    }
}

/// A view of an array that Python cannot write to: a step writes only what differs from the step before.
fn read_only<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let view = array.call_method0("view")?;
    view.getattr("flags")?.setattr("writeable", false)?;
    Ok(view)
}

#[pymethods]
impl BatchEnv {
    #[new]
    #[pyo3(signature = (rules, games, *, max_steps=None, turned=false, masks=true, threads=1, seed=0))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        rules: PyRef<'_, Rules>,
        games: usize,
        max_steps: Option<u32>,
        turned: bool,
        masks: bool,
        threads: usize,
        seed: u64,
    ) -> PyResult<BatchEnv> {
        if games == 0 || threads == 0 {
            let message = format!("expected at least one game and one thread, not {games} and {threads}");
            return Err(PyValueError::new_err(message));
        }
        let max_steps = max_steps.unwrap_or(u32::MAX);
        let settings = BatchSettings { games, max_steps, turned, threads: threads.min(games), seed };
        let encoding = rules.rules.encoding();
        let (ranks, files) = encoding.size;
        let arrays = Filled {
            observations: PyArray4::zeros(py, [games, encoding.planes.len(), ranks, files], false).unbind(),
            masks: PyArray2::zeros(py, [if masks { games } else { 0 }, encoding.actions], false).unbind(),
            players: PyArray1::zeros(py, games, false).unbind(),
            rewards: PyArray2::zeros(py, [games, 2], false).unbind(),
            terminations: PyArray1::zeros(py, games, false).unbind(),
            truncations: PyArray1::zeros(py, games, false).unbind(),
        };
        let batch = batch(&*rules.rules, settings);
        let mut env = BatchEnv { rules: rules.copy(), batch, arrays };
        env.reset(py)?;
        Ok(env)
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        self.rules.copy()
    }

    /// The planes as the player to act sees them: games, planes, ranks, files.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read_only(self.arrays.observations.bind(py))
    }

    /// 1 for the index of each legal action, otherwise 0: games, actions. No rows with `masks=False`.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read_only(self.arrays.masks.bind(py))
    }

    /// The player to act: 0 or 1.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read_only(self.arrays.players.bind(py))
    }

    /// The returns of both players of a game that ended in the last step, otherwise 0: games, players.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read_only(self.arrays.rewards.bind(py))
    }

    /// Whether a game ended in the last step.
    #[getter]
    fn terminations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read_only(self.arrays.terminations.bind(py))
    }

    /// Whether a game was cut off after the last step.
    #[getter]
    fn truncations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read_only(self.arrays.truncations.bind(py))
    }

    /// reset()
    ///
    /// Begins all games.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        let batch = &mut self.batch;
        self.arrays.lend(py, |arrays| batch.reset(arrays))
    }

    /// step(actions)
    ///
    /// Plays an action in each game, given by its index: an array of integers of 64 bits, or a sequence. If one is illegal nothing
    /// changes.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions: Vec<i64> = match actions.extract::<PyReadonlyArray1<'_, i64>>() {
            Ok(array) => array.as_array().to_vec(),
            Err(_) => actions.extract()?,
        };
        let games = self.arrays.players.bind(py).len()?;
        if actions.len() != games {
            let given = actions.len();
            return Err(PyValueError::new_err(format!(
                "expected {games} actions, one for each game, not {given}"
            )));
        }
        let batch = &mut self.batch;
        let played = self.arrays.lend(py, |arrays| batch.step(&actions, arrays))?;
        played.map_err(|game| {
            let index = actions[game];
            IllegalTurn::new_err(format!("game {game}: no legal action has the index {index}"))
        })
    }

    /// random_actions()
    ///
    /// The index of a random legal action of each game.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.batch.random_actions())
    }

    /// legal()
    ///
    /// The legal actions of all games: where those of each game start, with the number of all at the end; their indices; their
    /// parts, a row for each. It needs less memory than `masks` in a game with many indices.
    ///
    /// >>> env = BatchEnv(Rules("symbol"), games=2, masks=False)
    /// >>> starts, indices, parts = env.legal()
    /// >>> starts.tolist(), indices.shape, parts.shape
    /// ([0, 14, 28], (28,), (28, 10))
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<LegalArrays<'py>> {
        let legal = py.detach(|| self.batch.legal());
        legal.into_arrays(py, self.rules.rules.encoding().parts.len())
    }

    /// position(game)
    ///
    /// The text of a game's position.
    fn position(&self, py: Python<'_>, game: usize) -> PyResult<String> {
        let games = self.arrays.players.bind(py).len()?;
        if game >= games {
            return Err(PyIndexError::new_err(format!(
                "expected a game from 0 to {}, not {game}",
                games - 1
            )));
        }
        Ok(self.batch.position(game))
    }
}
