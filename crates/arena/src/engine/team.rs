//! Who plays a side together.

use crate::engine::contestant::Entrant;

/// The entrants who play on the same side, whichever side that is, and who of them decides for which of its
/// seats.
///
/// ```
/// use arena::engine::random::RandomPlayer;
/// use arena::engine::team::Team;
/// let partners = Team::new(["Ann", "Ben"].map(RandomPlayer::entrant).into(), vec![0, 1]);
/// assert_eq!(partners.name(), "Ann+Ben");
/// assert_eq!(Team::from(RandomPlayer::entrant("Cleo")).name(), "Cleo");
/// ```
#[derive(Debug)]
pub struct Team {
    pub(crate) players: Vec<Entrant>,
    pub(crate) seats: Seats,
}

/// Who of a team decides for which seat.
#[derive(Debug)]
pub(crate) enum Seats {
    /// The only player decides for all.
    All,
    /// The player of the side's first, second, ... seat.
    Each(Vec<usize>),
}

impl Team {
    /// `seats[k]` says which of the players decides for the side's `k`-th seat. Turned to the other side, the
    /// team keeps that order.
    ///
    /// # Panics
    /// If a seat names a player who is not there, or a player has no seat.
    #[must_use]
    pub fn new(players: Vec<Entrant>, seats: Vec<usize>) -> Team {
        assert!(seats.iter().all(|&player| player < players.len()), "a seat's player is one of the team");
        assert!((0..players.len()).all(|player| seats.contains(&player)), "every player has a seat");
        Team { players, seats: Seats::Each(seats) }
    }

    /// The names of its players joined by `+`.
    #[must_use]
    pub fn name(&self) -> String {
        self.players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>().join("+")
    }
}

impl From<Entrant> for Team {
    /// One who decides for all seats of its side.
    fn from(entrant: Entrant) -> Team {
        Team { players: vec![entrant], seats: Seats::All }
    }
}
