//! What the threads of a search tell each other, to divide the work: the positions that each is in at this moment, and the nodes that are
//! left.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::numbers::Numbers;

/// What the threads of a search tell each other.
pub(crate) struct Lines {
    /// Of each thread, if there are several: the position with each number of snorkels.
    marks: Vec<[AtomicU64; 64]>,
    decided: OnceLock<Numbers>,
    /// The nodes that no thread has taken yet.
    nodes: AtomicU64,
}

/// A thread takes this number of nodes at a time, at most.
pub(crate) const BATCH: u64 = 256;

/// Stands for a position. If two share a mark, a thread looks elsewhere without need.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark(u64);

impl Mark {
    #[inline]
    pub(crate) fn of([own, enemy]: [u64; 2]) -> Mark {
        Mark(own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ enemy)
    }
}

/// The mark of no position: of the empty board, which no placement leads to.
const NONE: u64 = 0;

impl Lines {
    /// For this number of threads, with nodes that they will take.
    pub(crate) fn new(threads: usize, nodes: u64) -> Lines {
        let threads = if threads > 1 { threads } else { 0 };
        let line = |_| std::array::from_fn(|_| AtomicU64::new(NONE));
        Lines { marks: (0..threads).map(line).collect(), decided: OnceLock::new(), nodes: nodes.into() }
    }

    /// Nodes that a thread has from now on: none if all are taken.
    pub(crate) fn take_nodes(&self) -> u64 {
        let rest = |left: u64| Some(left.saturating_sub(BATCH));
        let left = self.nodes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest);
        left.unwrap_or_default().min(BATCH)
    }

    /// Ends the search for all threads.
    pub(crate) fn decide(&self, numbers: Numbers) {
        // What another thread has decided is the same.
        let _ = self.decided.set(numbers);
    }

    /// The numbers that a thread has decided.
    #[inline]
    pub(crate) fn decided(&self) -> Option<Numbers> {
        self.decided.get().copied()
    }

    /// Searches a position with this number of snorkels, seen by the other threads.
    #[inline]
    pub(crate) fn enter<T>(&self, thread: usize, snorkels: u32, mark: Mark, search: impl FnOnce() -> T) -> T {
        let Some(line) = self.marks.get(thread) else { return search() };
        let place = &line[snorkels as usize % 64];
        place.store(mark.0, Ordering::Relaxed);
        let result = search();
        place.store(NONE, Ordering::Relaxed);
        result
    }

    /// The positions with this number of snorkels that the other threads are in.
    #[inline]
    pub(crate) fn of_others(&self, thread: usize, snorkels: u32) -> impl Iterator<Item = Mark> {
        let others = self.marks.iter().enumerate().filter(move |(other, _)| *other != thread);
        others.map(move |(_, line)| Mark(line[snorkels as usize % 64].load(Ordering::Relaxed)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, Mark};

    #[test]
    fn others_see_a_position_while_it_is_searched() {
        let lines = Lines::new(3, 0);
        let mark = Mark::of([1, 2]);
        let seen =
            |thread, snorkels| lines.of_others(thread, snorkels).filter(|other| *other == mark).count();
        lines.enter(1, 2, mark, || {
            assert_eq!([seen(0, 2), seen(1, 2), seen(2, 2), seen(0, 3)], [1, 0, 1, 0]);
        });
        assert_eq!(seen(0, 2), 0);
    }

    #[test]
    fn one_thread_has_no_others() {
        let lines = Lines::new(1, 0);
        lines.enter(0, 2, Mark::of([1, 2]), || assert_eq!(lines.of_others(0, 2).count(), 0));
    }
}
