//! How long a search may go on.

use std::time::Duration;

/// Time for one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// When this has passed, nothing new is begun.
    pub soft: Duration,
    /// When this has passed, the search stops where it is.
    pub hard: Duration,
}

impl TimeBudget {
    /// Exactly so much time for the turn, less `overhead`.
    #[must_use]
    pub fn exactly(time: Duration, overhead: Duration) -> TimeBudget {
        let time = time.saturating_sub(overhead).max(Duration::from_millis(1));
        TimeBudget { soft: time, hard: time }
    }
}

/// A player's game clock when the search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemainingTime {
    /// What is left.
    pub left: Duration,
    /// What is added after each turn.
    pub increment: Duration,
    /// The own turns until more time is given, where the rules of the tournament say so.
    pub turns_to_control: Option<u32>,
}

impl RemainingTime {
    /// What to spend on the next turn. `turns_left` is the number of own turns that the game can be
    /// expected to last; `overhead` is lost with each turn on the way between engine and judge.
    #[must_use]
    pub fn budget(&self, turns_left: u32, overhead: Duration) -> TimeBudget {
        let available = self.left.saturating_sub(overhead);
        let turns = self.turns_to_control.map_or(turns_left, |to_go| to_go.min(turns_left)).max(1);
        let share = available / turns + self.increment.saturating_sub(overhead).mul_f64(0.75);
        // Never more than a part of what is left, so that a long game cannot run out of time.
        let most = if turns == 1 { available.mul_f64(0.9) } else { available.mul_f64(0.4) };
        let least = Duration::from_millis(1);
        TimeBudget { soft: share.min(most).max(least), hard: share.mul_f64(2.5).min(most).max(least) }
    }
}

/// What ends a search; whichever comes first. With none of them it goes on until it is stopped or
/// has proved the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// The greatest depth, in actions; of Monte-Carlo tree search the greatest depth of its tree.
    pub depth: Option<u32>,
    /// The greatest number of nodes (playouts in Monte-Carlo tree search). Exact with one thread.
    pub nodes: Option<u64>,
    /// The time for this turn.
    pub time: Option<TimeBudget>,
    /// Go on even when the result is proved.
    pub infinite: bool,
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{RemainingTime, TimeBudget};

    #[test]
    fn a_clock_is_never_overspent() {
        for left in [0, 1, 20, 100, 1_000, 60_000] {
            for turns in [1, 2, 20, 200] {
                let left = Duration::from_millis(left);
                let clock =
                    RemainingTime { left, increment: Duration::from_millis(100), turns_to_control: None };
                let budget = clock.budget(turns, Duration::from_millis(10));
                assert!(budget.soft <= budget.hard);
                assert!(budget.hard <= left.max(Duration::from_millis(1)), "{left:?} {turns} {budget:?}");
            }
        }
    }

    #[test]
    fn overhead_comes_off_a_fixed_time() {
        let budget = TimeBudget::exactly(Duration::from_millis(100), Duration::from_millis(30));
        assert_eq!(budget.hard, Duration::from_millis(70));
    }
}
