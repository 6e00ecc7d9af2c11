//! Which actions to try first.

use abstract_game::Position as _;
use grid_topology::Cell;
use search::Knowledge;
use symbol_core::{Action, BOARD, Kind, Position};

use super::SymbolKnowledge;
use super::evaluation::{army, worth};

const URGENT: i32 = SymbolKnowledge::URGENT;

/// What an action takes from the enemy at once, in centipawns, explosions and pushes left out. A king
/// counts as [`worth`] says.
pub(super) fn captured(position: &Position, action: Action) -> i32 {
    let target = match action {
        Action::Move { to, .. } if position.pieces(position.player_to_act().opponent()).contains(to) => to,
        Action::MoveAndTake { target, .. } | Action::Take { target, .. } => target,
        _ => return 0,
    };
    let stack = position.stack(target);
    army(stack) + i32::from(stack.count(Kind::King)) * worth(Kind::King)
}

/// A legal action that takes the enemy king or blows it up and not the own one, if there is one.
pub(super) fn king_capture(position: &Position) -> Option<Action> {
    let enemy = position.king(position.player_to_act().opponent())?;
    position.actions().into_iter().find(|&action| takes_king(position, action, enemy))
}

fn takes_king(position: &Position, action: Action, enemy: Cell) -> bool {
    match action {
        Action::Move { to, .. } => to == enemy,
        Action::MoveAndTake { target, .. } | Action::Take { target, .. } => target == enemy,
        Action::Detonate { cell } => {
            let blast = BOARD.king_steps(cell).with(cell);
            let own = position.king(position.player_to_act());
            blast.contains(enemy) && !own.is_some_and(|own| blast.contains(own))
        }
        _ => false,
    }
}

/// Taking the king first, then captures by what they take, bombs, the rest by where it goes; giving up the
/// rest of a turn late.
pub(super) fn priority(position: &Position, action: Action) -> i32 {
    let enemy = position.king(position.player_to_act().opponent());
    if enemy.is_some_and(|enemy| takes_king(position, action, enemy)) {
        return 4 * URGENT;
    }
    let taken = captured(position, action);
    if taken > 0 {
        return URGENT + 64 * taken;
    }
    match action {
        Action::Detonate { .. } => 500,
        Action::Move { to, pieces, .. } | Action::MoveAndTake { to, pieces, .. } => {
            // Moving the king out is seldom good; going near the enemy's often.
            let near = enemy.map_or(0, |enemy| 7 - distance(to, enemy));
            let king = i32::from(pieces.count(Kind::King));
            200 * near - 2_000 * king
        }
        Action::Reinforce { kind, .. } => worth(kind),
        Action::EndTurn => -500,
        Action::PlaceKing { .. } | Action::Take { .. } | Action::Pass => 0,
    }
}

/// The same in natural logarithms of odds, for Monte-Carlo tree search.
pub(super) fn prior(position: &Position, action: Action) -> f32 {
    let priority = priority(position, action);
    if priority >= 4 * URGENT {
        10.0
    } else if priority >= URGENT {
        1.0 + ((priority - URGENT) / 64) as f32 / 300.0
    } else {
        priority as f32 / 1_000.0
    }
}

/// In steps of a king.
fn distance(a: Cell, b: Cell) -> i32 {
    let apart = |x: u8, y: u8| i32::from(x.abs_diff(y));
    apart(BOARD.file(a), BOARD.file(b)).max(apart(BOARD.rank(a), BOARD.rank(b)))
}
