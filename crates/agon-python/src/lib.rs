//! The native part of the Python package `agon`: rules, games and searches. `python/agon` has the rest; the README is the front
//! page of both.

mod batch;
mod batch_env;
mod engine;
mod error;
mod evaluator;
mod game;
mod legal;
mod match_search;
mod matches;
mod mcts;
mod rules;
mod rules_methods;
mod self_play;
mod tree;
mod view;

/// The native part of the package `agon`.
#[pyo3::pymodule]
mod _agon {
    #[pymodule_export]
    use crate::batch_env::BatchEnv;
    #[pymodule_export]
    use crate::engine::{Engine, Line, SearchResult};
    #[pymodule_export]
    use crate::error::{AgonError, IllegalTurn, InvalidOption, InvalidPosition, UnknownGame};
    #[pymodule_export]
    use crate::evaluator::Leaves;
    #[pymodule_export]
    use crate::match_search::MctsResult;
    #[pymodule_export]
    use crate::matches::{Match, Result};
    #[pymodule_export]
    use crate::mcts::search;
    #[pymodule_export]
    use crate::rules::{Rules, games};
    #[pymodule_export]
    use crate::self_play::{SelfPlay, self_play};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "its name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
