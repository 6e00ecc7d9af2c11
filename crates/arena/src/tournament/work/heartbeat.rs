//! Signs of life: the leases of the games that are being played here are made longer while they are played.

use std::sync::{Condvar, Mutex};
use std::time::Duration;

use super::{Desk, Observer, lock};

/// Beats until it is ended.
#[derive(Default)]
pub(super) struct Heartbeat {
    ended: Mutex<bool>,
    change: Condvar,
}

impl Heartbeat {
    /// No further beat.
    pub(super) fn end(&self) {
        *lock(&self.ended) = true;
        self.change.notify_all();
    }

    /// Waits for the next beat; false when there is none.
    fn next(&self, pause: Duration) -> bool {
        let ended = lock(&self.ended);
        let waited = self.change.wait_timeout_while(ended, pause, |ended| !*ended);
        !*waited.unwrap_or_else(std::sync::PoisonError::into_inner).0
    }
}

impl<O: Observer + ?Sized> Desk<'_, O> {
    /// Renews the leases of this process's games until the heartbeat is ended, and tells how it stands.
    pub(super) fn give_signs_of_life(&self, heartbeat: &Heartbeat) {
        // Three chances to be in time.
        let pause = (self.work.lease / 3).min(Duration::from_secs(10));
        while heartbeat.next(pause) {
            // A lease that was lost is seen when the game is finished.
            let claims = lock(&self.claims).clone();
            let renewed = self.store.renew(&self.name, &claims, self.work.lease).map_err(Into::into);
            if let Err(error) = renewed.and_then(|_| self.look()) {
                self.fail(error);
                return;
            }
        }
    }
}
