//! Why a text describes no engine.

use thiserror::Error;

/// A text does not describe an engine, its limits or its seat, or the engine is missing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SpecError(pub(super) String);
