//! Limits of an engine's turns. One table declares them for flags, configuration files,
//! engine specs and stored data.

use std::fmt;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use protocol::driver::Timeouts;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::error::SpecError;
use super::time_control::{TimeControl, read_seconds};
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
/// # Ok::<(), arena::engine::SpecError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineLimits {
    /// Maximum number of nodes a turn.
    pub nodes: Option<u64>,
    /// Maximum depth, in actions.
    pub depth: Option<u32>,
    /// The time control; `None`: no limit of time.
    pub time: Option<TimeControl>,
    /// CPU time of the engine's process for each turn, all threads together. It does not depend on what else the machine
    /// does.
    pub cpu_time: Option<Duration>,
    /// Time that an engine may use beyond its limit without losing, since communication takes time; `None`: 50 ms.
    pub margin: Option<Duration>,
    /// Without a limit of time, an engine that has not answered after this time gets `stop` and has lost; `None`: 60
    /// s. See also [`grace`](Self::grace).
    pub stall: Option<Duration>,
    /// Time from the start of the process to `ugiok`; `None`: 10 s.
    pub start_time: Option<Duration>,
    /// Time for `readyok`, before and between games and turns; `None`: 10 s.
    pub ready_time: Option<Duration>,
    /// Whether the engine thinks in the opponent's time, too, about the turn that it expects; `None`: no.
    pub ponder: Option<bool>,
}

/// The name, value, help, default and expected form of each limit.
const FIELDS: [(&str, &str, &str, Option<&str>, &str); 10] = [
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
        "cputime",
        "MS",
        "Milliseconds of CPU time per turn, of all threads of the engine together: fair on a busy machine. For engines \
         that know `go cputime`",
        None,
        "milliseconds, a whole number from 1",
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
        "Seconds after which an engine without a limit of time gets `stop`. An engine that does not answer `stop` within \
         this time, at most 5 seconds, has stalled",
        Some("60"),
        SECONDS,
    ),
    (
        "start-time",
        "SECONDS",
        "Seconds that an engine may take from the start of its process to `ugiok` [default: 10]",
        None,
        SECONDS,
    ),
    (
        "ready-time",
        "SECONDS",
        "Seconds that an engine may take for `readyok`, before and between games and turns [default: 10]",
        None,
        SECONDS,
    ),
    (
        "ponder",
        "BOOL",
        "Let the engines think in the opponent's time, too, about the turn that they expect (`go ponder`); also \
         `--ponder=false`. A game then takes two processors. Only with `--tc` or `--movetime`, without limits of nodes, depth \
         and CPU time",
        None,
        "true or false",
    ),
];

const SECONDS: &str = "seconds above 0, as in `60` or `0.5`";

impl EngineLimits {
    /// Maximum time to wait for an answer to `stop`.
    pub const MAX_GRACE: Duration = Duration::from_secs(5);

    /// The names of the limits.
    pub(super) fn names() -> [&'static str; FIELDS.len()] {
        FIELDS.map(|(name, ..)| name)
    }

    /// Whether there is a limit of this name.
    pub(super) fn is_name(name: &str) -> bool {
        EngineLimits::names().contains(&name)
    }

    /// These limits, completed by `base`.
    pub fn over(&self, base: &EngineLimits) -> EngineLimits {
        let of_turn = if self.limits_turns() { self } else { base };
        EngineLimits {
            nodes: of_turn.nodes,
            depth: of_turn.depth,
            time: of_turn.time,
            cpu_time: of_turn.cpu_time,
            margin: self.margin.or(base.margin),
            stall: self.stall.or(base.stall),
            start_time: self.start_time.or(base.start_time),
            ready_time: self.ready_time.or(base.ready_time),
            ponder: self.ponder.or(base.ponder),
        }
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
        self.nodes.is_some() || self.depth.is_some() || self.time.is_some() || self.cpu_time.is_some()
    }

    /// Whether these limits allow to ponder: the time is limited, and nothing else.
    pub(crate) fn allow_pondering(&self) -> bool {
        let timed = self.time.is_some_and(|time| time != TimeControl::Unlimited);
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
        let [launch, ready] = [(self.start_time, usual.launch), (self.ready_time, usual.ready)]
            .map(|(own, usual)| own.unwrap_or(usual));
        Timeouts { launch, ready, ..usual }
    }

    fn stall(&self) -> Duration {
        self.stall.unwrap_or(Duration::from_secs(60))
    }

    /// Sets one limit from its text.
    ///
    /// # Errors
    /// There is no such limit, it is set already, or the value is not one of the limit's.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SpecError> {
        let Some((.., expected)) = FIELDS.iter().find(|(known, ..)| *known == name) else {
            let names = EngineLimits::names().join(", ");
            return Err(SpecError(format!("there is no limit `{name}`: expected one of {names}")));
        };
        let positive = || value.parse::<u64>().ok().filter(|&number| number > 0);
        let seconds = || read_seconds(value).filter(|time| !time.is_zero());
        let earlier = match name {
            "nodes" => replace(&mut self.nodes, positive()),
            "depth" => replace(&mut self.depth, positive().and_then(|depth| depth.try_into().ok())),
            "cputime" => replace(&mut self.cpu_time, positive().map(Duration::from_millis)),
            "margin" => replace(&mut self.margin, value.parse().ok().map(Duration::from_millis)),
            "stall" => replace(&mut self.stall, seconds()),
            "start-time" => replace(&mut self.start_time, seconds()),
            "ready-time" => replace(&mut self.ready_time, seconds()),
            "ponder" => replace(&mut self.ponder, value.parse().ok()),
            _ => {
                let per_turn = || Some(TimeControl::PerTurn(Duration::from_millis(positive()?)));
                let time = if name == "tc" { value.parse().ok() } else { per_turn() };
                let per_turn = |time| matches!(time, TimeControl::PerTurn(_));
                if self.time.zip(time).is_some_and(|(earlier, time)| per_turn(earlier) != per_turn(time)) {
                    let problem = "`movetime` and `tc` both limit the time: expected one of them";
                    return Err(SpecError(problem.to_owned()));
                }
                replace(&mut self.time, time)
            }
        };
        match earlier {
            None => Err(SpecError(format!("`{value}` for the limit `{name}`: expected {expected}"))),
            Some(true) => Err(SpecError(format!("the limit `{name}` is given twice"))),
            Some(false) => Ok(()),
        }
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
            self.cpu_time.map(|time| ("cputime", ms(time))),
            self.margin.map(|margin| ("margin", ms(margin))),
            self.stall.map(|time| ("stall", time.as_secs_f64().into())),
            self.start_time.map(|time| ("start-time", time.as_secs_f64().into())),
            self.ready_time.map(|time| ("ready-time", time.as_secs_f64().into())),
            self.ponder.map(|ponder| ("ponder", ponder.into())),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The limits that are set, as [`set`](Self::set) reads them.
    pub fn to_pairs(&self) -> Vec<(&'static str, String)> {
        self.fields().into_iter().map(|(name, value)| (name, text(&value))).collect()
    }
}

/// Sets a limit, if its value could be read. Returns whether it was set already.
fn replace<T>(limit: &mut Option<T>, value: Option<T>) -> Option<bool> {
    value.map(|value| limit.replace(value).is_some())
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
        let time = self.time.unwrap_or_default();
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
            } else if name == "ponder" {
                arg = arg.num_args(0..=1).require_equals(true).default_missing_value("true");
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
        assert_eq!(read(&[("tc", "250ms")]).unwrap().to_pairs(), [("movetime", "250".to_owned())]);
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
            (&[("tc", "x")], "expected a time control"),
            (&[("margin", "-1")], "expected milliseconds, a whole number from 0"),
            (&[("stall", "0")], "expected seconds above 0"),
            (&[("start-time", "0")], "`0` for the limit `start-time`: expected seconds above 0"),
            (&[("ready-time", "soon")], "`soon` for the limit `ready-time`: expected seconds above 0"),
            (&[("ponder", "yes")], "`yes` for the limit `ponder`: expected true or false"),
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
