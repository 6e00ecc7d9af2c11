//! The function `mcts`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::IllegalTurn;
use crate::evaluator::evaluate;
use crate::match_search::MctsResult;
use crate::matches::Match as PyMatch;
use crate::tree::{Leaves, TreeSettings};

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
