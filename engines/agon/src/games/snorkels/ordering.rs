//! Move ordering and priors.

use games::snorkels_core::{Action, Outcome, Position};
use grid_topology::{Bitboard64, Cell};
use search::Knowledge;

use super::{Analysis, SnorkelsKnowledge};

const URGENT: i32 = SnorkelsKnowledge::URGENT;

// Priorities of a quiet placement by the neighbours of its cell.

const NEXT_TO_ENEMY: i32 = 24;
const DIAGONAL_TO_OWN: i32 = 16;
const NEXT_TO_OWN: i32 = 6;
const FREE_NEIGHBOUR: i32 = 4;
const OWN_SHELTER: i32 = -120;

/// Captures first, then placements that save a group from capture; self-captures last.
pub(super) fn priorities(
    position: &Position,
    analysis: &Analysis,
    actions: &[Action],
    priorities: &mut Vec<i32>,
) {
    let &Analysis { captures, rescues } = analysis;
    priorities.extend(actions.iter().map(|action| match action.cell() {
        None => 0,
        Some(cell) if captures.contains(cell) => 3 * URGENT,
        Some(cell) if position.outcome_of(cell) == Outcome::SelfCapture => -2 * URGENT,
        Some(cell) if rescues.contains(cell) => 2 * URGENT,
        Some(cell) => quiet(position, cell),
    }));
}

/// The prior for Monte-Carlo tree search, in natural logarithms of odds.
pub(super) fn prior(position: &Position, analysis: &Analysis, action: Action) -> f32 {
    let Some(cell) = action.cell() else { return 0.0 };
    match position.outcome_of(cell) {
        Outcome::Capture | Outcome::Mutual => 10.0,
        Outcome::SelfCapture => -10.0,
        Outcome::Continue if analysis.rescues.contains(cell) => 4.0,
        Outcome::Continue => quiet(position, cell) as f32 / 60.0,
    }
}

fn quiet(position: &Position, cell: Cell) -> i32 {
    let board = position.topology();
    let own = position.snorkels(position.to_place());
    let enemy = position.snorkels(position.to_place().opponent());
    let adjacent = board.neighbours(cell);
    let diagonal = board.king_steps(cell) - adjacent;
    let count = |set: Bitboard64| set.len() as i32;
    let free = adjacent & position.empty();
    let shelter = if free.is_empty() && !adjacent.intersects(enemy) { OWN_SHELTER } else { 0 };
    NEXT_TO_ENEMY * count(adjacent & enemy)
        + DIAGONAL_TO_OWN * count(diagonal & own)
        + NEXT_TO_OWN * count(adjacent & own)
        + FREE_NEIGHBOUR * count(free)
        + shelter
}
