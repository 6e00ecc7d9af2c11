//! What is counted of the turns that a player found.

use std::time::Duration;

use crate::play::Thought;

/// Sums over the turns of a player, from which averages are told. Sums of several games are sums, too.
///
/// ```
/// use std::time::Duration;
/// use arena::play::Thought;
/// use arena::statistics::Averages;
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
        self.turns += 1;
        self.time += thought.time;
        self.longest = self.longest.max(thought.time);
        if let Some(depth) = thought.info.depth {
            self.depth += u64::from(depth);
            self.depth_turns += 1;
        }
        if let Some(nodes) = thought.info.nodes {
            self.nodes = self.nodes.saturating_add(nodes);
            // On a busy machine an answer of less than a millisecond may seem to have taken no time at all.
            self.nodes_time += thought.time.max(thought.info.time.unwrap_or_default());
        }
        if let Some(overhead) = thought.overhead() {
            self.overhead += overhead;
            self.overhead_turns += 1;
            self.longest_overhead = self.longest_overhead.max(overhead);
        }
    }

    /// Counts the turns of another game.
    pub fn merge(&mut self, other: &Averages) {
        self.turns += other.turns;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
        self.depth += other.depth;
        self.depth_turns += other.depth_turns;
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.nodes_time += other.nodes_time;
        self.overhead += other.overhead;
        self.overhead_turns += other.overhead_turns;
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
    (turns > 0).then(|| sum.div_f64(turns as f64))
}
