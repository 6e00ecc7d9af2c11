//! What a search reports while it runs.

use std::time::Duration;

use abstract_game::Action;

use crate::Score;

/// One principal variation with its score and the statistics of the search so far.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchReport<A: Action> {
    /// The completed depth, in actions.
    pub depth: u32,
    /// The selective depth: the longest line searched, in actions.
    pub selective_depth: u32,
    /// The rank of this line among the lines reported (MultiPV), from 1.
    pub multipv: usize,
    /// The score for the player to act at the root.
    pub score: Score,
    /// The nodes searched so far by all threads (playouts in Monte-Carlo tree search).
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the transposition table or the tree is, in per mille.
    pub hashfull: u32,
    /// The expected actions of both sides, from the root.
    pub principal_variation: Vec<A>,
    /// In the report of the best line of a Monte-Carlo tree search: the visits of each visited action of the root, in no
    /// particular order. Otherwise empty.
    pub visits: Vec<(A, u32)>,
}

impl<A: Action> SearchReport<A> {
    /// A report of one line of depth 1, without nodes and time.
    #[must_use]
    pub fn new(principal_variation: Vec<A>, score: Score) -> Self {
        SearchReport {
            depth: 1,
            selective_depth: 1,
            multipv: 1,
            score,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            principal_variation,
            visits: Vec::new(),
        }
    }

    /// Nodes per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use abstract_game::sample::Take;

    use super::SearchReport;
    use crate::Score;

    #[test]
    fn nodes_per_second() {
        for (nodes, milliseconds, expected) in [(3_000, 1_500, 2_000), (7, 0, 0), (0, 10, 0)] {
            let time = Duration::from_millis(milliseconds);
            let report = SearchReport::<Take> { nodes, time, ..SearchReport::new(Vec::new(), Score::DRAW) };
            assert_eq!(report.nodes_per_second(), expected);
        }
    }
}
