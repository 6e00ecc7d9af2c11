//! What all searches have in common.

use std::sync::atomic::AtomicBool;

use abstract_game::{Match, Position, Turn};

use crate::{SearchLimits, SearchReport};

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<P: Position> {
    /// The turn to play, whole: every action up to the end of the turn.
    pub turn: Turn<P::Action>,
    /// The last report of the best line; it was sent before the search returned.
    pub report: SearchReport<P::Action>,
}

/// A way of searching. It keeps what it learned between searches until [`new_game`](Self::new_game).
///
/// With one thread, the same sequence of calls with the same seed and limits on depth or nodes gives
/// the same answers and node counts on every machine.
pub trait Searcher<P: Position>: Send {
    /// Forgets everything learned.
    fn new_game(&mut self);

    /// Memory for what is learned, in MiB, at least 1. Forgets what does not fit.
    fn set_hash(&mut self, mebibytes: usize);

    /// How many threads search, at least 1.
    fn set_threads(&mut self, threads: usize);

    /// How many of the best lines are reported, at least 1.
    fn set_multipv(&mut self, lines: usize);

    /// Starts the random numbers anew.
    fn set_seed(&mut self, seed: u64);

    /// Searches the match's position, which may stand within a turn. Sends a report for each depth
    /// (or now and then) and one at the end; of several lines the best comes last. Returns soon after `stop` is set, even when it is set
    /// from the start: there is always a legal turn to return.
    ///
    /// # Panics
    /// If the match is over: ask [`Match::end`] first.
    fn search(
        &mut self,
        game: &Match<P>,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P>;
}
