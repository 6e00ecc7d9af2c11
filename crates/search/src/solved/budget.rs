//! The limits of one turn, shared by a search and a solver.

use std::time::Duration;

use abstract_game::Action;

use crate::control::SearchControl;
use crate::{SearchLimits, SearchReport, TimeBudget};

impl SearchControl<'_> {
    /// What is left until a share of the limits is used, or until the hard limit of the time if `hard`.
    pub(super) fn until(&self, share: f64, hard: bool) -> SearchLimits {
        let (limits, elapsed) = (&self.limits, self.elapsed());
        let nodes = |nodes: u64| ((nodes as f64 * share) as u64).saturating_sub(self.nodes()).max(1);
        let time = |budget: TimeBudget| {
            let soft = budget.soft.mul_f64(share).saturating_sub(elapsed);
            let hard = if hard && !budget.is_fixed() { budget.hard.saturating_sub(elapsed) } else { soft };
            TimeBudget { soft, hard }
        };
        SearchLimits {
            nodes: limits.nodes.map(nodes),
            time: limits.time.map(time),
            cpu_time: limits.cpu_time.map(|limit| limit.mul_f64(share).saturating_sub(self.cpu_time())),
            ..*limits
        }
    }

    /// The nodes that the limits leave; of time as many as the speed so far promises.
    pub(super) fn nodes_left(&self) -> f64 {
        let (limits, nodes) = (&self.limits, self.nodes() as f64);
        let of_time = |limit: Duration, used: Duration| {
            let left = limit.saturating_sub(used);
            if used.is_zero() { f64::INFINITY } else { nodes * left.as_secs_f64() / used.as_secs_f64() }
        };
        let of_nodes = limits.nodes.map(|most| most.saturating_sub(self.nodes()) as f64);
        let of_clock = limits.time.map(|budget| of_time(budget.soft, self.elapsed()));
        let of_cpu = limits.cpu_time.map(|limit| of_time(limit, self.cpu_time()));
        [of_nodes, of_clock, of_cpu].into_iter().flatten().fold(f64::INFINITY, f64::min)
    }

    /// Whether nothing is left.
    pub(super) fn is_used_up(&self) -> bool {
        let limits = &self.limits;
        limits.nodes.is_some_and(|most| self.nodes() >= most)
            || limits.time.is_some_and(|budget| self.elapsed() >= budget.soft)
            || self.is_cpu_time_used_up()
    }

    /// Adds what is used so far to the reports of a search that begins now.
    pub(super) fn totals<A: Action>(&self) -> impl Fn(&SearchReport<A>) -> SearchReport<A> + use<A> {
        let (nodes, time) = (self.nodes(), self.elapsed());
        move |own| SearchReport { nodes: nodes + own.nodes, time: time + own.time, ..own.clone() }
    }
}
