//! Wins, draws and losses, of one player and between two.

use std::ops::AddAssign;

/// Numbers of wins, draws and losses of one player.
///
/// ```
/// use match_stats::Tally;
/// let mut tally = Tally::default();
/// tally += Tally::WIN;
/// tally += Tally::DRAW;
/// assert_eq!((tally.games(), tally.points(), tally.score()), (2, 1.5, Some(0.75)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// One won game.
    pub const WIN: Tally = Tally { wins: 1, draws: 0, losses: 0 };
    /// One drawn game.
    pub const DRAW: Tally = Tally { wins: 0, draws: 1, losses: 0 };
    /// One lost game.
    pub const LOSS: Tally = Tally { wins: 0, draws: 0, losses: 1 };

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// One point for a win, half a point for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, from 0 to 1; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// The games of two players in which one of them moved first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadToHead {
    /// The number of the player who moved first, from 0.
    pub first: usize,
    /// The number of the player who moved second.
    pub second: usize,
    /// The results of the first player.
    pub tally: Tally,
}
