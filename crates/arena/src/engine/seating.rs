//! Seatings: the players of one game and the seats that each decides for.

use abstract_game::{Player, Seat};

/// Whether a side has more than one seat, so that partners can be different engines.
///
/// ```
/// assert!(!arena::engine::has_partners(abstract_game::Seat::ONE_A_SIDE));
/// ```
#[must_use]
pub fn has_partners(seats: &[Seat]) -> bool {
    Player::BOTH.into_iter().any(|side| seats_of(seats, side).count() > 1)
}

/// The seats of a side, as indices, in order.
pub fn seats_of(seats: &[Seat], side: Player) -> impl Iterator<Item = usize> + '_ {
    (0..seats.len()).filter(move |&seat| seats[seat].player == side)
}

/// The player of a game that decides for each seat. Each player has at least one seat, and all its seats are of one
/// side.
///
/// ```
/// use abstract_game::{Player, Seat};
/// use arena::engine::Seating;
/// let seat = |name, player| Seat { name, player };
/// let table = [("n", Player::P1), ("e", Player::P2), ("s", Player::P1), ("w", Player::P2)];
/// let table = table.map(|(name, player)| seat(name, player));
/// // Three players: one for both seats of P1, two for P2.
/// let seating = Seating::new(&table, &["Ann", "Ben", "Ann", "Cleo"]);
/// assert_eq!((seating.players(), seating.player(2), seating.player(3)), (3, 0, 2));
/// assert_eq!(seating.side(2), Player::P2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// The player of each seat.
    players: Vec<usize>,
    /// The side of each seat.
    sides: Vec<Player>,
}

impl Seating {
    /// The seating with `deciders` for `seats`. Equal deciders are one player within a side, and two players on
    /// different sides. Players are numbered in the order of their first seats.
    ///
    /// # Panics
    /// If the number of deciders is not that of the seats.
    pub fn new<T: PartialEq>(seats: &[Seat], deciders: &[T]) -> Seating {
        assert_eq!(seats.len(), deciders.len(), "each seat has a decider");
        let mut players: Vec<usize> = Vec::with_capacity(seats.len());
        let mut count = 0;
        for (i, seat) in seats.iter().enumerate() {
            let same = |&j: &usize| seats[j].player == seat.player && deciders[j] == deciders[i];
            players.push((0..i).find(same).map_or(count, |j| players[j]));
            count = count.max(players[i] + 1);
        }
        Seating { players, sides: seats.iter().map(|seat| seat.player).collect() }
    }

    /// One player for each side, with all its seats.
    #[must_use]
    pub fn one_a_side(seats: &[Seat]) -> Seating {
        Seating::new(seats, &vec![(); seats.len()])
    }

    /// Number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players.iter().max().map_or(0, |last| last + 1)
    }

    /// The player that decides for a seat.
    #[must_use]
    pub fn player(&self, seat: usize) -> usize {
        self.players[seat]
    }

    /// The seats of a player, in order.
    pub fn seats(&self, player: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.players.len()).filter(move |&seat| self.players[seat] == player)
    }

    /// The first seat of a player.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub fn first_seat(&self, player: usize) -> usize {
        self.seats(player).next().expect("each player has a seat")
    }

    /// The side of a player.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub fn side(&self, player: usize) -> Player {
        self.sides[self.first_seat(player)]
    }

    /// The index of a player among those of its side, from 0.
    #[must_use]
    pub fn rank(&self, player: usize) -> usize {
        (0..player).filter(|&other| self.side(other) == self.side(player)).count()
    }

    /// Number of seats of a player, and of its side.
    #[must_use]
    pub fn share(&self, player: usize) -> (usize, usize) {
        let side = self.side(player);
        (self.seats(player).count(), self.sides.iter().filter(|&&other| other == side).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: [Seat; 4] = [
        Seat { name: "a", player: Player::P1 },
        Seat { name: "b", player: Player::P2 },
        Seat { name: "c", player: Player::P1 },
        Seat { name: "d", player: Player::P2 },
    ];

    #[test]
    fn four_seats_have_two_three_or_four_players() {
        for (deciders, players, shares) in [
            ("xxxx", [0, 1, 0, 1], vec![(2, 2), (2, 2)]),
            ("xyxz", [0, 1, 0, 2], vec![(2, 2), (1, 2), (1, 2)]),
            ("xyzy", [0, 1, 2, 1], vec![(1, 2), (2, 2), (1, 2)]),
            ("wxyz", [0, 1, 2, 3], vec![(1, 2); 4]),
            // Equal deciders on both sides are two players.
            ("xyyx", [0, 1, 2, 3], vec![(1, 2); 4]),
        ] {
            let seating = Seating::new(&FOUR, &deciders.chars().collect::<Vec<_>>());
            assert_eq!([0, 1, 2, 3].map(|seat| seating.player(seat)), players, "{deciders}");
            let all = 0..seating.players();
            assert_eq!(all.clone().map(|player| seating.share(player)).collect::<Vec<_>>(), shares);
            for player in all {
                assert!(seating.seats(player).all(|seat| FOUR[seat].player == seating.side(player)));
            }
        }
        assert_eq!(Seating::one_a_side(&FOUR), Seating::new(&FOUR, &["x", "x", "x", "x"]));
        assert_eq!(Seating::new(&FOUR, &[1, 2, 3, 4]).rank(3), 1);
    }

    #[test]
    fn a_game_with_one_seat_a_side_has_no_partners() {
        assert!(has_partners(&FOUR) && !has_partners(Seat::ONE_A_SIDE));
        assert_eq!(seats_of(&FOUR, Player::P2).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(Seating::one_a_side(Seat::ONE_A_SIDE).players(), 2);
    }
}
