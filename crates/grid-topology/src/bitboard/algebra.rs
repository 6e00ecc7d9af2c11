//! Set algebra: `const` functions, and the operators for them.

use super::Bitboard;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

impl<const WORDS: usize> Bitboard<WORDS> {
    /// `self | other`, for use in a `const`.
    ///
    /// ```
    /// # use grid_topology::Bitboard64;
    /// assert_eq!(Bitboard64::from_words([1]).union(Bitboard64::from_words([2])).words(), [3]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        each_word!(i => self.0[i] | other.0[i])
    }

    /// `self & other`, for use in a `const`.
    ///
    /// ```
    /// # use grid_topology::Bitboard64;
    /// assert_eq!(Bitboard64::from_words([3]).intersection(Bitboard64::from_words([6])).words(), [2]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        each_word!(i => self.0[i] & other.0[i])
    }

    /// `self - other`, for use in a `const`: the members of `self` that are not in `other`.
    ///
    /// ```
    /// # use grid_topology::Bitboard64;
    /// assert_eq!(Bitboard64::from_words([3]).difference(Bitboard64::from_words([6])).words(), [1]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        each_word!(i => self.0[i] & !other.0[i])
    }

    /// `self ^ other`, for use in a `const`: the members of exactly one of the two.
    ///
    /// ```
    /// # use grid_topology::Bitboard64;
    /// assert_eq!(Bitboard64::from_words([3]).symmetric_difference(Bitboard64::from_words([6])).words(), [5]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn symmetric_difference(self, other: Self) -> Self {
        each_word!(i => self.0[i] ^ other.0[i])
    }

    /// `!self`, for use in a `const`: all cells below the capacity that are not members. Most boards have fewer cells; the
    /// complement on a board is `topology.cells() - set`.
    ///
    /// ```
    /// # use grid_topology::Bitboard64;
    /// assert_eq!(Bitboard64::EMPTY.complement().len(), 64);
    /// ```
    #[inline]
    #[must_use]
    pub const fn complement(self) -> Self {
        each_word!(i => !self.0[i])
    }
}

macro_rules! operators {
    ($($operator:ident $by_name:ident, $assign:ident $assign_by_name:ident = $method:ident;)*) => {$(
        impl<const WORDS: usize> $operator for Bitboard<WORDS> {
            type Output = Self;

            #[inline]
            fn $by_name(self, other: Self) -> Self {
                self.$method(other)
            }
        }

        impl<const WORDS: usize> $assign for Bitboard<WORDS> {
            #[inline]
            fn $assign_by_name(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    )*};
}

operators! {
    BitOr bitor, BitOrAssign bitor_assign = union;
    BitAnd bitand, BitAndAssign bitand_assign = intersection;
    BitXor bitxor, BitXorAssign bitxor_assign = symmetric_difference;
    Sub sub, SubAssign sub_assign = difference;
}

impl<const WORDS: usize> Not for Bitboard<WORDS> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.complement()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{members, samples};

    #[test]
    fn set_algebra_agrees_with_a_library_set() {
        for (a, x) in samples() {
            for (b, y) in samples() {
                assert_eq!(members(a | b), &x | &y);
                assert_eq!(members(a & b), &x & &y);
                assert_eq!(members(a ^ b), &x ^ &y);
                assert_eq!(members(a - b), &x - &y);
                assert_eq!(a.intersects(b), !x.is_disjoint(&y));
                assert_eq!(a.is_subset_of(b), x.is_subset(&y));
            }
            assert_eq!(members(!a), (0..192).filter(|i| !x.contains(i)).collect());
        }
    }
}
