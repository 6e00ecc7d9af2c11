//! What a search says while it thinks.

use std::time::Duration;

use abstract_game::Action;

use crate::Score;

/// One line of thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport<A: Action> {
    /// The depth completed, in actions.
    pub depth: u32,
    /// The greatest depth reached, in actions.
    pub selective_depth: u32,
    /// Which of several lines this is, from 1.
    pub line: usize,
    /// The worth for the player to act at the root.
    pub score: Score,
    /// Nodes searched so far, by all threads (playouts in Monte-Carlo tree search).
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table or the tree is, in per mille.
    pub hashfull: u32,
    /// The actions both sides are expected to play.
    pub principal_variation: Vec<A>,
}

impl<A: Action> SearchReport<A> {
    /// Nodes per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}
