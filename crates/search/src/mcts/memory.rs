//! The memory limit of the tree.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The bytes of an allocation, including its overhead.
pub(super) const fn cost(bytes: usize) -> usize {
    bytes + 16
}

/// Counts the bytes of all nodes, including those discarded but not yet freed.
pub(super) struct MemoryBudget {
    used: AtomicUsize,
    pub(super) limit: usize,
}

impl MemoryBudget {
    pub(super) fn new(mebibytes: usize) -> Self {
        MemoryBudget { used: AtomicUsize::new(0), limit: Self::bytes(mebibytes) }
    }

    fn bytes(mebibytes: usize) -> usize {
        mebibytes.max(1).saturating_mul(1 << 20)
    }

    pub(super) fn set_limit(&mut self, mebibytes: usize) {
        self.limit = Self::bytes(mebibytes);
    }

    /// Reserves memory within the limit. Returns whether there was enough.
    pub(super) fn reserve(&self, bytes: usize) -> bool {
        let used = self.used.fetch_add(bytes, Relaxed);
        let fits = used.saturating_add(bytes) <= self.limit;
        if !fits {
            self.release(bytes);
        }
        fits
    }

    /// Reserves memory even beyond the limit: the root is always expanded.
    pub(super) fn reserve_unchecked(&self, bytes: usize) {
        self.used.fetch_add(bytes, Relaxed);
    }

    pub(super) fn release(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Relaxed);
    }

    pub(super) fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// The used share of the limit, in per mille.
    pub(super) fn hashfull(&self) -> u32 {
        (self.used() / (self.limit / 1000)).min(1000) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::MemoryBudget;

    #[test]
    fn reservations_stay_within_the_limit() {
        let memory = MemoryBudget::new(1);
        assert!(memory.reserve(1 << 19));
        assert!(!memory.reserve((1 << 19) + 1));
        assert!(memory.reserve(1 << 19));
        assert_eq!(memory.hashfull(), 1000);
        memory.release(1 << 20);
        assert_eq!(memory.used(), 0);
    }
}
