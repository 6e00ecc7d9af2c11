//! Some of the limits, said for one engine or in a file.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::control::{read_seconds, seconds};
use super::{Limits, TimeControl};

/// Limits of which some are said, and the others are those of the tournament.
///
/// How long a turn may take is one thing: who says any of nodes, depth and time replaces all three. An engine with
/// `nodes=1000` in a tournament of 100 ms a turn has 1000 nodes and no limit of time. The margin and the patience are
/// replaced one by one.
///
/// ```
/// use arena::engine::limits::{Limits, LimitsOverride, TimeControl};
/// use std::time::Duration;
/// let time = TimeControl::PerTurn(Duration::from_millis(100));
/// let tournament = Limits { time, margin: Duration::from_millis(20), ..Limits::default() };
/// let mut own = LimitsOverride::default();
/// own.set("nodes", "1000")?;
/// let limits = own.over(&tournament);
/// assert_eq!((limits.nodes, limits.time), (Some(1000), TimeControl::Unlimited));
/// assert_eq!(limits.margin, tournament.margin);
/// # Ok::<(), arena::engine::limits::LimitsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
pub struct LimitsOverride {
    /// At most so many nodes a turn.
    pub nodes: Option<u64>,
    /// At most so deep.
    pub depth: Option<u32>,
    /// The time.
    pub time: Option<TimeControl>,
    /// The margin.
    pub margin: Option<Duration>,
    /// The patience.
    pub patience: Option<Duration>,
}

/// A limit cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LimitsError {
    /// There is no limit of that name.
    #[error("there is no limit `{0}`: expected nodes, depth, movetime, tc, margin or stall")]
    Name(String),
    /// It does not take that value.
    #[error("`{value}` for the limit `{name}`: expected {expected}")]
    Value {
        /// The limit.
        name: &'static str,
        /// What was said.
        value: String,
        /// What it takes.
        expected: &'static str,
    },
    /// A limit was said before.
    #[error("the limit `{0}` is said twice")]
    Twice(&'static str),
    /// Time was limited in two ways.
    #[error("`movetime` and `tc` both limit the time: expected one of them")]
    TwoTimes,
}

impl LimitsOverride {
    /// The names of all limits.
    pub const NAMES: [&str; 6] = ["nodes", "depth", "movetime", "tc", "margin", "stall"];

    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == LimitsOverride::default()
    }

    /// These where they are said, the others as in `limits`.
    #[must_use]
    pub fn over(&self, limits: &Limits) -> Limits {
        let own = self.nodes.is_some() || self.depth.is_some() || self.time.is_some();
        let (nodes, depth, time) = if own {
            (self.nodes, self.depth, self.time.unwrap_or_default())
        } else {
            (limits.nodes, limits.depth, limits.time)
        };
        let margin = self.margin.unwrap_or(limits.margin);
        Limits { nodes, depth, time, margin, patience: self.patience.unwrap_or(limits.patience) }
    }

    /// Reads one limit: a whole number of nodes, of depth, of milliseconds for `movetime` and `margin`; seconds for
    /// `stall`; for `tc` a time control.
    ///
    /// # Errors
    /// There is no such limit, it was set before, or what is wrong with the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), LimitsError> {
        let number = |name, most, expected| {
            let number = value.parse::<u64>().ok().filter(|n| (1..=most).contains(n));
            number.ok_or_else(|| LimitsError::Value { name, value: value.to_owned(), expected })
        };
        const COUNT: &str = "a whole number from 1";
        const MS: &str = "milliseconds, a whole number from 1";
        match name {
            "nodes" => fill(&mut self.nodes, number("nodes", u64::MAX, COUNT)?, "nodes"),
            "depth" => {
                let depth = number("depth", u32::MAX.into(), "a whole number from 1 to 4294967295")?;
                fill(&mut self.depth, depth as u32, "depth")
            }
            "movetime" => {
                let time = TimeControl::PerTurn(Duration::from_millis(number("movetime", u64::MAX, MS)?));
                self.set_time(time, "movetime")
            }
            "tc" => {
                let expected = "a time control, as in `60+0.5` or `40/60`";
                let wrong = |_| LimitsError::Value { name: "tc", value: value.to_owned(), expected };
                self.set_time(value.parse().map_err(wrong)?, "tc")
            }
            "margin" => {
                let ms = value.parse().map(Duration::from_millis);
                let expected = "milliseconds, a whole number from 0";
                let wrong = |_| LimitsError::Value { name: "margin", value: value.to_owned(), expected };
                fill(&mut self.margin, ms.map_err(wrong)?, "margin")
            }
            "stall" => {
                let time = read_seconds(value).filter(|time| !time.is_zero());
                let expected = "seconds above 0, as in `60` or `0.5`";
                let wrong = || LimitsError::Value { name: "stall", value: value.to_owned(), expected };
                fill(&mut self.patience, time.ok_or_else(wrong)?, "stall")
            }
            _ => Err(LimitsError::Name(name.to_owned())),
        }
    }

    /// `movetime` and `tc` are two ways to say one limit.
    fn set_time(&mut self, time: TimeControl, name: &'static str) -> Result<(), LimitsError> {
        match self.time {
            None => fill(&mut self.time, time, name),
            Some(earlier) if is_per_turn(earlier) == is_per_turn(time) => Err(LimitsError::Twice(name)),
            Some(_) => Err(LimitsError::TwoTimes),
        }
    }

    /// The limits that are said, as [`set`](LimitsOverride::set) reads them.
    #[must_use]
    pub fn to_pairs(&self) -> Vec<(&'static str, String)> {
        let time = self.time.map(|time| match time {
            TimeControl::PerTurn(time) if whole_ms(time) => ("movetime", time.as_millis().to_string()),
            time => ("tc", time.to_text()),
        });
        [
            self.nodes.map(|nodes| ("nodes", nodes.to_string())),
            self.depth.map(|depth| ("depth", depth.to_string())),
            time,
            self.margin.map(|margin| ("margin", margin.as_millis().to_string())),
            self.patience.map(|patience| ("stall", seconds(patience).to_string())),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

fn is_per_turn(time: TimeControl) -> bool {
    matches!(time, TimeControl::PerTurn(_))
}

fn whole_ms(time: Duration) -> bool {
    time.subsec_nanos().is_multiple_of(1_000_000) && u64::try_from(time.as_millis()).is_ok()
}

fn fill<T>(place: &mut Option<T>, value: T, name: &'static str) -> Result<(), LimitsError> {
    if place.replace(value).is_some() { Err(LimitsError::Twice(name)) } else { Ok(()) }
}

/// The limits as data.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Fields {
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    movetime: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tc: Option<TimeControl>,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stall: Option<f64>,
}

impl TryFrom<Fields> for LimitsOverride {
    type Error = LimitsError;

    /// By way of [`LimitsOverride::set`], so that a file can say neither more nor less than a flag.
    fn try_from(fields: Fields) -> Result<LimitsOverride, LimitsError> {
        let said = [
            ("nodes", fields.nodes.map(|n| n.to_string())),
            ("depth", fields.depth.map(|n| n.to_string())),
            ("movetime", fields.movetime.map(|n| n.to_string())),
            ("tc", fields.tc.map(TimeControl::to_text)),
            ("margin", fields.margin.map(|n| n.to_string())),
            ("stall", fields.stall.map(|n| n.to_string())),
        ];
        let mut limits = LimitsOverride::default();
        for (name, value) in said {
            if let Some(value) = value {
                limits.set(name, &value)?;
            }
        }
        Ok(limits)
    }
}

impl From<LimitsOverride> for Fields {
    fn from(limits: LimitsOverride) -> Fields {
        let (movetime, tc) = match limits.time {
            Some(TimeControl::PerTurn(time)) if whole_ms(time) => (Some(time.as_millis() as u64), None),
            time => (None, time),
        };
        Fields {
            nodes: limits.nodes,
            depth: limits.depth,
            movetime,
            tc,
            margin: limits.margin.map(|margin| u64::try_from(margin.as_millis()).unwrap_or(u64::MAX)),
            stall: limits.patience.map(|patience| patience.as_secs_f64()),
        }
    }
}

impl From<LimitsOverride> for Limits {
    fn from(limits: LimitsOverride) -> Limits {
        limits.over(&Limits::default())
    }
}

impl From<Limits> for LimitsOverride {
    fn from(limits: Limits) -> LimitsOverride {
        // No limit of time is what follows where nothing is said of it, as in any override.
        let time = Some(limits.time).filter(|time| *time != TimeControl::Unlimited);
        let (margin, patience) = (Some(limits.margin), Some(limits.patience));
        LimitsOverride { nodes: limits.nodes, depth: limits.depth, time, margin, patience }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<LimitsOverride, LimitsError> {
        let mut limits = LimitsOverride::default();
        pairs.iter().try_for_each(|(name, value)| limits.set(name, value))?;
        Ok(limits)
    }

    #[test]
    fn how_long_is_replaced_as_a_whole_and_the_rest_one_by_one() {
        let second = TimeControl::PerTurn(Duration::from_secs(1));
        let tournament = Limits { nodes: Some(5), time: second, ..Limits::default() };
        assert_eq!(read(&[]).unwrap().over(&tournament), tournament);
        let depth = read(&[("depth", "3"), ("margin", "0")]).unwrap().over(&tournament);
        assert_eq!((depth.nodes, depth.depth, depth.time), (None, Some(3), TimeControl::Unlimited));
        assert_eq!((depth.margin, depth.patience), (Duration::ZERO, tournament.patience));
        let stall = read(&[("stall", "0.5")]).unwrap().over(&tournament);
        assert_eq!(stall, Limits { patience: Duration::from_millis(500), ..tournament });
    }

    #[test]
    fn what_is_said_is_said_again() {
        let pairs = [("nodes", "7"), ("depth", "2"), ("tc", "40/60+0.5"), ("margin", "9"), ("stall", "1.25")];
        let limits = read(&pairs).unwrap();
        assert_eq!(limits.to_pairs(), pairs.map(|(name, value)| (name, value.to_owned())));
        assert_eq!(read(&[("tc", "250ms")]).unwrap().to_pairs(), [("movetime", "250".to_owned())]);
        assert!(read(&[]).unwrap().to_pairs().is_empty());
    }

    #[test]
    fn mistakes_are_told() {
        for (pairs, message) in [
            (&[("time", "3")][..], "there is no limit `time`: expected nodes, depth"),
            (&[("nodes", "0")], "`0` for the limit `nodes`: expected a whole number from 1"),
            (&[("depth", "4294967296")], "expected a whole number from 1 to 4294967295"),
            (&[("movetime", "1.5")], "expected milliseconds"),
            (&[("tc", "x")], "expected a time control"),
            (&[("margin", "-1")], "expected milliseconds, a whole number from 0"),
            (&[("stall", "0")], "expected seconds above 0"),
            (&[("nodes", "1"), ("nodes", "1")], "the limit `nodes` is said twice"),
            (&[("tc", "1"), ("tc", "2")], "the limit `tc` is said twice"),
            (&[("tc", "1"), ("movetime", "2")], "`movetime` and `tc` both limit the time"),
        ] {
            let error = read(pairs).unwrap_err().to_string();
            assert!(error.contains(message), "{pairs:?}: {error}");
        }
    }

    #[test]
    fn as_data_they_have_the_names_of_the_flags() {
        let limits = Limits { nodes: Some(5), time: "60+1".parse().unwrap(), ..Limits::default() };
        let text = serde_json::to_string(&limits).unwrap();
        assert_eq!(text, r#"{"nodes":5,"tc":"60+1","margin":50,"stall":60.0}"#);
        assert_eq!(serde_json::from_str::<Limits>(&text).unwrap(), limits);
        let own: LimitsOverride = toml::from_str("movetime = 100\nstall = 2").unwrap();
        assert_eq!(own, read(&[("movetime", "100"), ("stall", "2")]).unwrap());
        assert_eq!(toml::from_str::<LimitsOverride>(&toml::to_string(&own).unwrap()).unwrap(), own);
        assert_eq!(serde_json::from_str::<Limits>("{}").unwrap(), Limits::default());
        for bad in [r#"{"nodes":0}"#, r#"{"movetime":1,"tc":"1"}"#, r#"{"time":1}"#, r#"{"stall":-1}"#] {
            assert!(serde_json::from_str::<LimitsOverride>(bad).is_err(), "{bad}");
        }
    }
}
