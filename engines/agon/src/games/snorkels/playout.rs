//! Placements in playouts: fast, random, and not foolish.

use grid_topology::{Bitboard64, Cell};
use rand::RngExt as _;
use search::Random;
use snorkels_core::{Outcome, Position};

/// How many cells are looked at before any of them will do.
const TRIES: usize = 6;

/// Captures when it can, saves a group when it must, and otherwise places anywhere, but rather not where
/// it captures itself or fills its own shelter.
pub(super) fn cell(position: &Position, random: &mut Random) -> Cell {
    if let Some(cell) = position.captures().first() {
        return cell;
    }
    let rescues = position.last_air(position.to_place());
    let mut rest = if rescues.is_empty() { position.empty() } else { rescues };
    let mut fallback = None;
    for _ in 0..TRIES {
        let Some(cell) = any(rest, random) else { break };
        rest = rest.without(cell);
        if position.outcome_of(cell) == Outcome::SelfCapture {
            continue;
        }
        if fills_shelter(position, cell) {
            fallback = fallback.or(Some(cell));
            continue;
        }
        return cell;
    }
    fallback
        .or_else(|| (position.empty() - position.self_captures()).first())
        .unwrap_or_else(|| any(position.empty(), random).expect("an unfinished position has an empty cell"))
}

fn fills_shelter(position: &Position, cell: Cell) -> bool {
    let open = position.empty() | position.snorkels(position.to_place().opponent());
    !position.topology().neighbours(cell).intersects(open)
}

fn any(cells: Bitboard64, random: &mut Random) -> Option<Cell> {
    let count = cells.len() as usize;
    if count == 0 { None } else { cells.into_iter().nth(random.random_range(0..count)) }
}
