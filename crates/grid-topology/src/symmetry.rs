//! The eight symmetries of the square, and the symmetries of a board.

use crate::{Bitboard, Cell, Direction, Topology};

/// A symmetry of the square. On a board it maps the frame onto itself, so symmetries that swap files and ranks need a
/// square frame.
///
/// ```
/// use grid_topology::{Direction, Symmetry};
///
/// assert_eq!(Symmetry::Rotate90.apply(Direction::North), Direction::East);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// Rotation by 90° clockwise: north becomes east, `a1` goes to the top left corner.
    Rotate90,
    /// Rotation by 180°: `a1` goes to the top right corner.
    Rotate180,
    /// Rotation by 90° counter-clockwise: north becomes west, `a1` goes to the bottom right corner.
    Rotate270,
    /// Reverses the order of the files: swaps east and west.
    MirrorFiles,
    /// Reverses the order of the ranks: swaps north and south.
    MirrorRanks,
    /// Swaps files and ranks: north becomes east and east north, `a1` stays.
    Transpose,
    /// Swaps files and ranks and reverses both: north becomes west and east south, `a1` goes to the
    /// top right corner.
    AntiTranspose,
}

use Symmetry::{
    AntiTranspose, Identity, MirrorFiles, MirrorRanks, Rotate90, Rotate180, Rotate270, Transpose,
};

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] =
        [Identity, Rotate90, Rotate180, Rotate270, MirrorFiles, MirrorRanks, Transpose, AntiTranspose];

    /// The index in [`ALL`](Self::ALL).
    ///
    /// ```
    /// # use grid_topology::Symmetry;
    /// assert_eq!(Symmetry::ALL[Symmetry::Transpose.index()], Symmetry::Transpose);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The symmetry that takes this one back.
    ///
    /// ```
    /// # use grid_topology::{Direction, Symmetry};
    /// for symmetry in Symmetry::ALL {
    ///     let image = symmetry.apply(Direction::NorthEast);
    ///     assert_eq!(symmetry.inverse().apply(image), Direction::NorthEast);
    /// }
    /// ```
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Rotate90 => Rotate270,
            Rotate270 => Rotate90,
            _ => self,
        }
    }

    /// Every symmetry is an optional mirroring of the files, then a number of clockwise quarter turns.
    const fn parts(self) -> (bool, u8) {
        match self {
            Identity | Rotate90 | Rotate180 | Rotate270 => (false, self as u8),
            MirrorFiles => (true, 0),
            Transpose => (true, 1),
            MirrorRanks => (true, 2),
            AntiTranspose => (true, 3),
        }
    }

    /// The image of a direction.
    ///
    /// ```
    /// # use grid_topology::{Direction, Symmetry};
    /// assert_eq!(Symmetry::MirrorFiles.apply(Direction::NorthEast), Direction::NorthWest);
    /// assert_eq!(Symmetry::Transpose.apply(Direction::South), Direction::West);
    /// ```
    #[inline]
    pub const fn apply(self, direction: Direction) -> Direction {
        let (mirrored, quarters) = self.parts();
        let eighths = if mirrored { 8 - direction.index() } else { direction.index() };
        Direction::from_eighths(eighths + 2 * quarters as usize)
    }

    /// Whether it swaps files and ranks.
    const fn swaps_files_and_ranks(self) -> bool {
        self.parts().1 % 2 == 1
    }

    /// The image of a square of a frame with this last file and last rank, which are equal if files and ranks swap.
    const fn apply_to_square(self, (mut file, mut rank): (u8, u8), mut last: (u8, u8)) -> (u8, u8) {
        let (mirrored, mut quarters) = self.parts();
        if mirrored {
            file = last.0 - file;
        }
        while quarters > 0 {
            (file, rank) = (rank, last.0 - file);
            last = (last.1, last.0);
            quarters -= 1;
        }
        (file, rank)
    }
}

impl<const CELLS: usize, const WORDS: usize> Topology<CELLS, WORDS> {
    /// Sets the image of each cell, if the symmetry maps the board onto itself.
    pub(crate) const fn fill_images(&mut self, symmetry: Symmetry) {
        if symmetry.swaps_files_and_ranks() && self.width() != self.height() {
            return;
        }
        let last = (self.width() - 1, self.height() - 1);
        let mut images = [Cell::new(0); CELLS];
        let mut cells = self.cells();
        while let Some(cell) = cells.pop_first() {
            let (file, rank) = symmetry.apply_to_square(self.coordinates(cell), last);
            let Some(image) = self.at(file, rank) else { return };
            images[cell.index()] = image;
        }
        self.images[symmetry.index()] = images;
        self.symmetries |= 1 << symmetry.index();
    }

    /// Whether the symmetry maps the board onto itself.
    #[inline]
    pub(crate) const fn has_symmetry(&self, symmetry: Symmetry) -> bool {
        self.symmetries >> symmetry.index() & 1 == 1
    }

    /// The symmetries that map the board onto itself, the identity first. They concern the cells only, not the pieces of
    /// a game.
    ///
    /// ```
    /// # use grid_topology::{Numbering, Shape, Symmetry, Topology};
    /// static BOARD: Topology<9, 1> = Topology::new(Shape::rectangle::<3, 3>(), Numbering::Dense);
    /// assert!(BOARD.symmetries().eq(Symmetry::ALL));
    /// ```
    #[inline]
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> + Clone + use<CELLS, WORDS> {
        let symmetries = self.symmetries;
        Symmetry::ALL.into_iter().filter(move |symmetry| symmetries >> symmetry.index() & 1 == 1)
    }

    /// The image of a cell.
    ///
    /// ```
    /// # use grid_topology::{Cell, Numbering, Shape, Symmetry, Topology};
    /// static BOARD: Topology<9, 1> = Topology::new(Shape::rectangle::<3, 3>(), Numbering::Dense);
    /// assert_eq!(BOARD.map_cell(Symmetry::Rotate90, Cell::new(0)), Cell::new(6));
    /// ```
    ///
    /// # Panics
    /// If the board does not have this symmetry, or `cell` is not a cell of this board.
    #[inline]
    pub const fn map_cell(&self, symmetry: Symmetry, cell: Cell) -> Cell {
        assert!(self.has_symmetry(symmetry), "the board does not have this symmetry");
        assert!(self.cells().contains(cell), "not a cell of this board");
        self.images[symmetry.index()][cell.index()]
    }

    /// The image of a set.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Numbering, Shape, Symmetry, Topology};
    /// static BOARD: Topology<9, 1> = Topology::new(Shape::rectangle::<3, 3>(), Numbering::Dense);
    /// let set = Bitboard::from_words([0b000_001_011]);
    /// assert_eq!(BOARD.map_set(Symmetry::MirrorRanks, set).words(), [0b011_001_000]);
    /// ```
    ///
    /// # Panics
    /// If the board does not have this symmetry, or a member is not a cell of this board.
    pub const fn map_set(&self, symmetry: Symmetry, set: Bitboard<WORDS>) -> Bitboard<WORDS> {
        assert!(self.has_symmetry(symmetry), "the board does not have this symmetry");
        assert!(set.is_subset_of(self.cells()), "not a set of cells of this board");
        let images = &self.images[symmetry.index()];
        let mut cells = set;
        let mut mapped = Bitboard::EMPTY;
        while let Some(cell) = cells.pop_first() {
            mapped.insert(images[cell.index()]);
        }
        mapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_turn_with_the_squares() {
        let moved = |square: (u8, u8), (files, ranks): (i8, i8)| {
            (square.0.wrapping_add_signed(files), square.1.wrapping_add_signed(ranks))
        };
        for symmetry in Symmetry::ALL {
            for direction in Direction::ALL {
                let (square, frame) = ((2, 3), (6, 6));
                assert_eq!(
                    symmetry.apply_to_square(moved(square, direction.delta()), frame),
                    moved(symmetry.apply_to_square(square, frame), symmetry.apply(direction).delta())
                );
            }
        }
    }
}
