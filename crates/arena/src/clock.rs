//! The clocks of the players of one game.
//!
//! Each player has one, which runs in the turns of all its seats. A time control is a side's: partners
//! share its base by their seats, so that both sides have the same time however many sit on each.

use std::time::Duration;

use abstract_game::Player;

use crate::limits::TimeControl;
use crate::seating::Seating;

/// The clocks of one game; players are numbered as in its [`Seating`].
///
/// ```
/// use abstract_game::Seat;
/// use arena::{clock::Clock, limits::TimeControl, seating::Seating};
/// use std::time::Duration;
/// let ms = Duration::from_millis;
/// let seating = Seating::one_a_side(Seat::ONE_A_SIDE);
/// let mut clock = Clock::new(TimeControl::Clock { base: ms(1000), increment: ms(100) }, &seating);
/// assert!(clock.charge(0, ms(300), ms(0)));
/// assert_eq!(clock.budget(0), Some(ms(800)));
/// assert!(!clock.charge(0, ms(900), ms(50)));
/// ```
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    /// The side and the time of each player.
    left: Vec<(Player, Duration)>,
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
        /// What is left for P1 and P2. Of its own side a player is told its own clock, without its
        /// partners'; of the other side, the clocks of all its players together.
        left: [Duration; 2],
        /// What a player gets after each of its turns.
        increment: Duration,
    },
}

impl Clock {
    /// Clocks at the start of a game.
    #[must_use]
    pub fn new(control: TimeControl, seating: &Seating) -> Clock {
        let at_start = |player| match control {
            TimeControl::Clock { base, .. } => part(base, seating.share(player)),
            TimeControl::PerTurn(time) => time,
            TimeControl::Unlimited => Duration::MAX,
        };
        let left = (0..seating.players()).map(|player| (seating.side(player), at_start(player))).collect();
        Clock { control, left }
    }

    /// How long the player may think about its turn now; `None` is without limit.
    #[must_use]
    pub fn budget(&self, player: usize) -> Option<Duration> {
        (self.control != TimeControl::Unlimited).then(|| self.left[player].1)
    }

    /// What the player is told.
    #[must_use]
    pub fn time(&self, player: usize) -> Time {
        match self.control {
            TimeControl::Unlimited => Time::Unlimited,
            TimeControl::PerTurn(time) => Time::PerTurn(time),
            TimeControl::Clock { increment, .. } => {
                let (own_side, own) = self.left[player];
                let together = |side| {
                    let clocks = self.left.iter().filter(|(other, _)| *other == side);
                    clocks.fold(Duration::ZERO, |sum, (_, left)| sum.saturating_add(*left))
                };
                let left = Player::BOTH.map(|side| if side == own_side { own } else { together(side) });
                Time::Clocks { left, increment }
            }
        }
    }

    /// Charges a player with a turn that took `elapsed`. False: that was more than its budget and the
    /// margin together, so the player has lost on time.
    #[must_use]
    pub fn charge(&mut self, player: usize, elapsed: Duration, margin: Duration) -> bool {
        let Some(budget) = self.budget(player) else { return true };
        if elapsed > budget.saturating_add(margin) {
            return false;
        }
        if let TimeControl::Clock { increment, .. } = self.control {
            self.left[player].1 = budget.saturating_sub(elapsed).saturating_add(increment);
        }
        true
    }
}

/// The part of the base that so many seats of so many have.
fn part(base: Duration, (seats, of): (usize, usize)) -> Duration {
    let small = |number| u32::try_from(number).unwrap_or(u32::MAX);
    if seats == of { base } else { base / small(of) * small(seats) }
}

#[cfg(test)]
mod tests {
    use abstract_game::Seat;

    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn clock(control: TimeControl) -> Clock {
        Clock::new(control, &Seating::one_a_side(Seat::ONE_A_SIDE))
    }

    #[test]
    fn a_turn_within_the_margin_empties_the_clock_but_does_not_lose() {
        let mut clock = clock(TimeControl::Clock { base: MS(100), increment: MS(7) });
        assert!(clock.charge(1, MS(110), MS(10)));
        assert_eq!(clock.time(1), Time::Clocks { left: [MS(100), MS(7)], increment: MS(7) });
        assert!(!clock.charge(1, MS(18), MS(10)));
    }

    #[test]
    fn time_per_turn_is_the_same_every_turn() {
        let mut clock = clock(TimeControl::PerTurn(MS(100)));
        assert!(clock.charge(0, MS(90), MS(0)));
        assert_eq!(clock.budget(0), Some(MS(100)));
        assert!(!clock.charge(0, MS(101), MS(0)));
    }

    #[test]
    fn without_a_limit_nothing_is_late() {
        let mut clock = clock(TimeControl::Unlimited);
        assert_eq!(clock.budget(0), None);
        assert!(clock.charge(0, Duration::MAX, MS(0)));
    }

    #[test]
    fn partners_share_the_base_by_their_seats_and_are_told_their_own_clock() {
        let seat = |player| Seat { name: "x", player };
        let seats = [Player::P1, Player::P2, Player::P1, Player::P2].map(seat);
        // One decides for all of P1; two for P2.
        let control = TimeControl::Clock { base: MS(1000), increment: MS(10) };
        let mut clock = Clock::new(control, &Seating::new(&seats, &["A", "B", "A", "C"]));
        assert_eq!([0, 1, 2].map(|player| clock.budget(player)), [1000, 500, 500].map(|ms| Some(MS(ms))));
        assert!(clock.charge(2, MS(300), MS(0)));
        assert!(clock.charge(0, MS(100), MS(0)));
        let told = |player, left: [u64; 2]| {
            assert_eq!(clock.time(player), Time::Clocks { left: left.map(MS), increment: MS(10) });
        };
        told(0, [910, 710]);
        told(1, [910, 500]);
        told(2, [910, 210]);
    }

    #[test]
    fn the_longest_base_can_be_shared() {
        assert_eq!(part(Duration::MAX, (2, 2)), Duration::MAX);
        assert_eq!(part(MS(90), (2, 3)), MS(60));
        assert!(part(Duration::MAX, (2, 3)) < Duration::MAX);
    }
}
