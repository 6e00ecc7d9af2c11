//! The contract that every game keeps, over all options.

use abstract_game::conformance::{GameSymmetry, Suite, sized};
use snorkels_core::{Action, CAPTURE, MUTUAL, Position, SELF_CAPTURE, Snorkels};

/// One for each generator of the eight symmetries of the square.
fn symmetries() -> [GameSymmetry<Position>; 2] {
    use grid_topology::Symmetry::{MirrorFiles, Rotate90};
    [("quarter turn", Rotate90), ("files mirrored", MirrorFiles)].map(|(name, symmetry)| {
        GameSymmetry::new(
            name,
            move |position: &Position| position.mapped(symmetry),
            move |position: &Position, action| position.map_action(symmetry, action),
        )
    })
}

#[test]
fn every_set_of_options() {
    for size in 2..=8 {
        for pie in [true, false] {
            for stones in 0..=3 {
                let rules =
                    Snorkels::new().with_size(size).unwrap().with_pie(pie).with_stones(stones).unwrap();
                let mut suite = Suite::new(rules.with_seed(size.into())).games(sized(4, 8));
                suite = suite.universe(|_| Action::all().collect());
                for symmetry in symmetries() {
                    suite = suite.symmetry(symmetry);
                }
                let summary = suite.check();
                assert_eq!((summary.finished, summary.shared_tags), (summary.games, 0));
            }
        }
    }
}

#[test]
fn positions_that_random_play_hardly_reaches() {
    let rules = Snorkels::new();
    let mut suite = Suite::new(rules).games(8).universe(|_| Action::all().collect());
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
