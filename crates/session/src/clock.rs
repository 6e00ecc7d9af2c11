//! The clocks of both players as data.

use std::time::Duration;

use abstract_game::Player;

/// The time of both players. It reads no clock: its methods get the present time, counted from any fixed moment.
///
/// ```
/// use abstract_game::Player;
/// use session::Clock;
/// use std::time::Duration;
/// let seconds = Duration::from_secs;
/// let mut clock = Clock::new(seconds(60), seconds(5));
/// clock.start(Player::P1, seconds(100));
/// clock.turn_ended(Player::P1, Player::P2, seconds(110));
/// assert_eq!(clock.left(Player::P1, seconds(120)), seconds(55));
/// assert_eq!(clock.left(Player::P2, seconds(120)), seconds(50));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    left: [Duration; 2],
    increment: Duration,
    running: Option<(Player, Duration)>,
}

impl Clock {
    /// Both clocks at `time`; each turn adds `increment`.
    pub fn new(time: Duration, increment: Duration) -> Clock {
        Clock::with_left([time; 2], increment)
    }

    /// The clocks of a game that goes on: the time left to both players.
    pub fn with_left(left: [Duration; 2], increment: Duration) -> Clock {
        Clock { left, increment, running: None }
    }

    /// Starts the clock of a player, and stops that of the other one.
    pub fn start(&mut self, player: Player, now: Duration) {
        self.stop(now);
        self.running = Some((player, now));
    }

    /// Stops both.
    pub fn stop(&mut self, now: Duration) {
        if let Some((player, _)) = self.running {
            self.left[player.index()] = self.left(player, now);
        }
        self.running = None;
    }

    /// A player ended a turn, and `next` acts. The first call of a game only starts the clock of `next`.
    pub fn turn_ended(&mut self, player: Player, next: Player, now: Duration) {
        if self.running.is_some() {
            self.stop(now);
            self.left[player.index()] += self.increment;
        }
        self.start(next, now);
    }

    /// The time left to a player.
    pub fn left(&self, player: Player, now: Duration) -> Duration {
        let used = self.running.filter(|(running, _)| *running == player);
        let used = used.map_or(Duration::ZERO, |(_, since)| now.saturating_sub(since));
        self.left[player.index()].saturating_sub(used)
    }

    /// The time that each turn adds.
    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// The player whose clock runs.
    pub fn running(&self) -> Option<Player> {
        self.running.map(|(player, _)| player)
    }
}
