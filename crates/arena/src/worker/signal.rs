//! Something that is said once, and that others wait for.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::lock;

/// Something that is said once.
#[derive(Default)]
pub(super) struct Signal {
    said: Mutex<bool>,
    change: Condvar,
}

impl Signal {
    /// Says it.
    pub(super) fn say(&self) {
        *lock(&self.said) = true;
        self.change.notify_all();
    }

    /// Waits so long for it, and tells whether it has been said.
    pub(super) fn within(&self, patience: Duration) -> bool {
        let waited = self.change.wait_timeout_while(lock(&self.said), patience, |said| !*said);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}
