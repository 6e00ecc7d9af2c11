//! A set of cells, one bit each.

mod iteration;
mod operators;

pub use iteration::Cells;

use crate::Cell;

/// A set of cells, kept in `WORDS` words of 64 bits; it holds cells with an index below its
/// [`CAPACITY`](Self::CAPACITY).
///
/// It is a plain value, reads like a set (`&`, `|`, `^`, `-`, `!`, `for cell in set`), and what the operators do
/// is there as `const` functions too.
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

/// A set of up to 64 cells, in one word.
///
/// ```
/// # use grid_topology::Bitboard64;
/// assert_eq!(size_of::<Bitboard64>(), 8);
/// ```
pub type Bitboard64 = Bitboard<1>;

/// Word by word, in a `const fn`.
macro_rules! each_word {
    ($i:ident => $word:expr) => {{
        let mut words = [0; WORDS];
        let mut $i = 0;
        while $i < WORDS {
            words[$i] = $word;
            $i += 1;
        }
        Self(words)
    }};
}

/// The bit of a cell within its word.
#[inline]
const fn bit(cell: Cell) -> u64 {
    1 << (cell.index() % 64)
}

impl<const WORDS: usize> Bitboard<WORDS> {
    /// The set without members.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// How many cells it could hold: 64 for each word.
    pub const CAPACITY: usize = 64 * WORDS;

    /// The set whose members are the bits set in `words`: bit `i` of word `w` is the cell `64 * w + i`.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell};
    /// assert!(Bitboard::from_words([0, 1]).contains(Cell::new(64)));
    /// ```
    #[inline]
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    /// The bits, as [`from_words`](Self::from_words) takes them.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell};
    /// assert_eq!(Bitboard::<2>::from(Cell::new(65)).words(), [0, 2]);
    /// ```
    #[inline]
    pub const fn words(self) -> [u64; WORDS] {
        self.0
    }

    /// Whether the cell is a member. A cell beyond the capacity is not.
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

    /// The set with this cell added.
    ///
    /// ```
    /// # use grid_topology::{Bitboard64, Cell};
    /// assert_eq!(Bitboard64::EMPTY.with(Cell::new(2)).words(), [4]);
    /// ```
    ///
    /// # Panics
    /// When the cell is beyond the capacity.
    #[inline]
    #[must_use]
    pub const fn with(mut self, cell: Cell) -> Self {
        self.0[cell.index() / 64] |= bit(cell);
        self
    }

    /// The set with this cell taken out.
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
    /// When the cell is beyond the capacity.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        *self = self.with(cell);
    }

    /// Takes a cell out.
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

    /// Adds the cell if it is not a member, takes it out if it is.
    ///
    /// ```
    /// # use grid_topology::{Bitboard64, Cell};
    /// let mut set = Bitboard64::from_words([0b01]);
    /// set.toggle(Cell::new(0));
    /// set.toggle(Cell::new(1));
    /// assert_eq!(set.words(), [0b10]);
    /// ```
    ///
    /// # Panics
    /// When the cell is beyond the capacity.
    #[inline]
    pub const fn toggle(&mut self, cell: Cell) {
        self.0[cell.index() / 64] ^= bit(cell);
    }

    /// Adds the cell or takes it out, as `member` says.
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
    /// When a cell beyond the capacity is to be added.
    #[inline]
    pub const fn set(&mut self, cell: Cell, member: bool) {
        *self = if member { self.with(cell) } else { self.without(cell) };
    }

    /// Whether it has no members.
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

    /// Takes the member with the lowest index out and returns it.
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

    /// `!self`, for use in a `const`: everything up to the capacity that is not a member. That is more than the
    /// cells of most boards; for the rest of a board write `topology.cells() - set`.
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

    /// Every member moved `distance` indices up; what would pass the capacity drops out.
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

    /// Every member moved `distance` indices down; what would pass 0 drops out.
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

    /// [`shifted_up`](Self::shifted_up) by 1 to 63, without a branch.
    #[inline]
    pub(crate) const fn nudged_up(self, distance: u8) -> Self {
        let distance = distance as u32;
        each_word!(i => {
            let carry = if i == 0 { 0 } else { (self.0[i - 1] >> 1).wrapping_shr(63_u32.wrapping_sub(distance)) };
            self.0[i].wrapping_shl(distance) | carry
        })
    }

    /// [`shifted_down`](Self::shifted_down) by 1 to 63, without a branch.
    #[inline]
    pub(crate) const fn nudged_down(self, distance: u8) -> Self {
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
    extern crate std;
    use super::*;
    use std::{collections::BTreeSet, vec::Vec};

    /// Sets to try things on, with the same members in a library set.
    fn samples() -> Vec<(Bitboard<3>, BTreeSet<usize>)> {
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

    fn members<const W: usize>(set: Bitboard<W>) -> BTreeSet<usize> {
        (0..64 * W).filter(|i| set.words()[i / 64] >> (i % 64) & 1 == 1).collect()
    }

    #[test]
    fn queries_agree_with_a_library_set() {
        for (set, naive) in samples() {
            assert_eq!(set.len() as usize, naive.len());
            assert_eq!(set.is_empty(), naive.is_empty());
            assert_eq!(set.first().map(Cell::index), naive.first().copied());
            assert_eq!(set.last().map(Cell::index), naive.last().copied());
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
                toggled.toggle(cell);
                assert_eq!(members(toggled), if set.contains(cell) { without } else { with });
                toggled.set(cell, set.contains(cell));
                assert_eq!(toggled, set);
            }
        }
    }

    #[test]
    fn taking_out_what_cannot_be_in_does_nothing() {
        assert_eq!(Bitboard64::from_words([7]).without(Cell::new(64)).words(), [7]);
    }

    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn putting_in_what_cannot_be_in_panics() {
        let _ = Bitboard64::EMPTY.with(Cell::new(64));
    }

    #[test]
    fn shifts_move_every_member() {
        for (set, naive) in samples() {
            for distance in 0..200_u32 {
                let up = naive.iter().map(|i| i + distance as usize).filter(|&i| i < 192).collect();
                let down = naive.iter().filter_map(|i| i.checked_sub(distance as usize)).collect();
                assert_eq!(members(set.shifted_up(distance)), up);
                assert_eq!(members(set.shifted_down(distance)), down);
                if (1..64).contains(&distance) {
                    assert_eq!(members(set.nudged_up(distance as u8)), up);
                    assert_eq!(members(set.nudged_down(distance as u8)), down);
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
