//! Ending the checks early, from another thread.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Ends running checks early; clones are the same handle.
///
/// ```
/// let cancel = protocol_check::Cancel::new();
/// let from_another_thread = cancel.clone();
/// from_another_thread.cancel();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Default)]
pub struct Cancel(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    cancelled: bool,
    /// Kills the running engine.
    kill: Option<Box<dyn Fn() + Send>>,
}

impl Cancel {
    /// A handle that was not used yet.
    #[must_use]
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Kills the engine that is being checked and starts no other one.
    pub fn cancel(&self) {
        let mut state = self.state();
        state.cancelled = true;
        if let Some(kill) = &state.kill {
            kill();
        }
    }

    /// Whether [`cancel`](Cancel::cancel) was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.state().cancelled
    }

    /// Sets what kills the running engine, in place of the engine before. Calls it at once if the checks are
    /// cancelled.
    pub(crate) fn set_engine(&self, kill: impl Fn() + Send + 'static) {
        let mut state = self.state();
        if state.cancelled {
            kill();
        }
        state.kill = Some(Box::new(kill));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancel").field("cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}
