//! What a search with a solver reports: every phase has lines, and the depth does not begin again.

use std::time::Duration;

use abstract_game::Action;

use crate::SearchReport;
use crate::control::SearchControl;

/// After this time without a report the last one is sent again, with the nodes and the time so far.
const INTERVAL: Duration = Duration::from_millis(200);

/// The reports of one turn.
pub(super) struct Reports<'a, A: Action> {
    send: &'a mut dyn FnMut(&SearchReport<A>),
    last: Option<SearchReport<A>>,
}

impl<'a, A: Action> Reports<'a, A> {
    pub(super) fn new(send: &'a mut dyn FnMut(&SearchReport<A>)) -> Self {
        Reports { send, last: None }
    }

    /// Sends the report of an iteration, unless an earlier search of the turn was deeper.
    pub(super) fn iteration(&mut self, report: SearchReport<A>) {
        if self.last.as_ref().is_none_or(|last| last.depth <= report.depth) {
            (self.send)(&report);
            self.last = Some(report);
        }
    }

    /// While the solver works: sends the last report again if it is old.
    pub(super) fn progress(&mut self, control: &SearchControl<'_>, nodes: u64) {
        let time = control.elapsed();
        if let Some(last) = self.last.as_mut().filter(|last| time >= last.time + INTERVAL) {
            (last.nodes, last.time) = (control.nodes() + nodes, time);
            (self.send)(last);
        }
    }

    /// Sends the report of the result.
    pub(super) fn result(&mut self, report: &SearchReport<A>) {
        if self.last.as_ref() != Some(report) {
            (self.send)(report);
            self.last = Some(report.clone());
        }
    }
}
