//! The pieces that a city can rout in one turn, without pushes of phalanxes.

use games::nika_core::{BOARD, CellSet, City, Facing, Position};

/// By city: the enemies that one step of one of its pieces routs, and those that take two steps of one piece.
pub(super) type Exposed = [[CellSet; 2]; 4];

/// The pieces that each city can rout in one turn.
#[inline]
pub(super) fn exposed(position: &Position) -> Exposed {
    City::ALL.map(|city| exposed_to(position, city))
}

/// The enemies that one step of a piece of the city routs, and those that take two steps of one piece.
fn exposed_to(position: &Position, city: City) -> [CellSet; 2] {
    let enemies = position.team(city.player().opponent()) & city.open_cells();
    let pieces = position.pieces(city);
    let near = BOARD.expand(pieces);
    if !BOARD.expand(near).intersects(enemies) {
        return [CellSet::EMPTY; 2];
    }
    let at_once = unshielded_from(position, enemies, pieces);
    [at_once, unshielded_from(position, enemies, after_a_step(position, city)) - at_once]
}

/// The cells that a single piece of the city may enter by a step without routing an enemy.
#[inline]
pub(super) fn after_a_step(position: &Position, city: City) -> CellSet {
    BOARD.expand(position.pieces(city)) & (city.open_cells() - position.occupied())
}

/// The enemies beside one of the cells that do not face it.
fn unshielded_from(position: &Position, enemies: CellSet, cells: CellSet) -> CellSet {
    let beside = Facing::ALL.map(|facing| BOARD.shift(cells, facing.opposite().direction()) & enemies);
    let [north, east, south, west] = beside;
    let all = north | east | south | west;
    if all.is_empty() {
        return all;
    }
    let from_others = [east | south | west, north | south | west, north | east | west, north | east | south];
    let unshielded =
        Facing::ALL.into_iter().zip(from_others).map(|(facing, others)| position.facing(facing) & others);
    unshielded.fold(CellSet::EMPTY, |all, cells| all | cells)
}

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
