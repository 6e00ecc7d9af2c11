//! What ends a search.

use std::time::Duration;

use crate::TimeBudget;

/// The limits of a search; the first one reached ends it. Without limits a search runs until it is stopped
/// or has proved the result. For several limits at once, assign the fields of a constructor's value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchLimits {
    /// The maximum depth in actions; for Monte-Carlo tree search the length of the principal variation.
    pub depth: Option<u32>,
    /// The maximum number of nodes (playouts in Monte-Carlo tree search). Exact with one thread.
    pub nodes: Option<u64>,
    /// The time budget of this turn.
    pub time: Option<TimeBudget>,
    /// The maximum CPU time of this process, all its threads together, from the start of the search. Wall
    /// time where the system has no such clock (WebAssembly).
    pub cpu_time: Option<Duration>,
    /// Continue until stopped, even when the result is proved.
    pub infinite: bool,
}

impl SearchLimits {
    /// A limit of nodes alone.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
    }

    /// A limit of depth alone, in actions.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        SearchLimits { depth: Some(depth), ..SearchLimits::default() }
    }

    /// A limit of wall time alone.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        SearchLimits { time: Some(TimeBudget::exactly(time, Duration::ZERO)), ..SearchLimits::default() }
    }

    /// A limit of CPU time alone.
    #[must_use]
    pub fn cpu_time(time: Duration) -> Self {
        SearchLimits { cpu_time: Some(time), ..SearchLimits::default() }
    }

    /// No limit: the search continues until stopped, even when the result is proved.
    #[must_use]
    pub fn infinite() -> Self {
        SearchLimits { infinite: true, ..SearchLimits::default() }
    }

    /// Whether time is limited: such a search does not think about a forced turn.
    pub(crate) fn is_timed(&self) -> bool {
        self.time.is_some() || self.cpu_time.is_some()
    }
}
