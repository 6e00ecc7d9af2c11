//! Limits of an engine's turns. One table declares them for flags, configuration files, engine specs and stored data.

use std::fmt;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use thiserror::Error;

use super::time_control::{TimeControl, read_seconds};

/// Limits of an engine's turns. Each may be left open.
///
/// The limits of one engine [override](Self::over) those of the tournament. Nodes, depth and time are replaced
/// together: an engine with `nodes=1000` in a tournament of 100 ms a turn has 1000 nodes and no limit of time. Margin
/// and stall are replaced one by one.
///
/// In text and data the limits have the names of the command line's flags: `nodes`, `depth`, `movetime` (milliseconds)
/// or `tc` (a [`TimeControl`]), `margin` (milliseconds), `stall` (seconds).
///
/// ```
/// use arena::engine::{EngineLimits, TimeControl};
/// use std::time::Duration;
/// let time = Some(TimeControl::PerTurn(Duration::from_millis(100)));
/// let margin = Some(Duration::from_millis(20));
/// let tournament = EngineLimits { time, margin, ..EngineLimits::default() };
/// let mut own = EngineLimits::default();
/// own.set("nodes", "1000")?;
/// let limits = own.over(&tournament);
/// assert_eq!((limits.nodes, limits.time), (Some(1000), None));
/// assert_eq!(limits.margin, tournament.margin);
/// assert_eq!(limits.to_string(), "1000 nodes");
/// # Ok::<(), arena::engine::LimitsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineLimits {
    /// Maximum number of nodes a turn.
    pub nodes: Option<u64>,
    /// Maximum depth, in actions.
    pub depth: Option<u32>,
    /// The time control; `None`: no limit of time.
    pub time: Option<TimeControl>,
    /// Time that an engine may use beyond its limit without losing, since communication takes time; `None`: 50 ms.
    pub margin: Option<Duration>,
    /// Without a limit of time, an engine that has not answered after this time gets `stop` and has lost; `None`: 60
    /// s. See also [`grace`](Self::grace).
    pub stall: Option<Duration>,
}

/// The name, value, help, default and expected form of each limit.
const FIELDS: [(&str, &str, &str, Option<&str>, &str); 6] = [
    ("nodes", "N", "Maximum number of nodes per turn", None, "a whole number from 1"),
    ("depth", "N", "Maximum search depth", None, "a whole number from 1 to 4294967295"),
    (
        "movetime",
        "MS",
        "Milliseconds per turn [default: 100 if there is no other limit]",
        None,
        "milliseconds, a whole number from 1",
    ),
    (
        "tc",
        "[TURNS/]BASE[+INC]",
        "Clock of each engine: seconds for the game, or for each period of TURNS turns, plus INC seconds after each \
         turn. Partners share the seconds of their side in proportion to their seats",
        None,
        "a time control: BASE, BASE+INCREMENT or TURNS/BASE+INCREMENT in seconds, as in `60+0.5`, `100ms` per turn, or \
         `unlimited`",
    ),
    (
        "margin",
        "MS",
        "Milliseconds that an answer may be late without losing",
        Some("50"),
        "milliseconds, a whole number from 0",
    ),
    (
        "stall",
        "SECONDS",
        "Seconds without an answer, after the engine's time or without a limit of time after the request, until the \
         engine has stalled",
        Some("60"),
        "seconds above 0, as in `60` or `0.5`",
    ),
];

/// A limit cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct LimitsError(String);

impl EngineLimits {
    /// Maximum time to wait for an answer to `stop`.
    pub const MAX_GRACE: Duration = Duration::from_secs(5);

    /// Whether there is a limit of this name.
    pub(super) fn is_name(name: &str) -> bool {
        FIELDS.iter().any(|(known, ..)| *known == name)
    }

    /// These limits, completed by `base`.
    #[must_use]
    pub fn over(&self, base: &EngineLimits) -> EngineLimits {
        let own = self.nodes.is_some() || self.depth.is_some() || self.time.is_some();
        let of_turn = if own { self } else { base };
        EngineLimits {
            nodes: of_turn.nodes,
            depth: of_turn.depth,
            time: of_turn.time,
            margin: self.margin.or(base.margin),
            stall: self.stall.or(base.stall),
        }
    }

    /// The margin, or its default.
    #[must_use]
    pub fn margin(&self) -> Duration {
        self.margin.unwrap_or(Duration::from_millis(50))
    }

    /// Time after `stop` without an answer until the engine has stalled: that of `stall`, but at most
    /// [`MAX_GRACE`](Self::MAX_GRACE).
    #[must_use]
    pub fn grace(&self) -> Duration {
        self.stall().min(EngineLimits::MAX_GRACE)
    }

    /// Time without an answer until an engine with this `budget` of time gets `stop`.
    #[must_use]
    pub fn deadline(&self, budget: Option<Duration>) -> Duration {
        budget.map_or(self.stall(), |budget| budget.saturating_add(self.margin()))
    }

    fn stall(&self) -> Duration {
        self.stall.unwrap_or(Duration::from_secs(60))
    }

    /// Sets one limit from its text.
    ///
    /// # Errors
    /// There is no such limit, it is set already, or the value is not one of the limit's.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), LimitsError> {
        let Some((.., expected)) = FIELDS.iter().find(|(known, ..)| *known == name) else {
            let names = "nodes, depth, movetime, tc, margin or stall";
            return Err(LimitsError(format!("there is no limit `{name}`: expected {names}")));
        };
        let wrong = || LimitsError(format!("`{value}` for the limit `{name}`: expected {expected}"));
        let positive = || value.parse::<u64>().ok().filter(|&number| number > 0).ok_or_else(wrong);
        let earlier = match name {
            "nodes" => self.nodes.replace(positive()?).is_some(),
            "depth" => self.depth.replace(u32::try_from(positive()?).map_err(|_| wrong())?).is_some(),
            "margin" => {
                let margin = value.parse().map_err(|_| wrong())?;
                self.margin.replace(Duration::from_millis(margin)).is_some()
            }
            "stall" => {
                let time = read_seconds(value).filter(|time| !time.is_zero());
                self.stall.replace(time.ok_or_else(wrong)?).is_some()
            }
            _ => {
                let time = match name {
                    "tc" => value.parse().map_err(|_| wrong())?,
                    _ => TimeControl::PerTurn(Duration::from_millis(positive()?)),
                };
                let per_turn = |time| matches!(time, TimeControl::PerTurn(_));
                let earlier = self.time.replace(time);
                if earlier.is_some_and(|earlier| per_turn(earlier) != per_turn(time)) {
                    let problem = "`movetime` and `tc` both limit the time: expected one of them";
                    return Err(LimitsError(problem.to_owned()));
                }
                earlier.is_some()
            }
        };
        if earlier { Err(LimitsError(format!("the limit `{name}` is given twice"))) } else { Ok(()) }
    }

    /// The limits that are set, as data.
    fn fields(&self) -> Vec<(&'static str, Value)> {
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX).into();
        let time = self.time.map(|time| match time {
            TimeControl::PerTurn(time) if Duration::from_millis(time.as_millis() as u64) == time => {
                ("movetime", ms(time))
            }
            time => ("tc", time.to_string().into()),
        });
        [
            self.nodes.map(|nodes| ("nodes", nodes.into())),
            self.depth.map(|depth| ("depth", depth.into())),
            time,
            self.margin.map(|margin| ("margin", ms(margin))),
            self.stall.map(|stall| ("stall", stall.as_secs_f64().into())),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The limits that are set, as [`set`](Self::set) reads them.
    #[must_use]
    pub fn to_pairs(&self) -> Vec<(&'static str, String)> {
        self.fields().into_iter().map(|(name, value)| (name, text(&value))).collect()
    }
}

/// A value as it is written in a flag.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
        other => other.to_string(),
    }
}

impl fmt::Display for EngineLimits {
    /// Nodes, depth and time in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.unwrap_or_default();
        let mut parts = Vec::new();
        parts.extend(self.nodes.map(|n| format!("{n} nodes")));
        parts.extend(self.depth.map(|d| format!("depth {d}")));
        if time != TimeControl::Unlimited || parts.is_empty() {
            parts.push(time.describe());
        }
        f.write_str(&parts.join(", "))
    }
}

impl Serialize for EngineLimits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.fields())
    }
}

impl<'de> Deserialize<'de> for EngineLimits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut limits = EngineLimits::default();
        for (name, value) in &Map::<String, Value>::deserialize(deserializer)? {
            limits.set(name, &text(value)).map_err(D::Error::custom)?;
        }
        Ok(limits)
    }
}

impl clap::Args for EngineLimits {
    fn augment_args(mut command: Command) -> Command {
        for (name, value, help, default, _) in FIELDS {
            let check = move |text: &str| EngineLimits::default().set(name, text).map(|()| text.to_owned());
            let mut arg = Arg::new(name).long(name).value_name(value).help(help);
            if name == "movetime" {
                arg = arg.conflicts_with("tc");
            }
            command = command.arg(arg.value_parser(check).default_value(default));
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        EngineLimits::augment_args(command)
    }
}

impl clap::FromArgMatches for EngineLimits {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut limits = EngineLimits::default();
        limits.update_from_arg_matches(matches)?;
        Ok(limits)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for (name, ..) in FIELDS {
            if let Some(text) = matches.get_one::<String>(name) {
                let failed = |error| clap::Error::raw(clap::error::ErrorKind::ValueValidation, error);
                self.set(name, text).map_err(failed)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn read(pairs: &[(&str, &str)]) -> Result<EngineLimits, LimitsError> {
        let mut limits = EngineLimits::default();
        pairs.iter().try_for_each(|(name, value)| limits.set(name, value))?;
        Ok(limits)
    }

    #[test]
    fn display_names_no_limit_only_without_any() {
        assert_eq!(EngineLimits::default().to_string(), "no limit");
        let depth = EngineLimits { depth: Some(3), ..EngineLimits::default() };
        assert_eq!(depth.to_string(), "depth 3");
    }

    #[test]
    fn deadline_is_time_plus_margin_or_else_the_stall_time() {
        let limits = EngineLimits { stall: Some(Duration::from_secs(2)), ..EngineLimits::default() };
        assert_eq!(limits.deadline(Some(Duration::from_secs(9))), MS(9050));
        assert_eq!((limits.deadline(None), limits.grace()), (Duration::from_secs(2), Duration::from_secs(2)));
        assert_eq!(EngineLimits::default().grace(), EngineLimits::MAX_GRACE);
        assert_eq!(limits.deadline(Some(Duration::MAX)), Duration::MAX);
    }

    #[test]
    fn nodes_depth_and_time_are_overridden_together_and_the_rest_one_by_one() {
        let second = Some(TimeControl::PerTurn(Duration::from_secs(1)));
        let tournament = EngineLimits { nodes: Some(5), time: second, ..EngineLimits::default() };
        assert_eq!(read(&[]).unwrap().over(&tournament), tournament);
        let depth = read(&[("depth", "3"), ("margin", "0")]).unwrap().over(&tournament);
        assert_eq!((depth.nodes, depth.depth, depth.time), (None, Some(3), None));
        assert_eq!((depth.margin(), depth.stall()), (Duration::ZERO, tournament.stall()));
        let stall = read(&[("stall", "0.5")]).unwrap().over(&tournament);
        assert_eq!(stall, EngineLimits { stall: Some(MS(500)), ..tournament });
    }

    #[test]
    fn pairs_are_written_as_they_are_read() {
        let pairs = [("nodes", "7"), ("depth", "2"), ("tc", "40/60+0.5"), ("margin", "9"), ("stall", "1.25")];
        let limits = read(&pairs).unwrap();
        assert_eq!(limits.to_pairs(), pairs.map(|(name, value)| (name, value.to_owned())));
        assert_eq!(read(&[("tc", "250ms")]).unwrap().to_pairs(), [("movetime", "250".to_owned())]);
        assert_eq!(read(&[("stall", "60")]).unwrap().to_pairs(), [("stall", "60".to_owned())]);
        assert!(read(&[]).unwrap().to_pairs().is_empty());
    }

    #[test]
    fn mistakes_are_refused() {
        for (pairs, message) in [
            (&[("time", "3")][..], "there is no limit `time`: expected nodes, depth"),
            (&[("nodes", "0")], "`0` for the limit `nodes`: expected a whole number from 1"),
            (&[("depth", "4294967296")], "expected a whole number from 1 to 4294967295"),
            (&[("movetime", "1.5")], "expected milliseconds"),
            (&[("tc", "x")], "expected a time control"),
            (&[("margin", "-1")], "expected milliseconds, a whole number from 0"),
            (&[("stall", "0")], "expected seconds above 0"),
            (&[("nodes", "1"), ("nodes", "1")], "the limit `nodes` is given twice"),
            (&[("tc", "1"), ("tc", "2")], "the limit `tc` is given twice"),
            (&[("tc", "1"), ("movetime", "2")], "`movetime` and `tc` both limit the time"),
        ] {
            let error = read(pairs).unwrap_err().to_string();
            assert!(error.contains(message), "{pairs:?}: {error}");
        }
    }

    #[test]
    fn data_has_the_names_of_the_flags() {
        let limits = EngineLimits {
            nodes: Some(5),
            time: Some("60+1".parse().unwrap()),
            margin: Some(MS(50)),
            stall: Some(Duration::from_secs(60)),
            ..EngineLimits::default()
        };
        let text = serde_json::to_string(&limits).unwrap();
        assert_eq!(text, r#"{"nodes":5,"tc":"60+1","margin":50,"stall":60.0}"#);
        assert_eq!(serde_json::from_str::<EngineLimits>(&text).unwrap(), limits);
        let own: EngineLimits = toml::from_str("movetime = 100\nstall = 2").unwrap();
        assert_eq!(own, read(&[("movetime", "100"), ("stall", "2")]).unwrap());
        assert_eq!(toml::from_str::<EngineLimits>(&toml::to_string(&own).unwrap()).unwrap(), own);
        assert_eq!(serde_json::from_str::<EngineLimits>("{}").unwrap(), EngineLimits::default());
        for bad in [r#"{"nodes":0}"#, r#"{"movetime":1,"tc":"1"}"#, r#"{"time":1}"#, r#"{"stall":-1}"#] {
            assert!(serde_json::from_str::<EngineLimits>(bad).is_err(), "{bad}");
        }
    }
}
