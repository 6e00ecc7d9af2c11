//! What ends a search.

use crate::TimeBudget;

/// The limits of a search; the first one reached ends it. Without limits a search runs until it is stopped
/// or has proved the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// The maximum depth in actions; for Monte-Carlo tree search the length of the principal variation.
    pub depth: Option<u32>,
    /// The maximum number of nodes (playouts in Monte-Carlo tree search). Exact with one thread.
    pub nodes: Option<u64>,
    /// The time budget of this turn.
    pub time: Option<TimeBudget>,
    /// Continue until stopped, even when the result is proved.
    pub infinite: bool,
}
