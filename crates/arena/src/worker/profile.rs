//! Where the time of the workers went.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

/// Where the time of the workers went.
///
/// ```
/// use std::time::Duration;
/// use arena::worker::Profile;
/// let ms = Duration::from_millis;
/// let profile =
///     Profile { engines: ms(950), judge: ms(10), openings: ms(10), store: ms(20), total: ms(1000) };
/// assert_eq!(
///     profile.to_string(),
///     "95.0% engines, 1.0% judge, 1.0% openings, 2.0% store, 1.0% the rest"
/// );
/// assert!((profile.outside() - 0.04).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Waiting for engines: for their turns, and until they are ready.
    pub engines: Duration,
    /// In the rules: playing turns and detecting ends.
    pub judge: Duration,
    /// Making openings and schedules.
    pub openings: Duration,
    /// Claiming games and storing results.
    pub store: Duration,
    /// The total of all workers.
    pub total: Duration,
}

impl Profile {
    /// The part of the time outside the engines and the rules, from 0 to 1.
    #[must_use]
    pub fn outside(&self) -> f64 {
        1.0 - self.part(self.engines) - self.part(self.judge)
    }

    fn part(&self, time: Duration) -> f64 {
        if self.total.is_zero() { 0.0 } else { time.as_secs_f64() / self.total.as_secs_f64() }
    }
}

impl AddAssign for Profile {
    fn add_assign(&mut self, other: Profile) {
        self.engines += other.engines;
        self.judge += other.judge;
        self.openings += other.openings;
        self.store += other.store;
        self.total += other.total;
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |time| self.part(time) * 100.0;
        let parts = [self.engines, self.judge, self.openings, self.store];
        let [engines, judge, openings, store] = parts.map(percent);
        // Rounding must not make it "-0.0".
        let rest = (100.0 - engines - judge - openings - store).max(0.0);
        write!(
            f,
            "{engines:.1}% engines, {judge:.1}% judge, {openings:.1}% openings, {store:.1}% store, \
             {rest:.1}% the rest"
        )
    }
}
