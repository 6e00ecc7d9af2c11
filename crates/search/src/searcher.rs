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

    /// Sets the number of search threads, at least 1. No effect in a search with one thread.
    fn set_threads(&mut self, _threads: usize) {}

    /// Sets the number of lines to report (MultiPV), at least 1. No effect in a search that reports only the turn it plays.
    fn set_multipv(&mut self, _lines: usize) {}

    /// Seeds the random number generator. No effect in a search without random numbers.
    fn set_seed(&mut self, _seed: u64) {}

    /// Sets the actions that a search of the next position leaves out, because they are proved to lose. If they are all
    /// actions, none is left out. No effect in a search that also plays what loses.
    fn leave_out(&mut self, _actions: Vec<P::Action>) {}

    /// Searches the current position of a match, which may be within a turn. Sends reports during the
    /// search and a last one at the end; of several lines the best comes last. Returns soon after `stop`
    /// is set, with a legal turn even if it was set from the start.
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
