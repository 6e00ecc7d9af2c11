//! The caller's evaluation of leaves.

use numpy::{
    PyArray1, PyArray4, PyArrayDyn, PyArrayMethods as _, PyReadonlyArrayDyn, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::game::softmax;
use crate::legal::LegalArrays;
use crate::rules::Rules;
use crate::tree::{self, Evaluations};

/// Positions that a search asks an evaluation for: `evaluate(leaves)` returns a policy and values.
///
/// The values are an array with the value of each position for the player to act, from -1 to 1. The policy is an array of logits: the
/// natural logarithms of the probabilities of actions, up to a common addend. It has the shape `(len(leaves), rules.num_actions)`, and
/// what it says of illegal actions has no effect; or it has one number for each legal action, in the order of `indices`.
#[pyclass(module = "agon", frozen)]
pub(crate) struct Leaves {
    /// The planes as the player to act sees them: positions, planes, ranks, files.
    #[pyo3(get)]
    observations: Py<PyArray4<f32>>,
    /// Where the legal actions of each position start, with the number of all at the end.
    #[pyo3(get)]
    starts: Py<PyAny>,
    /// The indices of the legal actions.
    #[pyo3(get)]
    indices: Py<PyAny>,
    /// The parts of the legal actions, a row for each.
    #[pyo3(get)]
    parts: Py<PyAny>,
    count: usize,
}

#[pymethods]
impl Leaves {
    fn __len__(&self) -> usize {
        self.count
    }
}

impl Leaves {
    fn new(py: Python<'_>, rules: &Rules, leaves: tree::Leaves) -> PyResult<Leaves> {
        let encoding = rules.rules.encoding();
        let count = leaves.legal.starts.len() - 1;
        let shape = [count, encoding.planes.len(), encoding.size.0, encoding.size.1];
        let observations = PyArray1::from_vec(py, leaves.observations).reshape(shape)?.unbind();
        let (starts, indices, parts): LegalArrays<'_> = leaves.legal.into_arrays(py, encoding.parts.len())?;
        let [starts, indices, parts] =
            [starts.into_any(), indices.into_any(), parts.into_any()].map(Bound::unbind);
        Ok(Leaves { observations, starts, indices, parts, count })
    }
}

/// Calls `evaluate` of Python once for all leaves.
pub(crate) fn evaluate(evaluate: &Py<PyAny>, rules: &Rules, leaves: tree::Leaves) -> PyResult<Evaluations> {
    Python::attach(|py| {
        let (starts, indices) = (leaves.legal.starts.clone(), leaves.legal.indices.clone());
        let leaves = Leaves::new(py, rules, leaves)?;
        let count = leaves.count;
        let found = evaluate.bind(py).call1((leaves,))?;
        let (policy, values): (Bound<'_, PyAny>, Bound<'_, PyAny>) = found.extract()?;
        let (policy, values) = (array(&policy)?, array(&values)?);
        if values.len() != count {
            let message =
                format!("values: expected {count} numbers, one for each position, not {}", values.len());
            return Err(PyValueError::new_err(message));
        }
        let values = values.as_slice()?.to_vec();
        if let Some(value) = values.iter().find(|value| !(-1.0..=1.0).contains(*value)) {
            return Err(PyValueError::new_err(format!("values: expected numbers from -1 to 1, not {value}")));
        }
        let actions = rules.rules.encoding().actions;
        let is_dense = policy.shape() == [count, actions];
        if !is_dense && policy.shape() != [indices.len()] {
            return Err(PyValueError::new_err(format!(
                "policy: expected the shape ({count}, {actions}), or ({},) for the legal actions, not {:?}",
                indices.len(),
                policy.shape()
            )));
        }
        let logits = policy.as_slice()?;
        let mut priors = Vec::with_capacity(indices.len());
        for leaf in 0..count {
            let own = starts[leaf] as usize..starts[leaf + 1] as usize;
            let logit = |number: usize| {
                f64::from(logits[if is_dense { leaf * actions + indices[number] as usize } else { number }])
            };
            let own: Vec<f64> = own.map(logit).collect();
            // Minus infinity is an action that is never chosen.
            let greatest = own.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            if !greatest.is_finite() || own.iter().any(|logit| logit.is_nan()) {
                let message =
                    format!("policy: position {leaf} has a logit that is no number, or none that is finite");
                return Err(PyValueError::new_err(message));
            }
            priors.extend(softmax(own).into_iter().map(|probability| probability as f32));
        }
        Ok(Evaluations { priors, values })
    })
}

/// An array of Python, of any library that NumPy understands, as one of 32-bit numbers.
fn array<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("ascontiguousarray", (given, "float32"))?;
    Ok(array.cast_into::<PyArrayDyn<f32>>()?.try_readonly()?)
}
