//! Who decides: the seats of a game.

use crate::Player;

/// A part of a side that can have a player of its own. Most games have one seat a side; in a game of teams
/// each partner has one. Seats say who decides, never who wins: a result is a side's.
///
/// ```
/// use abstract_game::{Player, Rules, sample::TakeTwo};
/// assert_eq!(TakeTwo::SEATS.len(), 2);
/// assert_eq!(TakeTwo::SEATS[1].player, Player::P2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// The name: one lower-case word.
    pub name: &'static str,
    /// The side it belongs to.
    pub player: Player,
}

impl Seat {
    /// The seats of a game without partners, named `p1` and `p2`.
    pub const ONE_A_SIDE: &'static [Seat] =
        &[Seat { name: "p1", player: Player::P1 }, Seat { name: "p2", player: Player::P2 }];
}
