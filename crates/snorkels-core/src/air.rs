//! Air, on bare words: the innermost loop of the game.
//!
//! A word is a set of cells of the 8×8 frame. Everything here works by constant shifts, alike for boards of every
//! size; what a shift pushes beyond a smaller board is cut off by the set it is then intersected with.

use crate::Outcome;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The cells orthogonally next to a member of the set; may reach beyond a smaller board.
#[inline]
pub(crate) const fn beside(set: u64) -> u64 {
    set << 8 | set >> 8 | (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// The part of `within` connected to `seed`, which lies in it.
#[inline]
pub(crate) const fn flood(seed: u64, within: u64) -> u64 {
    let mut reached = seed;
    loop {
        let further = (reached | beside(reached)) & within;
        if further == reached {
            return reached;
        }
        reached = further;
    }
}

/// The snorkels of one colour whose groups have no air.
#[inline]
pub(crate) const fn smothered(own: u64, empty: u64) -> u64 {
    own & !flood(own & beside(empty), own)
}

/// Whether one of the groups with a member in `suspects` has no air. `breathing` holds all cells beside an empty one.
#[inline]
const fn any_smothered(mut suspects: u64, own: u64, breathing: u64) -> bool {
    while suspects != 0 {
        let mut group = suspects & suspects.wrapping_neg();
        loop {
            if group & breathing != 0 {
                break;
            }
            let grown = (group | beside(group)) & own;
            if grown == group {
                return true;
            }
            group = grown;
        }
        suspects &= !group;
    }
    false
}

/// What placing a snorkel on the cell `at` does, where no group lacked air before.
///
/// The placement takes air from nobody but the groups beside `at`, and gives none: so only the enemy groups beside it
/// and the placer's group on it can be without air now. Mostly each of those has a member at hand that breathes,
/// and nothing need be flooded.
#[inline]
pub(crate) const fn outcome(own: u64, enemy: u64, empty: u64, at: u64) -> Outcome {
    let breathing = beside(empty & !at);
    let suspects = beside(at) & enemy & !breathing;
    let chokes = at & !breathing;
    if suspects | chokes == 0 {
        return Outcome::Continue;
    }
    let captures = any_smothered(suspects, enemy, breathing);
    let smothers = any_smothered(chokes, own | at, breathing);
    match (captures, smothers) {
        (false, false) => Outcome::Continue,
        (true, false) => Outcome::Capture,
        (true, true) => Outcome::Mutual,
        (false, true) => Outcome::SelfCapture,
    }
}
