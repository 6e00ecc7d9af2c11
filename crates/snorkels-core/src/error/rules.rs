//! Errors of options.

use grid_topology::{Cell, CellError};
use thiserror::Error;

use crate::board::{Extent, Name};
use crate::{MAX_SIZE, MAX_STONES, MIN_SIZE};

/// Why options are refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// There is no board of this size.
    #[error("a board of size {size}: expected {MIN_SIZE} to {MAX_SIZE}")]
    Size {
        /// The size.
        size: u8,
    },
    /// Too many stones.
    #[error("{count} stones: expected at most {MAX_STONES}")]
    Stones {
        /// The number.
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
