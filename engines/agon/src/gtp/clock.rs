//! The clocks of both colours: main time, then periods of some seconds for some turns (Canadian byo-yomi).

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

/// The arguments of `time_settings`.
#[derive(Clone, Copy, Default)]
pub(super) struct TimeSettings {
    pub(super) main: Duration,
    pub(super) period: Duration,
    /// The turns of a period; 0 for no limit of time.
    pub(super) turns: u32,
}

/// The time of a colour: of the main time if `turns` is 0, otherwise of a period.
#[derive(Clone, Copy, Default)]
pub(super) struct TimeLeft {
    pub(super) time: Duration,
    pub(super) turns: u32,
}

impl Clocks {
    /// Sets both clocks.
    pub(super) fn set(&mut self, settings: TimeSettings) {
        let full = match settings.main {
            Duration::ZERO => TimeLeft { time: settings.period, turns: settings.turns },
            main => TimeLeft { time: main, turns: 0 },
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
        let in_main_time = left.turns == 0;
        left.time = left.time.saturating_sub(time);
        left.turns = left.turns.saturating_sub(1);
        if left.turns == 0 && (!in_main_time || left.time.is_zero()) {
            *left = TimeLeft { time: settings.period, turns: settings.turns };
        }
    }

    /// The limits of a turn of this colour; the default without time settings.
    pub(super) fn limits(&self, colour: Colour) -> GoLimits {
        let mut limits = GoLimits::default();
        let (left, TimeSettings { main, period, turns }) = (self.left[colour.index()], self.settings);
        if main + period == Duration::ZERO || period > Duration::ZERO && turns == 0 {
            return limits;
        }
        // Snorkels names players by the order in which they act: only the clock of the player to act counts.
        for clock in &mut limits.clock {
            clock.time = Some(left.time);
            if left.turns == 0 && turns > 0 {
                clock.increment = period / turns;
            }
        }
        limits.moves_to_go = Some(left.turns).filter(|&turns| turns > 0);
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
        clocks.set(TimeSettings { main: seconds(10), period: seconds(6), turns: 2 });
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
        clocks.set(TimeSettings { main: Duration::ZERO, period: seconds(5), turns: 0 });
        assert_eq!(clocks.limits(Colour::Purple), GoLimits::default());
    }
}
