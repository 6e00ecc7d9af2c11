//! Moving all members by the same number of indices.

use super::Bitboard;

impl<const WORDS: usize> Bitboard<WORDS> {
    /// All members moved up by 1 to 63 indices, without a branch.
    #[inline]
    pub(crate) const fn shifted_up(self, distance: u8) -> Self {
        let distance = distance as u32;
        each_word!(i => {
            let carry = if i == 0 { 0 } else { (self.0[i - 1] >> 1).wrapping_shr(63_u32.wrapping_sub(distance)) };
            self.0[i].wrapping_shl(distance) | carry
        })
    }

    /// All members moved down by 1 to 63 indices, without a branch.
    #[inline]
    pub(crate) const fn shifted_down(self, distance: u8) -> Self {
        let distance = distance as u32;
        each_word!(i => {
            let carry =
                if i + 1 == WORDS { 0 } else { (self.0[i + 1] << 1).wrapping_shl(63_u32.wrapping_sub(distance)) };
            self.0[i].wrapping_shr(distance) | carry
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{members, samples};

    #[test]
    fn shifts_move_every_member() {
        for (set, naive) in samples() {
            for distance in 1..64 {
                let up = naive.iter().map(|i| i + distance as usize).filter(|&i| i < 192).collect();
                let down = naive.iter().filter_map(|i| i.checked_sub(distance as usize)).collect();
                assert_eq!(members(set.shifted_up(distance)), up);
                assert_eq!(members(set.shifted_down(distance)), down);
            }
        }
    }
}
