//! The loop of the main thread: playouts, limits and reports.

use std::sync::atomic::Ordering;
use std::time::Duration;

use abstract_game::Position;

use super::Mcts;
use super::garbage::free;
use super::node::Garbage;
use super::playout::{PlayoutThread, SearchContext};
use super::principal_variation::{self, Line, visits};
use crate::{Knowledge, SearchReport};

/// The number of playouts before the first report; intervals grow by an eighth.
const FIRST_REPORT: u64 = 256;

/// The reports of a search so far.
pub(super) struct Reports<A> {
    /// The number of playouts before the next one.
    next: u64,
    /// The number of playouts of the last one, and its first action.
    last: (u64, Option<A>),
}

impl<A> Reports<A> {
    pub(super) fn new() -> Self {
        Reports { next: FIRST_REPORT, last: (0, None) }
    }
}

impl<P: Position, K: Knowledge<P>> SearchContext<'_, P, K> {
    /// The discarded nodes freed per playout. A playout makes at most one node.
    const NODES_FREED: usize = 16;
    /// The number of playouts between two checks of the depth limit.
    const DEPTH_CHECK_INTERVAL: u64 = 64;
    /// The number of playouts after which a search whose line cannot become longer ends.
    const MIN_PLAYOUTS_WITHOUT_DEPTH: u64 = 20_000;

    /// Runs playouts until the search is over or must make room. Returns whether it is over.
    pub(super) fn run(
        &self,
        thread: &mut PlayoutThread<'_, P, K>,
        garbage: &mut Garbage<P::Action>,
        reports: &mut Reports<P::Action>,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> bool {
        let limits = self.control.limits;
        let is_forced = limits.is_timed() && !limits.infinite && is_forced(&self.tree.position);
        loop {
            let nodes = self.control.nodes();
            if self.control.check_limits() || limits.nodes.is_some_and(|max| nodes >= max) {
                return true;
            }
            if self.is_finished() {
                if limits.infinite && limits.nodes.is_none() {
                    // The result is known now; the stop request may come much later.
                    self.send(self.best_lines(), report);
                    self.wait();
                }
                return true;
            }
            if is_forced && nodes >= u64::from(self.parameters.forced_playouts)
                || self.is_deep_enough(nodes)
                || self.is_out_of_time(nodes)
            {
                return true;
            }
            if self.must_make_room() {
                return false;
            }
            thread.run_playout();
            self.control.count(1);
            self.control.begin();
            free(garbage, Self::NODES_FREED, self.memory);
            // Intervals in playouts, not in seconds: the same search sends the same reports.
            let nodes = self.control.nodes();
            if nodes >= reports.next {
                reports.next = nodes + nodes / 8;
                let lines = self.best_lines();
                let first = lines[0].actions.first().copied();
                if nodes >= 2 * reports.last.0 || reports.last.1 != first {
                    reports.last = (nodes, first);
                    self.send(lines, report);
                }
            }
        }
    }

    /// Whether the memory is exhausted and can be freed.
    pub(super) fn must_make_room(&self) -> bool {
        self.makes_room && self.memory.is_exhausted()
    }

    /// Whether the root is proved or its visit counter is full.
    pub(super) fn is_finished(&self) -> bool {
        let root = self.tree.root();
        root.bounds().verdict().is_some() || root.visits() >= Mcts::<P, K>::MAX_VISITS
    }

    /// Waits for a stop request or the time limit.
    fn wait(&self) {
        while !self.control.check_limits() {
            // Without threads nothing could set the stop flag.
            if cfg!(target_family = "wasm") {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether the principal variation has the length of the depth limit, or cannot reach it.
    fn is_deep_enough(&self, nodes: u64) -> bool {
        let Some(depth) = self.control.limits.depth else { return false };
        if !nodes.is_multiple_of(Self::DEPTH_CHECK_INTERVAL) {
            return false;
        }
        let line = principal_variation::lines(self.tree.root_node(), 1);
        if line[0].visits > 0 && line[0].actions.len() as u64 >= u64::from(depth) {
            return true;
        }
        nodes >= Self::MIN_PLAYOUTS_WITHOUT_DEPTH
            && (self.memory.hashfull() >= 950 || principal_variation::is_terminal(self.tree.root()))
    }

    /// Time management with a game clock: whether the soft limit is reached, or the second most visited
    /// action cannot overtake the first before it is.
    fn is_out_of_time(&self, nodes: u64) -> bool {
        let limits = &self.control.limits;
        let Some(budget) = limits.time else { return false };
        if limits.infinite || budget.is_fixed() || !nodes.is_multiple_of(16) {
            return false;
        }
        let elapsed = self.control.elapsed();
        let [(visits, value), (second_visits, second_value)] =
            principal_variation::two_most_visited(self.tree.root_node());
        if elapsed >= budget.soft {
            // If the second has the better value, continue up to the hard limit.
            return value >= second_value;
        }
        if elapsed < budget.soft.mul_f32(self.parameters.time_before_early_end) {
            return false;
        }
        let playouts_left = nodes as f64 * (budget.soft - elapsed).as_secs_f64() / elapsed.as_secs_f64();
        f64::from(visits - second_visits) > playouts_left
    }

    pub(super) fn best_lines(&self) -> Vec<Line<P::Action>> {
        principal_variation::lines(self.tree.root_node(), self.lines)
    }

    /// Reports lines, the best one first: its length is the depth of all. Returns the report of the best line.
    pub(super) fn send(
        &self,
        lines: Vec<Line<P::Action>>,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> Option<SearchReport<P::Action>> {
        let (nodes, time) = (self.control.nodes(), self.control.elapsed());
        let longest = lines.iter().map(|line| line.actions.len()).max()? as u32;
        let (depth, hashfull) = (lines[0].actions.len() as u32, self.memory.hashfull());
        let selective_depth = self.max_depth.load(Ordering::Relaxed).max(longest);
        let report_of = |(multipv, Line { score, actions, .. }): (usize, Line<_>)| {
            let visits = if multipv == 1 { visits(self.tree.root_node()) } else { Vec::new() };
            let line = SearchReport::new(actions, score);
            SearchReport { depth, selective_depth, multipv, nodes, time, hashfull, visits, ..line }
        };
        let reports: Vec<_> = (1..).zip(lines).map(report_of).collect();
        reports.iter().for_each(report);
        reports.into_iter().next()
    }
}

/// Whether every action up to the end of the turn is forced.
fn is_forced<P: Position>(position: &P) -> bool {
    let mut position = position.clone();
    loop {
        let actions = position.actions();
        let &[action] = actions.as_slice() else { return false };
        position.play_unchecked(action);
        if position.at_turn_start() {
            return true;
        }
    }
}
