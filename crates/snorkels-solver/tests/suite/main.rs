//! The solver and the checker as others use them.

#![expect(clippy::unwrap_used, reason = "a panic fails the test, in a helper too")]

mod certificates;
mod jobs;
#[path = "../kills/mod.rs"]
mod kills;
mod programs;
mod values;

use snorkels_core::{Position, Snorkels};

/// The empty board.
fn empty(width: u8, height: u8) -> Position {
    Snorkels::new().with_pie(false).with("size", height).unwrap().with("width", width).unwrap().start()
}
