//! Limits of an engine's turns, declared once for flags, configuration files, engine specs and stored data.

use std::error::Error as _;
use std::fmt;
use std::time::Duration;

use clap::{Args as _, Command, FromArgMatches as _};
use game_record::read_seconds;
use protocol::driver::Timeouts;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::error::SpecError;
use super::time_control::TimeControl;
use crate::counted;

/// Limits of an engine's turns. Each may be left open.
///
/// The limits of one engine [override](Self::over) those of the tournament. Nodes, depth, time and CPU time are replaced
/// together: an engine with `nodes=1000` in a tournament of 100 ms a turn has 1000 nodes and no limit of time. The others
/// are replaced one by one.
///
/// In text and data the limits have the names of the command line's flags: `nodes`, `depth`, `movetime` (milliseconds)
/// or `tc` (a [`TimeControl`]), `cputime` (milliseconds), `margin` (milliseconds), `stall`, `start-time`, `ready-time`
/// (seconds), `ponder` (true or false).
///
/// ```
/// use arena::engine::EngineLimits;
/// use std::time::Duration;
/// let movetime = Some(Duration::from_millis(100));
/// let margin = Some(Duration::from_millis(20));
/// let tournament = EngineLimits { movetime, margin, ..EngineLimits::default() };
/// let mut own = EngineLimits::default();
/// own.set("nodes", "1000")?;
/// let limits = own.over(&tournament);
/// assert_eq!((limits.nodes, limits.time()), (Some(1000), None));
/// assert_eq!(limits.margin, tournament.margin);
/// assert_eq!(limits.to_string(), "1000 nodes");
/// # Ok::<(), arena::engine::SpecError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
#[group(skip)]
pub struct EngineLimits {
    /// Maximum number of nodes per turn.
    #[arg(long, value_name = "N", value_parser = nodes)]
    pub nodes: Option<u64>,
    /// Maximum search depth.
    #[arg(long, value_name = "N", value_parser = depth)]
    pub depth: Option<u32>,
    /// Milliseconds per turn [default: 100 if there is no other limit].
    #[arg(long, value_name = "MS", value_parser = milliseconds, conflicts_with = "tc")]
    pub movetime: Option<Duration>,
    /// Clock of each engine: seconds for the game, or for each period of TURNS turns, plus INC seconds after each turn.
    /// Partners share the seconds of their side in proportion to their seats.
    #[arg(long, value_name = "[TURNS/]BASE[+INC]")]
    pub tc: Option<TimeControl>,
    /// Milliseconds of CPU time per turn, of all threads of the engine together: fair on a busy machine. For engines that know
    /// `go cputime`.
    #[arg(long = "cputime", value_name = "MS", value_parser = milliseconds)]
    pub cpu_time: Option<Duration>,
    /// Milliseconds that an answer may be late without losing.
    #[arg(long, value_name = "MS", default_value = "50", value_parser = margin)]
    pub margin: Option<Duration>,
    /// Seconds after which an engine without a limit of time gets `stop`. An engine that does not answer `stop` within this
    /// time, at most 5 seconds, has stalled.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub stall: Option<Duration>,
    /// Seconds that an engine may take from the start of its process to `ugiok` [default: 10].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub start_time: Option<Duration>,
    /// Seconds that an engine may take for `readyok`, before and between games and turns [default: 10].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub ready_time: Option<Duration>,
    /// Let the engines think in the opponent's time, too, about the turn that they expect (`go ponder`); also
    /// `--ponder=false`. A game then takes two processors. Only with `--tc` or `--movetime`, without limits of nodes, depth and
    /// CPU time.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
          value_parser = ponder)]
    pub ponder: Option<bool>,
}

fn nodes(text: &str) -> Result<u64, &'static str> {
    text.parse().ok().filter(|&nodes| nodes > 0).ok_or("expected a whole number from 1")
}

fn depth(text: &str) -> Result<u32, &'static str> {
    text.parse().ok().filter(|&depth| depth > 0).ok_or("expected a whole number from 1 to 4294967295")
}

fn milliseconds(text: &str) -> Result<Duration, &'static str> {
    nodes(text).map(Duration::from_millis).map_err(|_| "expected milliseconds, a whole number from 1")
}

fn margin(text: &str) -> Result<Duration, &'static str> {
    text.parse().map(Duration::from_millis).map_err(|_| "expected milliseconds, a whole number from 0")
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let time = read_seconds(text).filter(|time| !time.is_zero());
    time.ok_or("expected seconds above 0, as in `60` or `0.5`")
}

fn ponder(text: &str) -> Result<bool, &'static str> {
    text.parse().map_err(|_| "expected true or false")
}

impl EngineLimits {
    /// Maximum time to wait for an answer to `stop`.
    pub const MAX_GRACE: Duration = Duration::from_secs(5);

    /// The names of the limits.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        EngineLimits::default().values().into_iter().map(|(name, _)| name)
    }

    /// These limits, completed by `base`.
    pub fn over(&self, base: &EngineLimits) -> EngineLimits {
        let of_turn = if self.limits_turns() { self } else { base };
        EngineLimits {
            margin: self.margin.or(base.margin),
            stall: self.stall.or(base.stall),
            start_time: self.start_time.or(base.start_time),
            ready_time: self.ready_time.or(base.ready_time),
            ponder: self.ponder.or(base.ponder),
            ..of_turn.clone()
        }
    }

    /// The time control; `None`: no limit of time.
    pub fn time(&self) -> Option<TimeControl> {
        self.movetime.map(TimeControl::PerTurn).or(self.tc)
    }

    /// The margin, or its default.
    pub fn margin(&self) -> Duration {
        self.margin.unwrap_or(Duration::from_millis(50))
    }

    /// Whether the engine ponders.
    pub fn ponders(&self) -> bool {
        self.ponder == Some(true)
    }

    /// Whether a turn has a limit of any kind.
    pub(crate) fn limits_turns(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some() || self.time().is_some() || self.cpu_time.is_some()
    }

    /// Whether these limits allow to ponder: the time is limited, and nothing else.
    pub(crate) fn allow_pondering(&self) -> bool {
        let timed = self.time().is_some_and(|time| time != TimeControl::Unlimited);
        timed && self.nodes.is_none() && self.depth.is_none() && self.cpu_time.is_none()
    }

    /// Time after `stop` without an answer until the engine has stalled: that of `stall`, but at most
    /// [`MAX_GRACE`](Self::MAX_GRACE).
    pub fn grace(&self) -> Duration {
        self.stall().min(EngineLimits::MAX_GRACE)
    }

    /// Time without an answer until an engine with this `budget` of time gets `stop`.
    pub fn deadline(&self, budget: Option<Duration>) -> Duration {
        budget.map_or(self.stall(), |budget| budget.saturating_add(self.margin()))
    }

    /// How long to wait for the engine outside of its searches.
    pub(super) fn timeouts(&self) -> Timeouts {
        let usual = Timeouts::default();
        let launch = self.start_time.unwrap_or(usual.launch);
        let ready = self.ready_time.unwrap_or(usual.ready);
        Timeouts { launch, ready, ..usual }
    }

    fn stall(&self) -> Duration {
        self.stall.unwrap_or(Duration::from_secs(60))
    }

    /// Sets one limit from its text.
    ///
    /// # Errors
    /// There is no such limit, it is set already, or the value is not one of the limit's; the limits do not change.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SpecError> {
        let Some((_, own)) = self.values().into_iter().find(|(known, _)| *known == name) else {
            let names = EngineLimits::names().collect::<Vec<_>>().join(", ");
            return Err(SpecError(format!("there is no limit `{name}`: expected one of {names}")));
        };
        if own.is_some() {
            return Err(SpecError(format!("the limit `{name}` is given twice")));
        }
        let flags = EngineLimits::augment_args(Command::new("limits").no_binary_name(true));
        // Without the defaults only this limit is set.
        let flags = flags.mut_args(|arg| arg.default_value(None));
        let mut changed = self.clone();
        let read = flags.try_get_matches_from([format!("--{name}={value}")]);
        read.and_then(|mut matches| changed.update_from_arg_matches_mut(&mut matches)).map_err(|error| {
            let expected = error.source().map_or_else(|| error.to_string(), ToString::to_string);
            SpecError(format!("`{value}` for the limit `{name}`: {expected}"))
        })?;
        if changed.movetime.is_some() && changed.tc.is_some() {
            let both = "`movetime` and `tc` both limit the time: expected one of them";
            return Err(SpecError(both.to_owned()));
        }
        *self = changed;
        Ok(())
    }

    /// The limits by name, as data.
    fn values(&self) -> [(&'static str, Option<Value>); 10] {
        let ms = |time: Option<Duration>| Some(u64::try_from(time?.as_millis()).unwrap_or(u64::MAX).into());
        let seconds = |time: Option<Duration>| Some(time?.as_secs_f64().into());
        [
            ("nodes", self.nodes.map(Value::from)),
            ("depth", self.depth.map(Value::from)),
            ("movetime", ms(self.movetime)),
            ("tc", self.tc.map(|control| control.to_string().into())),
            ("cputime", ms(self.cpu_time)),
            ("margin", ms(self.margin)),
            ("stall", seconds(self.stall)),
            ("start-time", seconds(self.start_time)),
            ("ready-time", seconds(self.ready_time)),
            ("ponder", self.ponder.map(Value::from)),
        ]
    }

    /// The limits that are set, as [`set`](Self::set) reads them.
    pub fn to_pairs(&self) -> Vec<(&'static str, String)> {
        self.values().into_iter().filter_map(|(name, value)| Some((name, text(&value?)))).collect()
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
    /// Nodes, depth, time and pondering in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time().unwrap_or_default();
        let mut parts = Vec::new();
        parts.extend(self.nodes.map(|nodes| counted(nodes, "node")));
        parts.extend(self.depth.map(|d| format!("depth {d}")));
        parts.extend(self.cpu_time.map(|time| format!("{} ms of CPU time a turn", time.as_millis())));
        if time != TimeControl::Unlimited || parts.is_empty() {
            parts.push(time.describe());
        }
        if self.ponders() {
            parts.push("pondering".to_owned());
        }
        f.write_str(&parts.join(", "))
    }
}

impl Serialize for EngineLimits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let set = self.values().into_iter().filter_map(|(name, value)| Some((name, value?)));
        serializer.collect_map(set)
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

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn read(pairs: &[(&str, &str)]) -> Result<EngineLimits, SpecError> {
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
        let second = Some(Duration::from_secs(1));
        let tournament = EngineLimits { nodes: Some(5), movetime: second, ..EngineLimits::default() };
        assert_eq!(read(&[]).unwrap().over(&tournament), tournament);
        let depth = read(&[("depth", "3"), ("margin", "0")]).unwrap().over(&tournament);
        assert_eq!((depth.nodes, depth.depth, depth.time()), (None, Some(3), None));
        assert_eq!((depth.margin(), depth.stall()), (Duration::ZERO, tournament.stall()));
        let stall = read(&[("stall", "0.5")]).unwrap().over(&tournament);
        assert_eq!(stall, EngineLimits { stall: Some(MS(500)), ..tournament });
    }

    #[test]
    fn pairs_are_written_as_they_are_read() {
        let pairs = [
            ("nodes", "7"),
            ("depth", "2"),
            ("tc", "40/60+0.5"),
            ("margin", "9"),
            ("stall", "1.25"),
            ("start-time", "90"),
            ("ready-time", "0.5"),
            ("ponder", "true"),
        ];
        let limits = read(&pairs).unwrap();
        assert_eq!(limits.to_pairs(), pairs.map(|(name, value)| (name, value.to_owned())));
        assert_eq!(read(&[("tc", "250ms")]).unwrap().to_pairs(), [("tc", "250ms".to_owned())]);
        assert_eq!(read(&[("movetime", "250")]).unwrap().to_pairs(), [("movetime", "250".to_owned())]);
        assert_eq!(read(&[("stall", "60")]).unwrap().to_pairs(), [("stall", "60".to_owned())]);
        assert!(read(&[]).unwrap().to_pairs().is_empty());
    }

    #[test]
    fn mistakes_are_refused() {
        for (pairs, message) in [
            (&[("time", "3")][..], "there is no limit `time`: expected one of nodes, depth"),
            (&[("nodes", "0")], "`0` for the limit `nodes`: expected a whole number from 1"),
            (&[("depth", "4294967296")], "expected a whole number from 1 to 4294967295"),
            (&[("movetime", "1.5")], "expected milliseconds"),
            (&[("tc", "x")], "`x` is no time control: expected seconds"),
            (&[("margin", "-1")], "expected milliseconds, a whole number from 0"),
            (&[("stall", "0")], "expected seconds above 0"),
            (&[("start-time", "0")], "`0` for the limit `start-time`: expected seconds above 0"),
            (&[("ready-time", "soon")], "`soon` for the limit `ready-time`: expected seconds above 0"),
            (&[("ponder", "yes")], "`yes` for the limit `ponder`: expected true or false"),
            (&[("nodes", "")], "`` for the limit `nodes`: expected a whole number from 1"),
            (&[("ponder", "")], "`` for the limit `ponder`: expected true or false"),
            (&[("nodes", "1"), ("nodes", "1")], "the limit `nodes` is given twice"),
            (&[("tc", "1"), ("tc", "2")], "the limit `tc` is given twice"),
            (&[("tc", "1"), ("movetime", "2")], "`movetime` and `tc` both limit the time"),
        ] {
            let error = read(pairs).unwrap_err().to_string();
            assert!(error.contains(message), "{pairs:?}: {error}");
        }
    }

    #[test]
    fn a_refused_value_changes_nothing() {
        let before = read(&[("tc", "1"), ("nodes", "5")]).unwrap();
        let mut limits = before.clone();
        for (name, value) in [("movetime", "2"), ("depth", "0"), ("nodes", "6")] {
            assert!(limits.set(name, value).is_err(), "{name}");
            assert_eq!(limits, before, "{name}");
        }
    }

    #[test]
    fn data_has_the_names_of_the_flags() {
        let limits = EngineLimits {
            nodes: Some(5),
            tc: Some("60+1".parse().unwrap()),
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
