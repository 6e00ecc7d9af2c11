//! The names of cells: a letter for the file, then the rank counted from 1.

use crate::{Cell, Topology};
use core::{error::Error, fmt, str};
use printable::Found;

/// The name of a square, such as `a1` or `u15`; made by [`Topology::name`]. Where the board has no such cell it is
/// `cell number 200`.
///
/// ```
/// use grid_topology::{Cell, Numbering, Shape, Topology};
///
/// static BOARD: Topology<49, 1> = Topology::new(Shape::rectangle::<7, 7>(), Numbering::Dense);
/// let name = BOARD.name(Cell::new(9));
/// assert_eq!(name.to_string(), "c2");
/// assert_eq!(format!("{name:>4}"), "  c2");
/// assert_eq!(BOARD.name(Cell::new(200)).to_string(), "cell number 200");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellName {
    /// [`NO_FILE`]: the board has no such cell.
    file: u8,
    /// Without a file the number of the cell.
    rank: u8,
}

const NO_FILE: u8 = u8::MAX;

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.file == NO_FILE {
            return write!(f, "cell number {}", self.rank);
        }
        let number = self.rank + 1;
        let bytes = [b'a' + self.file, b'0' + number / 10, b'0' + number % 10];
        let short = [bytes[0], bytes[2]];
        f.pad(str::from_utf8(if number < 10 { &short } else { &bytes }).map_err(|_| fmt::Error)?)
    }
}

/// The same as `Display`.
impl fmt::Debug for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text does not name a cell.
///
/// ```
/// use grid_topology::{CellError, Numbering, Shape, Topology};
///
/// static BOARD: Topology<49, 1> = Topology::new(Shape::rectangle::<7, 7>(), Numbering::Dense);
/// let message = |text| BOARD.parse_cell(text).unwrap_err().to_string();
///
/// assert_eq!(message("h9"), "`h9` is not on the board (a1 to g7)");
/// assert_eq!(message(""), "expected a cell such as `a1`, found nothing");
/// assert_eq!(message("4"), "expected a cell such as `a1`, found `4`");
/// assert_eq!(message("b-"), "expected the rank of the cell after `b`, found `-`");
/// assert_eq!(message("b04"), "expected the rank of the cell after `b`, found `0`: ranks begin at 1, without zeros in front");
/// assert_eq!(message("b4x"), "expected nothing after `b4`, found `x`");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CellError {
    /// The text does not begin with the letter of a file.
    ExpectedFile {
        /// The character in its place; `None` at the end of the text.
        found: Option<char>,
    },
    /// No number follows the letter of the file.
    ExpectedRank {
        /// The letter.
        file: char,
        /// The character in place of the number; `None` at the end of the text.
        found: Option<char>,
    },
    /// The number begins with 0.
    LeadingZero {
        /// The letter before it.
        file: char,
    },
    /// The square is outside the frame of the board.
    OffBoard {
        /// The square that was named.
        name: CellName,
        /// The top right corner of the frame.
        last: CellName,
    },
    /// The square is within the frame but is not a cell.
    Hole {
        /// The square that was named.
        name: CellName,
    },
    /// Characters follow the name of a cell.
    Trailing {
        /// The cell that was named.
        name: CellName,
        /// The first character after it.
        found: char,
    },
}

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ExpectedFile { found } => write!(f, "expected a cell such as `a1`, found {}", Found(found)),
            Self::ExpectedRank { file, found } => {
                write!(f, "expected the rank of the cell after `{file}`, found {}", Found(found))
            }
            Self::LeadingZero { file } => write!(
                f,
                "expected the rank of the cell after `{file}`, found `0`: ranks begin at 1, without zeros in front"
            ),
            Self::OffBoard { name, last } => write!(f, "`{name}` is not on the board (a1 to {last})"),
            Self::Hole { name } => write!(f, "`{name}` is a hole in the board"),
            Self::Trailing { name, found } => {
                write!(f, "expected nothing after `{name}`, found {}", Found(Some(found)))
            }
        }
    }
}

impl Error for CellError {}

impl<const CELLS: usize, const WORDS: usize> Topology<CELLS, WORDS> {
    /// The name of a cell.
    ///
    /// ```
    /// # use grid_topology::{Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<49, 1> = Topology::new(Shape::rectangle::<7, 7>(), Numbering::Dense);
    /// assert_eq!(BOARD.name(Cell::new(48)).to_string(), "g7");
    /// ```
    #[inline]
    pub const fn name(&self, cell: Cell) -> CellName {
        if !self.cells().contains(cell) {
            return CellName { file: NO_FILE, rank: cell.index() as u8 };
        }
        let (file, rank) = self.coordinates(cell);
        CellName { file, rank }
    }

    /// The cell with this name. The text must contain nothing else.
    ///
    /// ```
    /// # use grid_topology::{Cell, CellError, Numbering, Shape, Topology};
    /// static BOARD: Topology<49, 1> = Topology::new(Shape::rectangle::<7, 7>(), Numbering::Dense);
    /// assert_eq!(BOARD.parse_cell("g7"), Ok(Cell::new(48)));
    /// assert!(matches!(BOARD.parse_cell("g7 "), Err(CellError::Trailing { found: ' ', .. })));
    /// ```
    ///
    /// # Errors
    /// The text is not the name of a cell of this board.
    pub fn parse_cell(&self, text: &str) -> Result<Cell, CellError> {
        let (cell, rest) = self.parse_cell_prefix(text)?;
        match rest.chars().next() {
            None => Ok(cell),
            Some(found) => Err(CellError::Trailing { name: self.name(cell), found }),
        }
    }

    /// The cell at the start of a text, and the rest of the text. Reads a lower-case letter and as many digits as possible,
    /// one or two.
    ///
    /// ```
    /// # use grid_topology::{Cell, CellError, Numbering, Shape, Topology};
    /// static BOARD: Topology<49, 1> = Topology::new(Shape::rectangle::<7, 7>(), Numbering::Dense);
    /// assert_eq!(BOARD.parse_cell_prefix("a1b1>n"), Ok((Cell::new(0), "b1>n")));
    /// assert!(matches!(BOARD.parse_cell_prefix("a12"), Err(CellError::OffBoard { .. })));
    /// ```
    ///
    /// # Errors
    /// The text is not the name of a cell of this board.
    pub fn parse_cell_prefix<'text>(&self, text: &'text str) -> Result<(Cell, &'text str), CellError> {
        let mut chars = text.chars();
        let file = match chars.next() {
            Some(file @ 'a'..='z') => file,
            found => return Err(CellError::ExpectedFile { found }),
        };
        let mut number = match chars.next() {
            Some('0') => return Err(CellError::LeadingZero { file }),
            Some(digit @ '1'..='9') => digit as u8 - b'0',
            found => return Err(CellError::ExpectedRank { file, found }),
        };
        let mut rest = chars.as_str();
        if let Some(digit @ '0'..='9') = chars.next() {
            number = 10 * number + (digit as u8 - b'0');
            rest = chars.as_str();
        }
        let name = CellName { file: file as u8 - b'a', rank: number - 1 };
        match self.at(name.file, name.rank) {
            Some(cell) => Ok((cell, rest)),
            None if name.file < self.width() && name.rank < self.height() => Err(CellError::Hole { name }),
            None => {
                let last = CellName { file: self.width() - 1, rank: self.height() - 1 };
                Err(CellError::OffBoard { name, last })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::{Numbering, Shape};
    use std::{format, string::ToString};

    static WIDE: Topology<208, 4> = Topology::new(Shape::rectangle::<26, 8>(), Numbering::Dense);
    static HIGH: Topology<26, 1> = Topology::new(Shape::rectangle::<1, 26>(), Numbering::Dense);
    static HOLED: Topology<3, 1> = Topology::new(Shape::from_picture(&["oo", "o."]), Numbering::Dense);

    #[test]
    fn names_round_trip() {
        for cell in WIDE.cells() {
            assert_eq!(WIDE.parse_cell(&WIDE.name(cell).to_string()), Ok(cell));
        }
        for cell in HIGH.cells() {
            assert_eq!(HIGH.parse_cell(&HIGH.name(cell).to_string()), Ok(cell));
        }
        assert_eq!(HIGH.name(Cell::new(25)).to_string(), "a26");
        assert_eq!(WIDE.name(Cell::new(207)).to_string(), "z8");
    }

    #[test]
    fn at_most_two_digits_are_read() {
        assert_eq!(HIGH.parse_cell_prefix("a123"), Ok((Cell::new(11), "3")));
        assert_eq!(HIGH.parse_cell_prefix("a20"), Ok((Cell::new(19), "")));
        assert_eq!(HIGH.parse_cell_prefix("a2é"), Ok((Cell::new(1), "é")));
    }

    #[test]
    fn every_error_says_what_it_found() {
        let name = |file, rank| CellName { file, rank };
        for (text, error, message) in [
            ("", CellError::ExpectedFile { found: None }, "expected a cell such as `a1`, found nothing"),
            ("A1", CellError::ExpectedFile { found: Some('A') }, "expected a cell such as `a1`, found `A`"),
            (
                "\n",
                CellError::ExpectedFile { found: Some('\n') },
                "expected a cell such as `a1`, found `\\n`",
            ),
            (
                "a",
                CellError::ExpectedRank { file: 'a', found: None },
                "expected the rank of the cell after `a`, found nothing",
            ),
            (
                "aé",
                CellError::ExpectedRank { file: 'a', found: Some('é') },
                "expected the rank of the cell after `a`, found `é`",
            ),
            (
                "a01",
                CellError::LeadingZero { file: 'a' },
                "expected the rank of the cell after `a`, found `0`: ranks begin at 1, without zeros in front",
            ),
            (
                "z99",
                CellError::OffBoard { name: name(25, 98), last: name(1, 1) },
                "`z99` is not on the board (a1 to b2)",
            ),
            ("b1", CellError::Hole { name: name(1, 0) }, "`b1` is a hole in the board"),
            (
                "a1a2",
                CellError::Trailing { name: name(0, 0), found: 'a' },
                "expected nothing after `a1`, found `a`",
            ),
        ] {
            let found = HOLED.parse_cell(text);
            assert_eq!(found, Err(error));
            assert_eq!(error.to_string(), message);
        }
        assert!(size_of::<CellError>() <= 12);
    }

    #[test]
    fn names_are_padded_and_ordered_by_file() {
        assert_eq!(format!("[{:<4}]", HIGH.name(Cell::new(11))), "[a12 ]");
        let at = |file, rank| WIDE.at(file, rank).map(|cell| WIDE.name(cell));
        assert!(at(1, 0) > at(0, 1) && at(0, 1) > at(0, 0));
    }
}
