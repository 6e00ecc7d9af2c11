//! Decides when a search stops.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::clock::Instant;
use crate::time::Course;
use crate::{SearchLimits, TimeBudget, TimeParameters};

/// The limits, node count and stop flags of one search, shared by its threads.
pub(crate) struct SearchControl<'a> {
    start: Instant,
    /// The CPU time of the process at the start, if it is limited and can be measured.
    cpu_start: Option<Duration>,
    pub(crate) limits: SearchLimits,
    pub(crate) time_parameters: TimeParameters,
    /// Set by the caller to stop the search.
    pub(crate) stop_requested: &'a AtomicBool,
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
            time_parameters: TimeParameters::DEFAULT,
            stop_requested: stop,
            stopped: AtomicBool::new(false),
            begun: AtomicBool::new(true),
            nodes: AtomicU64::new(0),
        }
    }

    /// The control of a sub-search with its own node count: at most `nodes`, and at most what is left of this search's limit.
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
    pub(crate) fn is_past_soft_limit(&self, course: &Course) -> bool {
        let last = |budget: TimeBudget| budget.last_iteration(course, &self.time_parameters);
        self.limits.time.is_some_and(|budget| self.elapsed() >= last(budget)) || self.is_cpu_time_used_up()
    }

    /// The CPU time since the start, if it is limited; wall time where the system does not tell.
    pub(crate) fn cpu_time(&self) -> Duration {
        let used = self.cpu_start.zip(process_cpu_time()).map(|(start, now)| now.saturating_sub(start));
        used.unwrap_or_else(|| self.elapsed())
    }

    pub(crate) fn is_cpu_time_used_up(&self) -> bool {
        self.limits.cpu_time.is_some_and(|limit| self.cpu_time() >= limit)
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
    pub(crate) fn stop_on_drop(&self) -> StopOnDrop<'_> {
        StopOnDrop(&self.stopped)
    }
}

/// The CPU time of this process so far; `None` if the system does not tell.
#[cfg(any(unix, windows))]
fn process_cpu_time() -> Option<Duration> {
    cpu_time::ProcessTime::try_now().ok().map(|time| time.as_duration())
}

#[cfg(not(any(unix, windows)))]
fn process_cpu_time() -> Option<Duration> {
    None
}

/// Sets a stop flag when it is dropped.
pub(crate) struct StopOnDrop<'a>(&'a AtomicBool);

impl StopOnDrop<'_> {
    /// Drops the guard without stopping the threads.
    pub(crate) fn cancel(self) {
        std::mem::forget(self);
    }
}

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::{SearchControl, process_cpu_time};
    use crate::clock::test_clock::advance;
    use crate::time::Course;
    use crate::{SearchLimits, TimeBudget};

    /// The time for the last iteration is as set.
    const CALM: Course = Course { unchanged: 2, best_share: 0.6, drop: 0 };

    const NO_LIMIT: SearchLimits =
        SearchLimits { depth: None, nodes: None, time: None, cpu_time: None, infinite: false };

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn the_node_limit_is_exact() {
        let stop = AtomicBool::new(false);
        let control = SearchControl::new(SearchLimits { nodes: Some(10), ..NO_LIMIT }, &stop);
        control.count(4);
        control.count(5);
        assert_eq!((control.nodes(), control.is_stopped(), control.check_limits()), (9, false, false));
        control.count(1);
        assert_eq!((control.nodes(), control.is_stopped(), control.check_limits()), (10, true, true));
    }

    #[test]
    fn time_stops_a_search_that_has_begun_at_the_hard_limit() {
        let stop = AtomicBool::new(false);
        let time = TimeBudget { soft: ms(100), hard: ms(200) };
        let limits = SearchLimits { time: Some(time), ..NO_LIMIT };
        assert!(limits.is_timed() && !NO_LIMIT.is_timed());
        let control = SearchControl::new(limits, &stop).with_first_result();
        advance(59);
        assert_eq!(control.elapsed(), ms(59));
        assert!(!control.is_past_soft_limit(&CALM));
        advance(1);
        assert!(control.is_past_soft_limit(&CALM), "60% of the soft limit");
        advance(200);
        assert!(!control.check_limits(), "there is no result");
        control.begin();
        assert!(control.check_limits() && control.is_stopped());
        let control = SearchControl::new(limits, &stop);
        advance(199);
        assert!(!control.check_limits());
        advance(1);
        assert!(control.check_limits());
        let control = SearchControl::new(NO_LIMIT, &stop);
        advance(1_000_000);
        assert!(!control.check_limits() && !control.is_past_soft_limit(&CALM));
    }

    #[test]
    fn a_stop_request_counts_before_the_first_result() {
        let stop = AtomicBool::new(false);
        let control = SearchControl::new(NO_LIMIT, &stop).with_first_result();
        assert!(!control.check_limits());
        stop.store(true, Ordering::Relaxed);
        assert!(!control.is_stopped(), "nothing has read the flag");
        assert!(control.check_limits() && control.is_stopped());
    }

    #[test]
    fn cpu_time_is_measured_from_the_start() {
        let stop = AtomicBool::new(false);
        let limit = |cpu_time| SearchLimits { cpu_time: Some(cpu_time), ..NO_LIMIT };
        assert!(limit(ms(1)).is_timed());
        let used = SearchControl::new(limit(Duration::ZERO), &stop);
        assert!(used.is_past_soft_limit(&CALM) && used.check_limits());
        // More than this process will ever use.
        let unused = SearchControl::new(limit(ms(1_000_000_000)), &stop);
        assert!(!unused.is_past_soft_limit(&CALM) && !unused.check_limits());
        // Until this loop has used CPU time.
        let before = process_cpu_time();
        let control = SearchControl::new(limit(ms(1)), &stop);
        while !control.check_limits() {
            std::hint::black_box(0);
        }
        assert_eq!(before.is_some(), cfg!(any(unix, windows)));
        assert!(process_cpu_time() > before);
    }

    #[test]
    fn a_part_has_nodes_of_its_own() {
        let stop = AtomicBool::new(false);
        let time = Some(TimeBudget::exactly(ms(100), Duration::ZERO));
        let whole = SearchControl::new(SearchLimits { nodes: Some(100), time, ..NO_LIMIT }, &stop);
        whole.count(70);
        advance(60);
        for (nodes, expected) in [(20, 20), (1_000, 30)] {
            let part = whole.part(nodes);
            assert_eq!((part.limits.nodes, part.nodes()), (Some(expected), 0));
            part.count(expected - 1);
            assert!(!part.is_stopped());
            part.count(1);
            assert!(part.is_stopped() && !whole.is_stopped());
        }
        let part = whole.part(20);
        advance(40);
        assert!(part.check_limits(), "its time began with that of the whole");
        assert!(!whole.with_first_result().part(20).check_limits(), "nor did it begin before the whole");
        let stopped = SearchControl::new(NO_LIMIT, &stop);
        stopped.stop();
        assert!(stopped.part(20).is_stopped());
        assert_eq!(stopped.part(20).limits.nodes, Some(20));
    }

    #[test]
    fn a_guard_stops_the_search() {
        let stop = AtomicBool::new(false);
        let control = SearchControl::new(NO_LIMIT, &stop);
        drop(control.stop_on_drop());
        assert!(control.is_stopped());
    }
}
