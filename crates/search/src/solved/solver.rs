//! The interface of a solver at the root.

use abstract_game::{Position, Verdict};

use crate::control::SearchControl;

/// The most nodes of a thread of a solver between two looks at the limits: less than a millisecond.
const SLICE: u64 = 256;

/// What a solver knows of a position after a search.
#[derive(Clone, Copy, Debug)]
pub struct SolverProgress {
    /// The nodes of this search.
    pub nodes: u64,
    /// The result for the player to act; `None` while it is open.
    pub verdict: Option<Verdict>,
    /// The lesser of the proof number and the disproof number: about how many positions must still be decided.
    pub least_number: u32,
}

/// An exact solver of positions in which a turn is one action. It keeps what it has found.
pub trait RootSolver<P: Position>: Send {
    /// Forgets everything.
    fn new_game(&mut self);

    /// Sets the memory, in MiB, at least 1. Forgets everything.
    fn set_hash(&mut self, mebibytes: usize);

    /// Whether the solver can solve a position and those after it.
    fn accepts(&self, position: &P) -> bool;

    /// Searches an accepted position up to `nodes` more nodes, shared by `threads` threads.
    fn solve(&mut self, position: &P, nodes: u64, threads: usize) -> SolverProgress;

    /// An action that wins in a position that [`solve`](Self::solve) has proved to be a win. `None` if it has forgotten the
    /// proof, and cannot find it again within a moment.
    fn winning_action(&mut self, position: &P) -> Option<P::Action>;

    /// Whether earlier searches have proved that the player to act wins.
    fn is_known_win(&self, position: &P) -> bool;
}

/// Asks a solver with this number of threads about an accepted position until a limit is reached. Calls `goes_on` after each slice with the
/// [least number](SolverProgress::least_number), and ends if it returns `false`.
pub(crate) fn solve<P: Position>(
    solver: &mut dyn RootSolver<P>,
    position: &P,
    threads: usize,
    control: &SearchControl<'_>,
    goes_on: &mut dyn FnMut(u32) -> bool,
) -> Option<Verdict> {
    let slice = SLICE * threads.max(1) as u64;
    while !control.check_limits() {
        let left = control.limits.nodes.map_or(u64::MAX, |nodes| nodes - control.nodes());
        let SolverProgress { nodes, verdict, least_number } =
            solver.solve(position, left.min(slice), threads);
        control.count(nodes);
        if verdict.is_some() || !goes_on(least_number) {
            return verdict;
        }
    }
    None
}
