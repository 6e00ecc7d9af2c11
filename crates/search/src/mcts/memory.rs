//! The memory limit of the tree.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The bytes of an allocation, including its overhead.
pub(super) const fn cost(bytes: usize) -> usize {
    bytes + 16
}

/// Counts the bytes of all nodes, including those discarded but not yet freed.
pub(super) struct MemoryBudget {
    used: AtomicUsize,
    is_exhausted: AtomicBool,
    pub(super) limit: usize,
}

impl MemoryBudget {
    pub(super) fn new(mebibytes: usize) -> Self {
        MemoryBudget {
            used: AtomicUsize::new(0),
            is_exhausted: AtomicBool::new(false),
            limit: Self::bytes(mebibytes),
        }
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
            self.is_exhausted.store(true, Relaxed);
        }
        fits
    }

    /// Whether memory was refused since the last call of [`clear_exhausted`](Self::clear_exhausted).
    #[inline]
    pub(super) fn is_exhausted(&self) -> bool {
        self.is_exhausted.load(Relaxed)
    }

    pub(super) fn clear_exhausted(&mut self) {
        *self.is_exhausted.get_mut() = false;
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
        let mut memory = MemoryBudget::new(1);
        assert!(memory.reserve(1 << 19) && !memory.is_exhausted());
        assert!(!memory.reserve((1 << 19) + 1) && memory.is_exhausted());
        memory.clear_exhausted();
        assert!(memory.reserve(1 << 19));
        assert_eq!((memory.hashfull(), memory.is_exhausted()), (1000, false));
        memory.release(1 << 20);
        assert_eq!(memory.used(), 0);
    }
}
