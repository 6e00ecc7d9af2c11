//! The clocks of the players of one game.
//!
//! Each player has one, by its own time control, which runs in the turns of all its seats. A time control is a
//! side's: partners share its base by their seats, so that both sides have the same time however many sit on each.

use std::time::Duration;

use abstract_game::Player;

use crate::engine::limits::TimeControl;
use crate::engine::seating::Seating;

/// The clocks of one game; players are numbered as in its [`Seating`].
///
/// ```
/// use abstract_game::Seat;
/// use arena::engine::{limits::TimeControl, seating::Seating};
/// use arena::game::clock::Clock;
/// use std::time::Duration;
/// let ms = Duration::from_millis;
/// let seating = Seating::one_a_side(Seat::ONE_A_SIDE);
/// let mut clock = Clock::new(&[TimeControl::clock(ms(1000), ms(100)); 2], &seating);
/// assert!(clock.charge(0, ms(300), ms(0)));
/// assert_eq!(clock.budget(0), Some(ms(800)));
/// assert!(!clock.charge(0, ms(900), ms(50)));
/// ```
#[derive(Clone, Debug)]
pub struct Clock {
    hands: Vec<Hand>,
}

/// One player's clock.
#[derive(Clone, Debug)]
struct Hand {
    side: Player,
    control: TimeControl,
    /// What the base is for this player.
    base: Duration,
    /// What is left, if there is a limit.
    left: Duration,
    /// Turns until the base is added again, where it is.
    to_go: Option<u32>,
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
        /// partners'; of the other side, the clocks of all its players together. If none of them has a clock, the
        /// other side is shown with the player's own time: a limit of its own kind on the other's turns is no
        /// reason to hurry or to wait.
        left: [Duration; 2],
        /// What a player of each side gets after each of its turns; of the other side, its first player with a
        /// clock, and if there is none, as for itself.
        increment: [Duration; 2],
        /// How many turns of the player, this one included, until its base is added again; `None` where the clock
        /// is for the whole game.
        turns: Option<u32>,
    },
}

impl Clock {
    /// Clocks at the start of a game, by the time control of each player.
    ///
    /// # Panics
    /// If there are not as many time controls as players.
    #[must_use]
    pub fn new(controls: &[TimeControl], seating: &Seating) -> Clock {
        assert_eq!(controls.len(), seating.players(), "every player has a time control");
        let hand = |(player, &control)| {
            let (base, to_go) = match control {
                TimeControl::Clock { base, turns, .. } => (part(base, seating.share(player)), turns),
                TimeControl::PerTurn(time) => (time, None),
                TimeControl::Unlimited => (Duration::MAX, None),
            };
            Hand { side: seating.side(player), control, base, left: base, to_go }
        };
        Clock { hands: controls.iter().enumerate().map(hand).collect() }
    }

    /// How long the player may think about its turn now; `None` is without limit.
    #[must_use]
    pub fn budget(&self, player: usize) -> Option<Duration> {
        let hand = &self.hands[player];
        (hand.control != TimeControl::Unlimited).then_some(hand.left)
    }

    /// What the player is told.
    #[must_use]
    pub fn time(&self, player: usize) -> Time {
        let own = &self.hands[player];
        match own.control {
            TimeControl::Unlimited => Time::Unlimited,
            TimeControl::PerTurn(time) => Time::PerTurn(time),
            TimeControl::Clock { increment, .. } => {
                let other = self.together(own.side.opponent()).unwrap_or((own.left, increment));
                let told = |side| if side == own.side { (own.left, increment) } else { other };
                let [p1, p2] = Player::BOTH.map(told);
                Time::Clocks { left: [p1.0, p2.0], increment: [p1.1, p2.1], turns: own.to_go }
            }
        }
    }

    /// What is left on all clocks of a side, and the first one's increment; `None` if it has none.
    fn together(&self, side: Player) -> Option<(Duration, Duration)> {
        let clocks =
            self.hands.iter().filter(|hand| hand.side == side).filter_map(|hand| match hand.control {
                TimeControl::Clock { increment, .. } => Some((hand.left, increment)),
                _ => None,
            });
        clocks.reduce(|(sum, increment), (left, _)| (sum.saturating_add(left), increment))
    }

    /// Charges a player with a turn that took `elapsed`. False: that was more than its budget and the
    /// margin together, so the player has lost on time.
    #[must_use]
    pub fn charge(&mut self, player: usize, elapsed: Duration, margin: Duration) -> bool {
        let Some(budget) = self.budget(player) else { return true };
        if elapsed > budget.saturating_add(margin) {
            return false;
        }
        let hand = &mut self.hands[player];
        if let TimeControl::Clock { increment, turns, .. } = hand.control {
            hand.left = budget.saturating_sub(elapsed).saturating_add(increment);
            hand.to_go = hand.to_go.map(|to_go| to_go.saturating_sub(1));
            if hand.to_go == Some(0) {
                hand.left = hand.left.saturating_add(hand.base);
                hand.to_go = turns;
            }
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

    fn clock(controls: [TimeControl; 2]) -> Clock {
        Clock::new(&controls, &Seating::one_a_side(Seat::ONE_A_SIDE))
    }

    fn clocks(left: [u64; 2], increment: u64, turns: Option<u32>) -> Time {
        Time::Clocks { left: left.map(MS), increment: [MS(increment); 2], turns }
    }

    #[test]
    fn a_turn_within_the_margin_empties_the_clock_but_does_not_lose() {
        let mut clock = clock([TimeControl::clock(MS(100), MS(7)); 2]);
        assert!(clock.charge(1, MS(110), MS(10)));
        assert_eq!(clock.time(1), clocks([100, 7], 7, None));
        assert!(!clock.charge(1, MS(18), MS(10)));
    }

    #[test]
    fn time_per_turn_is_the_same_every_turn() {
        let mut clock = clock([TimeControl::PerTurn(MS(100)); 2]);
        assert!(clock.charge(0, MS(90), MS(0)));
        assert_eq!(clock.budget(0), Some(MS(100)));
        assert!(!clock.charge(0, MS(101), MS(0)));
    }

    #[test]
    fn without_a_limit_nothing_is_late() {
        let mut clock = clock([TimeControl::Unlimited; 2]);
        assert_eq!(clock.budget(0), None);
        assert!(clock.charge(0, Duration::MAX, MS(0)));
    }

    #[test]
    fn after_so_many_turns_the_base_comes_again_and_what_was_left_is_kept() {
        let mut clock = clock(["2/1+0.1".parse().unwrap(), TimeControl::Unlimited]);
        assert_eq!(clock.time(0), clocks([1000, 1000], 100, Some(2)));
        assert!(clock.charge(0, MS(300), MS(0)));
        assert_eq!(clock.time(0), clocks([800, 800], 100, Some(1)));
        assert!(clock.charge(0, MS(400), MS(0)));
        assert_eq!(clock.time(0), clocks([1500, 1500], 100, Some(2)));
        assert!(!clock.charge(0, MS(1501), MS(0)));
    }

    #[test]
    fn each_is_told_its_own_kind_of_time() {
        let mut clock = clock([TimeControl::clock(MS(1000), MS(10)), "3/2".parse().unwrap()]);
        assert!(clock.charge(0, MS(110), MS(0)));
        let increment = [MS(10), MS(0)];
        assert_eq!(clock.time(0), Time::Clocks { left: [MS(900), MS(2000)], increment, turns: None });
        assert_eq!(clock.time(1), Time::Clocks { left: [MS(900), MS(2000)], increment, turns: Some(3) });
        let mixed = self::clock([TimeControl::PerTurn(MS(5)), TimeControl::clock(MS(70), MS(1))]);
        assert_eq!(mixed.time(0), Time::PerTurn(MS(5)));
        assert_eq!(mixed.time(1), clocks([70, 70], 1, None));
    }

    #[test]
    fn partners_share_the_base_by_their_seats_and_are_told_their_own_clock() {
        let seat = |player| Seat { name: "x", player };
        let seats = [Player::P1, Player::P2, Player::P1, Player::P2].map(seat);
        // One decides for all of P1; two for P2.
        let control = TimeControl::clock(MS(1000), MS(10));
        let mut clock = Clock::new(&[control; 3], &Seating::new(&seats, &["A", "B", "A", "C"]));
        assert_eq!([0, 1, 2].map(|player| clock.budget(player)), [1000, 500, 500].map(|ms| Some(MS(ms))));
        assert!(clock.charge(2, MS(300), MS(0)));
        assert!(clock.charge(0, MS(100), MS(0)));
        assert_eq!(clock.time(0), clocks([910, 710], 10, None));
        assert_eq!(clock.time(1), clocks([910, 500], 10, None));
        assert_eq!(clock.time(2), clocks([910, 210], 10, None));
    }

    #[test]
    fn the_longest_base_can_be_shared() {
        assert_eq!(part(Duration::MAX, (2, 2)), Duration::MAX);
        assert_eq!(part(MS(90), (2, 3)), MS(60));
        assert!(part(Duration::MAX, (2, 3)) < Duration::MAX);
    }
}
