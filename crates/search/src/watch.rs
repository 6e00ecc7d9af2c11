//! Knows when a search must stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::Limits;

/// Time, nodes and the word `stop`, seen by all threads of one search.
pub(crate) struct Watch<'a> {
    began: Instant,
    limits: Limits,
    /// The caller's wish.
    stop: &'a AtomicBool,
    /// Set once anything asks to stop, so that every thread does.
    stopped: AtomicBool,
    nodes: AtomicU64,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(limits: Limits, stop: &'a AtomicBool) -> Self {
        Watch {
            began: Instant::now(),
            limits,
            stop,
            stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
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
            self.stop_all();
        }
    }

    /// Whether to stop now; cheap.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Looks at the clock and the caller's wish; not for every node.
    pub(crate) fn look(&self) -> bool {
        if self.stop.load(Ordering::Relaxed)
            || self.limits.time.is_some_and(|budget| self.elapsed() >= budget.hard)
        {
            self.stop_all();
        }
        self.is_stopped()
    }

    /// Whether it is too late to begin anything that takes as long as what was done so far.
    pub(crate) fn is_late(&self) -> bool {
        self.limits.time.is_some_and(|budget| {
            // A fixed time for the turn is there to be used up.
            let fraction = if budget.soft == budget.hard { 1.0 } else { 0.6 };
            self.elapsed() >= budget.soft.mul_f64(fraction)
        })
    }

    pub(crate) fn stop_all(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Stops all threads when the guard goes, also if a player's knowledge panics: helpers would wait
    /// for ever for a main thread that is gone.
    pub(crate) fn stop_all_at_last(&self) -> impl Drop {
        StopAll(self)
    }
}

struct StopAll<'w, 'a>(&'w Watch<'a>);

impl Drop for StopAll<'_, '_> {
    fn drop(&mut self) {
        self.0.stop_all();
    }
}
