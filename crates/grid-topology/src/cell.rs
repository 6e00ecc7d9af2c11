//! A cell of a board: its index.

/// A cell of a board, identified by its index. A [`Topology`](crate::Topology) maps the index to a file and a rank.
///
/// ```
/// use grid_topology::Cell;
///
/// const CORNER: Cell = Cell::new(0);
/// assert_eq!(CORNER.index(), 0);
/// assert!(CORNER < Cell::new(1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this index.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The index of the cell, for arrays indexed by cell.
    ///
    /// ```
    /// # use grid_topology::Cell;
    /// let heights = [3, 1, 2];
    /// assert_eq!(heights[Cell::new(2).index()], 2);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
