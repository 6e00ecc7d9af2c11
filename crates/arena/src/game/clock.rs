//! The clocks of the engines of one game.
//!
//! Each engine has a clock with its own time control, which runs in the turns of all its seats. A time control is that
//! of a side: partners share its base in proportion to their seats, so that both sides have the same time.

use std::time::Duration;

use abstract_game::Player;
use protocol::{GoClock, GoLimits};

use crate::engine::{Seating, TimeControl};

/// The clocks of one game, numbered as the players of its [`Seating`].
///
/// ```
/// use abstract_game::Seat;
/// use arena::engine::{Seating, TimeControl};
/// use arena::game::GameClock;
/// use std::time::Duration;
/// let ms = Duration::from_millis;
/// let seating = Seating::new(Seat::ONE_A_SIDE, &[0, 1]);
/// let mut clock = GameClock::new(&[TimeControl::clock(ms(1000), ms(100)); 2], &seating);
/// assert!(clock.charge(0, ms(300), ms(0)));
/// assert_eq!(clock.budget(0), Some(ms(800)));
/// assert!(!clock.charge(0, ms(900), ms(50)));
/// ```
#[derive(Clone, Debug)]
pub struct GameClock(Vec<PlayerClock>);

/// The clock of one player.
#[derive(Clone, Debug)]
struct PlayerClock {
    side: Player,
    control: TimeControl,
    /// The player's part of the base.
    base: Duration,
    /// The time left, if there is a limit.
    left: Duration,
    /// Number of turns until the base is added again, if it is.
    to_go: Option<u32>,
}

impl GameClock {
    /// The clocks at the start of a game, by the time control of each player.
    ///
    /// # Panics
    /// If the number of time controls is not that of the players.
    pub fn new(controls: &[TimeControl], seating: &Seating) -> GameClock {
        assert_eq!(controls.len(), seating.players(), "each player has a time control");
        let clock = |(player, &control)| {
            let (base, to_go) = match control {
                TimeControl::Clock { base, turns, .. } => (part(base, seating.share(player)), turns),
                TimeControl::PerTurn(time) => (time, None),
                TimeControl::Unlimited => (Duration::MAX, None),
            };
            PlayerClock { side: seating.side(player), control, base, left: base, to_go }
        };
        GameClock(controls.iter().enumerate().map(clock).collect())
    }

    /// The time that the player has for its turn; `None`: no limit.
    pub fn budget(&self, player: usize) -> Option<Duration> {
        let clock = &self.0[player];
        (clock.control != TimeControl::Unlimited).then_some(clock.left)
    }

    /// The limits of time as reported to the player.
    pub fn time(&self, player: usize) -> GoLimits {
        let own = &self.0[player];
        match own.control {
            TimeControl::Unlimited => GoLimits::default(),
            TimeControl::PerTurn(time) => GoLimits::move_time(time),
            TimeControl::Clock { increment, .. } => {
                let own_times = (own.left, increment);
                let other = self.sum(own.side.opponent()).unwrap_or(own_times);
                let clock = Player::BOTH.map(|side| {
                    let (left, increment) = if side == own.side { own_times } else { other };
                    // No engine expects a clock of 0 ms.
                    GoClock { time: Some(left.max(Duration::from_millis(1))), increment }
                });
                GoLimits { clock, moves_to_go: own.to_go, ..GoLimits::default() }
            }
        }
    }

    /// The time left on all clocks of a side, and the first one's increment; `None` if it has none.
    fn sum(&self, side: Player) -> Option<(Duration, Duration)> {
        let of_side = self.0.iter().filter(|clock| clock.side == side);
        let times = of_side.filter_map(|clock| match clock.control {
            TimeControl::Clock { increment, .. } => Some((clock.left, increment)),
            _ => None,
        });
        times.reduce(|(sum, increment), (left, _)| (sum.saturating_add(left), increment))
    }

    /// Charges a player with a turn that took `elapsed`. False: that was more than its budget plus the margin, so the
    /// player has lost on time.
    #[must_use]
    pub fn charge(&mut self, player: usize, elapsed: Duration, margin: Duration) -> bool {
        let Some(budget) = self.budget(player) else { return true };
        if elapsed > budget.saturating_add(margin) {
            return false;
        }
        let clock = &mut self.0[player];
        if let TimeControl::Clock { increment, turns, .. } = clock.control {
            clock.left = budget.saturating_sub(elapsed).saturating_add(increment);
            clock.to_go = clock.to_go.map(|to_go| to_go.saturating_sub(1));
            if clock.to_go == Some(0) {
                clock.left = clock.left.saturating_add(clock.base);
                clock.to_go = turns;
            }
        }
        true
    }
}

/// The part of the base of a player with `seats` of its side's `of` seats.
fn part(base: Duration, (seats, of): (usize, usize)) -> Duration {
    let small = |number| u32::try_from(number).unwrap_or(u32::MAX);
    if seats == of { base } else { base / small(of) * small(seats) }
}

#[cfg(test)]
mod tests {
    use abstract_game::Seat;

    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn clock(controls: [TimeControl; 2]) -> GameClock {
        GameClock::new(&controls, &Seating::new(Seat::ONE_A_SIDE, &[0, 1]))
    }

    fn clocks(left: [u64; 2], increment: u64, turns: Option<u32>) -> GoLimits {
        GoLimits { moves_to_go: turns, ..GoLimits::clocks(left.map(MS), [MS(increment); 2]) }
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
    fn without_a_limit_no_turn_is_late() {
        let mut clock = clock([TimeControl::Unlimited; 2]);
        assert_eq!(clock.budget(0), None);
        assert!(clock.charge(0, Duration::MAX, MS(0)));
    }

    #[test]
    fn the_base_is_added_after_each_period_and_unused_time_is_kept() {
        let mut clock = clock(["2/1+0.1".parse().unwrap(), TimeControl::Unlimited]);
        assert_eq!(clock.time(0), clocks([1000, 1000], 100, Some(2)));
        assert!(clock.charge(0, MS(300), MS(0)));
        assert_eq!(clock.time(0), clocks([800, 800], 100, Some(1)));
        assert!(clock.charge(0, MS(400), MS(0)));
        assert_eq!(clock.time(0), clocks([1500, 1500], 100, Some(2)));
        assert!(!clock.charge(0, MS(1501), MS(0)));
    }

    #[test]
    fn each_player_sees_its_own_kind_of_time() {
        let mut clock = clock([TimeControl::clock(MS(1000), MS(10)), "3/2".parse().unwrap()]);
        assert!(clock.charge(0, MS(110), MS(0)));
        let seen = GoLimits::clocks([MS(900), MS(2000)], [MS(10), MS(0)]);
        assert_eq!(clock.time(0), seen);
        assert_eq!(clock.time(1), GoLimits { moves_to_go: Some(3), ..seen });
        let mixed = self::clock([TimeControl::PerTurn(MS(5)), TimeControl::clock(MS(70), MS(1))]);
        assert_eq!(mixed.time(0), GoLimits::move_time(MS(5)));
        assert_eq!(mixed.time(1), clocks([70, 70], 1, None));
    }

    #[test]
    fn partners_share_the_base_by_their_seats_and_see_their_own_clock() {
        let seat = |player| Seat::new("x", player);
        let seats = [Player::P1, Player::P2, Player::P1, Player::P2].map(seat);
        // One player for both seats of P1, two for P2.
        let control = TimeControl::clock(MS(1000), MS(10));
        let mut clock = GameClock::new(&[control; 3], &Seating::new(&seats, &["A", "B", "A", "C"]));
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
