//! A search that asks an exact solver about its root.

use std::collections::TryReserveError;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use abstract_game::{Match, Position, Turn, Verdict};

use crate::clock::Instant;
use crate::control::{SearchControl, process_cpu_time};
use crate::{Score, SearchLimits, SearchReport, SearchResult, Searcher, TimeBudget};

crate::settings! {
    // In per cent of each limit.

    /// For the proof of a win before the search.
    PROOF = 40, 0 to 90;
    /// For the proof that the opponent does not win after the turn that the search has chosen.
    VERIFICATION = 40, 0 to 90;
}

/// The nodes of a solver between two looks at the clock: less than a millisecond.
const SLICE: u64 = 256;

/// An exact solver of positions in which a turn is one action. It keeps what it has found.
pub trait RootSolver<P: Position>: Send {
    /// Forgets everything.
    fn new_game(&mut self);

    /// Sets the memory, in MiB, at least 1. Forgets everything.
    fn set_hash(&mut self, mebibytes: usize);

    /// Whether the solver can solve a position and those after it.
    fn accepts(&self, position: &P) -> bool;

    /// Searches an accepted position up to `nodes` more nodes. Returns the number searched and the result for the player to
    /// act; `None` while it is open.
    fn solve(&mut self, position: &P, nodes: u64) -> (u64, Option<Verdict>);

    /// An action that wins in a position that [`solve`](Self::solve) has proved to be a win. `None` if it has forgotten the
    /// proof, and cannot find it again within a moment.
    fn winning_action(&mut self, position: &P) -> Option<P::Action>;

    /// Whether earlier searches have proved that the player to act wins.
    fn is_known_win(&self, position: &P) -> bool;
}

/// Asks a solver about an accepted position until a limit is reached. Calls `progress` after each slice.
pub(crate) fn solve<P: Position>(
    solver: &mut dyn RootSolver<P>,
    position: &P,
    control: &SearchControl<'_>,
    progress: &mut dyn FnMut(),
) -> Option<Verdict> {
    while !control.check_limits() {
        let left = control.limits().nodes.map_or(SLICE, |nodes| (nodes - control.nodes()).min(SLICE));
        let (nodes, verdict) = solver.solve(position, left);
        control.count(nodes);
        if verdict.is_some() {
            return verdict;
        }
        progress();
    }
    None
}

/// The limits of one turn, and what is used of them.
struct Budget {
    limits: SearchLimits,
    start: Instant,
    cpu_start: Option<Duration>,
    nodes: u64,
}

impl Budget {
    fn new(limits: SearchLimits) -> Self {
        Budget { limits, start: Instant::now(), cpu_start: process_cpu_time(), nodes: 0 }
    }

    /// What is left until a share of the limits is used, or until the hard limit of the time if `hard`.
    fn until(&self, share: f64, hard: bool) -> SearchLimits {
        let elapsed = self.start.elapsed();
        let cpu =
            self.cpu_start.zip(process_cpu_time()).map_or(elapsed, |(start, now)| now.saturating_sub(start));
        let nodes = |nodes: u64| ((nodes as f64 * share) as u64).saturating_sub(self.nodes).max(1);
        let time = |budget: TimeBudget| {
            let soft = budget.soft.mul_f64(share).saturating_sub(elapsed);
            let hard = if hard && !budget.is_fixed() { budget.hard.saturating_sub(elapsed) } else { soft };
            TimeBudget { soft, hard }
        };
        SearchLimits {
            nodes: self.limits.nodes.map(nodes),
            time: self.limits.time.map(time),
            cpu_time: self.limits.cpu_time.map(|limit| limit.mul_f64(share).saturating_sub(cpu)),
            ..self.limits
        }
    }
}

/// A search with a solver. A win that the solver proves within its share of the limits is played at once. Otherwise the
/// search leaves out the actions that the solver has refuted, and the solver tries to refute the chosen one.
///
/// The solver is asked if nodes or time are limited, not in an analysis without end, of several lines or to a depth.
pub struct SolvedSearch<P: Position> {
    search: Box<dyn Searcher<P>>,
    solver: Box<dyn RootSolver<P>>,
    lines: usize,
}

impl<P: Position> SolvedSearch<P> {
    /// Combines a search and a solver.
    #[must_use]
    pub fn new(search: Box<dyn Searcher<P>>, solver: Box<dyn RootSolver<P>>) -> Self {
        SolvedSearch { search, solver, lines: 1 }
    }

    /// Solves a position within limits. Returns the result for the player to act.
    fn solve(&mut self, position: &P, budget: &mut Budget, share: f64, stop: &AtomicBool) -> Option<Verdict> {
        let limits = budget.until(share, false);
        let control = SearchControl::new(limits, stop);
        let verdict = solve(&mut *self.solver, position, &control, &mut || ());
        budget.nodes += control.nodes();
        verdict
    }

    /// Searches the actions that are not refuted, or all if all are refuted.
    fn search_others(
        &mut self,
        game: &Match<P>,
        refuted: &[P::Action],
        budget: &mut Budget,
        share: f64,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P> {
        self.search.leave_out(refuted.to_vec());
        let (nodes, time) = (budget.nodes, budget.start.elapsed());
        let limits = budget.until(share, true);
        let total = |report: &SearchReport<P::Action>| SearchReport {
            nodes: nodes + report.nodes,
            time: time + report.time,
            ..report.clone()
        };
        let mut result = self.search.search(game, &limits, stop, &mut |own| report(&total(own)));
        result.report = total(&result.report);
        budget.nodes = result.report.nodes;
        self.search.leave_out(Vec::new());
        result
    }
}

/// The report of a proved win.
fn won<P: Position>(position: &P, action: P::Action, budget: &Budget) -> SearchResult<P> {
    let turns = position.max_remaining_turns().map_or(Score::MAX_TURNS, |turns| turns as u16);
    let mut turn = Turn::new();
    turn.push(action);
    let report = SearchReport {
        depth: 1,
        selective_depth: 1,
        multipv: 1,
        score: Score::win_in(turns),
        nodes: budget.nodes,
        time: budget.start.elapsed(),
        hashfull: 0,
        principal_variation: vec![action],
        visits: Vec::new(),
    };
    SearchResult { turn, report }
}

impl<P: Position> Searcher<P> for SolvedSearch<P> {
    fn new_game(&mut self) {
        self.search.new_game();
        self.solver.new_game();
    }

    fn set_hash(&mut self, mebibytes: usize) -> Result<(), TryReserveError> {
        let solver = (mebibytes / 4).max(1);
        self.search.set_hash(mebibytes.saturating_sub(solver).max(1))?;
        self.solver.set_hash(solver);
        Ok(())
    }

    fn set_threads(&mut self, threads: usize) {
        self.search.set_threads(threads);
    }

    fn set_multipv(&mut self, lines: usize) {
        self.lines = lines;
        self.search.set_multipv(lines);
    }

    fn set_seed(&mut self, seed: u64) {
        self.search.set_seed(seed);
    }

    fn leave_out(&mut self, actions: Vec<P::Action>) {
        self.search.leave_out(actions);
    }

    fn search(
        &mut self,
        game: &Match<P>,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P> {
        assert!(game.result().is_none(), "the match is over");
        let is_limited = limits.nodes.is_some() || limits.is_timed();
        let position = game.position();
        let is_asked = is_limited && !limits.infinite && limits.depth.is_none() && self.lines == 1;
        if !is_asked || !self.solver.accepts(position) {
            return self.search.search(game, limits, stop, report);
        }
        let mut budget = Budget::new(*limits);
        let mut share = f64::from(PROOF.hundredths());
        let verdict = self.solve(position, &mut budget, share, stop);
        if verdict == Some(Verdict::Win)
            && let Some(action) = self.solver.winning_action(position)
        {
            let result = won(position, action, &budget);
            report(&result.report);
            return result;
        }
        let mut refuted = position.actions();
        refuted.retain(|&action| {
            let after = position.after(action);
            match after.end() {
                Some(end) => end.verdict(position.player_to_act()) == Verdict::Loss,
                None => self.solver.is_known_win(&after),
            }
        });
        share = (1.0 - f64::from(VERIFICATION.hundredths())).max(share);
        loop {
            let result = self.search_others(game, &refuted, &mut budget, share, stop, report);
            let &[action] = &result.turn[..] else { return result };
            let after = position.after(action);
            if verdict.is_some() || result.report.score.is_decisive() || after.end().is_some() {
                return result;
            }
            // Half of the rest to verify, and half of the rest of that to search again.
            share = f64::midpoint(share, 1.0);
            if self.solve(&after, &mut budget, share, stop) != Some(Verdict::Win) {
                return result;
            }
            refuted.push(action);
            if refuted.len() == position.count_actions() {
                return result;
            }
            share = f64::midpoint(share, 1.0);
        }
    }
}
