//! Sets of cells as words of 64 bits: the innermost loops of the game.
//!
//! A word is a set of cells of the 8×8 frame. The functions here use constant shifts, the same ones for boards of every
//! size. A shift may set bits outside a smaller board; intersecting the result with a set of cells clears them.

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The cells orthogonally next to a member of the set. May contain cells outside a smaller board.
#[inline]
#[must_use]
pub const fn beside(set: u64) -> u64 {
    set << 8 | set >> 8 | (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// The cells orthogonally next to at least two members of the set. May contain cells outside a smaller board.
#[inline]
#[must_use]
pub const fn beside_two(set: u64) -> u64 {
    let (north, south) = (set << 8, set >> 8);
    let (east, west) = ((set & !FILE_H) << 1, (set & !FILE_A) >> 1);
    (north & south) | (east & west) | (north | south) & (east | west)
}

/// The part of `within` connected to `seed`; `seed` is a subset of `within`.
#[inline]
#[must_use]
pub const fn flood(seed: u64, within: u64) -> u64 {
    let mut reached = seed;
    loop {
        let further = (reached | beside(reached)) & within;
        if further == reached {
            return reached;
        }
        reached = further;
    }
}
