//! Wins within the turn.

use games::nika_core::{Action, Ahead, BOARD, CellSet, City, Facing, Pieces, Position};
use grid_topology::Cell;

/// By [`City::index`]: the cells at most two steps from the victory area.
static NEAR: [CellSet; 4] = {
    let mut near = [CellSet::EMPTY; 4];
    let mut index = 0;
    while index < 4 {
        near[index] = BOARD.expand(BOARD.expand(City::ALL[index].victory_area()));
        index += 1;
    }
    near
};

/// The first action of a win within the turn, if there is one.
pub(super) fn winning_action(position: &Position) -> Option<Action> {
    let city = position.city_to_act();
    if (position.pieces(city) & NEAR[city.index()]).is_empty() {
        return None;
    }
    // No enemy can enter the victory area, but allies live there.
    let goal = city.victory_area() - position.occupied();
    let two_actions = position.actions_left() == 2;
    let goal_or_next = if two_actions { BOARD.expand(goal) & city.open_cells() } else { goal };
    for from in position.pieces(city) & BOARD.expand(goal_or_next) {
        for direction in Facing::ALL {
            let (to, pieces) = match position.ahead(city, from, direction) {
                Ahead::Free(to) | Ahead::Exposed(to) => (to, Pieces::new(&[from])),
                Ahead::Facing(to) if two_actions => (to, pushers(position, city, from, direction)),
                _ => continue,
            };
            if let Some(pieces) = pieces.filter(|_| goal_or_next.contains(to)) {
                return Some(Action::Move { pieces, direction });
            }
        }
    }
    None
}

/// The line of pieces with its front on `front` that is just heavy enough to push the enemies ahead.
fn pushers(position: &Position, city: City, front: Cell, direction: Facing) -> Option<Pieces> {
    let own = position.pieces_facing(city, direction);
    let enemies = position.team(city.player().opponent());
    let [forwards, backwards] = [direction, direction.opposite()].map(Facing::direction);
    let mut line = CellSet::EMPTY;
    let (mut last, mut ahead) = (Some(front), BOARD.step(front, forwards));
    loop {
        // One pusher for each enemy, and one more.
        let pusher = last.filter(|&cell| own.contains(cell))?;
        line.insert(pusher);
        let Some(enemy) = ahead.filter(|&cell| enemies.contains(cell)) else {
            return Pieces::from_set(line);
        };
        last = BOARD.step(pusher, backwards);
        ahead = BOARD.step(enemy, forwards);
    }
}
