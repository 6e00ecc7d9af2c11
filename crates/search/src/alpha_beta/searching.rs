//! The positions that the threads are searching at this moment. A thread defers an action whose position another thread is
//! searching: later it finds the result in the transposition table. The scheme is known as simplified ABDADA.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of entries.
const SIZE: usize = 1 << 12;
/// The least depth of a node whose actions are entered. The searches below others end too soon to be worth it.
const MIN_DEPTH: u32 = 3;

/// The keys of the positions that some thread is searching. It is a hint: an entry may be lost or replaced.
pub(super) struct Searching(Box<[AtomicU64]>);

/// An entry of [`Searching`]. It ends when this is dropped.
pub(super) struct Entry<'a>(Option<(&'a AtomicU64, u64)>);

impl Searching {
    /// Without entries, if there is only one thread.
    pub(super) fn new(threads: usize) -> Self {
        let size = if threads > 1 { SIZE } else { 0 };
        Searching((0..size).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn slot(&self, key: u64, depth: u32) -> Option<&AtomicU64> {
        if depth < MIN_DEPTH { None } else { self.0.get(key as usize % SIZE) }
    }

    /// Whether a thread is searching the position with this key, an action of a node at this depth.
    #[inline]
    pub(super) fn contains(&self, key: u64, depth: u32) -> bool {
        self.slot(key, depth).is_some_and(|slot| slot.load(Ordering::Relaxed) == key)
    }

    /// Enters the position with this key, an action of a node at this depth.
    #[inline]
    pub(super) fn enter(&self, key: u64, depth: u32) -> Entry<'_> {
        let slot = self.slot(key, depth);
        if let Some(slot) = slot {
            slot.store(key, Ordering::Relaxed);
        }
        Entry(slot.map(|slot| (slot, key)))
    }
}

impl Drop for Entry<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some((slot, key)) = self.0 {
            // Another thread may have replaced it.
            let _ = slot.compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MIN_DEPTH, SIZE, Searching};

    #[test]
    fn an_entry_lasts_until_it_is_dropped_or_replaced() {
        let searching = Searching::new(2);
        let [first, second] = [5, 5 + SIZE as u64];
        let contained = || [first, second].map(|key| searching.contains(key, MIN_DEPTH));
        let entry = searching.enter(first, MIN_DEPTH);
        assert_eq!(contained(), [true, false]);
        let other = searching.enter(second, MIN_DEPTH);
        assert_eq!(contained(), [false, true], "they share a slot");
        drop(entry);
        assert_eq!(contained(), [false, true], "the replaced entry is not the first's to end");
        drop(other);
        assert_eq!(contained(), [false, false]);
    }

    #[test]
    fn one_thread_and_small_depths_enter_nothing() {
        for (threads, depth) in [(1, MIN_DEPTH), (2, MIN_DEPTH - 1)] {
            let searching = Searching::new(threads);
            let _entry = searching.enter(7, depth);
            assert!(!searching.contains(7, depth));
        }
    }
}
