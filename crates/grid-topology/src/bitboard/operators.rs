//! The operators of sets, each in one line.

use super::Bitboard;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

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
