//! How the game ends.

use abstract_game::{End, Player, Reason};

use crate::turn::{Status, TurnState};
use crate::{Kind, Position, Tiebreak};

/// A king was removed: its owner loses.
pub const KING: Reason = Reason::new("king");
/// Both kings were removed in one event: a draw.
pub const BOTH_KINGS: Reason = Reason::new("both-kings");
/// Neither player has a piece other than the king: a draw.
pub const RESOURCES: Reason = Reason::new("resources");
/// Neither player can act: a draw.
pub const PASS: Reason = Reason::new("pass");

impl Position {
    /// The status at the start of a turn, computed from the board, the reserves and the player to move.
    pub(crate) fn computed_status(&self) -> Status {
        let lost =
            Player::BOTH.map(|player| self.king(player).is_none() && !self.reserve(player).has(Kind::King));
        if let Some(status) = Status::after_losing_kings(lost) {
            return status;
        }
        self.status_of_turn()
    }

    /// The status at the start of a turn of a game without a lost king.
    #[inline]
    pub(crate) fn status_of_turn(&self) -> Status {
        if self.surely_acts(self.player) { Status::Playing } else { self.status_of_unclear_turn() }
    }

    /// Out of line: few positions need it.
    #[inline(never)]
    fn status_of_unclear_turn(&self) -> Status {
        let can_act = |player| self.can_act(player, &TurnState::default());
        if !self.has_army() {
            Status::NoPieces
        } else if can_act(self.player) {
            Status::Playing
        } else if can_act(self.player.opponent()) {
            Status::MustPass
        } else {
            Status::NobodyActs
        }
    }

    /// Whether a player has a piece other than the king, on the board or in reserve.
    #[inline]
    fn has_army(&self) -> bool {
        Player::BOTH.iter().any(|&player| self.total(player).has_army())
    }

    /// How the game ended; `None` if it continues.
    pub(crate) fn computed_end(&self) -> Option<End> {
        Some(match self.status {
            Status::Playing | Status::MustPass => return None,
            Status::KingLost(player) => End::win(player.opponent(), KING),
            Status::BothKingsLost => self.drawn(BOTH_KINGS),
            Status::NoPieces => self.drawn(RESOURCES),
            Status::NobodyActs => self.drawn(PASS),
        })
    }

    /// The end of a drawn game, which the option `tiebreak=regions` may decide.
    pub(crate) fn drawn(&self, reason: Reason) -> End {
        if self.options.tiebreak == Tiebreak::None {
            return End::draw(reason);
        }
        match self.regions_lead(Player::P1) {
            1.. => End::win(Player::P1, reason),
            0 => End::draw(reason),
            ..0 => End::win(Player::P2, reason),
        }
    }

    #[inline]
    pub(crate) const fn is_over(&self) -> bool {
        !matches!(self.status, Status::Playing | Status::MustPass)
    }
}
