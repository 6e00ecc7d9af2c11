//! The boards of all sizes, in one frame of 8×8 cells.

use core::fmt;

use grid_topology::{Bitboard64, Cell, CellName, Numbering, Shape, Topology};

/// A board's geometry: cells, neighbours, names, symmetries.
///
/// The index of a cell is `8 * rank + file` for every size, so a cell has the same index and name on all boards, and a
/// step is the same shift.
pub type Board = Topology<64, 1>;

/// The minimum size of a board.
pub const MIN_SIZE: u8 = 2;
/// The default size of a board.
pub const DEFAULT_SIZE: u8 = 7;
/// The maximum size of a board.
pub const MAX_SIZE: u8 = 8;

static BOARDS: [Board; 7] =
    [square::<2>(), square::<3>(), square::<4>(), square::<5>(), square::<6>(), square::<7>(), square::<8>()];

const fn square<const SIZE: u8>() -> Board {
    Topology::new(Shape::rectangle::<SIZE, SIZE>(), Numbering::Strided(8))
}

/// The board of this size.
///
/// ```
/// let board = snorkels_core::board(5);
/// assert_eq!(board.len(), 25);
/// assert!(board.parse_cell("e5").is_ok() && board.parse_cell("f1").is_err());
/// ```
///
/// # Panics
/// If the size is not 2 to 8.
#[inline]
#[must_use]
pub fn board(size: u8) -> &'static Board {
    assert!((MIN_SIZE..=MAX_SIZE).contains(&size), "boards have sizes 2 to 8");
    &BOARDS[usize::from(size - MIN_SIZE)]
}

/// The name of a cell. It does not depend on the size of the board.
///
/// ```
/// use snorkels_core::{Cell, cell_name};
/// assert_eq!(cell_name(Cell::new(8 * 3 + 3)).to_string(), "d4");
/// ```
///
/// # Panics
/// If the cell's index is 64 or more: no board has such a cell.
#[must_use]
pub fn cell_name(cell: Cell) -> CellName {
    board(MAX_SIZE).name(cell)
}

/// The name of a cell for messages, even if no board has it.
pub(crate) struct Name(pub(crate) Cell);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.index() {
            0..64 => cell_name(self.0).fmt(f),
            index => write!(f, "cell number {index}"),
        }
    }
}

/// The first and last cell of a board of this size: `a1 to g7`.
pub(crate) struct Extent(pub(crate) u8);

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a1 to {}{}", char::from(b'a' + self.0 - 1), self.0)
    }
}

/// The names of cells, separated by commas.
pub(crate) struct Names(pub(crate) Bitboard64);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.0.into_iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { "," }, Name(cell))?;
        }
        Ok(())
    }
}
