//! How long and how hard an engine may think about a turn.
//!
//! As data (TOML, JSON) [`Limits`] and [`LimitsOverride`] have the names of the command line's flags: `nodes`, `depth`,
//! `movetime` (milliseconds) or `tc` (a [`TimeControl`]'s text), `margin` (milliseconds), `stall` (seconds).

mod control;
mod partial;

pub use control::{TimeControl, TimeControlError};
pub use partial::{LimitsError, LimitsOverride};

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The limits of every turn of a player.
///
/// ```
/// use arena::engine::limits::{Limits, TimeControl};
/// let limits = Limits { nodes: Some(1000), time: "60+0.5".parse::<TimeControl>()?, ..Limits::default() };
/// assert_eq!(limits.to_string(), "1000 nodes, 60 s + 0.5 s a turn");
/// # Ok::<(), arena::engine::limits::TimeControlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "LimitsOverride", into = "LimitsOverride")]
pub struct Limits {
    /// At most so many nodes a turn.
    pub nodes: Option<u64>,
    /// At most so deep, in actions.
    pub depth: Option<u32>,
    /// The time a player has.
    pub time: TimeControl,
    /// How much more than its time a player may use unpunished: the way to the engine and back is not
    /// the engine's fault.
    pub margin: Duration,
    /// Without a limit of time: after so long without an answer a player is told to stop, and has lost. With one
    /// that happens when its time and the margin are over. Who does not obey within
    /// [`grace`](Limits::grace) has stalled.
    pub patience: Duration,
}

impl Default for Limits {
    /// No limit, a margin of 50 ms, patience of a minute.
    fn default() -> Self {
        Limits {
            nodes: None,
            depth: None,
            time: TimeControl::Unlimited,
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(60),
        }
    }
}

impl Limits {
    /// The longest that anybody waits for an answer after `stop`.
    pub const LONGEST_GRACE: Duration = Duration::from_secs(5);

    /// Whether an engine that obeys these limits answers at all.
    #[must_use]
    pub fn bounded(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some() || self.time != TimeControl::Unlimited
    }

    /// How long an answer is waited for after `stop`: as long as the patience, but at most
    /// [`LONGEST_GRACE`](Limits::LONGEST_GRACE).
    #[must_use]
    pub fn grace(&self) -> Duration {
        self.patience.min(Limits::LONGEST_GRACE)
    }

    /// After how long a player with that much time is told to stop.
    #[must_use]
    pub fn deadline(&self, budget: Option<Duration>) -> Duration {
        budget.map_or(self.patience, |budget| budget.saturating_add(self.margin))
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.nodes.map(|n| format!("{n} nodes")));
        parts.extend(self.depth.map(|d| format!("depth {d}")));
        if self.time != TimeControl::Unlimited || parts.is_empty() {
            parts.push(self.time.to_string());
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_limit_is_said_only_when_there_is_none() {
        assert_eq!(Limits::default().to_string(), "no limit");
        assert!(!Limits::default().bounded());
        let depth = Limits { depth: Some(3), ..Limits::default() };
        assert_eq!(depth.to_string(), "depth 3");
        assert!(depth.bounded());
    }

    #[test]
    fn the_deadline_is_the_time_and_the_margin_or_else_the_patience() {
        let limits = Limits { patience: Duration::from_secs(2), ..Limits::default() };
        assert_eq!(limits.deadline(Some(Duration::from_secs(9))), Duration::from_millis(9050));
        assert_eq!((limits.deadline(None), limits.grace()), (Duration::from_secs(2), Duration::from_secs(2)));
        assert_eq!(Limits::default().grace(), Limits::LONGEST_GRACE);
        assert_eq!(limits.deadline(Some(Duration::MAX)), Duration::MAX);
    }
}
