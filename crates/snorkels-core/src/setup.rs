//! Where the stones lie before play.

use abstract_game::random::SplitMix64;
use grid_topology::Bitboard64;

use crate::board;

/// Stones on random cells. The algorithm is fixed for good, so that a seed means the same set-up everywhere: a
/// [`SplitMix64`] started from the seed draws, for one stone after the other, a number below the number of cells
/// still empty, and the stone goes on the empty cell of that number, counted from 0 at `a1`, rank by rank.
pub(crate) fn random_stones(size: u8, count: u8, seed: u32) -> Bitboard64 {
    let mut random = SplitMix64::new(u64::from(seed));
    let mut stones = Bitboard64::EMPTY;
    for _ in 0..count {
        let empty = board(size).cells() - stones;
        let place = random.below(empty.len() as usize);
        stones.extend(empty.into_iter().nth(place));
    }
    stones
}
