//! The state within a turn, and whether the game continues.

use abstract_game::Player;
use grid_topology::Cell;

use crate::Stack;

/// What has happened in the current turn. The default value is the start of a turn.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct TurnState {
    /// The active cell; `None` at the start of the turn. After a move: where the movers ended or died.
    pub(crate) active: Option<Cell>,
    /// Reinforcements left in this turn, not limited by the reserve.
    pub(crate) left: u8,
    /// Whether the move of this turn is made.
    pub(crate) moved: bool,
    /// The pieces placed on the active cell in this turn; empty after the move.
    pub(crate) fresh: Stack,
    /// The pieces that moved and may be detonated; empty if they died or attacked from standstill.
    pub(crate) movers: Stack,
}

impl TurnState {
    /// Whether the turn allows another reinforcement. The first one activates the king's cell.
    #[inline]
    pub(crate) const fn allows_reinforcement(&self) -> bool {
        self.active.is_none() || self.left > 0
    }
}

/// Whether the game continues. It follows from the board, the reserves and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The player to move can act.
    Playing,
    /// The forced pass is the only legal action.
    MustPass,
    /// This player lost the king.
    KingLost(Player),
    /// Both players lost their kings in one event.
    BothKingsLost,
    /// Neither player has a piece other than the king.
    NoPieces,
    /// Neither player can act.
    NobodyActs,
}

impl Status {
    /// The status after the players marked in `lost` have lost their kings; `None` if nobody has.
    pub(crate) const fn after_losing_kings(lost: [bool; 2]) -> Option<Status> {
        match lost {
            [false, false] => None,
            [true, true] => Some(Status::BothKingsLost),
            [true, false] => Some(Status::KingLost(Player::P1)),
            [false, true] => Some(Status::KingLost(Player::P2)),
        }
    }
}
