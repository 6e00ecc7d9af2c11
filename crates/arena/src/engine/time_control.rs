//! The time that an engine has.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use game_record::read_seconds;

use super::error::SpecError;
use crate::counted;

/// The time an engine has. As text and in data: `unlimited`, `100ms` for each turn, or a clock in seconds: `60`,
/// `60+0.5`, `40/60+0.5`.
///
/// ```
/// use arena::engine::TimeControl;
/// use std::time::Duration;
/// let control: TimeControl = "40/60+0.5".parse()?;
/// let (base, increment) = (Duration::from_secs(60), Duration::from_millis(500));
/// assert_eq!(control, TimeControl::Clock { base, increment, turns: Some(40) });
/// assert_eq!(control.to_string(), "40/60+0.5");
/// assert_eq!(control.describe(), "60 s for 40 turns + 0.5 s a turn");
/// # Ok::<(), arena::engine::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// No limit.
    #[default]
    Unlimited,
    /// A fixed time for each turn; unused time is lost.
    PerTurn(Duration),
    /// A clock; unused time is kept.
    Clock {
        /// The time at the start.
        base: Duration,
        /// Added after each turn.
        increment: Duration,
        /// `base` is added again after each such number of turns; `None`: `base` is for the whole game.
        turns: Option<u32>,
    },
}

impl TimeControl {
    /// A clock for the whole game.
    pub fn clock(base: Duration, increment: Duration) -> TimeControl {
        TimeControl::Clock { base, increment, turns: None }
    }

    /// The time control in words: `100 ms a turn`, `60 s + 0.5 s a turn`.
    pub fn describe(self) -> String {
        match self {
            TimeControl::Unlimited => "no limit".to_owned(),
            TimeControl::PerTurn(time) => format!("{} ms a turn", Seconds(time.saturating_mul(1000))),
            TimeControl::Clock { base, increment, turns } => {
                let turns = turns.map(|turns| format!(" for {}", counted(turns, "turn"))).unwrap_or_default();
                let more = (!increment.is_zero()).then(|| format!(" + {} s a turn", Seconds(increment)));
                format!("{} s{turns}{}", Seconds(base), more.unwrap_or_default())
            }
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::Unlimited => f.write_str("unlimited"),
            TimeControl::PerTurn(time) => write!(f, "{}ms", Seconds(time.saturating_mul(1000))),
            TimeControl::Clock { base, increment, turns } => {
                if let Some(turns) = turns {
                    write!(f, "{turns}/")?;
                }
                write!(f, "{}", Seconds(base))?;
                if increment.is_zero() { Ok(()) } else { write!(f, "+{}", Seconds(increment)) }
            }
        }
    }
}

/// A time as an exact decimal number of seconds.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:09}", self.0.as_secs(), self.0.subsec_nanos());
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl FromStr for TimeControl {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        read(text.trim()).ok_or_else(|| {
            SpecError(format!(
                "`{text}` is no time control: expected seconds as BASE, BASE+INCREMENT or TURNS/BASE+INCREMENT, as \
                 in `60+0.5`, `100ms` for every turn, or `unlimited`"
            ))
        })
    }
}

fn read(text: &str) -> Option<TimeControl> {
    if text == "unlimited" {
        return Some(TimeControl::Unlimited);
    }
    let time = |text: &str| read_seconds(text.trim());
    if let Some(ms) = text.strip_suffix("ms") {
        return Some(time(ms)? / 1000).filter(|time| !time.is_zero()).map(TimeControl::PerTurn);
    }
    let (turns, rest) = match text.split_once('/') {
        Some((turns, rest)) => (Some(turns.trim().parse().ok().filter(|&turns: &u32| turns > 0)?), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (base, increment) = (time(base).filter(|base| !base.is_zero())?, time(increment)?);
    Some(TimeControl::Clock { base, increment, turns })
}

crate::serde_as_text!(TimeControl);

#[cfg(test)]
mod tests {
    use proptest::option;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn time_controls_are_read_and_refused() {
        let clock = |base, increment, turns| TimeControl::Clock {
            base: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
            turns,
        };
        assert_eq!("60".parse(), Ok(clock(60_000, 0, None)));
        assert_eq!("1.5+0.01".parse(), Ok(clock(1_500, 10, None)));
        assert_eq!("40/60+0.5".parse(), Ok(clock(60_000, 500, Some(40))));
        assert_eq!(" 1 / 2 + 3 ".parse(), Ok(clock(2_000, 3_000, Some(1))));
        assert_eq!("100ms".parse(), Ok(TimeControl::PerTurn(Duration::from_millis(100))));
        assert_eq!("0.5ms".parse(), Ok(TimeControl::PerTurn(Duration::from_micros(500))));
        assert_eq!("unlimited".parse(), Ok(TimeControl::Unlimited));
        for bad in [
            "",
            "+",
            "x",
            "0",
            "-1",
            "1+",
            "1+x",
            "nan",
            "inf",
            "1e3",
            "0/60",
            "x/60",
            "/60",
            "40/",
            "1.0000000001",
            "ms",
            "0ms",
            "-1ms",
            "99999999999999999999",
            "1.",
            ".",
            "infinite",
        ] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    fn duration() -> impl Strategy<Value = Duration> {
        (0..u64::MAX, 0..1_000_000_000_u32).prop_map(|(seconds, nanos)| Duration::new(seconds, nanos))
    }

    fn control() -> impl Strategy<Value = TimeControl> {
        let short = (1..1_000_000_000_000_u64).prop_map(Duration::from_nanos);
        prop_oneof![
            Just(TimeControl::Unlimited),
            short.prop_map(TimeControl::PerTurn),
            (duration(), duration(), option::of(1..u32::MAX)).prop_map(|(base, increment, turns)| {
                TimeControl::Clock { base: base.max(Duration::from_nanos(1)), increment, turns }
            }),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(control in control()) {
            prop_assert_eq!(control.to_string().parse(), Ok(control));
            let data = serde_json::to_string(&control).unwrap();
            prop_assert_eq!(serde_json::from_str::<TimeControl>(&data).unwrap(), control);
        }
    }
}
