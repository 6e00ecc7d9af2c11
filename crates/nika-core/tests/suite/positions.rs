//! The text of positions.

use abstract_game::conformance::{
    Comparison, check_damaged_positions, check_invalid_positions, check_long_positions,
    check_valid_positions, sized,
};
use nika_core::Nika;

use crate::agreement::read;
use crate::naive::{Naive, START};
use crate::sampling;

#[test]
fn the_start() {
    assert_eq!(Nika.start().to_string(), START);
    assert_eq!(Nika.start(), read(START));
    Comparison::new(Nika, Nika.start(), Naive::start()).check();
}

#[test]
fn valid_positions_are_written_as_they_were_read() {
    check_valid_positions::<Naive>(&Nika, include_str!("../valid-positions.txt"));
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    check_invalid_positions::<Naive>(&Nika, include_str!("../invalid-positions.txt"));
}

/// One reader accepts what the other accepts, and reads the same.
#[test]
fn damaged_texts() {
    let accepted = check_damaged_positions::<Naive>(sized(200, 2_000), "abejknsuwASMT0123p-/ ", |random| {
        (Nika, sampling::sample(random).text())
    });
    assert!(accepted > sized(100, 1_000), "{accepted}");
}

#[test]
fn long_texts_are_refused_with_short_messages() {
    let units = [
        ("e5n", 300_000),
        ("/", 1_000_000),
        ("-", 1_000_000),
        ("9", 1_000_000),
        ("p", 1_000_000),
        ("\u{1f40b}", 100_000),
    ];
    let frames = [
        "@",
        "@ A 2 0",
        "-/-/@/- A 2 0",
        "-/-/e5n@/- A 2 0",
        "-/-/-/- @ 2 0",
        "-/-/-/- A @ 0",
        "-/-/-/- A 1@ 0",
        "-/-/-/- A 2 @",
    ];
    check_long_positions(&Nika, &units, &frames, 500);
}
