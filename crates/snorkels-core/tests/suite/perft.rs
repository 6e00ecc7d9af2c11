//! Counts kept as data: `tests/*.perft`.
//!
//! A line is `position; options; depth; nodes`, with the options that the position's text does not carry, as
//! `pie=true`, separated by spaces. `# ` at the beginning of a line begins a comment.

use abstract_game::conformance::{check_counts, check_counts_of_second, sized};
use snorkels_core::Snorkels;

use crate::naive::Naive;

const FILES: [(&str, &str); 4] = [
    ("boards.perft", include_str!("../boards.perft")),
    ("rectangles.perft", include_str!("../rectangles.perft")),
    ("stones.perft", include_str!("../stones.perft")),
    ("midgame.perft", include_str!("../midgame.perft")),
];

#[test]
fn counts() {
    check_counts::<Snorkels>(&FILES);
}

/// In the long size the second implementation counts 7×7 to depth 4, and 2×2 to the end.
#[test]
fn counts_of_the_second_implementation() {
    check_counts_of_second::<Naive>(&FILES, sized(20_000, 150_000));
}
