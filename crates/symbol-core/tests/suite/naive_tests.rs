//! The second implementation compared with the counts that the rules state.

use abstract_game::conformance::{perft_of_second, sized};
use abstract_game::random::SplitMix64;

use crate::naive::{Act, Naive, Options};
use crate::sampling;

fn perft(rules: &str, depth: u32) -> Vec<u64> {
    perft_of_second(&Naive::start(Options::parse(rules).expect("rules")), depth)
}

#[test]
fn counts_of_the_full_game() {
    let depth = sized(4, 5);
    assert_eq!(perft("-", depth), [14, 196, 5_320, 144_400, 5_601_612][..depth as usize]);
}

#[test]
fn counts_of_the_simple_game() {
    let depth = sized(4, 5);
    assert_eq!(perft("game=simple", depth), [14, 196, 4_536, 104_976, 3_698_284][..depth as usize]);
}

#[test]
fn counts_of_unequal_armies() {
    assert_eq!(perft("army1=L15;army2=A7D8", 3), [14, 196, 1_064]);
}

/// The text of a position holds everything that the position holds.
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
