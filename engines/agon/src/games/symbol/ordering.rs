//! Move ordering and priors.

use abstract_game::Position as _;
use games::symbol_core::{Action, BOARD, Kind, Position};
use grid_topology::Cell;
use search::Knowledge;

use super::SymbolKnowledge;
use super::evaluation::{army, piece_value};

const URGENT: i32 = SymbolKnowledge::URGENT;

/// The value of the pieces that an action captures, in centipawns, without explosions and pushes.
pub(super) fn capture_value(position: &Position, action: Action) -> i32 {
    let target = match action {
        Action::Move { to, .. } if position.pieces(position.player_to_act().opponent()).contains(to) => to,
        Action::MoveAndTake { target, .. } | Action::Take { target, .. } => target,
        _ => return 0,
    };
    let stack = position.stack(target);
    army(stack) + i32::from(stack.count(Kind::King)) * piece_value(Kind::King)
}

/// A legal action that wins by capturing the opposing king or blowing it up, if there is one.
pub(super) fn king_capture(position: &Position) -> Option<Action> {
    let own = position.player_to_act();
    let enemy = position.king(own.opponent())?;
    // Played, because the own king may be lost in the same event.
    let wins = |action| position.after(action).end().is_some_and(|end| end.winner == Some(own));
    position.actions().into_iter().find(|&action| captures_king(position, action, enemy) && wins(action))
}

fn captures_king(position: &Position, action: Action, enemy: Cell) -> bool {
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

/// King captures first, then captures by value, then other actions: moves near the opposing king and
/// detonations early, king moves and ending the turn early late.
pub(super) fn priorities(position: &Position, actions: &[Action], priorities: &mut Vec<i32>) {
    let enemy = position.king(position.player_to_act().opponent());
    priorities.extend(actions.iter().map(|&action| priority(position, enemy, action)));
}

/// `enemy` is the opposing king.
fn priority(position: &Position, enemy: Option<Cell>, action: Action) -> i32 {
    if enemy.is_some_and(|enemy| captures_king(position, action, enemy)) {
        return 4 * URGENT;
    }
    let captured = capture_value(position, action);
    if captured > 0 {
        return URGENT + 64 * captured;
    }
    match action {
        Action::Detonate { .. } => 500,
        Action::Move { to, pieces, .. } | Action::MoveAndTake { to, pieces, .. } => {
            // Moving near the opposing king is often good, moving the own king rarely.
            let proximity = enemy.map_or(0, |enemy| 7 - distance(to, enemy));
            let king = i32::from(pieces.count(Kind::King));
            200 * proximity - 2_000 * king
        }
        Action::Reinforce { kind, .. } => piece_value(kind),
        Action::EndTurn => -500,
        Action::PlaceKing { .. } | Action::Take { .. } | Action::Pass => 0,
    }
}

/// The priors for Monte-Carlo tree search, in natural logarithms of odds.
pub(super) fn priors(position: &Position, actions: &[Action], priors: &mut Vec<f32>) {
    let enemy = position.king(position.player_to_act().opponent());
    priors.extend(actions.iter().map(|&action| match priority(position, enemy, action) {
        capture if capture >= 4 * URGENT => 10.0,
        capture if capture >= URGENT => 1.0 + ((capture - URGENT) / 64) as f32 / 300.0,
        quiet => quiet as f32 / 1_000.0,
    }));
}

/// The distance in king steps.
fn distance(a: Cell, b: Cell) -> i32 {
    let apart = |x: u8, y: u8| i32::from(x.abs_diff(y));
    apart(BOARD.file(a), BOARD.file(b)).max(apart(BOARD.rank(a), BOARD.rank(b)))
}
