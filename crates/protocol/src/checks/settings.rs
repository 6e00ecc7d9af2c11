//! How an engine is checked.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::Dialect;
use crate::driver::StopHandle;

/// How an engine is checked.
#[derive(Clone, Debug)]
pub struct CheckSettings {
    /// Timeout of any answer, beyond the time that a search was given.
    pub timeout: Duration,
    /// How late an answer may be where time is checked. The best of three attempts counts.
    pub margin: Duration,
    /// The dialect to speak.
    pub dialect: Dialect,
    /// The seed of the random games from which positions are taken.
    pub seed: u64,
    /// Names of points or of groups; only these are checked. All points if it is empty.
    pub only: Vec<String>,
    /// The running engine, for another thread that ends the program: it kills the engine and exits while it holds the
    /// lock, so that no other one is started.
    pub running: Arc<Mutex<Option<StopHandle>>>,
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
            running: Arc::default(),
        }
    }
}
