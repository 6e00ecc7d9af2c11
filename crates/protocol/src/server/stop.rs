//! The signal to stop a search.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A signal to stop a search; clones are the same signal.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// A signal that is not set.
    pub fn new() -> Self {
        StopSignal::default()
    }

    /// Sets the signal; it is never cleared.
    pub fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether the signal is set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// The flag, for a search that shares it among threads.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.0
    }
}
