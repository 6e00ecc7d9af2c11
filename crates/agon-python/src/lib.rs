//! The native part of the Python package `agon`: rules, games and searches. `python/agon` has the rest; the README is the front
//! page of both.

mod engine;
mod error;
mod matches;
mod rules;
mod rules_methods;

use pyo3::prelude::*;

/// The native part of the package `agon`.
#[pymodule]
fn _agon(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<rules::Rules>()?;
    module.add_class::<matches::Match>()?;
    module.add_class::<matches::Result>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::SearchResult>()?;
    module.add_class::<engine::Line>()?;
    module.add_function(wrap_pyfunction!(rules::games, module)?)?;
    error::add(module)
}
