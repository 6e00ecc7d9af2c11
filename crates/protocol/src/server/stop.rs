//! The sign to stop.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A sign to stop, shared by who gives it and who looks at it; a clone is the same sign.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// A sign that is not given yet.
    pub fn new() -> Self {
        StopSignal::default()
    }

    /// Gives the sign; it is never taken back.
    pub fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether the sign was given.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// The flag itself, for a search that shares it among threads.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.0
    }
}
