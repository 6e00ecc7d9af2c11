//! How an engine is checked, and how the checks are ended early.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::Dialect;
use protocol::driver::StopHandle;
use thiserror::Error;

/// How an engine is checked.
#[derive(Clone, Debug)]
pub struct CheckSettings {
    /// How long to wait for any answer, beyond the time that a search was given.
    pub timeout: Duration,
    /// How late an answer may be where time is checked. The best of three attempts counts.
    pub margin: Duration,
    /// The dialect to speak.
    pub dialect: Dialect,
    /// The seed of the random games from which positions are taken.
    pub seed: u64,
    /// Names of points or of groups; only these are checked. All points if it is empty.
    pub only: Vec<String>,
    /// Ends the checks early.
    pub cancel: Cancel,
}

impl Default for CheckSettings {
    /// A timeout of 10 s, a margin of 50 ms, UGI, seed 1, all points.
    fn default() -> CheckSettings {
        CheckSettings {
            timeout: Duration::from_secs(10),
            margin: Duration::from_millis(50),
            dialect: Dialect::Ugi,
            seed: 1,
            only: Vec::new(),
            cancel: Cancel::new(),
        }
    }
}

/// Why an engine cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckError {
    /// No point or group has that name; all names, groups first.
    #[error("there is no point or group `{0}`: expected one of {1}")]
    UnknownPoint(String, String),
    /// The engine does not list its games.
    #[error("the games of the engine cannot be listed: {0}")]
    Games(String),
}

/// Ends running checks early, from any thread. Clones are the same handle.
///
/// ```
/// let cancel = protocol_check::Cancel::new();
/// let from_another_thread = cancel.clone();
/// from_another_thread.cancel();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Mutex<CancelState>>);

#[derive(Debug, Default)]
struct CancelState {
    cancelled: bool,
    engine: Option<StopHandle>,
}

impl Cancel {
    /// A handle that was not used yet.
    #[must_use]
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Kills the running engine and starts no other one.
    pub fn cancel(&self) {
        let mut state = self.state();
        state.cancelled = true;
        state.engine.iter().for_each(StopHandle::kill);
    }

    /// Whether [`cancel`](Cancel::cancel) was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.state().cancelled
    }

    /// Sets the engine to kill, in place of the one before. Kills it at once if the checks are cancelled.
    pub(crate) fn set_engine(&self, engine: StopHandle) {
        let mut state = self.state();
        if state.cancelled {
            engine.kill();
        }
        state.engine = Some(engine);
    }

    fn state(&self) -> MutexGuard<'_, CancelState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
