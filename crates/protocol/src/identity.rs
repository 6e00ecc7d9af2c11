//! Who an engine is.

/// The name and author of an engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Identity {
    /// Its name and version.
    pub name: String,
    /// Its authors.
    pub author: String,
}
