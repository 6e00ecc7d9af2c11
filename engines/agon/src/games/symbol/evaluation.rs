//! Static evaluation.

use abstract_game::{Player, Position as _};
use games::symbol_core::{BOARD, Kind, Position, Stack};
use grid_topology::Bitboard64;

use super::analysis::{Analysis, threatens_king, within_two};
use super::settings::{
    AIR_VALUE, BOMB_NEAR_KING, CAN_CAPTURE_KING, DESTRUCTION_VALUE, FIRE_VALUE, GUARD, KING_THREATENED,
    LAND_VALUE, NEAR_KING, REGION, RESERVE_PERCENT, TEMPO, WATER_VALUE,
};

/// The value of a piece on the board, in centipawns.
pub(super) fn piece_value(kind: Kind) -> i32 {
    match kind {
        Kind::King => 10_000,
        Kind::Land => LAND_VALUE.get(),
        Kind::Water => WATER_VALUE.get(),
        Kind::Air => AIR_VALUE.get(),
        Kind::Fire => FIRE_VALUE.get(),
        Kind::Destruction => DESTRUCTION_VALUE.get(),
    }
}

/// The value of all pieces of a stack except the king, in centipawns.
pub(super) fn army(stack: Stack) -> i32 {
    Kind::ARMY.iter().map(|&kind| piece_value(kind) * i32::from(stack.count(kind))).sum()
}

/// The names of the terms of the evaluation.
pub(super) const TERMS: [&str; 5] = ["material", "regions", "king's guard", "king in danger", "tempo"];

/// The terms of the evaluation in the order of [`TERMS`], for the player to act.
#[inline]
pub(super) fn terms(position: &Position, analysis: &Analysis) -> [i32; 5] {
    let (own, enemy) = (position.player_to_act(), position.player_to_act().opponent());
    let regions = |player| i32::from(position.regions_controlled(player));
    [
        material(position, own) - material(position, enemy),
        REGION.get() * (regions(own) - regions(enemy)),
        guard(position, own) - guard(position, enemy),
        king_danger(position, analysis),
        TEMPO.get(),
    ]
}

fn material(position: &Position, player: Player) -> i32 {
    let reserve = position.reserve(player);
    // The total includes the reserve.
    army(position.total(player)) - army(reserve) * (100 - RESERVE_PERCENT.get()) / 100
}

fn guard(position: &Position, player: Player) -> i32 {
    let Some(king) = position.king(player) else { return 0 };
    let (around, near) = (BOARD.king_steps(king), within_two(king));
    let count = |cells: Bitboard64| cells.len() as i32;
    let guards = GUARD.get() * count(position.pieces(player) & around);
    let enemies = position.pieces(player.opponent()) & near;
    if enemies.is_empty() {
        return guards;
    }
    let bombs = enemies & position.plane(Kind::Destruction);
    guards - NEAR_KING.get() * count(enemies) - BOMB_NEAR_KING.get() * count(bombs)
}

fn king_danger(position: &Position, analysis: &Analysis) -> i32 {
    CAN_CAPTURE_KING.get() * i32::from(analysis.can_capture_king)
        - KING_THREATENED.get() * i32::from(threatens_king(position, position.player_to_act().opponent()))
}
