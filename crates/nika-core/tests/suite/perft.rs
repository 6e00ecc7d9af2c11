//! Counts kept as data: `tests/*.perft`.
//!
//! A line is `position; depth; nodes`. `#` at the beginning of a line begins a comment.

use abstract_game::conformance::{Count, read_counts};
use abstract_game::perft;
use abstract_game::random::SplitMix64;

use crate::agreement::read;
use crate::naive::{Naive, START};
use crate::{on_all_cores, sampling};

const FILES: [(&str, &str); 3] = [
    ("start.perft", include_str!("../start.perft")),
    ("figures.perft", include_str!("../figures.perft")),
    ("contact.perft", include_str!("../contact.perft")),
];

fn lines() -> Vec<Count> {
    FILES.into_iter().flat_map(|(file, content)| read_counts(file, content)).collect()
}

/// Up to depth 5 from the start: 202,184,260.
#[test]
fn counts() {
    let lines = lines();
    on_all_cores(lines.len().try_into().expect("few"), |line| {
        let Count { place, fields, depth, nodes } = &lines[line as usize];
        assert_eq!(perft::count(&read(&fields[0]), *depth), *nodes, "{place}");
    });
}

/// The second implementation counts the same, up to depth 4 from the start.
#[test]
fn counts_of_the_second_implementation() {
    let lines: Vec<Count> = lines().into_iter().filter(|line| line.nodes <= 5_000_000).collect();
    on_all_cores(lines.len().try_into().expect("few"), |line| {
        let Count { place, fields, depth, nodes } = &lines[line as usize];
        assert_eq!(Naive::parse(&fields[0]).expect("a position").perft(*depth), *nodes, "{place}");
    });
}

/// Phalanxes of 5 and 6 pieces, routed pieces, the middle of a turn, passes: the files have them all.
#[test]
fn the_files_touch_all_there_is() {
    let some = |test: &dyn Fn(&Naive) -> bool| {
        assert!(lines().iter().any(|line| test(&Naive::parse(&line.fields[0]).expect("a position"))));
    };
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

/// Prints the lines of the files: `cargo test -p nika-core --test suite print_ -- --ignored --nocapture`.
#[test]
#[ignore = "prints counts, checks nothing"]
fn print_counts() {
    let print = |naive: &Naive, deepest: u32| {
        for depth in 1..=deepest {
            println!("{}; {depth}; {}", naive.text(), naive.perft(depth));
        }
    };
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
            if sampling::largest_phalanx(&naive) == number % 6 + 1 && naive.perft(1) < 350 {
                break naive;
            }
        };
        print(&naive, if naive.perft(2) < 5_000 { 3 } else { 2 });
    }
}
