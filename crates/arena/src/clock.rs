//! The clocks of the two players of one game.

use std::time::Duration;

use abstract_game::Player;

use crate::limits::TimeControl;

/// The clocks of one game.
///
/// ```
/// use abstract_game::Player;
/// use arena::{clock::Clock, limits::TimeControl};
/// use std::time::Duration;
/// let ms = Duration::from_millis;
/// let mut clock = Clock::new(TimeControl::Clock { base: ms(1000), increment: ms(100) });
/// assert!(clock.charge(Player::P1, ms(300), ms(0)));
/// assert_eq!(clock.budget(Player::P1), Some(ms(800)));
/// assert!(!clock.charge(Player::P1, ms(900), ms(50)));
/// ```
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    left: [Duration; 2],
}

/// What a player is told about time before its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// There is no limit of time.
    Unlimited,
    /// So long for this turn.
    PerTurn(Duration),
    /// The clocks of P1 and P2, and what each gets after a turn.
    Clocks {
        /// What is left for P1 and P2.
        left: [Duration; 2],
        /// What a player gets after each of its turns.
        increment: Duration,
    },
}

impl Clock {
    /// Clocks at the start of a game.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let left = match control {
            TimeControl::Clock { base, .. } => base,
            TimeControl::PerTurn(time) => time,
            TimeControl::Unlimited => Duration::MAX,
        };
        Clock { control, left: [left; 2] }
    }

    /// How long the player may think about its turn now; `None` is without limit.
    #[must_use]
    pub fn budget(&self, player: Player) -> Option<Duration> {
        (self.control != TimeControl::Unlimited).then(|| self.left[player.index()])
    }

    /// What the players are told.
    #[must_use]
    pub fn time(&self) -> Time {
        match self.control {
            TimeControl::Unlimited => Time::Unlimited,
            TimeControl::PerTurn(time) => Time::PerTurn(time),
            TimeControl::Clock { increment, .. } => Time::Clocks { left: self.left, increment },
        }
    }

    /// Charges a player with a turn that took `elapsed`. False: that was more than its budget and the
    /// margin together, so the player has lost on time.
    #[must_use]
    pub fn charge(&mut self, player: Player, elapsed: Duration, margin: Duration) -> bool {
        let Some(budget) = self.budget(player) else { return true };
        if elapsed > budget.saturating_add(margin) {
            return false;
        }
        if let TimeControl::Clock { increment, .. } = self.control {
            self.left[player.index()] = budget.saturating_sub(elapsed).saturating_add(increment);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_turn_within_the_margin_empties_the_clock_but_does_not_lose() {
        let mut clock = Clock::new(TimeControl::Clock { base: MS(100), increment: MS(7) });
        assert!(clock.charge(Player::P2, MS(110), MS(10)));
        assert_eq!(clock.time(), Time::Clocks { left: [MS(100), MS(7)], increment: MS(7) });
        assert!(!clock.charge(Player::P2, MS(18), MS(10)));
    }

    #[test]
    fn time_per_turn_is_the_same_every_turn() {
        let mut clock = Clock::new(TimeControl::PerTurn(MS(100)));
        assert!(clock.charge(Player::P1, MS(90), MS(0)));
        assert_eq!(clock.budget(Player::P1), Some(MS(100)));
        assert!(!clock.charge(Player::P1, MS(101), MS(0)));
    }

    #[test]
    fn without_a_limit_nothing_is_late() {
        let mut clock = Clock::new(TimeControl::Unlimited);
        assert_eq!(clock.budget(Player::P1), None);
        assert!(clock.charge(Player::P1, Duration::MAX, MS(0)));
    }
}
