//! The playout policy: random placements without obvious blunders.

use games::snorkels_core::{Outcome, Position};
use grid_topology::{Bitboard64, Cell};
use search::Random;

/// A capture if there is one, otherwise a cell that saves a group from capture, otherwise a random cell; avoids
/// self-captures and cells of the own shelter, of which it sees at most `tries` random ones.
pub(super) fn choose_cell(position: &Position, tries: u32, random: &mut Random) -> Cell {
    if let Some(cell) = position.captures().first() {
        return cell;
    }
    let rescues = position.last_air(position.to_place());
    let mut candidates = if rescues.is_empty() { position.empty() } else { rescues };
    let mut fallback = None;
    for _ in 0..tries {
        let Some(cell) = random_cell(candidates, random) else { break };
        candidates = candidates.without(cell);
        if position.outcome_of(cell) == Outcome::SelfCapture {
            continue;
        }
        if fills_shelter(position, cell) {
            fallback = fallback.or(Some(cell));
            continue;
        }
        return cell;
    }
    fallback.or_else(|| (position.empty() - position.self_captures()).first()).unwrap_or_else(|| {
        random_cell(position.empty(), random).expect("an unfinished position has an empty cell")
    })
}

fn fills_shelter(position: &Position, cell: Cell) -> bool {
    let open = position.empty() | position.snorkels(position.to_place().opponent());
    !position.topology().neighbours(cell).intersects(open)
}

fn random_cell(cells: Bitboard64, random: &mut Random) -> Option<Cell> {
    let count = cells.len() as usize;
    if count == 0 { None } else { cells.into_iter().nth(random.below(count)) }
}
