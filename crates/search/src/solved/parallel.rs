//! More threads than one: the solver works beside the search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use abstract_game::{Position, Verdict};

use super::solver::{RootSolver, solve_slice};
use super::turn::{Known, SolvedParameters, SolvedTurn};
use crate::control::{SearchControl, StopOnDrop};
use crate::{SearchReport, SearchResult, threads};

/// How often a solver without work looks whether the search must stop.
const POLL: Duration = Duration::from_millis(1);

/// What the solver has found out about an action.
enum Finding<A> {
    Wins(A),
    Loses(A),
}

/// What the solver has found out of a turn, if anything.
type Found<P> = Option<Finding<<P as Position>::Action>>;

impl<P: Position> SolvedTurn<'_, P> {
    /// The solver has one thread, the search the others. A win that the solver proves stops the search and is played. An action
    /// that the solver refutes while it is the best of the search stops the search too, which begins again without it. `None`,
    /// and nothing has happened, if there can be no other thread.
    pub(super) fn search_in_parallel(&mut self, threads: usize) -> Option<SearchResult<P>> {
        self.search.settings().threads = threads - 1;
        self.known.refuted = self.refuted_actions();
        let mut repeated = false;
        let result = loop {
            self.search.settings().left_out = self.known.refuted.clone();
            let Some((result, finding)) = self.search_beside_solver(threads, repeated) else { break None };
            let action = match (finding, &result.turn[..]) {
                (Some(Finding::Wins(action)), _) => break Some(self.win(action)),
                _ if result.report.score.is_decisive() => break Some(result),
                (Some(Finding::Loses(action)), _) => action,
                (None, &[action]) if self.is_refuted(action) => action,
                _ => break Some(result),
            };
            self.known.refuted.push(action);
            if self.known.is_lost() {
                break Some(self.lost(result));
            }
            repeated = true;
        };
        self.search.settings().left_out.clear();
        self.search.settings().threads = threads;
        result
    }

    /// Searches the actions that are not refuted, or all if all are refuted, while the solver works.
    fn search_beside_solver(
        &mut self,
        threads: usize,
        repeated: bool,
    ) -> Option<(SearchResult<P>, Found<P>)> {
        let SolvedTurn { search, solver, parameters, game, control: turn, reports, known } = self;
        let [for_search, for_solver] = turn.divided(threads, repeated);
        let control = SearchControl::new(for_solver, turn.stop_requested);
        let (known, total, stop_search) = (&*known, turn.totals(), AtomicBool::new(false));
        let complete = |own: &SearchReport<P::Action>| {
            let mut report = known.correct(total(own));
            report.nodes += control.nodes();
            report
        };
        let (best, news) = channel();
        let (mut result, finding) = threads::beside(
            || {
                let best = best;
                let stop_solver = control.stop_on_drop();
                let result = search.search(game, &for_search, &stop_search, &mut |own| {
                    if let Some(&action) = own.principal_variation.first() {
                        // An error means that the solver is stopping the search.
                        let _ = best.send(action);
                    }
                    reports.iteration(complete(own));
                });
                if !for_solver.is_timed() {
                    // The solver may use up its nodes.
                    std::mem::forget(stop_solver);
                }
                result
            },
            || {
                let _stop = StopOnDrop(&stop_search);
                solve_beside(&mut **solver, game.position(), &control, known, *parameters, news)
            },
        )?;
        result.report = complete(&result.report);
        reports.result(&result.report);
        turn.count(result.report.nodes - turn.nodes());
        Some((result, finding))
    }

    fn is_refuted(&self, action: P::Action) -> bool {
        !self.known.refuted.contains(&action)
            && self.solver.is_known_win(&self.game.position().after_unchecked(action))
    }
}

/// Solves the position, and in turn the one after the best action that the search has reported, until it finds a reason to
/// stop the search or the search has ended. Half of a limit of nodes is kept for the last of these actions. Takes the
/// caller's stop request to the search.
fn solve_beside<P: Position>(
    solver: &mut dyn RootSolver<P>,
    position: &P,
    control: &SearchControl<'_>,
    known: &Known<P::Action>,
    parameters: SolvedParameters,
    best: Receiver<P::Action>,
) -> Found<P> {
    let limits = &control.limits;
    let kept = if limits.is_timed() { 0 } else { limits.nodes.map_or(0, |nodes| nodes / 2) };
    let mut is_searching = true;
    let mut candidate = None;
    // The nodes for the proof of a win and for the verification of the candidate.
    let (mut proof, mut verification) = (0, 0);
    loop {
        let is_spent = is_searching && kept > 0 && control.nodes() >= kept;
        let is_idle = known.verdict.get().is_some() || is_spent || control.check_limits();
        match best.recv_timeout(if is_idle { POLL } else { Duration::ZERO }) {
            Ok(action) => {
                let after = position.after_unchecked(action);
                candidate = after.end().is_none().then_some((action, after));
                continue;
            }
            Err(_) if control.stop_requested.load(Ordering::Relaxed) => return None,
            Err(RecvTimeoutError::Disconnected) if is_searching => {
                is_searching = false;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) if is_idle => return None,
            Err(_) if is_idle => continue,
            Err(_) => {}
        }
        let verifies = !is_searching
            || proof as f64 * f64::from(parameters.verification)
                > verification as f64 * f64::from(parameters.proof);
        let to_verify = candidate.as_ref().filter(|_| verifies);
        let before = control.nodes();
        let verdict = solve_slice(solver, to_verify.map_or(position, |(_, after)| after), control);
        let nodes = control.nodes() - before;
        let Some(&(action, _)) = to_verify else {
            proof += nodes;
            if let Some(verdict) = verdict {
                known.verdict.get_or_init(|| verdict);
                if verdict == Verdict::Win
                    && let Some(action) = solver.winning_action(position)
                {
                    return Some(Finding::Wins(action));
                }
            }
            continue;
        };
        verification += nodes;
        match verdict {
            Some(Verdict::Win) => return Some(Finding::Loses(action)),
            Some(Verdict::Loss) => return Some(Finding::Wins(action)),
            Some(Verdict::Draw) => candidate = None,
            None => {}
        }
    }
}
