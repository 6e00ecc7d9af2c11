//! The second implementation compared with the counts that the rules state.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use abstract_game::conformance::{in_parallel, perft_of_second};

use crate::naive::{Act, Naive, START, Zone, everywhere, zone};

/// The number of sequences of exactly `depth` actions.
fn perft(naive: &Naive, depth: u32) -> u64 {
    *perft_of_second(naive, depth).last().expect("a depth above 0")
}

/// The start with another city to act.
fn with(city: &str) -> Naive {
    Naive::parse(&START.replace(" A ", &format!(" {city} "))).expect("a position")
}

/// "108 field cells ..., 4 × 3 victory cells, 4 × 6 rally cells"; "144 cells".
#[test]
fn cells() {
    let count = |of: &dyn Fn(Zone) -> bool| everywhere().filter_map(zone).filter(|&zone| of(zone)).count();
    assert_eq!(count(&|zone| zone == Zone::Field), 108);
    for city in 0..4 {
        assert_eq!(count(&|zone| zone == Zone::Victory(city)), 3);
        assert_eq!(count(&|zone| zone == Zone::Rally(city)), 6);
    }
    assert_eq!(everywhere().count(), 144);
}

/// "From the start every city (were it its turn) has 10 selectable sets (6 single pieces, 4 phalanxes) and 45 actions
/// without the pass: 30 rotations and 15 moves."
#[test]
fn actions_of_each_city() {
    for city in ["A", "S", "M", "T"] {
        let naive = with(city);
        let sets = naive.selectable();
        assert_eq!(sets.len(), 10);
        assert_eq!(sets.iter().filter(|set| set.len() == 1).count(), 6);
        let acts = naive.acts();
        assert_eq!(acts.len(), 46);
        assert_eq!(acts.iter().filter(|act| matches!(act, Act::Rotate(..))).count(), 30);
        assert_eq!(acts.iter().filter(|act| matches!(act, Act::Move(..))).count(), 15);
    }
}

/// "perft ... from the start: 46; 2,095; 96,370; 4,395,310 ... With Sparta or Thebes to act on the same board: 46;
/// 2,098; 96,508."
#[test]
fn counts() {
    for (city, expected) in [
        ("A", [46, 2_095, 96_370]),
        ("M", [46, 2_095, 96_370]),
        ("S", [46, 2_098, 96_508]),
        ("T", [46, 2_098, 96_508]),
    ] {
        assert_eq!([1, 2, 3].map(|depth| perft(&with(city), depth)), expected, "{city}");
    }
}

#[test]
fn count_of_depth_four() {
    let start = Naive::start();
    let acts = start.acts();
    let nodes = AtomicU64::new(0);
    in_parallel(46, |number| {
        nodes.fetch_add(perft(&start.after(&acts[number as usize]), 3), Ordering::Relaxed);
    });
    assert_eq!(nodes.into_inner(), 4_395_310);
}

/// "Athens' first turn reaches 947 distinct boards (the start included), comparing boards only."
#[test]
fn boards_after_the_first_turn() {
    let start = Naive::start();
    let mut boards = BTreeSet::new();
    for first in start.acts() {
        let within = start.after(&first);
        for second in within.acts() {
            boards.insert(within.after(&second).board);
        }
    }
    assert!(boards.contains(&start.board));
    assert_eq!(boards.len(), 947);
}

#[test]
fn texts_of_the_start() {
    assert_eq!(Naive::start().text(), START);
    for act in Naive::start().acts() {
        assert_eq!(Act::parse(&act.text()), Ok(act));
    }
}
