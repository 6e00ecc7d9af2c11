//! What is counted of the turns that a player found.

use std::time::Duration;

use crate::game::play::Thought;

/// Sums over the turns of a player, from which averages are told. Sums of several games are sums, too.
///
/// ```
/// use std::time::Duration;
/// use arena::game::play::Thought;
/// use arena::tournament::Averages;
/// let mut averages = Averages::default();
/// averages.add(&Thought { time: Duration::from_millis(30), ..Thought::default() });
/// averages.merge(&averages.clone());
/// assert_eq!((averages.turns, averages.mean_time()), (2, Some(Duration::from_millis(30))));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Averages {
    /// How many turns the player found itself.
    pub turns: u64,
    /// The time charged for them.
    pub time: Duration,
    /// The longest time for one of them.
    pub longest: Duration,
    /// The sum of the depths told.
    pub depth: u64,
    /// With how many turns a depth was told.
    pub depth_turns: u64,
    /// The sum of the nodes told.
    pub nodes: u64,
    /// The time of the turns with which nodes were told: what was charged, or what the player says it used if that
    /// is more.
    pub nodes_time: Duration,
    /// By how much more was charged than the player said it used, together.
    pub overhead: Duration,
    /// With how many turns the player said how much time it used.
    pub overhead_turns: u64,
    /// The greatest overhead of a turn.
    pub longest_overhead: Duration,
}

impl Averages {
    /// Counts a turn.
    pub fn add(&mut self, thought: &Thought) {
        let (info, time) = (&thought.info, thought.time);
        let overhead = thought.overhead();
        self.merge(&Averages {
            turns: 1,
            time,
            longest: time,
            depth: info.depth.map_or(0, u64::from),
            depth_turns: u64::from(info.depth.is_some()),
            nodes: info.nodes.unwrap_or(0),
            // On a busy machine an answer of less than a millisecond may seem to have taken no time at all.
            nodes_time: info.nodes.map_or(Duration::ZERO, |_| time.max(info.time.unwrap_or_default())),
            overhead: overhead.unwrap_or_default(),
            overhead_turns: u64::from(overhead.is_some()),
            longest_overhead: overhead.unwrap_or_default(),
        });
    }

    /// Counts the turns of another game. Sums beyond what can be counted stay there: engines say what they like.
    pub fn merge(&mut self, other: &Averages) {
        for (sum, more) in [
            (&mut self.turns, other.turns),
            (&mut self.depth, other.depth),
            (&mut self.depth_turns, other.depth_turns),
            (&mut self.nodes, other.nodes),
            (&mut self.overhead_turns, other.overhead_turns),
        ] {
            *sum = sum.saturating_add(more);
        }
        for (sum, more) in [
            (&mut self.time, other.time),
            (&mut self.nodes_time, other.nodes_time),
            (&mut self.overhead, other.overhead),
        ] {
            *sum = sum.saturating_add(more);
        }
        self.longest = self.longest.max(other.longest);
        self.longest_overhead = self.longest_overhead.max(other.longest_overhead);
    }

    /// The average time for a turn.
    #[must_use]
    pub fn mean_time(&self) -> Option<Duration> {
        mean(self.time, self.turns)
    }

    /// The average depth, over the turns with which a depth was told.
    #[must_use]
    pub fn mean_depth(&self) -> Option<f64> {
        (self.depth_turns > 0).then(|| self.depth as f64 / self.depth_turns as f64)
    }

    /// Nodes told per second used, over the turns with which nodes were told.
    #[must_use]
    pub fn nps(&self) -> Option<f64> {
        (!self.nodes_time.is_zero()).then(|| self.nodes as f64 / self.nodes_time.as_secs_f64())
    }

    /// The average overhead of a turn, over the turns with which the player said how much time it used.
    #[must_use]
    pub fn mean_overhead(&self) -> Option<Duration> {
        mean(self.overhead, self.overhead_turns)
    }
}

fn mean(sum: Duration, turns: u64) -> Option<Duration> {
    // What is rounded up beyond the longest duration is the longest.
    let mean = |turns| Duration::try_from_secs_f64(sum.as_secs_f64() / turns).unwrap_or(Duration::MAX);
    (turns > 0).then(|| mean(turns as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_stay_at_the_most_that_can_be_counted() {
        let most = Averages {
            turns: u64::MAX,
            time: Duration::MAX,
            longest: Duration::MAX,
            depth: u64::MAX,
            depth_turns: u64::MAX,
            nodes: u64::MAX,
            nodes_time: Duration::MAX,
            overhead: Duration::MAX,
            overhead_turns: u64::MAX,
            longest_overhead: Duration::MAX,
        };
        let mut sum = most;
        sum.merge(&most);
        sum.add(&Thought { time: Duration::from_secs(1), ..Thought::default() });
        assert_eq!(sum, most);
        assert_eq!((Averages { turns: 1, ..sum }).mean_time(), Some(Duration::MAX));
    }
}
