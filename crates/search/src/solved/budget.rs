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

    /// What is left, for a search and for a solver beside it, which has one of the threads. A search that is repeated because
    /// the solver has refuted its action has at least a quarter of the time to the hard limit.
    pub(super) fn divided(&self, threads: usize, repeated: bool) -> [SearchLimits; 2] {
        let all = self.until(1.0, true);
        let for_solver = all.nodes.map(|nodes| nodes / threads as u64);
        let for_search = all.nodes.zip(for_solver).map(|(all, solver)| all - solver);
        let least = |hard: Duration| if repeated { hard / 4 } else { Duration::ZERO };
        let time = |budget: TimeBudget| TimeBudget { soft: budget.soft.max(least(budget.hard)), ..budget };
        let limits = SearchLimits { time: all.time.map(time), ..all };
        [for_search, for_solver].map(|nodes| SearchLimits { nodes, ..limits })
    }

    /// Adds what is used so far to the reports of a search that begins now.
    pub(super) fn totals<A: Action>(&self) -> impl Fn(&SearchReport<A>) -> SearchReport<A> + use<A> {
        let (nodes, time) = (self.nodes(), self.elapsed());
        move |own| SearchReport { nodes: nodes + own.nodes, time: time + own.time, ..own.clone() }
    }
}
