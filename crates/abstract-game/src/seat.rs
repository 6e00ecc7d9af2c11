//! The seats of a game.

use crate::Player;

/// A seat: an engine or a person that chooses actions for a side. Most games have one seat per side; in a team game each
/// partner has one. Results belong to sides, not to seats.
///
/// ```
/// use abstract_game::{Player, Rules, sample::TakeTwo};
/// assert_eq!(TakeTwo::SEATS.len(), 2);
/// assert_eq!(TakeTwo::SEATS[1].player, Player::P2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Seat {
    /// The name: one lower-case word.
    pub name: &'static str,
    /// Its side.
    pub player: Player,
}

impl Seat {
    /// A seat of a side.
    #[must_use]
    pub const fn new(name: &'static str, player: Player) -> Seat {
        Seat { name, player }
    }

    /// The seats of a game without partners: `p1` and `p2`.
    pub const ONE_A_SIDE: &'static [Seat] =
        &[Seat { name: "p1", player: Player::P1 }, Seat { name: "p2", player: Player::P2 }];
}
