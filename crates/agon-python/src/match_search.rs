//! A search of a match with the caller's evaluation.

use abstract_game::Match;
use abstract_game::encode::Encode;
use abstract_game::random::SplitMix64;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict};

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
