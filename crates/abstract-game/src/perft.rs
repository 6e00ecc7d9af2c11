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
    count_while::<P, true>(position, depth, &mut Vec::new(), &|| true).expect("nothing stops it")
}

/// [`count`] that plays the last action too, where `count` only counts the actions. The same result, much slower: it
/// measures playing and checks the counting.
///
/// ```
/// use abstract_game::{Rules, perft, sample::TakeTwo};
/// let start = TakeTwo::default().start();
/// assert_eq!(perft::count_one_by_one(&start, 3), perft::count(&start, 3));
/// ```
#[must_use]
pub fn count_one_by_one<P: Position>(position: &P, depth: u32) -> u64 {
    count_while::<P, false>(position, depth, &mut Vec::new(), &|| true).expect("nothing stops it")
}

/// [`count`] that returns `None` soon after `may_go_on` returns false. The actions of the nodes on the path to the current
/// one are in `actions`, one list behind the other.
///
/// `BULK`: the actions of the last ply are counted, not played.
fn count_while<P: Position, const BULK: bool>(
    position: &P,
    depth: u32,
    actions: &mut Vec<P::Action>,
    may_go_on: &impl Fn() -> bool,
) -> Option<u64> {
    match depth {
        0 => return Some(1),
        1 if BULK => return Some(position.count_actions() as u64),
        1 | 2 => {}
        _ if may_go_on() => {}
        _ => return None,
    }
    let first = actions.len();
    position.actions_into(actions);
    let end = actions.len();
    let mut nodes = 0;
    for number in first..end {
        // Not by `after`, which returns its result and thus copies the position twice.
        let mut next = position.clone();
        next.play_unchecked(actions[number]);
        nodes += count_while::<P, BULK>(&next, depth - 1, actions, may_go_on)?;
    }
    actions.truncate(first);
    Some(nodes)
}

/// [`count`] split by the first action, in the order of generation. Empty for depth 0. On all cores with the feature `parallel`.
#[must_use]
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Action, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    #[cfg(feature = "parallel")]
    let count =
        |after: &P| par_count(after, depth - 1, &AtomicBool::new(false)).expect("the flag is never set");
    #[cfg(not(feature = "parallel"))]
    let count = |after: &P| count(after, depth - 1);
    let actions = position.actions().into_iter();
    actions.map(|action| (action, count(&position.after_unchecked(action)))).collect()
}

/// [`count`] on all cores, with the same result; `None` soon after `stop` is set.
///
/// ```
/// use core::sync::atomic::{AtomicBool, Ordering};
/// use abstract_game::{Rules, perft, sample::TakeTwo};
///
/// let stop = AtomicBool::new(false);
/// let start = TakeTwo::default().start();
/// assert_eq!(perft::par_count(&start, 3, &stop), Some(perft::count(&start, 3)));
/// stop.store(true, Ordering::Relaxed);
/// assert_eq!(perft::par_count(&start, 3, &stop), None);
/// ```
#[cfg(feature = "parallel")]
#[must_use]
pub fn par_count<P: Position>(position: &P, depth: u32, stop: &AtomicBool) -> Option<u64> {
    // The subtrees below two actions are many enough to keep the threads busy to the end.
    share_out(position, depth, 2, stop)
}

/// [`count`] whose subtrees below the first `shared` actions are shared between threads.
#[cfg(feature = "parallel")]
fn share_out<P: Position>(position: &P, depth: u32, shared: u32, stop: &AtomicBool) -> Option<u64> {
    use rayon::prelude::*;
    // Subtrees up to this depth are too small to share between threads.
    const SERIAL: u32 = 2;
    let may_go_on = || !stop.load(Ordering::Relaxed);
    if !may_go_on() {
        None
    } else if depth <= SERIAL || shared == 0 {
        count_while::<P, true>(position, depth, &mut Vec::new(), &may_go_on)
    } else {
        let after = |action| share_out(&position.after_unchecked(action), depth - 1, shared - 1, stop);
        position.actions().into_par_iter().map(after).sum()
    }
}
