//! Time management: how much of the remaining time one turn may use.

use std::time::Duration;

crate::parameters! {
    /// The tunable parameters of time management; in per cent where no unit is given.
    pub struct TimeParameters {
        /// Of the increment: the part that a turn uses.
        pub increment: u32 = 75, 0 to 100;
        /// Of the remaining time: the most that a turn may use. A turn never uses all of it, so that a game longer than
        /// expected is not lost on time.
        pub max_share: u32 = 40, 1 to 100;
        /// The same for the last turn before a time control.
        pub last_turn: u32 = 90, 1 to 100;
        /// Of the soft limit: the hard limit.
        pub hard_limit: u32 = 250, 100 to 1_000;
        /// Of the soft limit: the time after which no iteration begins, because an iteration takes longer than all before
        /// it.
        pub last_iteration: u32 = 60, 1 to 100;
        /// The time for the last iteration is multiplied by this less the share of the best action's nodes: an action that
        /// needs most of the nodes has no rival.
        pub node_share: u32 = 160, 100 to 300;
        /// The factor of the same time if the last iteration changed the best action.
        pub unstable: u32 = 140, 100 to 400;
        /// The factor if the best action is the same for `stable_iterations`.
        pub stable: u32 = 80, 10 to 100;
        /// A number of iterations.
        pub stable_iterations: u32 = 4, 1 to 20;
        /// What is added to the factor per centipawn that the last iteration lost, up to 100 of them.
        pub score_drop: u32 = 1, 0 to 10;
        /// Of the soft and hard limits: for the proof search that checks the opponent's claim of a win.
        pub claim: u32 = 25, 0 to 90;
    }
}

fn hundredths(percent: u32) -> f64 {
    f64::from(percent) / 100.0
}

/// A part of a time.
fn part(time: Duration, percent: u32) -> Duration {
    time.mul_f64(hundredths(percent))
}

/// The time budget of one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// The time that the turn should take. Iterations that are likely to exceed it are not begun.
    pub soft: Duration,
    /// After this time the search stops at once.
    pub hard: Duration,
}

impl TimeBudget {
    /// A fixed time for the turn, less `overhead`; at least 1 ms.
    #[must_use]
    pub fn exactly(time: Duration, overhead: Duration) -> TimeBudget {
        let time = time.saturating_sub(overhead).max(Duration::from_millis(1));
        TimeBudget { soft: time, hard: time }
    }

    /// Whether this is a fixed time for the turn, which the search uses up.
    pub(crate) fn is_fixed(&self) -> bool {
        self.soft == self.hard
    }

    /// The part for a proof search that checks the opponent's claim of a win, before the search of the turn.
    #[must_use]
    pub fn claim_check(&self, parameters: &TimeParameters) -> TimeBudget {
        TimeBudget { soft: part(self.soft, parameters.claim), hard: part(self.hard, parameters.claim) }
    }

    /// The time after which the search starts no new iteration: all of a fixed time, otherwise a part of the soft limit,
    /// which depends on what the iterations so far have found.
    pub(crate) fn last_iteration(&self, course: &Course, parameters: &TimeParameters) -> Duration {
        if self.is_fixed() {
            self.hard
        } else {
            part(self.soft, parameters.last_iteration).mul_f64(course.need(parameters)).min(self.hard)
        }
    }
}

/// What the iterations of a search have found so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Course {
    /// The number of iterations since the best action changed; 0: in the last one.
    pub(crate) unchanged: u32,
    /// The share of the nodes of the last iteration below its best action.
    pub(crate) best_share: f64,
    /// The centipawns by which the score fell in the last iteration.
    pub(crate) drop: i32,
}

impl Course {
    /// The factor of the time for the last iteration.
    fn need(&self, parameters: &TimeParameters) -> f64 {
        let share = hundredths(parameters.node_share) - self.best_share;
        let stability = if self.unchanged == 0 {
            hundredths(parameters.unstable)
        } else if self.unchanged >= parameters.stable_iterations {
            hundredths(parameters.stable)
        } else {
            1.0
        };
        share * stability * (1.0 + hundredths(parameters.score_drop) * f64::from(self.drop.clamp(0, 100)))
    }
}

/// The state of a player's game clock when the search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemainingTime {
    /// The time left for the rest of the game, or until the next time control.
    pub left: Duration,
    /// The time added after each turn.
    pub increment: Duration,
    /// The number of own turns until the next time control; `None`: `left` is for the whole game.
    pub turns_to_control: Option<u32>,
}

impl RemainingTime {
    /// The budget of the next turn. The time left is divided by `turns_left`, or by the turns to the control if they are fewer;
    /// `overhead` is the time lost per turn between engine and judge.
    #[must_use]
    pub fn budget(&self, turns_left: u32, overhead: Duration, parameters: &TimeParameters) -> TimeBudget {
        let available = self.left.saturating_sub(overhead);
        let turns = self.turns_to_control.map_or(turns_left, |turns| turns.min(turns_left)).max(1);
        let share = available / turns + part(self.increment.saturating_sub(overhead), parameters.increment);
        let max = part(available, if turns == 1 { parameters.last_turn } else { parameters.max_share });
        let min = Duration::from_millis(1);
        TimeBudget {
            soft: share.min(max).max(min),
            hard: part(share, parameters.hard_limit).min(max).max(min),
        }
    }
}

#[cfg(test)]
mod tests;
