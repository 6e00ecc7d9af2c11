//! The rules held against a second implementation, against counts, and against their own sentences.

mod agreement;
mod both;
mod conformance;
mod endings;
mod errors;
mod explosion;
mod matches;
mod movement;
mod naive;
mod naive_tests;
mod options;
mod perft;
mod positions;
mod push;
mod reinforcement;
mod sampling;
mod shore;
mod simple;
mod turns;

use rayon::prelude::*;

/// Runs the numbers below `count` on all cores.
pub(crate) fn on_all_cores(count: u32, work: impl Fn(u32) + Send + Sync) {
    (0..count).into_par_iter().for_each(work);
}
