//! Playouts.

use abstract_game::Position as _;
use abstract_game::random::SplitMix64;
use snorkels_core::{Position, Snorkels};

use crate::read;

/// The position after `limit` actions of the playout with a seed.
fn after(start: &Position, seed: u64, limit: u32) -> Position {
    let (mut position, mut random) = (*start, SplitMix64::new(seed));
    position.play_out(limit, &mut Vec::new(), |count| random.below(count));
    position
}

#[test]
fn every_step_of_a_playout_is_a_legal_action() {
    let rules = Snorkels::new();
    for start in [
        rules.start(),
        rules.with_pie(false).start(),
        rules.with("size", 3).unwrap().start(),
        read("5/2#2/1P1G1/2#2/5 g 1 -"),
        read("3/1P1/3 g 1 s"),
    ] {
        for seed in 0..100 {
            let mut before = start;
            for limit in 1.. {
                let next = after(&start, seed, limit);
                if before.end().is_some() {
                    assert_eq!(next, before);
                    break;
                }
                assert!(
                    before.actions().iter().any(|&action| before.after(action) == next),
                    "{before} {next}"
                );
                assert_eq!(next.key(), next.key_from_scratch());
                before = next;
            }
            assert_eq!(after(&start, seed, u32::MAX), before);
        }
    }
}
