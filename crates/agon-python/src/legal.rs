//! The legal actions of several positions as arrays.

use abstract_game::encode::Encode;
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;

use crate::view::View;

/// The legal actions of several positions, one after another.
pub(crate) struct LegalActions {
    /// Where the actions of each position start, and the number of all.
    pub(crate) starts: Vec<i64>,
    pub(crate) indices: Vec<i64>,
    /// The parts of each action, one after another.
    pub(crate) parts: Vec<i64>,
}

impl Default for LegalActions {
    /// Those of no position.
    fn default() -> Self {
        LegalActions { starts: vec![0], indices: Vec::new(), parts: Vec::new() }
    }
}

/// The arrays that Python gets: where the actions of each position start, their indices and their parts, a row for each.
pub(crate) type LegalArrays<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray2<i64>>);

impl LegalActions {
    /// As arrays for Python; an action has this number of parts.
    pub(crate) fn into_arrays(self, py: Python<'_>, parts: usize) -> PyResult<LegalArrays<'_>> {
        let rows = [self.indices.len(), parts];
        let parts = PyArray1::from_vec(py, self.parts).reshape(rows)?;
        Ok((PyArray1::from_vec(py, self.starts), PyArray1::from_vec(py, self.indices), parts))
    }

    /// Appends those of a position.
    pub(crate) fn extend<P: Encode>(&mut self, view: &View<'_, P>) {
        let mut parts = Vec::new();
        for (index, action) in view.position().indexed_actions() {
            self.indices.push(index as i64);
            view.position().parts_into(action, index, &mut parts);
        }
        self.parts.extend(parts.into_iter().map(|part| part as i64));
        self.starts.push(self.indices.len() as i64);
    }
}
