//! The two sides of a game.

use derive_more::Display;

/// One of the two sides. In a team game such as Nika, a side is a team; its partners are [seats](crate::Seat).
///
/// ```
/// use abstract_game::Player;
/// assert_eq!(Player::P1.opponent(), Player::P2);
/// assert_eq!(Player::P2.to_string(), "P2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
pub enum Player {
    /// The side that moves first from the start position.
    #[display("P1")]
    P1,
    /// The other side.
    #[display("P2")]
    P2,
}

impl Player {
    /// Both players, in order.
    pub const BOTH: [Player; 2] = [Player::P1, Player::P2];

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::P1 => Player::P2,
            Player::P2 => Player::P1,
        }
    }

    /// 0 for P1, 1 for P2. For arrays indexed by player.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The player whose number is the text, `1` or `2`.
    #[must_use]
    pub fn from_number(text: &str) -> Option<Player> {
        Player::BOTH.into_iter().zip(["1", "2"]).find(|&(_, number)| number == text).map(|(player, _)| player)
    }
}

/// As data it is its [index](Player::index).
#[cfg(feature = "serde")]
impl serde::Serialize for Player {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.index() as u8)
    }
}
