//! Decides when a search stops.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::SearchLimits;
use crate::clock::Instant;

/// The limits, node count and stop flags of one search, shared by its threads.
pub(crate) struct SearchControl<'a> {
    start: Instant,
    /// The CPU time of the process at the start, if it is limited and can be measured.
    cpu_start: Option<Duration>,
    limits: SearchLimits,
    /// Set by the caller to stop the search.
    stop_requested: &'a AtomicBool,
    /// Set when a limit is reached or a stop is requested; every thread polls it.
    stopped: AtomicBool,
    /// Whether time stops the search.
    begun: AtomicBool,
    nodes: AtomicU64,
}

impl<'a> SearchControl<'a> {
    pub(crate) fn new(limits: SearchLimits, stop: &'a AtomicBool) -> Self {
        SearchControl {
            start: Instant::now(),
            cpu_start: limits.cpu_time.and_then(|_| process_cpu_time()),
            limits,
            stop_requested: stop,
            stopped: AtomicBool::new(false),
            begun: AtomicBool::new(true),
            nodes: AtomicU64::new(0),
        }
    }

    /// The control of a part of this search, with the nodes of its own: at most `nodes`, and what is left of the limit.
    pub(crate) fn part(&self, nodes: u64) -> SearchControl<'a> {
        let left = self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes()));
        SearchControl {
            limits: SearchLimits { nodes: Some(nodes.min(left)), ..self.limits },
            stopped: AtomicBool::new(self.is_stopped()),
            begun: AtomicBool::new(self.begun.load(Ordering::Relaxed)),
            nodes: AtomicU64::new(0),
            ..*self
        }
    }

    /// Time does not stop the search before [`begin`](Self::begin) is called.
    pub(crate) fn with_first_result(self) -> Self {
        SearchControl { begun: AtomicBool::new(false), ..self }
    }

    pub(crate) fn limits(&self) -> &SearchLimits {
        &self.limits
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The nodes counted so far by all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds nodes to the count and stops the search at the node limit.
    pub(crate) fn count(&self, nodes: u64) {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.limits.nodes.is_some_and(|max| total >= max) {
            self.stop();
        }
    }

    /// Whether the search must stop. Cheap: reads one flag.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Reads the clock and the caller's stop flag. Returns whether the search must stop. Too slow to be
    /// called at every node.
    pub(crate) fn check_limits(&self) -> bool {
        let is_late = || self.limits.time.is_some_and(|budget| self.elapsed() >= budget.hard);
        if self.stop_requested.load(Ordering::Relaxed)
            || self.begun.load(Ordering::Relaxed) && (is_late() || self.is_cpu_time_used_up())
        {
            self.stop();
        }
        self.is_stopped()
    }

    /// Whether the time left is too short for another iteration.
    pub(crate) fn is_past_soft_limit(&self) -> bool {
        self.limits.time.is_some_and(|budget| self.elapsed() >= budget.last_iteration())
            || self.is_cpu_time_used_up()
    }

    fn is_cpu_time_used_up(&self) -> bool {
        self.limits.cpu_time.is_some_and(|limit| {
            let used = self.cpu_start.zip(process_cpu_time()).map(|(start, now)| now.saturating_sub(start));
            used.unwrap_or_else(|| self.elapsed()) >= limit
        })
    }

    /// The main thread has a first result: from now on time stops the search.
    pub(crate) fn begin(&self) {
        self.begun.store(true, Ordering::Relaxed);
    }

    /// Stops all threads.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// A guard that stops all threads when it is dropped. The helpers also stop when the main thread
    /// panics.
    pub(crate) fn stop_on_drop(&self) -> impl Drop {
        StopOnDrop(self)
    }
}

/// The CPU time of this process so far; `None` if the system does not tell.
#[cfg(any(unix, windows))]
pub(crate) fn process_cpu_time() -> Option<Duration> {
    cpu_time::ProcessTime::try_now().ok().map(|time| time.as_duration())
}

#[cfg(not(any(unix, windows)))]
pub(crate) fn process_cpu_time() -> Option<Duration> {
    None
}

struct StopOnDrop<'c, 'a>(&'c SearchControl<'a>);

impl Drop for StopOnDrop<'_, '_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
