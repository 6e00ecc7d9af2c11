//! Wins within the turn.

use games::nika_core::{Action, BOARD, Facing, Pieces, Position};

use super::distance::to_victory;

/// The first action of a win within the turn: one or two steps of one piece into its victory area, over cells that are
/// empty or hold a piece that it routs. Wins that need another action first are not found.
pub(super) fn winning_action(position: &Position) -> Option<Action> {
    let city = position.city_to_act();
    let left = i32::from(position.actions_left());
    let empty_victory_area = city.victory_area() - position.occupied();
    let step = |from, direction: Facing| BOARD.step(from, direction.direction());
    for from in position.pieces(city) {
        let steps = to_victory(city, from);
        if steps > left {
            continue;
        }
        for direction in Facing::ALL {
            let Some(to) = step(from, direction).filter(|_| position.ahead(city, from, direction).is_open())
            else {
                continue;
            };
            // No enemy can enter the victory area, so the second step is free if its cell is empty.
            let wins = match steps {
                1 => empty_victory_area.contains(to),
                _ => Facing::ALL
                    .into_iter()
                    .any(|next| step(to, next).is_some_and(|last| empty_victory_area.contains(last))),
            };
            if wins {
                return Some(Action::Move { pieces: Pieces::new(&[from])?, direction });
            }
        }
    }
    None
}
