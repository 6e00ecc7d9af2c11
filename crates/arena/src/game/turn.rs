//! What is counted of an engine's turns.

use std::time::Duration;

use abstract_game::Player;
use game_record::TurnInfo;
use serde::{Deserialize, Serialize};

/// Sums and maxima over turns of an engine, and the averages that follow from them. Games can be merged.
///
/// ```
/// use std::time::Duration;
/// use arena::game::{Thinking, TurnInfo};
/// let mut thinking = Thinking::default();
/// thinking.add(&TurnInfo { time: Duration::from_millis(30), ..TurnInfo::default() });
/// thinking.merge(&thinking.clone());
/// assert_eq!((thinking.turns, thinking.mean_time()), (2, Some(Duration::from_millis(30))));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thinking {
    /// The number of turns the engine chose; those of the opening are not among them.
    pub turns: u64,
    /// The time charged for the turns.
    pub time: Duration,
    /// The longest time charged for a turn.
    pub longest: Duration,
    /// The sum of the reported depths.
    pub depth: u64,
    /// The number of turns with a reported depth.
    pub depth_turns: u64,
    /// The sum of the reported nodes.
    pub nodes: u64,
    /// The time of the turns with reported nodes: the time charged, or the time the engine reports if that is more.
    pub nodes_time: Duration,
    /// The sum of the overheads: the time charged beyond the time the engine reports.
    pub overhead: Duration,
    /// The number of turns with a reported time.
    pub overhead_turns: u64,
    /// The largest overhead of a turn.
    pub longest_overhead: Duration,
}

/// An engine's thinking for one side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineThinking {
    /// The engine, as an index into the tournament's engines.
    pub engine: usize,
    /// The side.
    #[serde(with = "Side")]
    pub side: Player,
    /// What is counted of its turns.
    #[serde(flatten)]
    pub thinking: Thinking,
}

/// A [`Player`] as data.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Player")]
enum Side {
    P1,
    P2,
}

/// The most nodes per second that are believed: the fastest engines reach it with hundreds of processors.
const MOST_NPS: f64 = 1e9;

impl Thinking {
    /// Adds a turn.
    pub fn add(&mut self, turn: &TurnInfo) {
        let (time, overhead) = (turn.time, turn.overhead());
        // On a busy machine an answer of less than a millisecond may seem to have taken no time at all.
        let nodes_time = turn.nodes.map(|_| time.max(turn.reported_time.unwrap_or_default()));
        self.merge(&Thinking {
            turns: 1,
            time,
            longest: time,
            depth: turn.depth.map_or(0, u64::from),
            depth_turns: u64::from(turn.depth.is_some()),
            nodes: turn.nodes.unwrap_or(0),
            nodes_time: nodes_time.unwrap_or_default(),
            overhead: overhead.unwrap_or_default(),
            overhead_turns: u64::from(overhead.is_some()),
            longest_overhead: overhead.unwrap_or_default(),
        });
    }

    /// Adds the turns of another game. Sums saturate, as engines report any numbers.
    pub fn merge(&mut self, other: &Thinking) {
        self.turns = self.turns.saturating_add(other.turns);
        self.time = self.time.saturating_add(other.time);
        self.depth = self.depth.saturating_add(other.depth);
        self.depth_turns = self.depth_turns.saturating_add(other.depth_turns);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.nodes_time = self.nodes_time.saturating_add(other.nodes_time);
        self.overhead = self.overhead.saturating_add(other.overhead);
        self.overhead_turns = self.overhead_turns.saturating_add(other.overhead_turns);
        self.longest = self.longest.max(other.longest);
        self.longest_overhead = self.longest_overhead.max(other.longest_overhead);
    }

    /// The average time for a turn.
    pub fn mean_time(&self) -> Option<Duration> {
        mean(self.time, self.turns)
    }

    /// The average depth, over the turns with a reported depth.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.depth_turns > 0).then(|| self.depth as f64 / self.depth_turns as f64)
    }

    /// Nodes per second, over the turns with reported nodes.
    pub fn nps(&self) -> Option<f64> {
        (!self.nodes_time.is_zero()).then(|| self.nodes as f64 / self.nodes_time.as_secs_f64())
    }

    /// Whether the engine's nodes per second are more than any engine can search: its reports are wrong.
    pub fn has_unlikely_speed(&self) -> bool {
        self.nps().is_some_and(|nps| nps > MOST_NPS)
    }

    /// The average overhead of a turn, over the turns with a reported time.
    pub fn mean_overhead(&self) -> Option<Duration> {
        mean(self.overhead, self.overhead_turns)
    }
}

fn mean(sum: Duration, turns: u64) -> Option<Duration> {
    // Rounding can exceed the longest duration.
    let mean = |turns| Duration::try_from_secs_f64(sum.as_secs_f64() / turns).unwrap_or(Duration::MAX);
    (turns > 0).then(|| mean(turns as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_saturate() {
        let most = Thinking {
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
        sum.add(&TurnInfo { time: Duration::from_secs(1), ..TurnInfo::default() });
        assert_eq!(sum, most);
        assert_eq!((Thinking { turns: 1, ..sum }).mean_time(), Some(Duration::MAX));
    }
}
