//! Errors of the texts of positions.

use alloc::string::String;

use grid_topology::Bitboard64;
use thiserror::Error;

use crate::board::Names;
use crate::{Colour, MAX_SIZE, MIN_SIZE, NoSwap};

/// Why a text is not a position: what was wrong, where, and what was expected. Rows are counted from the top, as they are
/// written.
///
/// ```
/// use snorkels_core::Snorkels;
/// let message = |text| Snorkels::new().read_position(text).unwrap_err().to_string();
/// assert_eq!(message("3/4/3 p 1 -"), "row 2 has 4 cells: expected 3, as in row 1");
/// assert_eq!(message("3/2G/1GP p 1 -"), "the purple group on c1 has no air");
/// assert_eq!(message("3/3/3 p 3 -"), "the owner of purple is `3`: expected `1` or `2`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text does not have four words.
    #[error("expected four words, `<rows> <turn> <purple> <pie>`, found {found}")]
    Words {
        /// The number of words.
        found: usize,
    },
    /// The number of rows is not a height of a board.
    #[error("the board has {found} row{}: expected {MIN_SIZE} to {MAX_SIZE}", if *.found == 1 { "" } else { "s" })]
    Rows {
        /// The number of rows.
        found: usize,
    },
    /// The number of cells in the first row is not a width of a board.
    #[error("row 1 has {found} cell{}: expected {MIN_SIZE} to {MAX_SIZE}", if *.found == 1 { "" } else { "s" })]
    Width {
        /// The number of cells in it.
        found: usize,
    },
    /// A row is not as long as the first one.
    #[error("row {row} has {found} cell{}: expected {width}, as in row 1", if *.found == 1 { "" } else { "s" })]
    RowLength {
        /// The row, from 1 at the top.
        row: u8,
        /// The number of cells in it.
        found: usize,
        /// The number of cells in the first row.
        width: u8,
    },
    /// A row contains an unknown character.
    #[error("row {row} holds `{}` as character {column}: expected `P`, `G`, `#` or a number of empty cells from 1 to {MAX_SIZE}", .found.escape_debug())]
    Character {
        /// The row, from 1 at the top.
        row: u8,
        /// The position of the character in the row, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// A run of empty cells is written in two digits.
    #[error(
        "row {row} holds the two digits `{first}{second}` in a row at character {column}: expected one digit for each run of empty cells"
    )]
    TwoDigits {
        /// The row, from 1 at the top.
        row: u8,
        /// The position of the first digit in the row, from 1.
        column: usize,
        /// The first digit.
        first: char,
        /// The second digit.
        second: char,
    },
    /// The colour that places next is unknown.
    #[error("the turn is `{found}`: expected `p` or `g`, the colour to place")]
    Turn {
        /// The word, or the beginning of it.
        found: String,
    },
    /// The owner of purple is unknown.
    #[error("the owner of purple is `{found}`: expected `1` or `2`")]
    Owner {
        /// The word, or the beginning of it.
        found: String,
    },
    /// The state of the pie rule is unknown.
    #[error("the pie rule is `{found}`: expected `s` if swap is legal now, otherwise `-`")]
    Pie {
        /// The word, or the beginning of it.
        found: String,
    },
    /// No cell is empty.
    #[error("no cell of the board is empty: a position has one at least")]
    Full,
    /// A group has no air: the game is over.
    #[error("the {colour} group on {} has no air", Names(*.group))]
    NoAir {
        /// The group's colour.
        colour: Colour,
        /// Its cells.
        group: Bitboard64,
    },
    /// The text says that `swap` is legal, but it cannot be.
    #[error("the pie rule is `s`, but swap cannot be legal here: {why}")]
    Swap {
        /// Why not.
        why: NoSwap,
    },
}
