//! The pieces that a city can rout in one turn, without pushes of phalanxes.

use games::nika_core::{BOARD, CellSet, City, Facing, Position};
use grid_topology::Cell;

/// By city: the enemies that one step of one of its pieces routs, and those that take two steps of one piece.
pub(super) type Exposed = [[CellSet; 2]; 4];

/// The pieces that each city can rout in one turn.
#[inline]
pub(super) fn exposed(position: &Position) -> Exposed {
    City::ALL.map(|city| exposed_to(position, city))
}

/// The enemies that one step of a piece of the city routs, and those that take two steps of one piece.
fn exposed_to(position: &Position, city: City) -> [CellSet; 2] {
    let pieces = position.pieces(city);
    let near = union(pieces, |cell| WITHIN_TWO[cell.index() % CELLS]);
    let enemies = position.team(city.player().opponent()) & city.open_cells() & near;
    let [mut at_once, mut later] = [CellSet::EMPTY; 2];
    if enemies.is_empty() {
        return [at_once, later];
    }
    let after = after_a_step(position, city);
    for cell in enemies {
        let sides = sides(cell, position.facing_of(cell));
        if sides.intersects(pieces) {
            at_once.insert(cell);
        } else if sides.intersects(after) {
            later.insert(cell);
        }
    }
    [at_once, later]
}

/// The cells that a single piece of the city may enter by a step without routing an enemy.
#[inline]
pub(super) fn after_a_step(position: &Position, city: City) -> CellSet {
    union(position.pieces(city), |cell| BOARD.neighbours(cell)) & (city.open_cells() - position.occupied())
}

/// The neighbours of a cell from which a step routs a piece on it with this facing.
#[inline]
fn sides(cell: Cell, facing: Facing) -> CellSet {
    SIDES[cell.index() % CELLS][facing.index()]
}

/// The union of the sets of a few cells: on this board, cheaper than shifts.
#[inline]
fn union(cells: CellSet, set_of: impl Fn(Cell) -> CellSet) -> CellSet {
    cells.into_iter().fold(CellSet::EMPTY, |union, cell| union | set_of(cell))
}

const CELLS: usize = BOARD.len();

/// By cell: the cells within two steps.
static WITHIN_TWO: [CellSet; CELLS] = {
    let mut sets = [CellSet::EMPTY; CELLS];
    let mut index = 0;
    while index < CELLS {
        sets[index] = BOARD.expand(BOARD.neighbours(Cell::new(index as u8)));
        index += 1;
    }
    sets
};

/// By cell and facing: [`sides`].
static SIDES: [[CellSet; 4]; CELLS] = {
    let mut sides = [[CellSet::EMPTY; 4]; CELLS];
    let mut index = 0;
    while index < CELLS {
        let cell = Cell::new(index as u8);
        let mut facing = 0;
        while facing < 4 {
            sides[index][facing] = BOARD.neighbours(cell);
            if let Some(front) = BOARD.step(cell, Facing::ALL[facing].direction()) {
                sides[index][facing].remove(front);
            }
            facing += 1;
        }
        index += 1;
    }
    sides
};

#[cfg(test)]
mod tests {
    use abstract_game::Player;
    use games::nika_core::{Action, Nika};

    use super::{CellSet, Position, exposed_to};
    use crate::games::network::tests::random_positions;

    /// The enemies that one step of one piece of the city to act routs.
    fn routed(position: &Position) -> CellSet {
        let of_enemies = |position: &Position, player: Player| position.team(player.opponent());
        let own = position.player_to_act();
        let is_step = |action: &Action| matches!(action, Action::Move { pieces, .. } if pieces.len() == 1);
        let steps = position.actions().into_iter().filter(is_step);
        let left = steps.map(|action| of_enemies(&position.after_unchecked(action), own));
        left.fold(CellSet::EMPTY, |routed, left| routed | (of_enemies(position, own) - left))
    }

    #[test]
    fn exposed_pieces_are_those_that_steps_of_a_piece_rout() {
        let mut counts = [0; 2];
        for position in random_positions(&Nika) {
            let city = position.city_to_act();
            let [at_once, later] = exposed_to(&position, city);
            assert_eq!(routed(&position), at_once, "{position}");
            counts[0] += at_once.len();
            counts[1] += later.len();
        }
        assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
    }
}
