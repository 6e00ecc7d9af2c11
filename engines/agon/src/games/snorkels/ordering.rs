//! Move ordering and priors.

use games::snorkels_core::{Action, Position};
use grid_topology::{Bitboard64, Cell, Direction};
use search::Knowledge;

use super::settings::{DIAGONAL_TO_OWN, FREE_NEIGHBOUR, NEXT_TO_ENEMY, NEXT_TO_OWN, OWN_SHELTER};
use super::{Analysis, SnorkelsKnowledge};

const URGENT: i32 = SnorkelsKnowledge::URGENT;

/// Captures first, then placements that save a group from capture; self-captures last.
pub(super) fn priorities(
    position: &Position,
    analysis: &Analysis,
    actions: &[Action],
    priorities: &mut Vec<i32>,
) {
    let quiet = QuietPlacements::of(position);
    let self_captures = position.self_captures();
    let special = analysis.captures | analysis.rescues | self_captures;
    priorities.extend(actions.iter().map(|action| match action.cell() {
        None => 0,
        Some(cell) if !special.contains(cell) => quiet.priority(cell),
        Some(cell) if analysis.captures.contains(cell) => 3 * URGENT,
        Some(cell) if self_captures.contains(cell) => -2 * URGENT,
        Some(_) => 2 * URGENT,
    }));
}

/// The priors for Monte-Carlo tree search, in natural logarithms of odds.
pub(super) fn priors(position: &Position, analysis: &Analysis, actions: &[Action], priors: &mut Vec<f32>) {
    let quiet = QuietPlacements::of(position);
    let self_captures = position.self_captures();
    priors.extend(actions.iter().map(|action| match action.cell() {
        None => 0.0,
        Some(cell) if analysis.captures.contains(cell) => 10.0,
        Some(cell) if self_captures.contains(cell) => -10.0,
        Some(cell) if analysis.rescues.contains(cell) => 4.0,
        Some(cell) => quiet.priority(cell) as f32 / 60.0,
    }));
}

/// The priorities of quiet placements, computed for eight cells at a time.
struct QuietPlacements {
    /// A byte per cell, a word per rank.
    ranks: [u64; 8],
    shelter: Bitboard64,
}

/// Eight bits as eight bytes.
static BYTES: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[bits] |= (bits as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        bits += 1;
    }
    table
};

impl QuietPlacements {
    fn of(position: &Position) -> QuietPlacements {
        let own = position.snorkels(position.to_place());
        let enemy = position.snorkels(position.to_place().opponent());
        let empty = position.empty();
        let mut all = QuietPlacements { ranks: [0; 8], shelter: empty - position.air_of(empty | enemy) };
        all.add(position, enemy, Direction::ORTHOGONAL, NEXT_TO_ENEMY.get());
        all.add(position, own, Direction::DIAGONAL, DIAGONAL_TO_OWN.get());
        all.add(position, own, Direction::ORTHOGONAL, NEXT_TO_OWN.get());
        all.add(position, empty, Direction::ORTHOGONAL, FREE_NEIGHBOUR.get());
        all
    }

    /// Adds `value` to each cell per neighbour in `set` in one of the directions.
    fn add(&mut self, position: &Position, set: Bitboard64, directions: [Direction; 4], value: i32) {
        let board = position.topology();
        let neighbours = directions.map(|direction| {
            let [word] = board.shift(set, direction).words();
            word.to_le_bytes()
        });
        for (rank, bytes) in self.ranks.iter_mut().enumerate() {
            *bytes +=
                value as u64 * neighbours.iter().map(|bits| BYTES[usize::from(bits[rank])]).sum::<u64>();
        }
    }

    fn priority(&self, cell: Cell) -> i32 {
        let index = cell.index();
        let neighbours = self.ranks[index / 8 % 8].to_le_bytes()[index % 8];
        i32::from(neighbours) + if self.shelter.contains(cell) { OWN_SHELTER.get() } else { 0 }
    }
}
