//! Growing sets by adjacency.

use crate::{
    Bitboard,
    Direction::{self, East, North, South, West},
    Topology,
};
use core::iter::FusedIterator;

impl<const CELLS: usize, const WORDS: usize> Topology<CELLS, WORDS> {
    /// The set and every cell adjacent to one of its members.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<9, 1> = Topology::new(Shape::rectangle::<3, 3>(), Numbering::Dense);
    /// assert_eq!(BOARD.expand(Cell::new(4).into()).words(), [0b010_111_010]);
    /// ```
    #[inline]
    pub const fn expand(&self, set: Bitboard<WORDS>) -> Bitboard<WORDS> {
        set.union(self.shift(set, North))
            .union(self.shift(set, East))
            .union(self.shift(set, South))
            .union(self.shift(set, West))
    }

    /// The cells adjacent to a member of the set that are not members themselves.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<9, 1> = Topology::new(Shape::rectangle::<3, 3>(), Numbering::Dense);
    /// assert_eq!(BOARD.adjacent(Bitboard::from_words([0b000_011_000])).words(), [0b011_100_011]);
    /// ```
    #[inline]
    pub const fn adjacent(&self, set: Bitboard<WORDS>) -> Bitboard<WORDS> {
        self.expand(set).difference(set)
    }

    /// The set and every cell one step away from a member in any of the eight directions.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<9, 1> = Topology::new(Shape::rectangle::<3, 3>(), Numbering::Dense);
    /// assert_eq!(BOARD.king_expand(Cell::new(0).into()).words(), [0b000_011_011]);
    /// ```
    #[inline]
    pub const fn king_expand(&self, set: Bitboard<WORDS>) -> Bitboard<WORDS> {
        let mut expanded = set;
        let mut i = 0;
        while i < 8 {
            expanded = expanded.union(self.shift(set, Direction::ALL[i]));
            i += 1;
        }
        expanded
    }

    /// The part of `within` that can be reached from the members of `seed` in it, going from cell to adjacent cell
    /// without leaving `within`. Members of `seed` outside `within` count for nothing.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<9, 1> = Topology::new(Shape::rectangle::<3, 3>(), Numbering::Dense);
    /// let two_parts = Bitboard::from_words([0b100_001_011]);
    /// assert_eq!(BOARD.flood(Cell::new(3).into(), two_parts).words(), [0b000_001_011]);
    /// assert!(BOARD.flood(Cell::new(2).into(), two_parts).is_empty());
    /// ```
    #[inline]
    pub const fn flood(&self, seed: Bitboard<WORDS>, within: Bitboard<WORDS>) -> Bitboard<WORDS> {
        let mut reached = seed.intersection(within);
        loop {
            // Along the ranks first and then along the files: corners are turned within one round.
            let sideways = reached.union(self.shift(reached, East)).union(self.shift(reached, West));
            let sideways = sideways.intersection(within);
            let further = sideways.union(self.shift(sideways, North)).union(self.shift(sideways, South));
            let further = further.intersection(within);
            if further.difference(reached).is_empty() {
                return reached;
            }
            reached = further;
        }
    }

    /// The connected parts of a set, the one with the lowest cell first.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<9, 1> = Topology::new(Shape::rectangle::<3, 3>(), Numbering::Dense);
    /// let parts = BOARD.components(Bitboard::from_words([0b100_001_011]));
    /// assert!(parts.map(Bitboard::words).eq([[0b000_001_011], [0b100_000_000]]));
    /// ```
    #[inline]
    pub const fn components(&self, set: Bitboard<WORDS>) -> Components<'_, CELLS, WORDS> {
        Components { board: self, left: set }
    }
}

/// The connected parts of a set; made by [`Topology::components`].
#[derive(Clone)]
pub struct Components<'a, const CELLS: usize, const WORDS: usize> {
    board: &'a Topology<CELLS, WORDS>,
    left: Bitboard<WORDS>,
}

impl<const CELLS: usize, const WORDS: usize> Iterator for Components<'_, CELLS, WORDS> {
    type Item = Bitboard<WORDS>;

    #[inline]
    fn next(&mut self) -> Option<Bitboard<WORDS>> {
        let first = self.left.first()?;
        let component = self.board.flood(first.into(), self.left);
        self.left -= component;
        Some(component)
    }
}

impl<const CELLS: usize, const WORDS: usize> FusedIterator for Components<'_, CELLS, WORDS> {}
