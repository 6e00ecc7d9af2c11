//! The interface of alpha-beta and Monte-Carlo tree search.

use std::collections::TryReserveError;
use std::sync::atomic::AtomicBool;

use abstract_game::{Match, Position, Turn};

use crate::{SearchLimits, SearchReport};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<P: Position> {
    /// The best turn: all actions up to the end of the turn.
    pub turn: Turn<P::Action>,
    /// The last report of the best line; the search sent it before it returned.
    pub report: SearchReport<P::Action>,
}

/// What a search works with. What a search does not use has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchSettings<A> {
    /// The number of search threads, at least 1.
    pub threads: usize,
    /// The number of lines to report (MultiPV), at least 1.
    pub lines: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The actions that a search of the next position leaves out, because they are proved to lose. Ignored if it would exclude
    /// every action.
    pub left_out: Vec<A>,
}

impl<A> Default for SearchSettings<A> {
    /// One thread, one line, seed 0 and all actions.
    fn default() -> Self {
        SearchSettings { threads: 1, lines: 1, seed: 0, left_out: Vec::new() }
    }
}

/// A search that chooses a turn. It keeps its transposition table or tree between searches until
/// [`new_game`](Self::new_game).
///
/// With one thread, the same sequence of calls with the same seed and limits on depth or nodes gives the
/// same results and node counts on every machine.
pub trait Searcher<P: Position>: Send {
    /// Clears everything kept from earlier searches. No effect in a search that keeps nothing.
    fn new_game(&mut self) {}

    /// Sets the memory of the transposition table or tree, in MiB, at least 1. May clear it.
    ///
    /// # Errors
    /// The memory is not available; the table stays as it is. Never in a search without a table.
    fn set_hash(&mut self, _mebibytes: usize) -> Result<(), TryReserveError> {
        Ok(())
    }

    /// What the next search works with, to be changed.
    fn settings(&mut self) -> &mut SearchSettings<P::Action>;

    /// A turn chosen by static evaluation one action ahead, for the reports before a search. `None` in a search without it.
    fn static_line(&self, _position: &P) -> Option<SearchReport<P::Action>> {
        None
    }

    /// Searches the current position of a match, which may be within a turn. Sends reports during the search and a last one at
    /// the end. A report of several lines is sent line by line, the best first; they have the same depth, and the last best
    /// line begins with the result. Returns soon after `stop` is set, with a legal turn even if it was set from the start.
    ///
    /// # Panics
    /// If the match is over.
    fn search(
        &mut self,
        game: &Match<P>,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P>;
}
