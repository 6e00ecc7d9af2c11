//! The rules held against a second implementation, against counts, and against their own sentences.

mod agreement;
mod both;
mod conformance;
mod endings;
mod figures;
mod movement;
mod naive;
mod naive_tests;
mod notation;
mod perft;
mod positions;
mod push;
mod rally;
mod sampling;
mod symmetry;

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// Runs the numbers below `count` on all cores.
pub(crate) fn on_all_cores(count: u32, work: impl Fn(u32) + Sync) {
    let next = AtomicU32::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    work(number);
                }
            });
        }
    });
}
