//! How the game ends.

use abstract_game::{End, Player, Reason};

use crate::{City, Position};

/// The reason of an end in which a piece entered its city's victory area: its team wins.
pub const VICTORY_AREA: Reason = Reason::new("victory-area");

/// The reason of a draw because all four cities passed their whole turns in a row.
pub const PASSES: Reason = Reason::new("passes");

/// The number of passed turns in a row that draws the game.
pub(crate) const PASSES_TO_DRAW: u8 = 4;

impl Position {
    /// Finds the team that has won. If both teams have a piece in a victory area, it finds P1: a legal action cannot
    /// lead to this, and the reader of texts refuses it.
    pub(crate) fn find_winner(&mut self) {
        self.winner = Player::BOTH.into_iter().find(|&player| self.has_reached(player));
    }

    /// Whether a piece of a team is in its city's victory area.
    #[inline]
    pub(crate) fn has_reached(&self, player: Player) -> bool {
        City::of(player).into_iter().any(|city| self.pieces(city).intersects(city.victory_area()))
    }

    /// How the game ended, repetition aside.
    #[inline]
    pub(crate) fn computed_end(&self) -> Option<End> {
        match self.winner {
            Some(winner) => Some(End::win(winner, VICTORY_AREA)),
            None if self.passed_turns() >= PASSES_TO_DRAW => Some(End::draw(PASSES)),
            None => None,
        }
    }

    #[inline]
    pub(crate) const fn is_over(&self) -> bool {
        self.winner.is_some() || self.passed_turns() >= PASSES_TO_DRAW
    }
}
