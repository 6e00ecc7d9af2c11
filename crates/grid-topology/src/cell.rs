//! A cell of a board: an index, nothing more.

/// A cell of some board, known by its index. What the index means is for the
/// [`Topology`](crate::Topology) to say.
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

    /// The index of the cell, ready to look something up in an array.
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
