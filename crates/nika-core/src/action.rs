//! Actions: pass, rotation, move, rally. A turn is two actions.

use core::fmt;

use derive_more::Display;
use grid_topology::Cell;

use crate::{BOARD, Facing, Pieces};

/// One of the two actions of a turn. At most eight bytes.
///
/// Its text is `k4k5@e` (rotation), `k4k5>n` (move), `+k2n` (rally) or `-` (pass). `parse` reads any action;
/// [`read_action`](abstract_game::Position::read_action) of a position reads legal actions only.
///
/// ```
/// use nika_core::{Action, BOARD, Facing, Pieces};
/// let pieces = Pieces::new(&[BOARD.parse_cell("k4")?, BOARD.parse_cell("k5")?]).unwrap();
/// let action = Action::Move { pieces, direction: Facing::North };
/// assert_eq!(action.to_string(), "k4k5>n");
/// assert_eq!("k4k5>n".parse(), Ok(action));
/// assert!(size_of::<Action>() <= 8);
/// # Ok::<(), grid_topology::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
pub enum Action {
    /// Does nothing.
    #[display("-")]
    Pass,
    /// A piece or a phalanx rotates; each piece stays on its cell.
    #[display("{pieces}@{facing}")]
    Rotate {
        /// The pieces.
        pieces: Pieces,
        /// Their new facing.
        facing: Facing,
    },
    /// A piece moves one step in any direction, or a phalanx one step the way it faces.
    #[display("{pieces}>{direction}")]
    Move {
        /// The pieces.
        pieces: Pieces,
        /// The direction of the step, which is also their new facing.
        direction: Facing,
    },
    /// A routed piece returns to the board.
    #[display("+{}{facing}", BOARD.name(*cell))]
    Rally {
        /// Its cell.
        cell: Cell,
        /// Its facing.
        facing: Facing,
    },
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Action {
    /// The pieces that rotate or move; `None` for a pass or a rally.
    #[inline]
    #[must_use]
    pub const fn pieces(self) -> Option<Pieces> {
        match self {
            Action::Rotate { pieces, .. } | Action::Move { pieces, .. } => Some(pieces),
            Action::Pass | Action::Rally { .. } => None,
        }
    }
}
