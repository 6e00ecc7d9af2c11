//! The clocks of both colours: main time, then periods or increments.

use std::time::Duration;

use games::snorkels_core::Colour;
use protocol::GoLimits;

/// The time settings and what is left to each colour.
#[derive(Default)]
pub(super) struct Clocks {
    settings: TimeSettings,
    /// By [`Colour::index`].
    pub(super) left: [TimeLeft; 2],
}

/// The time of a game.
#[derive(Clone, Copy, Default)]
pub(super) struct TimeSettings {
    main: Duration,
    extra: Extra,
}

/// What a colour has beside its main time.
#[derive(Clone, Copy, Default)]
enum Extra {
    /// Nothing limits the time.
    #[default]
    Unlimited,
    Nothing,
    /// After the main time: periods, each for a number of turns.
    Canadian {
        period: Duration,
        turns: u32,
    },
    /// After the main time: a number of periods, of which a turn uses up those that it exceeds.
    Byoyomi {
        period: Duration,
        periods: u32,
    },
    /// After each turn this time is added, but the clock never shows more than `most`.
    Increment {
        time: Duration,
        most: Duration,
    },
}

impl TimeSettings {
    /// The kinds of settings by their names.
    pub(super) const KINDS: [&str; 6] =
        ["none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped"];

    pub(super) fn absolute(main: Duration) -> TimeSettings {
        TimeSettings { main, extra: Extra::Nothing }
    }

    /// `most` is the most time that a clock can show.
    pub(super) fn fischer(main: Duration, time: Duration, most: Option<Duration>) -> TimeSettings {
        TimeSettings { main, extra: Extra::Increment { time, most: most.unwrap_or(Duration::MAX) } }
    }

    /// Without a time there is no limit, and with a period without turns neither.
    pub(super) fn canadian(main: Duration, period: Duration, turns: u32) -> TimeSettings {
        let extra = match (period, turns) {
            (Duration::ZERO, _) if main.is_zero() => Extra::Unlimited,
            (Duration::ZERO, _) => Extra::Nothing,
            (_, 0) => Extra::Unlimited,
            (period, turns) => Extra::Canadian { period, turns },
        };
        TimeSettings { main, extra }
    }

    /// Without periods there is main time only.
    pub(super) fn byoyomi(main: Duration, period: Duration, periods: u32) -> TimeSettings {
        let extra = match (period, periods) {
            (Duration::ZERO, _) | (_, 0) => Extra::Nothing,
            (period, periods) => Extra::Byoyomi { period, periods },
        };
        TimeSettings { main, extra }
    }

    /// The clock after the main time.
    fn after_main(&self) -> TimeLeft {
        match self.extra {
            Extra::Unlimited | Extra::Nothing | Extra::Increment { .. } => TimeLeft::default(),
            Extra::Canadian { period, turns } => TimeLeft { time: period, number: turns },
            Extra::Byoyomi { period, periods } => TimeLeft { time: period, number: periods },
        }
    }
}

/// The time of a colour: of the main time if `number` is 0, otherwise of a period. `number` is that of its turns, or of the periods
/// from this one on.
#[derive(Clone, Copy, Default)]
pub(super) struct TimeLeft {
    pub(super) time: Duration,
    pub(super) number: u32,
}

impl Clocks {
    /// Sets both clocks.
    pub(super) fn set(&mut self, settings: TimeSettings) {
        let full = match settings.main {
            Duration::ZERO => settings.after_main(),
            main => TimeLeft { time: main, number: 0 },
        };
        *self = Clocks { settings, left: [full; 2] };
    }

    /// A new game: both clocks are full.
    pub(super) fn restart(&mut self) {
        self.set(self.settings);
    }

    /// The colour has used this time for a turn.
    pub(super) fn spend(&mut self, colour: Colour, time: Duration) {
        let settings = self.settings;
        let left = &mut self.left[colour.index()];
        let in_main_time = left.number == 0;
        let over = time.saturating_sub(left.time);
        left.time = left.time.saturating_sub(time);
        match settings.extra {
            Extra::Unlimited | Extra::Nothing => {}
            Extra::Increment { time, most } => left.time = (left.time + time).min(most),
            Extra::Canadian { .. } => {
                left.number = left.number.saturating_sub(1);
                if left.number == 0 && (!in_main_time || left.time.is_zero()) {
                    *left = settings.after_main();
                }
            }
            Extra::Byoyomi { period, periods } => {
                if !in_main_time || left.time.is_zero() {
                    let used = (over.as_nanos() / period.as_nanos()).try_into().unwrap_or(u32::MAX);
                    let used =
                        if in_main_time { used } else { used.saturating_add(u32::from(!over.is_zero())) };
                    let before = if in_main_time { periods } else { left.number };
                    *left = TimeLeft { time: period, number: before.saturating_sub(used).max(1) };
                }
            }
        }
    }

    /// The limits of a turn of this colour; the default without time settings.
    pub(super) fn limits(&self, colour: Colour) -> GoLimits {
        let mut limits = GoLimits::default();
        let TimeLeft { time, number } = self.left[colour.index()];
        let increment = match self.settings.extra {
            Extra::Unlimited => return limits,
            Extra::Increment { time, .. } => time,
            // The periods that will come.
            Extra::Canadian { period, turns } if number == 0 => period / turns,
            Extra::Byoyomi { period, .. } if number == 0 => period,
            Extra::Nothing | Extra::Canadian { .. } | Extra::Byoyomi { .. } => Duration::ZERO,
        };
        // Snorkels names players by the order in which they act: only the clock of the player to act counts.
        for clock in &mut limits.clock {
            (clock.time, clock.increment) = (Some(time), increment);
        }
        let is_byoyomi = matches!(self.settings.extra, Extra::Byoyomi { .. });
        limits.moves_to_go = Some(if is_byoyomi { number.min(1) } else { number }).filter(|&turns| turns > 0);
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn main_time_is_followed_by_periods() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.limits(Colour::Purple), GoLimits::default());
        clocks.set(TimeSettings::canadian(seconds(10), seconds(6), 2));
        let limits = clocks.limits(Colour::Green);
        assert_eq!(limits.clock[1].time, Some(seconds(10)));
        assert_eq!((limits.clock[1].increment, limits.moves_to_go), (seconds(3), None));
        clocks.spend(Colour::Green, seconds(11));
        let limits = clocks.limits(Colour::Green);
        assert_eq!((limits.clock[1].time, limits.moves_to_go), (Some(seconds(6)), Some(2)));
        clocks.spend(Colour::Green, seconds(4));
        let limits = clocks.limits(Colour::Green);
        assert_eq!((limits.clock[1].time, limits.moves_to_go), (Some(seconds(2)), Some(1)));
        clocks.spend(Colour::Green, seconds(2));
        assert_eq!(clocks.limits(Colour::Green).moves_to_go, Some(2));
        assert_eq!(clocks.limits(Colour::Purple).clock[0].time, Some(seconds(10)));
    }

    #[test]
    fn settings_without_limits() {
        let mut clocks = Clocks::default();
        clocks.set(TimeSettings::canadian(Duration::ZERO, seconds(5), 0));
        assert_eq!(clocks.limits(Colour::Purple), GoLimits::default());
    }

    /// The time, the increment and the turns to the next period.
    fn shown(clocks: &Clocks) -> (Option<Duration>, Duration, Option<u32>) {
        let limits = clocks.limits(Colour::Purple);
        (limits.clock[0].time, limits.clock[0].increment, limits.moves_to_go)
    }

    #[test]
    fn an_increment_follows_each_turn() {
        let mut clocks = Clocks::default();
        clocks.set(TimeSettings::fischer(seconds(10), seconds(2), None));
        clocks.spend(Colour::Purple, seconds(5));
        assert_eq!(shown(&clocks), (Some(seconds(7)), seconds(2), None));
        clocks.set(TimeSettings::fischer(seconds(10), seconds(5), Some(seconds(12))));
        clocks.spend(Colour::Purple, seconds(4));
        assert_eq!(shown(&clocks), (Some(seconds(11)), seconds(5), None));
        clocks.spend(Colour::Purple, seconds(1));
        assert_eq!(shown(&clocks), (Some(seconds(12)), seconds(5), None));
        clocks.set(TimeSettings::absolute(seconds(10)));
        clocks.spend(Colour::Purple, seconds(11));
        assert_eq!(shown(&clocks), (Some(Duration::ZERO), Duration::ZERO, None));
        clocks.set(TimeSettings::default());
        assert_eq!(clocks.limits(Colour::Purple), GoLimits::default());
    }

    #[test]
    fn a_turn_uses_up_periods() {
        let mut clocks = Clocks::default();
        clocks.set(TimeSettings::byoyomi(seconds(10), seconds(5), 3));
        assert_eq!(shown(&clocks), (Some(seconds(10)), seconds(5), None));
        clocks.spend(Colour::Purple, seconds(16));
        assert_eq!((shown(&clocks), clocks.left[0].number), ((Some(seconds(5)), Duration::ZERO, Some(1)), 2));
        clocks.spend(Colour::Purple, seconds(5));
        assert_eq!(clocks.left[0].number, 2, "within the period");
        clocks.spend(Colour::Purple, seconds(6));
        assert_eq!((shown(&clocks), clocks.left[0].number), ((Some(seconds(5)), Duration::ZERO, Some(1)), 1));
    }
}
