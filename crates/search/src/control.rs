//! Knows when a search must stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::SearchLimits;

/// Time, nodes and the word `stop`, seen by all threads of one search.
pub(crate) struct SearchControl<'a> {
    began: Instant,
    limits: SearchLimits,
    /// The caller's wish.
    stop: &'a AtomicBool,
    /// Set once anything asks to stop, so that every thread does.
    stopped: AtomicBool,
    nodes: AtomicU64,
}

impl<'a> SearchControl<'a> {
    pub(crate) fn new(limits: SearchLimits, stop: &'a AtomicBool) -> Self {
        SearchControl {
            began: Instant::now(),
            limits,
            stop,
            stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    pub(crate) fn limits(&self) -> &SearchLimits {
        &self.limits
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Nodes counted so far by all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Counts nodes and says whether their limit is reached.
    pub(crate) fn count(&self, nodes: u64) {
        let all = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.limits.nodes.is_some_and(|most| all >= most) {
            self.stop();
        }
    }

    /// Whether to stop now; cheap.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Looks at the clock and the caller's wish; not for every node.
    pub(crate) fn check_limits(&self) -> bool {
        if self.stop.load(Ordering::Relaxed)
            || self.limits.time.is_some_and(|budget| self.elapsed() >= budget.hard)
        {
            self.stop();
        }
        self.is_stopped()
    }

    /// Whether it is too late to begin anything that takes as long as what was done so far.
    pub(crate) fn is_past_soft_limit(&self) -> bool {
        self.limits.time.is_some_and(|budget| {
            // A fixed time for the turn is there to be used up.
            let fraction = if budget.soft == budget.hard { 1.0 } else { 0.6 };
            self.elapsed() >= budget.soft.mul_f64(fraction)
        })
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Stops all threads when the guard goes, also if a player's knowledge panics: helpers would wait
    /// for ever for a main thread that is gone.
    pub(crate) fn stop_on_drop(&self) -> impl Drop {
        StopAll(self)
    }
}

struct StopAll<'w, 'a>(&'w SearchControl<'a>);

impl Drop for StopAll<'_, '_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
