//! Tests of the crate, one module per subject; together they are one binary, which links faster.
#![expect(clippy::unwrap_used, reason = "in a test's helper as in a test, a panic is the report")]

use abstract_game::Rules;
use abstract_game::sample::{Heaps, TakeTwo};

mod broken;
mod conformance;
mod conformance_options;
mod facade;
mod matches;
mod options;
mod perft;
mod random;
mod random_games;
mod ring;
mod sample;
mod second;
mod turns;
mod values;

/// The position of the sample game with that text.
fn heaps(text: &str) -> Heaps {
    TakeTwo::default().read_position(text).unwrap()
}
