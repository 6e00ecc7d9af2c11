//! The board and its areas, read from one picture.

use grid_topology::{Bitboard, Cell, Numbering, Shape, Topology};

/// The board's geometry: cells, neighbours, names, symmetries.
pub type Board = Topology<144, 3>;

/// A set of cells of the board.
pub type CellSet = Bitboard<3>;

/// The board, the top rank first. `o`: field; `A`, `S`, `M`, `T`: victory area of Athens, Sparta, Messene, Thebes; the
/// same letters in lower case: their rally areas; `#`: mural; `.`: outside.
#[rustfmt::skip]
const PICTURE: [&str; 15] = [
    ". . . . . . . . . m m m . . . . . . . . .",
    ". . . . . . . . . m m m . . . . . . . . .",
    ". . . . . . . . . A A A . . . . . . . . .",
    ". . . o o o o o o o o o o o o o o o . . .",
    ". . . o o o o o o o o o o o o o o o . . .",
    ". . . o o o o o o o o o o o o o o o . . .",
    "s s T o o o # # # # # # # # # o o o S t t",
    "s s T o o o # # # # # # # # # o o o S t t",
    "s s T o o o # # # # # # # # # o o o S t t",
    ". . . o o o o o o o o o o o o o o o . . .",
    ". . . o o o o o o o o o o o o o o o . . .",
    ". . . o o o o o o o o o o o o o o o . . .",
    ". . . . . . . . . M M M . . . . . . . . .",
    ". . . . . . . . . a a a . . . . . . . . .",
    ". . . . . . . . . a a a . . . . . . . . .",
];

const WIDTH: u8 = 21;
const HEIGHT: u8 = 15;

/// The board. Cells are numbered from 0 at `j1`, rank by rank.
///
/// ```
/// use nika_core::BOARD;
/// let j1 = BOARD.parse_cell("j1").unwrap();
/// assert_eq!(j1.index(), 0);
/// assert_eq!(BOARD.len(), 144);
/// assert_eq!(BOARD.parse_cell("k8").unwrap_err().to_string(), "`k8` is a hole in the board");
/// ```
pub static BOARD: Board = TABLES;

/// The same board for computations at compile time.
const TABLES: Board = Topology::new(shape(), Numbering::Dense);

/// The character of a square in the picture.
const fn drawn(file: u8, rank: u8) -> u8 {
    PICTURE[(HEIGHT - 1 - rank) as usize].as_bytes()[2 * file as usize]
}

/// The shape of the board. `Shape::from_picture` knows one character for squares that are not cells, so the mural is
/// replaced first.
const fn shape() -> Shape {
    let mut rows = [[b'.'; WIDTH as usize]; HEIGHT as usize];
    let mut rank = 0;
    while rank < HEIGHT {
        let mut file = 0;
        while file < WIDTH {
            if !matches!(drawn(file, rank), b'.' | b'#') {
                rows[(HEIGHT - 1 - rank) as usize][file as usize] = b'o';
            }
            file += 1;
        }
        rank += 1;
    }
    let mut picture = [""; HEIGHT as usize];
    let mut row = 0;
    while row < rows.len() {
        picture[row] = match core::str::from_utf8(&rows[row]) {
            Ok(text) => text,
            Err(_) => panic!("the picture is ASCII"),
        };
        row += 1;
    }
    Shape::from_picture(&picture)
}

/// The cells with a letter in the picture.
pub(crate) const fn area(letter: u8) -> CellSet {
    let mut set = CellSet::EMPTY;
    let mut cells = TABLES.cells();
    while let Some(cell) = cells.pop_first() {
        if drawn(TABLES.file(cell), TABLES.rank(cell)) == letter {
            set.insert(cell);
        }
    }
    set
}

/// The field, open to every city.
///
/// ```
/// assert_eq!(nika_core::FIELD.len(), 108);
/// ```
pub const FIELD: CellSet = area(b'o');

/// Whether a square belongs to the mural.
pub(crate) fn is_mural(file: u8, rank: u8) -> bool {
    file < WIDTH && rank < HEIGHT && drawn(file, rank) == b'#'
}

/// File and rank of each cell as one number, `16 * file + rank`, which sorts cells as texts do. One step north adds 1 and
/// one step east adds 16; numbers of cells that are not adjacent differ by other amounts.
pub(crate) static SQUARES: [u16; 256] = {
    let mut squares = [u16::MAX; 256];
    let mut cells = TABLES.cells();
    while let Some(cell) = cells.pop_first() {
        squares[cell.index()] = 16 * TABLES.file(cell) as u16 + TABLES.rank(cell) as u16;
    }
    squares
};

/// Whether a cell is on the board.
#[inline]
pub(crate) const fn is_cell(cell: Cell) -> bool {
    cell.index() < 144
}
