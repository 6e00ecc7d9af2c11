//! Errors of options.

use grid_topology::{Cell, CellError};
use thiserror::Error;

use crate::board::{Extent, Name};
use crate::{MAX_SIZE, MAX_STONES, MIN_SIZE};

/// Why options are refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// There is no board of this width or height.
    #[error("a board of size {size}: expected {MIN_SIZE} to {MAX_SIZE}")]
    Size {
        /// The width or height.
        size: u8,
    },
    /// Too many stones.
    #[error("{count} stones: expected at most {MAX_STONES}")]
    Stones {
        /// The number.
        count: usize,
    },
    /// A given stone is not on the board.
    #[error("the stone on {} is not on the board ({})", Name(*.cell), Extent(*.width, *.height))]
    OffBoard {
        /// The stone's cell.
        cell: Cell,
        /// The number of files of the board.
        width: u8,
        /// The number of ranks of the board.
        height: u8,
    },
    /// A cell is given twice.
    #[error("{} is named twice: expected different cells", Name(*.cell))]
    Twice {
        /// The cell.
        cell: Cell,
    },
    /// A given cell cannot be read.
    #[error("{0}")]
    Cell(#[from] CellError),
}
