//! Sets of cells, one bit per cell.

#[macro_use]
mod words;
mod algebra;
mod iteration;
mod shifts;

pub use iteration::Cells;

use crate::Cell;

/// A set of cells in `WORDS` words of 64 bits. Holds cells with an index below `64 * WORDS`.
///
/// A plain value with the operators of a set (`&`, `|`, `^`, `-`, `!`, `for cell in set`); each operator also exists as a
/// `const` function.
///
/// ```
/// use grid_topology::{Bitboard64, Cell};
///
/// const CENTRE: Bitboard64 = Bitboard64::EMPTY.with(Cell::new(27)).with(Cell::new(28));
///
/// let mut set = CENTRE | Bitboard64::from(Cell::new(3));
/// assert_eq!(set.len(), 3);
/// assert!((set - CENTRE).contains(Cell::new(3)));
///
/// set.remove(Cell::new(28));
/// assert!(set.into_iter().eq([Cell::new(3), Cell::new(27)]));
/// assert_eq!(format!("{set:?}"), "{3, 27}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard<const WORDS: usize>([u64; WORDS]);

/// A set of cells in one word.
///
/// ```
/// # use grid_topology::Bitboard64;
/// assert_eq!(size_of::<Bitboard64>(), 8);
/// ```
pub type Bitboard64 = Bitboard<1>;

/// The bit of a cell within its word.
#[inline]
const fn bit(cell: Cell) -> u64 {
    1 << (cell.index() % 64)
}

impl<const WORDS: usize> Bitboard<WORDS> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The set with these words: bit `i` of word `w` is the cell `64 * w + i`.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell};
    /// assert!(Bitboard::from_words([0, 1]).contains(Cell::new(64)));
    /// ```
    #[inline]
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    /// The words, as in [`from_words`](Self::from_words).
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell};
    /// assert_eq!(Bitboard::<2>::from(Cell::new(65)).words(), [0, 2]);
    /// ```
    #[inline]
    pub const fn words(self) -> [u64; WORDS] {
        self.0
    }

    /// Whether the cell is a member. Cells beyond the capacity are not.
    ///
    /// ```
    /// # use grid_topology::{Bitboard64, Cell};
    /// assert!(Bitboard64::from(Cell::new(5)).contains(Cell::new(5)));
    /// assert!(!Bitboard64::EMPTY.complement().contains(Cell::new(64)));
    /// ```
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        let word = cell.index() / 64;
        word < WORDS && self.0[word] & bit(cell) != 0
    }

    /// The set with this cell.
    ///
    /// ```
    /// # use grid_topology::{Bitboard64, Cell};
    /// assert_eq!(Bitboard64::EMPTY.with(Cell::new(2)).words(), [4]);
    /// ```
    ///
    /// # Panics
    /// If the cell is beyond the capacity.
    #[inline]
    #[must_use]
    pub const fn with(mut self, cell: Cell) -> Self {
        self.0[cell.index() / 64] |= bit(cell);
        self
    }

    /// The set without this cell.
    ///
    /// ```
    /// # use grid_topology::{Bitboard64, Cell};
    /// assert_eq!(Bitboard64::from_words([0b110]).without(Cell::new(2)).words(), [0b10]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn without(mut self, cell: Cell) -> Self {
        let word = cell.index() / 64;
        if word < WORDS {
            self.0[word] &= !bit(cell);
        }
        self
    }

    /// Adds a cell.
    ///
    /// ```
    /// # use grid_topology::{Bitboard64, Cell};
    /// let mut set = Bitboard64::EMPTY;
    /// set.insert(Cell::new(0));
    /// assert_eq!(set.words(), [1]);
    /// ```
    ///
    /// # Panics
    /// If the cell is beyond the capacity.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        *self = self.with(cell);
    }

    /// Removes a cell.
    ///
    /// ```
    /// # use grid_topology::{Bitboard64, Cell};
    /// let mut set = Bitboard64::from_words([0b11]);
    /// set.remove(Cell::new(0));
    /// assert_eq!(set.words(), [0b10]);
    /// ```
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        *self = self.without(cell);
    }

    /// Adds the cell if `member` is true, removes it otherwise.
    ///
    /// ```
    /// # use grid_topology::{Bitboard64, Cell};
    /// let mut set = Bitboard64::EMPTY;
    /// set.set(Cell::new(1), true);
    /// set.set(Cell::new(0), false);
    /// assert_eq!(set.words(), [0b10]);
    /// ```
    ///
    /// # Panics
    /// If `member` is true and the cell is beyond the capacity.
    #[inline]
    pub const fn set(&mut self, cell: Cell, member: bool) {
        let word = cell.index() / 64;
        if member || word < WORDS {
            self.0[word] = self.0[word] & !bit(cell) | (member as u64) << (cell.index() % 64);
        }
    }

    /// Whether the set has no members.
    ///
    /// ```
    /// # use grid_topology::{Bitboard64, Cell};
    /// assert!(Bitboard64::EMPTY.is_empty());
    /// assert!(!Bitboard64::from(Cell::new(9)).is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(self) -> bool {
        let mut any = 0;
        let mut i = 0;
        while i < WORDS {
            any |= self.0[i];
            i += 1;
        }
        any == 0
    }

    /// The number of members.
    ///
    /// ```
    /// # use grid_topology::Bitboard;
    /// assert_eq!(Bitboard::from_words([0b1011, 1]).len(), 4);
    /// ```
    #[inline]
    pub const fn len(self) -> u32 {
        let mut count = 0;
        let mut i = 0;
        while i < WORDS {
            count += self.0[i].count_ones();
            i += 1;
        }
        count
    }

    /// The member with the lowest index.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell};
    /// assert_eq!(Bitboard::from_words([0, 0b1100]).first(), Some(Cell::new(66)));
    /// assert_eq!(Bitboard::<2>::EMPTY.first(), None);
    /// ```
    #[inline]
    pub const fn first(self) -> Option<Cell> {
        let mut i = 0;
        while i < WORDS {
            if self.0[i] != 0 {
                return Some(Cell::new((64 * i) as u8 + self.0[i].trailing_zeros() as u8));
            }
            i += 1;
        }
        None
    }

    /// The member with `n` members below it; `None` if there are at most `n` members.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell};
    /// assert_eq!(Bitboard::from_words([0b10, 0b1100]).nth(2), Some(Cell::new(67)));
    /// assert_eq!(Bitboard::from_words([0b10, 0b1100]).nth(3), None);
    /// ```
    #[inline]
    pub fn nth(self, mut n: u32) -> Option<Cell> {
        for (i, word) in self.0.into_iter().enumerate() {
            let count = word.count_ones();
            if n < count {
                return Some(Cell::new((64 * i) as u8 + words::nth_bit(word, n) as u8));
            }
            n -= count;
        }
        None
    }

    /// The member with the highest index.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell};
    /// assert_eq!(Bitboard::from_words([0, 0b1100]).last(), Some(Cell::new(67)));
    /// assert_eq!(Bitboard::<2>::EMPTY.last(), None);
    /// ```
    #[inline]
    pub const fn last(self) -> Option<Cell> {
        let mut i = WORDS;
        while i > 0 {
            i -= 1;
            if self.0[i] != 0 {
                return Some(Cell::new((64 * i) as u8 + 63 - self.0[i].leading_zeros() as u8));
            }
        }
        None
    }

    /// Removes the member with the lowest index and returns it.
    ///
    /// ```
    /// # use grid_topology::{Bitboard64, Cell};
    /// let mut set = Bitboard64::from_words([0b1001]);
    /// assert_eq!(set.pop_first(), Some(Cell::new(0)));
    /// assert_eq!(set.pop_first(), Some(Cell::new(3)));
    /// assert_eq!(set.pop_first(), None);
    /// ```
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Cell> {
        let mut i = 0;
        while i < WORDS {
            let word = self.0[i];
            if word != 0 {
                self.0[i] = word & (word - 1);
                return Some(Cell::new((64 * i) as u8 + word.trailing_zeros() as u8));
            }
            i += 1;
        }
        None
    }

    /// Whether the two sets have a member in common.
    ///
    /// ```
    /// # use grid_topology::Bitboard64;
    /// assert!(Bitboard64::from_words([0b011]).intersects(Bitboard64::from_words([0b110])));
    /// ```
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        !self.intersection(other).is_empty()
    }

    /// Whether every member is also a member of `other`.
    ///
    /// ```
    /// # use grid_topology::Bitboard64;
    /// assert!(Bitboard64::from_words([0b010]).is_subset_of(Bitboard64::from_words([0b110])));
    /// ```
    #[inline]
    pub const fn is_subset_of(self, other: Self) -> bool {
        self.difference(other).is_empty()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::{collections::BTreeSet, vec::Vec};

    /// Sets for the tests, each with the same members in a `BTreeSet`.
    pub(super) fn samples() -> Vec<(Bitboard<3>, BTreeSet<usize>)> {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 29
        };
        let mut sets: Vec<_> =
            (0..20).map(|_| Bitboard::from_words([random(), random(), random()])).collect();
        sets.extend((0..20).map(|_| Bitboard::from_words([random() & random() & random(), 0, random()])));
        sets.extend([Bitboard::EMPTY, !Bitboard::EMPTY]);
        sets.into_iter().map(|set| (set, members(set))).collect()
    }

    pub(super) fn members<const W: usize>(set: Bitboard<W>) -> BTreeSet<usize> {
        (0..64 * W).filter(|i| set.words()[i / 64] >> (i % 64) & 1 == 1).collect()
    }

    #[test]
    fn queries_agree_with_a_library_set() {
        for (set, naive) in samples() {
            assert_eq!(set.len() as usize, naive.len());
            assert_eq!(set.is_empty(), naive.is_empty());
            assert_eq!(set.first().map(Cell::index), naive.first().copied());
            assert_eq!(set.last().map(Cell::index), naive.last().copied());
            for n in 0..=192 {
                assert_eq!(set.nth(n).map(Cell::index), naive.iter().nth(n as usize).copied());
            }
            for i in 0..=255 {
                assert_eq!(set.contains(Cell::new(i)), naive.contains(&(i as usize)));
            }
        }
    }

    #[test]
    fn changing_one_cell_changes_no_other() {
        for (set, naive) in samples() {
            for cell in (0..192).map(Cell::new) {
                let mut with = naive.clone();
                with.insert(cell.index());
                let mut without = naive.clone();
                without.remove(&cell.index());
                assert_eq!(members(set.with(cell)), with);
                assert_eq!(members(set.without(cell)), without);
                let mut toggled = set;
                toggled.set(cell, !set.contains(cell));
                assert_eq!(members(toggled), if set.contains(cell) { without } else { with });
                toggled.set(cell, set.contains(cell));
                assert_eq!(toggled, set);
            }
        }
    }

    #[test]
    fn removing_a_cell_beyond_the_capacity_changes_nothing() {
        assert_eq!(Bitboard64::from_words([7]).without(Cell::new(64)).words(), [7]);
    }

    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn adding_a_cell_beyond_the_capacity_panics() {
        let _ = Bitboard64::EMPTY.with(Cell::new(64));
    }
}
