//! Neighbours of sets, and floods.

use crate::{
    Bitboard,
    Direction::{self, East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West},
    Topology,
};

impl<const CELLS: usize, const WORDS: usize> Topology<CELLS, WORDS> {
    /// The set and all cells adjacent to a member.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<9, 1> = Topology::new(Shape::rectangle::<3, 3>(), Numbering::Dense);
    /// assert_eq!(BOARD.expand(Cell::new(4).into()).words(), [0b010_111_010]);
    /// ```
    #[inline(always)]
    pub const fn expand(&self, set: Bitboard<WORDS>) -> Bitboard<WORDS> {
        if self.simple_shifts {
            self.spread::<true>(set, North, South).union(self.spread::<true>(set, East, West))
        } else {
            self.spread::<false>(set, North, South).union(self.spread::<false>(set, East, West))
        }
    }

    /// The set and all cells one step away from a member in any of the eight directions.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<9, 1> = Topology::new(Shape::rectangle::<3, 3>(), Numbering::Dense);
    /// assert_eq!(BOARD.king_expand(Cell::new(0).into()).words(), [0b000_011_011]);
    /// ```
    #[inline(always)]
    pub const fn king_expand(&self, set: Bitboard<WORDS>) -> Bitboard<WORDS> {
        self.expand(set)
            .union(self.shift(set, NorthEast))
            .union(self.shift(set, SouthEast))
            .union(self.shift(set, SouthWest))
            .union(self.shift(set, NorthWest))
    }

    /// The members of `within` that are connected with a member of `seed` by adjacent cells in `within`. Members of
    /// `seed` outside `within` are ignored.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<9, 1> = Topology::new(Shape::rectangle::<3, 3>(), Numbering::Dense);
    /// let two_parts = Bitboard::from_words([0b100_001_011]);
    /// assert_eq!(BOARD.flood(Cell::new(3).into(), two_parts).words(), [0b000_001_011]);
    /// assert!(BOARD.flood(Cell::new(2).into(), two_parts).is_empty());
    /// ```
    #[inline(always)]
    pub const fn flood(&self, seed: Bitboard<WORDS>, within: Bitboard<WORDS>) -> Bitboard<WORDS> {
        if self.simple_shifts { self.flood_by::<true>(seed, within) } else { self.flood_ragged(seed, within) }
    }

    /// Out of line, so that the short loop for most boards can be inlined.
    #[inline(never)]
    const fn flood_ragged(&self, seed: Bitboard<WORDS>, within: Bitboard<WORDS>) -> Bitboard<WORDS> {
        self.flood_by::<false>(seed, within)
    }

    #[inline(always)]
    const fn flood_by<const SIMPLY: bool>(
        &self,
        seed: Bitboard<WORDS>,
        within: Bitboard<WORDS>,
    ) -> Bitboard<WORDS> {
        let mut reached = seed.intersection(within);
        loop {
            // First along the ranks, then along the files: one iteration passes a corner.
            let sideways = self.spread::<SIMPLY>(reached, East, West).intersection(within);
            let further = self.spread::<SIMPLY>(sideways, North, South).intersection(within);
            if further.difference(reached).is_empty() {
                return reached;
            }
            reached = further;
        }
    }

    /// The set and the cells one step away in one of two directions.
    #[inline(always)]
    const fn spread<const SIMPLY: bool>(
        &self,
        set: Bitboard<WORDS>,
        one: Direction,
        other: Direction,
    ) -> Bitboard<WORDS> {
        if SIMPLY {
            set.union(self.shift_simply(set, one)).union(self.shift_simply(set, other))
        } else {
            set.union(self.shift(set, one)).union(self.shift(set, other))
        }
    }
}
