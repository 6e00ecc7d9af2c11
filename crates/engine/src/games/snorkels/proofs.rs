//! Won positions from searches of the solver, with the placements of short proofs: what its policy learns.

use std::collections::HashSet;

use abstract_game::random::SplitMix64;
use games::snorkels_core::{Action, Position};
use grid_topology::Cell;
use snorkels_solver::{Judgement, Side, Solver, judgement};

/// The nodes of the search that visits the positions, and the bytes of its table.
const NODES: u64 = 20_000;
const MEMORY: usize = 16 << 20;
/// The number of walks to a position that it visited.
const WALKS: usize = 100;
/// The nodes of a proof, at most.
const PROOF: u64 = 2_000;
/// The nodes for each placement of a won position: more if none wins.
const ROUNDS: [u64; 3] = [20, 150, PROOF];
/// The bytes of the table of a proof.
const PROOF_MEMORY: usize = 1 << 17;

/// Positions that the solver visits below this one and that the player to place wins, each with the placement of the shortest proof.
pub(super) fn proofs(position: &Position, random: &mut SplitMix64) -> Vec<(Position, Action)> {
    let Ok(mut solver) = Solver::new(position, MEMORY) else { return Vec::new() };
    solver.solve(position, NODES).expect("the solver is one of this board");
    let mut seen = HashSet::new();
    let visited =
        (0..WALKS).map(|_| visited(&solver, position, random)).filter(|position| seen.insert(*position));
    visited.filter_map(|position| Some((position, Action::place(shortest_proof(&position)?)))).collect()
}

/// One of the positions that the solver has visited, all equally likely but for transpositions: below each one a child by its work.
fn visited(solver: &Solver, start: &Position, random: &mut SplitMix64) -> Position {
    let mut position = *start;
    loop {
        let after = |cell: Cell| {
            let after = position.after(Action::place(cell));
            Some((solver.work(&after).ok()?, after))
        };
        let children: Vec<_> = position.empty().into_iter().filter_map(after).collect();
        let work: u64 = children.iter().map(|(work, _)| work).sum();
        let mut node = random.below(work as usize + 1) as u64;
        let child = children.into_iter().find(|&(work, _)| {
            let rest = node.checked_sub(work);
            node = rest.unwrap_or_default();
            rest.is_none()
        });
        let Some((_, child)) = child else { return position };
        position = child;
    }
}

/// The winning placement with the fewest nodes in its proof. `None` if there is no short one, or if the solver needs no policy for it.
fn shortest_proof(position: &Position) -> Option<Cell> {
    let Ok(Judgement::Open(candidates)) = judgement(position) else { return None };
    // What the search that visited the position has proved does not count: it favours the placements that the policy likes.
    nodes_of_proof(position, Side::First, PROOF)?;
    let shortest = ROUNDS.into_iter().find_map(|limit| {
        let proof = |cell: Cell| {
            let after = position.after(Action::place(cell));
            Some((nodes_of_proof(&after, Side::Second, limit)?, cell))
        };
        candidates.into_iter().filter_map(proof).min()
    });
    shortest.filter(|&(nodes, _)| nodes > 1).map(|(_, cell)| cell)
}

/// The nodes of a proof by an empty table that this side wins; `None` if there is none with that number of nodes.
fn nodes_of_proof(position: &Position, winner: Side, limit: u64) -> Option<u64> {
    let mut solver = Solver::new(position, PROOF_MEMORY).ok()?;
    let progress = solver.solve(position, limit).ok()?;
    (progress.value == Some(winner)).then_some(progress.nodes)
}

#[cfg(test)]
mod tests {
    use abstract_game::random::SplitMix64;
    use snorkels_solver::{Side, Solver};

    use super::{Position, proofs, shortest_proof};

    #[test]
    fn the_positions_are_won_by_their_placements() {
        let start: Position = "7/2G1P2/3P1G1/2PPG2/2PGG2/1G3P1/7 p 2 -".parse().unwrap();
        let proved = proofs(&start, &mut SplitMix64::new(1));
        assert!(proved.len() > 10, "{}", proved.len());
        for (position, placement) in proved {
            assert!((start.purple() - position.purple()).is_empty(), "{position}");
            let after = position.after(placement);
            let value = Solver::new(&after, 1 << 20).unwrap().solve(&after, u64::MAX).unwrap().value;
            assert_eq!(value, Some(Side::Second), "{position}: {placement}");
        }
    }

    #[test]
    fn lost_positions_and_those_that_need_no_search_are_left_out() {
        for text in ["4/4/4/4 p 1 -", "5/2PP1/1PG2/5/5 p 1 -"] {
            assert_eq!(shortest_proof(&text.parse().unwrap()), None, "{text}");
        }
    }
}
