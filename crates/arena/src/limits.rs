//! How long and how hard an engine may think about a turn.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The limits of every turn of a game.
///
/// ```
/// use arena::limits::{Limits, TimeControl};
/// let limits = Limits { nodes: Some(1000), time: "60+0.5".parse::<TimeControl>()?, ..Limits::default() };
/// assert_eq!(limits.to_string(), "1000 nodes, 60 s + 0.5 s a turn");
/// # Ok::<(), arena::limits::TimeControlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// How long after its time (or, without a limit of time, after the question) a player who has not
    /// answered is given up: a stall.
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
    /// Whether an engine that obeys these limits answers at all.
    #[must_use]
    pub fn bounded(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some() || self.time != TimeControl::Unlimited
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

/// The time a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// As long as it likes.
    Unlimited,
    /// So long for every turn; what is left over is lost.
    PerTurn(Duration),
    /// A clock: `base` for the game, and `increment` more after every turn.
    Clock {
        /// The time at the start.
        base: Duration,
        /// What is added after each turn of the player.
        increment: Duration,
    },
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Unlimited => f.write_str("no limit"),
            TimeControl::PerTurn(time) => write!(f, "{} ms a turn", time.as_millis()),
            TimeControl::Clock { base, increment } => {
                write!(f, "{} s", base.as_secs_f64())?;
                if !increment.is_zero() {
                    write!(f, " + {} s a turn", increment.as_secs_f64())?;
                }
                Ok(())
            }
        }
    }
}

/// A text is not `BASE` or `BASE+INCREMENT` in seconds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no time control: expected seconds as BASE or BASE+INCREMENT, as in `60+0.5`")]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads a clock: `60`, `60+0.5`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || TimeControlError(text.to_owned());
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |word: &str| -> Option<Duration> {
            let number: f64 = word.trim().parse().ok()?;
            Duration::try_from_secs_f64(number).ok()
        };
        let base = seconds(base).filter(|base| !base.is_zero()).ok_or_else(wrong)?;
        Ok(TimeControl::Clock { base, increment: seconds(increment).ok_or_else(wrong)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_refused() {
        let clock = |base, increment| TimeControl::Clock {
            base: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
        };
        assert_eq!("60".parse(), Ok(clock(60_000, 0)));
        assert_eq!("1.5+0.01".parse(), Ok(clock(1_500, 10)));
        for bad in ["", "+", "x", "0", "-1", "1+", "1+x", "nan", "inf", "1e300"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn no_limit_is_said_only_when_there_is_none() {
        assert_eq!(Limits::default().to_string(), "no limit");
        assert!(!Limits::default().bounded());
        let depth = Limits { depth: Some(3), ..Limits::default() };
        assert_eq!(depth.to_string(), "depth 3");
        assert!(depth.bounded());
    }
}
