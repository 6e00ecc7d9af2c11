//! Signs of life: the leases of the games that are held here are made longer until their results are kept.

use std::time::Duration;

use super::{WorkerContext, lock};

impl WorkerContext<'_> {
    /// Renews the leases of this process's games until all results are kept, and tells how it stands.
    pub(super) fn give_signs_of_life(&self) {
        // Three chances to be in time.
        let pause = (self.work.lease / 3).min(Duration::from_secs(10));
        while !self.kept.within(pause) {
            let claims = lock(&self.claims).held().to_vec();
            // A lease that was lost is seen when the game is finished.
            let renewed = self.store.renew(&self.name, &claims, self.work.lease).map_err(Into::into);
            if let Err(error) = renewed.and_then(|_| self.look()) {
                self.fail(error);
                return;
            }
        }
    }
}
