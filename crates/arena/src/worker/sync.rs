//! Locks and flags of the worker threads.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A flag that is set once and can be waited for.
#[derive(Default)]
pub(super) struct Flag(Mutex<bool>, Condvar);

impl Flag {
    pub(super) fn set(&self) {
        *lock(&self.0) = true;
        self.1.notify_all();
    }

    /// Waits for the flag, but no longer than `timeout`. Returns whether it is set.
    pub(super) fn wait(&self, timeout: Duration) -> bool {
        let waited = self.1.wait_timeout_while(lock(&self.0), timeout, |set| !*set);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Locks a mutex; a panic of another thread does not matter.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
