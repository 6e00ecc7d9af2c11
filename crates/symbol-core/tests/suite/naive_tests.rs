//! The second implementation held against the counts of the rules, so that it can be trusted to judge the first.

use abstract_game::random::SplitMix64;

use crate::naive::{Act, Naive, Options};
use crate::sampling;

fn perft(rules: &str, depth: usize) -> Vec<u64> {
    Naive::start(Options::parse(rules).expect("rules")).perft(depth)
}

#[test]
fn counts_of_the_full_game() {
    assert_eq!(perft("-", 5), [14, 196, 5_320, 144_400, 5_601_612]);
}

#[test]
fn counts_of_the_simple_game() {
    assert_eq!(perft("game=simple", 5), [14, 196, 4_536, 104_976, 3_698_284]);
}

#[test]
fn counts_of_unequal_armies() {
    assert_eq!(perft("army1=L15;army2=A7D8", 3), [14, 196, 1_064]);
}

/// The text of a position says all there is to it.
#[test]
fn its_texts_are_read_back() {
    for game in 0..500 {
        let mut random = SplitMix64::new(game);
        let options = sampling::options(&mut random);
        let mut naive = sampling::position(&mut random, options);
        for _ in 0..100 {
            let acts = naive.acts();
            if naive.end.is_some() {
                assert!(acts.is_empty());
                break;
            }
            assert_eq!(Naive::parse(&naive.text()).as_ref(), Ok(&naive), "{}", naive.text());
            let act = sampling::choose(&mut random, &naive, &acts, game as usize % 4);
            assert_eq!(Act::parse(&act.text()), Some(act));
            naive.act(act);
        }
    }
}
