//! What can be wrong with an action, a position's text or a choice of options.

use alloc::string::String;
use core::fmt;

use abstract_game::{End, Player};
use grid_topology::{Bitboard64, Cell, CellError};
use thiserror::Error;

use crate::board::{Extent, Name};
use crate::{Colour, Content, MAX_SIZE, MAX_STONES, MIN_SIZE};

/// Why a text is not an action, or why an action is not legal.
///
/// ```
/// use abstract_game::{Position as _, Rules as _};
/// use snorkels_core::Snorkels;
/// let position = Snorkels::new().read_position("3/1P1/3 g 1 -")?;
/// let message = |text| position.read_action(text).unwrap_err().to_string();
/// assert_eq!(message("b2"), "no snorkel can be placed on b2: a purple snorkel is there");
/// assert_eq!(message("d4"), "`d4` is no action, neither `swap` nor a cell: `d4` is not on the board (a1 to c3)");
/// assert_eq!(message("swap"), "`swap` is not legal: this position does not offer it (its text ends in `-`, not in `s`)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActionError {
    /// The text has not the right form, or names a cell that is not on the board.
    #[error("`{text}` is no action, neither `swap` nor a cell: {error}")]
    Text {
        /// What was read, or the beginning of it.
        text: String,
        /// Why it is not a cell.
        error: CellError,
    },
    /// The cell is not on the board.
    #[error("no snorkel can be placed on {}: it is not on the board ({})", Name(*.cell), Extent(*.size))]
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The size of the board.
        size: u8,
    },
    /// Something lies on the cell.
    #[error("no snorkel can be placed on {}: {by} is there", Name(*.cell))]
    Occupied {
        /// The cell.
        cell: Cell,
        /// What lies there.
        by: Content,
    },
    /// The swap is not offered.
    #[error("`swap` is not legal: {why}")]
    Swap {
        /// Why not.
        why: NoSwap,
    },
    /// The game is over.
    #[error("the game is over: {end}")]
    Over {
        /// How it ended.
        end: End,
    },
}

/// Why the pie rule does not offer `swap`: it does so only on the second player's first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum NoSwap {
    /// Not exactly one purple snorkel is on the board.
    #[error("it needs exactly one purple snorkel on the board, and there are {count}")]
    Purple {
        /// How many there are.
        count: u32,
    },
    /// Green has placed.
    #[error("it needs a board without green snorkels, and there are {count}")]
    Green {
        /// How many there are.
        count: u32,
    },
    /// Purple is to place.
    #[error("it is an answer to the first purple snorkel, and purple is to place")]
    Turn,
    /// The players have swapped.
    #[error("{} owns purple already", Player::P2)]
    Owner,
    /// The game has no pie rule, or the text of the position did not offer the swap.
    #[error("this position does not offer it (its text ends in `-`, not in `s`)")]
    NotOffered,
}

/// Why a text is not a position: what was wrong, where, and what was expected. Rows are counted from the top, as
/// they are written.
///
/// ```
/// use abstract_game::Rules as _;
/// use snorkels_core::Snorkels;
/// let message = |text| Snorkels::new().read_position(text).unwrap_err().to_string();
/// assert_eq!(message("3/4/3 p 1 -"), "row 2 has 4 cells: expected 3, as there are 3 rows");
/// assert_eq!(message("3/2G/1GP p 1 -"), "the purple group on c1 has no air");
/// assert_eq!(message("3/3/3 p 3 -"), "the owner of purple is `3`: expected `1` or `2`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// It has not four words.
    #[error("expected four words, `<rows> <turn> <purple> <pie>`, found {found}")]
    Words {
        /// How many it has.
        found: usize,
    },
    /// The number of rows is not a size of board.
    #[error("the board has {found} row{}: expected {MIN_SIZE} to {MAX_SIZE}", if *.found == 1 { "" } else { "s" })]
    Rows {
        /// How many there are.
        found: usize,
    },
    /// A row is too long or too short.
    #[error("row {row} has {found} cell{}: expected {size}, as there are {size} rows", if *.found == 1 { "" } else { "s" })]
    RowLength {
        /// The row, from 1 at the top.
        row: u8,
        /// How many cells it has.
        found: usize,
        /// How many rows there are.
        size: u8,
    },
    /// A row holds a character that means nothing.
    #[error("row {row} holds `{}` as character {column}: expected `P`, `G`, `#` or a number of empty cells from 1 to {MAX_SIZE}", .found.escape_debug())]
    Character {
        /// The row, from 1 at the top.
        row: u8,
        /// The place of the character in the row, from 1.
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
        /// The place of the first digit in the row, from 1.
        column: usize,
        /// The first digit.
        first: char,
        /// The second digit.
        second: char,
    },
    /// The colour to place is not one.
    #[error("the turn is `{found}`: expected `p` or `g`, the colour to place")]
    Turn {
        /// What was read, or the beginning of it.
        found: String,
    },
    /// The owner of purple is no player.
    #[error("the owner of purple is `{found}`: expected `1` or `2`")]
    Owner {
        /// What was read, or the beginning of it.
        found: String,
    },
    /// The state of the pie rule is not one.
    #[error("the pie rule is `{found}`: expected `s` if swap is legal now, otherwise `-`")]
    Pie {
        /// What was read, or the beginning of it.
        found: String,
    },
    /// There is no cell to place on.
    #[error("no cell of the board is empty: a position has one at least")]
    Full,
    /// A group has no air, so the game would be over.
    #[error("the {colour} group on {} has no air", Names(*.group))]
    NoAir {
        /// The group's colour.
        colour: Colour,
        /// Its cells.
        group: Bitboard64,
    },
    /// The text says that `swap` is legal, and it cannot be.
    #[error("the pie rule is `s`, but swap cannot be legal here: {why}")]
    Swap {
        /// Why not.
        why: NoSwap,
    },
}

/// Why options cannot be chosen so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// There is no board of that size.
    #[error("a board of size {size}: expected {MIN_SIZE} to {MAX_SIZE}")]
    Size {
        /// The size.
        size: u8,
    },
    /// Too many stones.
    #[error("{count} stones: expected at most {MAX_STONES}")]
    Stones {
        /// How many.
        count: usize,
    },
    /// A given stone is not on the board.
    #[error("the stone on {} is not on the board ({})", Name(*.cell), Extent(*.size))]
    OffBoard {
        /// The stone's cell.
        cell: Cell,
        /// The size of the board.
        size: u8,
    },
    /// Two stones are given on one cell.
    #[error("{} is named twice: expected different cells", Name(*.cell))]
    Twice {
        /// The cell.
        cell: Cell,
    },
    /// A cell among those given for the stones cannot be read.
    #[error("{0}")]
    Cell(#[from] CellError),
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
