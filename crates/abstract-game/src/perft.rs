//! Perft: counts the sequences of exactly n actions, to compare move generators.
//!
//! The depth is in actions, not turns. Finished games have no successors; repetition is ignored.

use alloc::vec::Vec;
#[cfg(feature = "parallel")]
use core::sync::atomic::{AtomicBool, Ordering};

use crate::Position;

/// The number of sequences of exactly `depth` actions from `position`.
///
/// ```
/// use abstract_game::{Rules, perft, sample::TakeTwo};
/// assert_eq!(perft::count(&TakeTwo::default().start(), 1), 9);
/// ```
#[must_use]
pub fn count<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_actions() as u64,
        _ => position.actions().into_iter().map(|action| count(&position.after(action), depth - 1)).sum(),
    }
}

/// [`count`] split by the first action, in the order of generation. Empty for depth 0.
#[must_use]
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Action, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    position.actions().into_iter().map(|action| (action, count(&position.after(action), depth - 1))).collect()
}

/// [`count`] on all cores, with the same result.
#[cfg(feature = "parallel")]
#[must_use]
pub fn par_count<P: Position>(position: &P, depth: u32) -> u64 {
    par_count_until(position, depth, &AtomicBool::new(false)).expect("the flag is never set")
}

/// [`par_count`] that can be stopped: it returns `None` soon after `stop` is set.
///
/// ```
/// use core::sync::atomic::{AtomicBool, Ordering};
/// use abstract_game::{Rules, perft, sample::TakeTwo};
///
/// let stop = AtomicBool::new(false);
/// let start = TakeTwo::default().start();
/// assert_eq!(perft::par_count_until(&start, 3, &stop), Some(perft::count(&start, 3)));
/// stop.store(true, Ordering::Relaxed);
/// assert_eq!(perft::par_count_until(&start, 3, &stop), None);
/// ```
#[cfg(feature = "parallel")]
#[must_use]
pub fn par_count_until<P: Position>(position: &P, depth: u32, stop: &AtomicBool) -> Option<u64> {
    use rayon::prelude::*;
    // Subtrees up to this depth are too small to share between threads.
    const SERIAL: u32 = 2;
    if stop.load(Ordering::Relaxed) {
        None
    } else if depth <= SERIAL {
        Some(count(position, depth))
    } else {
        let after = |action| par_count_until(&position.after(action), depth - 1, stop);
        position.actions().into_par_iter().map(after).sum()
    }
}

/// [`divide`] on all cores, with the same result.
#[cfg(feature = "parallel")]
#[must_use]
pub fn par_divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Action, u64)> {
    use rayon::prelude::*;
    if depth == 0 {
        return Vec::new();
    }
    position
        .actions()
        .into_par_iter()
        .map(|action| (action, par_count(&position.after(action), depth - 1)))
        .collect()
}
