//! Counts kept as data: `tests/*.perft`.
//!
//! A line is `position; depth; nodes`. `# ` at the beginning of a line begins a comment.

use abstract_game::conformance::{
    check_counts, check_counts_of_second, perft_of_second, positions_of_counts, write_counts,
};
use abstract_game::random::SplitMix64;
use nika_core::Nika;

use crate::naive::{Naive, START};
use crate::sampling;

const FILES: [(&str, &str); 3] = [
    ("start.perft", include_str!("../start.perft")),
    ("figures.perft", include_str!("../figures.perft")),
    ("contact.perft", include_str!("../contact.perft")),
];

/// Up to depth 5 from the start: 202,184,260.
#[test]
fn counts() {
    check_counts::<Nika>(&FILES);
}

/// Of each position all but the start's depths 4 and 5; `naive_tests` counts the former.
#[test]
fn counts_of_the_second_implementation() {
    assert_eq!(check_counts_of_second::<Naive>(&FILES, 20_000), 145);
}

/// Phalanxes of 1 to 6 pieces, routed pieces, the middle of a turn and passes occur in the files.
#[test]
fn the_files_cover_the_rules() {
    let positions = positions_of_counts::<Naive>(&FILES);
    let some = |test: &dyn Fn(&Naive) -> bool| assert!(positions.iter().any(test));
    for size in 1..=6 {
        some(&|naive| sampling::largest_phalanx(naive) == size);
    }
    for city in 0..4 {
        some(&|naive| naive.city == city && naive.routed(city) > 0);
    }
    some(&|naive| naive.left == 1 && !naive.first_passed);
    some(&|naive| naive.left == 1 && naive.first_passed);
    some(&|naive| naive.passed == 3);
}

/// Prints the lines of the files: `cargo test -p agon-nika-core --test suite print_ -- --ignored --nocapture`.
#[test]
#[ignore = "prints counts, checks nothing"]
fn print_counts() {
    let print = |naive: &Naive, depth: u32| print!("{}", write_counts(naive, "", depth));
    println!("== start.perft");
    for city in ["A", "S", "M", "T"] {
        let naive = Naive::parse(&START.replace(" A ", &format!(" {city} "))).expect("a position");
        print(&naive, if city == "A" { 4 } else { 3 });
    }
    println!("== figures.perft");
    for text in [
        "d5ee5e/f5w/-/- A 2 0",
        "d4ee4ee5ef4ef5e/g4wg5wh4n/-/h5e A 2 0",
        "d5ee5e/f5s/-/- A 2 0",
        "d5ee5ef4ef5e/g4ng5wh5e/i5w/- A 2 0",
        "f4e/-/h5e/e4we5wf5wg4wg5wh4w T 2 0",
    ] {
        print(&Naive::parse(text).expect("a position"), 3);
    }
    println!("== contact.perft");
    let mut random = SplitMix64::new(2);
    for number in 0..40 {
        let naive = loop {
            let naive = sampling::contact(&mut random);
            // Every size of phalanx.
            if sampling::largest_phalanx(&naive) == number % 6 + 1 && naive.acts().len() < 350 {
                break naive;
            }
        };
        print(&naive, if perft_of_second(&naive, 2)[1] < 5_000 { 3 } else { 2 });
    }
}
