//! The interface of a solver at the root.

use abstract_game::{Position, Verdict};

use crate::control::SearchControl;

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
        let verdict = solve_slice(solver, position, control);
        if verdict.is_some() {
            return verdict;
        }
        progress();
    }
    None
}

/// Asks a solver about an accepted position up to the next look at the limits.
pub(super) fn solve_slice<P: Position>(
    solver: &mut dyn RootSolver<P>,
    position: &P,
    control: &SearchControl<'_>,
) -> Option<Verdict> {
    let left = control.limits.nodes.map_or(SLICE, |nodes| (nodes - control.nodes()).min(SLICE));
    let (nodes, verdict) = solver.solve(position, left);
    control.count(nodes);
    verdict
}
