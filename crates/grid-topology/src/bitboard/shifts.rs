//! Moving all members by the same number of indices.

use super::Bitboard;

impl<const WORDS: usize> Bitboard<WORDS> {
    /// All members moved `distance` indices up. Members that reach the capacity are dropped.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell};
    /// let set = Bitboard::from_words([1 << 63 | 1, 0]);
    /// assert_eq!(set.shifted_up(8).words(), [1 << 8, 1 << 7]);
    /// assert!(set.shifted_up(128).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn shifted_up(self, distance: u32) -> Self {
        let (skip, bits) = (distance as usize / 64, distance % 64);
        each_word!(i => if i < skip {
            0
        } else if i == skip || bits == 0 {
            self.0[i - skip] << bits
        } else {
            self.0[i - skip] << bits | self.0[i - skip - 1] >> (64 - bits)
        })
    }

    /// All members moved `distance` indices down. Members that pass index 0 are dropped.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell};
    /// let set = Bitboard::from_words([1, 1]);
    /// assert_eq!(set.shifted_down(8).words(), [1 << 56, 0]);
    /// assert!(set.shifted_down(128).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn shifted_down(self, distance: u32) -> Self {
        let (skip, bits) = (distance as usize / 64, distance % 64);
        each_word!(i => if skip >= WORDS - i {
            0
        } else if i + skip == WORDS - 1 || bits == 0 {
            self.0[i + skip] >> bits
        } else {
            self.0[i + skip] >> bits | self.0[i + skip + 1] << (64 - bits)
        })
    }

    /// [`shifted_up`](Self::shifted_up) by 1 to 63 indices, without a branch.
    #[inline]
    pub(crate) const fn shifted_up_short(self, distance: u8) -> Self {
        let distance = distance as u32;
        each_word!(i => {
            let carry = if i == 0 { 0 } else { (self.0[i - 1] >> 1).wrapping_shr(63_u32.wrapping_sub(distance)) };
            self.0[i].wrapping_shl(distance) | carry
        })
    }

    /// [`shifted_down`](Self::shifted_down) by 1 to 63 indices, without a branch.
    #[inline]
    pub(crate) const fn shifted_down_short(self, distance: u8) -> Self {
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
    use super::super::Bitboard64;
    use super::super::tests::{members, samples};

    #[test]
    fn shifts_move_every_member() {
        for (set, naive) in samples() {
            for distance in 0..200_u32 {
                let up = naive.iter().map(|i| i + distance as usize).filter(|&i| i < 192).collect();
                let down = naive.iter().filter_map(|i| i.checked_sub(distance as usize)).collect();
                assert_eq!(members(set.shifted_up(distance)), up);
                assert_eq!(members(set.shifted_down(distance)), down);
                if (1..64).contains(&distance) {
                    assert_eq!(members(set.shifted_up_short(distance as u8)), up);
                    assert_eq!(members(set.shifted_down_short(distance as u8)), down);
                }
                let word = Bitboard64::from_words([set.words()[0]]);
                assert_eq!(
                    word.shifted_up(distance).words()[0],
                    word.words()[0].checked_shl(distance).unwrap_or(0)
                );
                assert_eq!(
                    word.shifted_down(distance).words()[0],
                    word.words()[0].checked_shr(distance).unwrap_or(0)
                );
            }
        }
    }
}
