//! Iterating over sets and collecting cells.

use super::Bitboard;
use crate::Cell;
use core::{fmt, iter::FusedIterator};

/// Iterator over the members of a [`Bitboard`] in ascending order.
///
/// ```
/// use grid_topology::{Bitboard64, Cell};
///
/// let cells = Bitboard64::from_words([0b1011]).into_iter();
/// assert_eq!(cells.len(), 3);
/// assert!(cells.eq([0, 1, 3].map(Cell::new)));
/// ```
#[derive(Clone, Debug)]
pub struct Cells<const WORDS: usize> {
    left: Bitboard<WORDS>,
}

impl<const WORDS: usize> Iterator for Cells<WORDS> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        self.left.pop_first()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.left.len() as usize;
        (len, Some(len))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Cell) -> B>(self, start: B, mut f: F) -> B {
        let mut folded = start;
        for (i, mut word) in self.left.words().into_iter().enumerate() {
            while word != 0 {
                folded = f(folded, Cell::new((64 * i) as u8 + word.trailing_zeros() as u8));
                word &= word - 1;
            }
        }
        folded
    }
}

impl<const WORDS: usize> ExactSizeIterator for Cells<WORDS> {}
impl<const WORDS: usize> FusedIterator for Cells<WORDS> {}

impl<const WORDS: usize> Bitboard<WORDS> {
    /// The members in ascending order. Sets are `Copy`, so `for cell in set` does the same.
    ///
    /// ```
    /// # use grid_topology::{Bitboard64, Cell};
    /// assert!(Bitboard64::from_words([0b101]).iter().all(|cell| cell.index() % 2 == 0));
    /// ```
    #[inline]
    pub const fn iter(self) -> Cells<WORDS> {
        Cells { left: self }
    }
}

impl<const WORDS: usize> IntoIterator for Bitboard<WORDS> {
    type Item = Cell;
    type IntoIter = Cells<WORDS>;

    #[inline]
    fn into_iter(self) -> Cells<WORDS> {
        self.iter()
    }
}

impl<const WORDS: usize> Extend<Cell> for Bitboard<WORDS> {
    #[inline]
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        cells.into_iter().for_each(|cell| self.insert(cell));
    }
}

impl<const WORDS: usize> FromIterator<Cell> for Bitboard<WORDS> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(cells);
        set
    }
}

impl<const WORDS: usize> From<Cell> for Bitboard<WORDS> {
    #[inline]
    fn from(cell: Cell) -> Self {
        Self::EMPTY.with(cell)
    }
}

impl<const WORDS: usize> Default for Bitboard<WORDS> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Lists the indices of the members: `{0, 7, 9}`.
impl<const WORDS: usize> fmt::Debug for Bitboard<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Cell::index)).finish()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::{format, vec::Vec};

    const SET: Bitboard<3> = Bitboard::from_words([1 << 63 | 1, 0, 0b110]);

    #[test]
    fn ascending_and_folded() {
        let cells = [0, 63, 129, 130].map(Cell::new);
        assert!(SET.into_iter().eq(cells));
        assert_eq!(SET.iter().fold(Vec::new(), |all, cell| [all, Vec::from([cell])].concat()), cells);
        assert_eq!(SET.iter().last(), Some(Cell::new(130)));
        assert_eq!(SET.into_iter().count(), 4);
    }

    #[test]
    fn the_length_is_exact() {
        let mut cells = SET.into_iter();
        for left in (0..4).rev() {
            assert!(cells.next().is_some());
            assert_eq!(cells.len(), left);
        }
        assert_eq!(cells.next(), None);
    }

    #[test]
    fn collected_again() {
        assert_eq!(SET.into_iter().collect::<Bitboard<3>>(), SET);
        assert_eq!(Bitboard::<3>::default(), Bitboard::EMPTY);
    }

    #[test]
    fn printed_as_indices() {
        assert_eq!(format!("{SET:?} {:?}", Bitboard::<1>::EMPTY), "{0, 63, 129, 130} {}");
    }
}
