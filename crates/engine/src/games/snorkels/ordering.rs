//! Move ordering and priors.

use games::snorkels_core::{Action, Position};
use grid_topology::bytes::spread;
use search::{MoveOrdering, URGENT};
use snorkels_solver::{Judgement, judgement};

use super::Analysis;
use super::parameters::SnorkelsKnowledge;
use super::policy::Policy;

impl MoveOrdering<Position> for SnorkelsKnowledge {
    /// Captures first, then placements that save a group from capture; self-captures last.
    fn priorities(
        &self,
        position: &Position,
        analysis: &Analysis,
        actions: &[Action],
        priorities: &mut Vec<i32>,
    ) {
        let of_cells = Priorities::of(self, position, analysis);
        priorities.extend(actions.iter().map(|&action| of_cells.priority(action)));
    }

    /// The logarithms of the odds by the policy, and of placements that are known to lose. It costs more time than alpha-beta gains
    /// by its order.
    fn priors(&self, position: &Position, analysis: &Analysis, actions: &[Action], priors: &mut Vec<f32>) {
        let policy = Policy::of(position, analysis);
        let candidates = match judgement(position) {
            Ok(Judgement::Open(candidates)) => candidates,
            Ok(Judgement::Decided { .. }) | Err(_) => position.empty() - position.self_captures(),
        };
        priors.extend(actions.iter().map(|&action| match action.cell() {
            Some(cell) if candidates.contains(cell) => policy.score(cell) as f32 / 1_000.0,
            Some(_) => self.losing_prior,
            None => 0.0,
        }));
    }
}

const CAPTURE: i32 = 3 * URGENT;
const RESCUE: i32 = 2 * URGENT;
const SELF_CAPTURE: i32 = -2 * URGENT;

/// The priority of a placement on each cell.
struct Priorities([i32; 64]);

impl Priorities {
    fn of(knowledge: &SnorkelsKnowledge, position: &Position, analysis: &Analysis) -> Priorities {
        let mut of_cells = quiet_priorities(knowledge, position);
        let enemy = position.snorkels(position.to_place().opponent());
        let shelter = position.empty() - position.air_of(position.empty() | enemy);
        for cell in shelter {
            of_cells[cell.index()] += knowledge.own_shelter;
        }
        let special = [
            (analysis.rescues, RESCUE),
            (position.self_captures(), SELF_CAPTURE),
            (analysis.captures, CAPTURE),
        ];
        for (cells, priority) in special {
            for cell in cells {
                of_cells[cell.index()] = priority;
            }
        }
        Priorities(of_cells)
    }

    fn priority(&self, action: Action) -> i32 {
        action.cell().map_or(0, |cell| self.0[cell.index() % 64])
    }
}

/// The priorities by the neighbours of each cell, computed for a rank at a time: a byte per cell.
fn quiet_priorities(knowledge: &SnorkelsKnowledge, position: &Position) -> [i32; 64] {
    let own = spread(position.snorkels(position.to_place()));
    let enemy = spread(position.snorkels(position.to_place().opponent()));
    let empty = spread(position.empty());
    // What each cell adds to its neighbours: per rank, with an empty rank at both ends.
    let (mut orthogonal, mut diagonal) = ([0; 10], [0; 10]);
    let &SnorkelsKnowledge { next_to_enemy, diagonal_to_own, next_to_own, free_neighbour, .. } = knowledge;
    let per_neighbour = [next_to_enemy, next_to_own, free_neighbour].map(u64::from);
    for rank in 0..8 {
        orthogonal[rank + 1] =
            enemy[rank] * per_neighbour[0] + own[rank] * per_neighbour[1] + empty[rank] * per_neighbour[2];
        let own = own[rank] * u64::from(diagonal_to_own);
        diagonal[rank + 1] = (own << 8) + (own >> 8);
    }
    let mut priorities = [0; 64];
    for rank in 0..8 {
        let [below, here, above] = [orthogonal[rank], orthogonal[rank + 1], orthogonal[rank + 2]];
        let sum = below + above + (here << 8) + (here >> 8) + diagonal[rank] + diagonal[rank + 2];
        for (priority, byte) in priorities[8 * rank..][..8].iter_mut().zip(sum.to_le_bytes()) {
            *priority = i32::from(byte);
        }
    }
    priorities
}
