//! Why an action is refused: texts that are not actions, and actions that are not legal.

use abstract_game::{End, GameError, Player};
use grid_topology::Cell;
use thiserror::Error;

use crate::Content;
use crate::board::{Extent, Name};

/// Why a text is not an action, or why an action is not legal.
///
/// ```
/// use snorkels_core::{Position, prelude::*};
/// let position: Position = "3/1P1/3 g 1 -".parse()?;
/// let message = |text| position.read_action(text).unwrap_err().to_string();
/// assert_eq!(message("b2"), "no snorkel can be placed on b2: a purple snorkel is there");
/// assert_eq!(message("d4"), "`d4` is no action, neither `swap` nor a cell: `d4` is not on the board (a1 to c3)");
/// assert_eq!(message("swap"), "`swap` is not legal: this position does not offer it (its text ends in `-`, not in `s`)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The text is neither `swap` nor a cell of the board.
    #[error(transparent)]
    Text(#[from] GameError),
    /// The cell is not on the board.
    #[error("no snorkel can be placed on {}: it is not on the board ({})", Name(*.cell), Extent(*.width, *.height))]
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The number of files of the board.
        width: u8,
        /// The number of ranks of the board.
        height: u8,
    },
    /// The cell is not empty.
    #[error("no snorkel can be placed on {}: {by} is there", Name(*.cell))]
    Occupied {
        /// The cell.
        cell: Cell,
        /// Its content.
        by: Content,
    },
    /// The swap is not legal.
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

/// Why `swap` is not legal: it is legal only as the second player's first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum NoSwap {
    /// The number of purple snorkels is not 1.
    #[error("it needs exactly one purple snorkel on the board, and there are {count}")]
    Purple {
        /// The number.
        count: u32,
    },
    /// Green snorkels are on the board.
    #[error("it needs a board without green snorkels, and there are {count}")]
    Green {
        /// The number.
        count: u32,
    },
    /// Purple places next.
    #[error("it is an answer to the first purple snorkel, and purple is to place")]
    Turn,
    /// The players have swapped already.
    #[error("{} owns purple already", Player::P2)]
    Owner,
    /// The game has no pie rule, or the text of the position says that `swap` is not legal.
    #[error("this position does not offer it (its text ends in `-`, not in `s`)")]
    NotOffered,
}
