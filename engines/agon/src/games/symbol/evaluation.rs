//! The static worth of a position.

use abstract_game::{Player, Position as _};
use grid_topology::Bitboard64;
use symbol_core::{BOARD, Kind, Position, Stack};

use super::threats;
use crate::game_engine::Term;

/// Centipawns of a piece on the board.
pub(super) const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::King => 10_000,
        Kind::Land => 110,
        Kind::Water => 140,
        Kind::Air => 220,
        Kind::Fire => 230,
        Kind::Destruction => 170,
    }
}

/// A piece in reserve, in per cent of its worth on the board.
const IN_RESERVE: i32 = 75;
/// For each region controlled.
const REGION: i32 = 28;
/// For each own cell beside the own king.
const GUARD: i32 = 14;
/// For each enemy stack within two cells of a king, and for a `D` within two cells.
const NEAR_KING: i32 = 30;
const BOMB_NEAR_KING: i32 = 60;
/// For the one to act, who can take the king now; for the other, who could if nothing happened.
const KING_HANGS: i32 = 1_500;
const KING_THREATENED: i32 = 140;
/// The right to act.
const TEMPO: i32 = 20;

/// The worth of all pieces of a stack but the king.
pub(super) fn army(stack: Stack) -> i32 {
    stack.without_king().kinds().map(|(kind, count)| worth(kind) * i32::from(count)).sum()
}

/// The terms of the evaluation, for the player to act.
pub(super) fn terms(position: &Position) -> [Term; 5] {
    let own = position.player_to_act();
    let difference = |of: &dyn Fn(Player) -> i32| of(own) - of(own.opponent());
    [
        Term { name: "material", centipawns: difference(&|player| material(position, player)) },
        Term {
            name: "regions",
            centipawns: REGION * difference(&|player| i32::from(position.regions_controlled(player))),
        },
        Term { name: "king's guard", centipawns: difference(&|player| guard(position, player)) },
        Term { name: "king in danger", centipawns: danger(position, own) },
        Term { name: "tempo", centipawns: TEMPO },
    ]
}

fn material(position: &Position, player: Player) -> i32 {
    let reserve = position.reserve(player);
    // The total holds the reserve too.
    army(position.total(player)) - army(reserve) * (100 - IN_RESERVE) / 100
}

fn guard(position: &Position, player: Player) -> i32 {
    let Some(king) = position.king(player) else { return 0 };
    let around = BOARD.king_steps(king);
    let near = BOARD.king_expand(around);
    let enemy = player.opponent();
    let count = |cells: Bitboard64| cells.len() as i32;
    GUARD * count(position.pieces(player) & around)
        - NEAR_KING * count(position.pieces(enemy) & near)
        - BOMB_NEAR_KING * count(position.pieces_of(enemy, Kind::Destruction) & near)
}

fn danger(position: &Position, own: Player) -> i32 {
    let mut worth = 0;
    if threats::can_take_king(position) {
        worth += KING_HANGS;
    }
    if threats::threatens_king(position, own.opponent()) {
        worth -= KING_THREATENED;
    }
    worth
}
