//! The boards of all widths and heights, in one frame of 8×8 cells.

use core::fmt;

use derive_more::Display;
use grid_topology::{Bitboard64, Cell, CellName, Numbering, Shape, Topology};

/// A board's geometry: cells, neighbours, names, symmetries.
///
/// The index of a cell is `8 * rank + file` for every size, so a cell has the same index and name on all boards, and a
/// step is the same shift.
pub type Board = Topology<64, 1>;

/// The minimum width and height of a board.
pub const MIN_SIZE: u8 = 2;
/// The default width and height of a board.
pub const DEFAULT_SIZE: u8 = 7;
/// The maximum width and height of a board.
pub const MAX_SIZE: u8 = 8;

/// By height, then by width, both counted from [`MIN_SIZE`].
static BOARDS: [[Board; 7]; 7] = [
    of_height::<2>(),
    of_height::<3>(),
    of_height::<4>(),
    of_height::<5>(),
    of_height::<6>(),
    of_height::<7>(),
    of_height::<8>(),
];

const fn of_height<const HEIGHT: u8>() -> [Board; 7] {
    [
        new::<2, HEIGHT>(),
        new::<3, HEIGHT>(),
        new::<4, HEIGHT>(),
        new::<5, HEIGHT>(),
        new::<6, HEIGHT>(),
        new::<7, HEIGHT>(),
        new::<8, HEIGHT>(),
    ]
}

const fn new<const WIDTH: u8, const HEIGHT: u8>() -> Board {
    Topology::new(Shape::rectangle::<WIDTH, HEIGHT>(), Numbering::Strided(8))
}

/// The square board of this size.
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
    rectangle(size, size)
}

/// The board with this number of files and of ranks.
///
/// ```
/// let board = snorkels_core::rectangle(5, 6);
/// assert_eq!(board.len(), 30);
/// assert!(board.parse_cell("e6").is_ok() && board.parse_cell("f5").is_err());
/// ```
///
/// # Panics
/// If the width or the height is not 2 to 8.
#[inline]
#[must_use]
pub fn rectangle(width: u8, height: u8) -> &'static Board {
    let sizes = MIN_SIZE..=MAX_SIZE;
    assert!(sizes.contains(&width) && sizes.contains(&height), "boards have widths and heights 2 to 8");
    &BOARDS[usize::from(height - MIN_SIZE)][usize::from(width - MIN_SIZE)]
}

/// The name of a cell. It does not depend on the size of the board.
///
/// ```
/// use snorkels_core::{Cell, cell_name};
/// assert_eq!(cell_name(Cell::new(8 * 3 + 3)).to_string(), "d4");
/// ```
#[must_use]
pub fn cell_name(cell: Cell) -> CellName {
    board(MAX_SIZE).name(cell)
}

/// The first and last cell of a board of this width and height: `a1 to g7`.
#[derive(Display)]
#[display("a1 to {}{_1}", char::from(b'a' + _0 - 1))]
pub(crate) struct Extent(pub(crate) u8, pub(crate) u8);

/// The names of cells, separated by commas.
pub(crate) struct Names(pub(crate) Bitboard64);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.0.into_iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { "," }, cell_name(cell))?;
        }
        Ok(())
    }
}
