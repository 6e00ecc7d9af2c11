//! What a turn is made of.

use core::fmt;

use grid_topology::Cell;

use crate::board::Name;
use crate::{Facing, Pieces};

/// One of the two steps of a turn, in at most eight bytes. It names cells, never places within a position, so it means the
/// same wherever it is looked at.
///
/// ```
/// use nika_core::{Action, BOARD, Facing, Pieces};
/// let pieces = Pieces::new(&[BOARD.parse_cell("k4")?, BOARD.parse_cell("k5")?]).unwrap();
/// let action = Action::Move { pieces, direction: Facing::North };
/// assert_eq!(action.to_string(), "k4k5>n");
/// assert!(size_of::<Action>() <= 8);
/// # Ok::<(), grid_topology::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Nothing is done.
    Pass,
    /// A piece or a phalanx turns, each piece on its own cell.
    Rotate {
        /// Which.
        pieces: Pieces,
        /// Where they look afterwards.
        facing: Facing,
    },
    /// A piece goes one step in any direction, or a phalanx one step the way it faces.
    Move {
        /// Which.
        pieces: Pieces,
        /// Where they go, and look afterwards.
        direction: Facing,
    },
    /// A routed piece comes back.
    Rally {
        /// Where.
        cell: Cell,
        /// Where it looks.
        facing: Facing,
    },
}

impl Action {
    /// The pieces that turn or move.
    #[inline]
    #[must_use]
    pub const fn pieces(self) -> Option<Pieces> {
        match self {
            Action::Rotate { pieces, .. } | Action::Move { pieces, .. } => Some(pieces),
            Action::Pass | Action::Rally { .. } => None,
        }
    }
}

impl abstract_game::Action for Action {
    #[inline]
    fn tag(self) -> u32 {
        let number = match self {
            Action::Pass => 0,
            Action::Rotate { pieces, facing } => pieces.bits() | 1 << 48 | (facing as u64) << 56,
            Action::Move { pieces, direction } => pieces.bits() | 2 << 48 | (direction as u64) << 56,
            Action::Rally { cell, facing } => cell.index() as u64 | 3 << 48 | (facing as u64) << 56,
        };
        // Multiplying spreads each bit upwards, the shift brings it down again; after two rounds the upper half
        // depends on everything.
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((spread ^ spread >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as u32
    }
}

/// The text of the rules.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Pass => f.pad("-"),
            Action::Rotate { pieces, facing } => write!(f, "{pieces}@{facing}"),
            Action::Move { pieces, direction } => write!(f, "{pieces}>{direction}"),
            Action::Rally { cell, facing } => write!(f, "+{}{facing}", Name(cell)),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
