//! The playout policy: random placements without obvious blunders.

use games::snorkels_core::{Action, Outcome, Position};
use grid_topology::{Bitboard64, Cell};
use search::{Playouts, Random};

use super::parameters::SnorkelsKnowledge;

impl Playouts<Position> for SnorkelsKnowledge {
    /// A capture if there is one, otherwise a cell that saves a group from capture, otherwise a random cell; avoids
    /// self-captures and cells of the own shelter, of which it sees some random ones.
    fn playout_action(&self, position: &Position, random: &mut Random, buffer: &mut Vec<Action>) -> Action {
        if position.can_swap() {
            buffer.clear();
            position.actions_into(buffer);
            return *random.choose(buffer).expect("a swap is never the only action");
        }
        if let Some(cell) = position.captures().first() {
            return Action::place(cell);
        }
        let rescues = position.last_air(position.to_place());
        let mut candidates = if rescues.is_empty() { position.empty() } else { rescues };
        let mut fallback = None;
        for _ in 0..self.playout_tries {
            let Some(cell) = random_cell(candidates, random) else { break };
            candidates = candidates.without(cell);
            if position.outcome_of(cell) == Outcome::SelfCapture {
                continue;
            }
            if !fills_shelter(position, cell) {
                return Action::place(cell);
            }
            fallback = fallback.or(Some(cell));
        }
        let fallback = fallback.or_else(|| (position.empty() - position.self_captures()).first());
        let cell = fallback.or_else(|| random_cell(position.empty(), random));
        Action::place(cell.expect("an unfinished position has an empty cell"))
    }
}

fn fills_shelter(position: &Position, cell: Cell) -> bool {
    let open = position.empty() | position.snorkels(position.to_place().opponent());
    !position.topology().neighbours(cell).intersects(open)
}

fn random_cell(cells: Bitboard64, random: &mut Random) -> Option<Cell> {
    let count = cells.len() as usize;
    if count == 0 { None } else { cells.into_iter().nth(random.below(count)) }
}
