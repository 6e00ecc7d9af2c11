//! The contract that every game keeps, over all options.

use abstract_game::conformance::{Suite, sized};
use snorkels_core::{Action, CAPTURE, MUTUAL, SELF_CAPTURE, Snorkels};

#[test]
fn every_set_of_options() {
    for size in 2..=8 {
        for pie in [true, false] {
            for stones in 0..=3 {
                let rules =
                    Snorkels::new().with("size", size).unwrap().with_pie(pie).with("stones", stones).unwrap();
                check(rules.with("stones-seed", size).unwrap());
            }
        }
    }
}

#[test]
fn every_rectangle() {
    for height in 2..=8 {
        for width in (2..=8).filter(|&width| width != height) {
            let rules = Snorkels::new().with("size", height).unwrap().with("width", width).unwrap();
            check(
                rules
                    .with("stones", width % 4)
                    .unwrap()
                    .with("stones-seed", height)
                    .unwrap()
                    .with_pie(width % 2 == 0),
            );
        }
    }
}

fn check(rules: Snorkels) {
    let suite = Suite::new(rules).reads_from_str().games(sized(4, 8)).universe(|_| Action::all().collect());
    let summary = suite.check();
    assert_eq!((summary.finished, summary.shared_tags), (summary.games, 0));
}

#[test]
fn positions_that_random_play_hardly_reaches() {
    let rules = Snorkels::new();
    let mut suite = Suite::new(rules).reads_from_str().games(8).universe(|_| Action::all().collect());
    for text in [
        "7/7/7/GGGG3/PPPPG2/PPPPG2/1PPPG2 g 1 -",
        "GGGGGGG/GGGGGGG/GGGGGGG/PPP1PPP/PPPPPPP/PPPPPPP/PPPPPPP p 1 -",
        "3/3/3 p 2 -",
        "3/#P#/3 g 1 s",
        "1#2/#3/4/4 p 1 -",
        "########/########/########/########/########/########/########/#######1 g 2 -",
    ] {
        suite = suite.from(rules.read_position(text).unwrap());
    }
    let summary = suite.check();
    assert!([CAPTURE, MUTUAL, SELF_CAPTURE].iter().all(|reason| summary.ends.contains_key(reason)));
}
