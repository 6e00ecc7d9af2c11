//! A search with the caller's evaluation.

use abstract_game::Match;
use abstract_game::encode::Encode;
use abstract_game::random::SplitMix64;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict};

use crate::error::IllegalTurn;
use crate::evaluator::evaluate;
use crate::matches::Match as PyMatch;
use crate::tree::{Evaluations, Leaves, Tree, TreeSettings};

/// The evaluation of leaves.
pub(crate) type Evaluate<'a> = dyn Fn(Leaves) -> PyResult<Evaluations> + Send + Sync + 'a;

/// What a search with the caller's evaluation found.
#[pyclass(module = "agon", frozen)]
pub(crate) struct MctsResult {
    /// The text of the most visited action.
    #[pyo3(get)]
    pub(crate) action: String,
    /// The value of the position for the player to act, from -1 to 1.
    #[pyo3(get)]
    pub(crate) value: f32,
    /// The text, the index and the visits of each legal action.
    pub(crate) actions: Vec<(String, usize, u32)>,
}

#[pymethods]
impl MctsResult {
    /// The visits of the actions, by their texts.
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.actions.iter().map(|(text, _, visits)| (text, visits)).into_py_dict(py)
    }

    /// The shares of the visits, by the indices of the actions.
    #[getter]
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all: u32 = self.actions.iter().map(|(_, _, visits)| visits).sum();
        let share = |visits: u32| f64::from(visits) / f64::from(all);
        self.actions.iter().map(|&(_, index, visits)| (index, share(visits))).into_py_dict(py)
    }

    fn __repr__(&self) -> String {
        format!("MctsResult(action='{}', value={:.3})", self.action, self.value)
    }
}

/// mcts(game, evaluate, playouts, *, batch=1, exploration=1.5, noise=0.0, turned=False, seed=0)
///
/// Monte-Carlo tree search (PUCT) from the present position of a match with an evaluation of the caller, for example by a network of
/// PyTorch or JAX. `evaluate(leaves)` is called with up to `batch` positions at once; see `Leaves` for what it returns. Leaves that
/// wait count as lost meanwhile, so a greater batch searches a little wider. An action that wins at once needs no evaluation.
/// `noise` is the share of Dirichlet noise in the probabilities of the actions of the root. The same arguments give the same result.
///
/// >>> import numpy
/// >>> def evaluate(leaves):
/// ...     return numpy.zeros(len(leaves.indices)), numpy.zeros(len(leaves))
/// >>> game = Rules("snorkels").start("3/G2/P2 g 1 -")
/// >>> found = mcts(game, evaluate, playouts=50, batch=8)
/// >>> found.action, found.value, found.visits
/// ('b1', 1.0, {'b1': 50})
#[pyfunction(name = "mcts")]
#[pyo3(signature = (game, evaluate, playouts, *, batch=1, exploration=1.5, noise=0.0, turned=false, seed=0))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn search(
    py: Python<'_>,
    game: PyRef<'_, PyMatch>,
    evaluate: Py<PyAny>,
    playouts: u32,
    batch: u32,
    exploration: f32,
    noise: f32,
    turned: bool,
    seed: u64,
) -> PyResult<MctsResult> {
    if let Some(end) = game.game.result() {
        return Err(IllegalTurn::new_err(format!("the game is over: {end}")));
    }
    let settings = TreeSettings { exploration, noise, leaves: batch, turned };
    check(playouts, &settings)?;
    let (rules, own) = (game.rules.copy(), game.game.copied());
    drop(game);
    let call = |leaves: Leaves| self::evaluate(&evaluate, &rules, leaves);
    py.detach(|| own.search(playouts, &settings, seed, &call))
}

/// Checks what a caller has chosen.
pub(crate) fn check(playouts: u32, settings: &TreeSettings) -> PyResult<()> {
    let &TreeSettings { exploration, noise, leaves, .. } = settings;
    let wrong = if playouts == 0 || leaves == 0 {
        format!("expected at least one playout and one leaf, not {playouts} and {leaves}")
    } else if !(0.0..=1.0).contains(&noise) {
        format!("noise: expected a share from 0 to 1, not {noise}")
    } else if !(0.0..=1e6).contains(&exploration) {
        format!("exploration: expected a number from 0 to 1000000, not {exploration}")
    } else {
        return Ok(());
    };
    Err(PyValueError::new_err(wrong))
}

/// Searches a match that goes on.
pub(crate) fn search_match<P: Encode>(
    game: &Match<P>,
    playouts: u32,
    settings: &TreeSettings,
    seed: u64,
    evaluate: &Evaluate<'_>,
) -> PyResult<MctsResult> {
    let mut tree = Tree::new(game);
    let mut random = SplitMix64::new(seed);
    while !tree.is_finished(playouts) {
        let mut leaves = Leaves::default();
        tree.collect(playouts, settings, &mut leaves);
        if leaves.legal.starts.len() > 1 {
            let Evaluations { priors, values } = evaluate(leaves)?;
            tree.expand(&mut priors.into_iter(), &mut values.into_iter(), settings, &mut random);
        }
    }
    let (actions, value) = tree.result();
    let text = |action| game.position().action_text(action);
    let best =
        actions.iter().enumerate().max_by_key(|&(number, action)| (action.visits, usize::MAX - number));
    let action = best.map(|(_, best)| text(best.action)).unwrap_or_default();
    let actions = actions.iter().map(|one| (text(one.action), one.index, one.visits)).collect();
    Ok(MctsResult { action, value, actions })
}
