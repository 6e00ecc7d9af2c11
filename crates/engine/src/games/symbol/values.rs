//! The values of pieces and of each side.

use abstract_game::Player;
use games::symbol_core::{BOARD, Kind, Position, Stack};
use grid_topology::{Bitboard64, Cell};

use super::parameters::SymbolKnowledge;

impl SymbolKnowledge {
    /// The value of a piece on the board, in centipawns.
    #[inline]
    pub(super) fn piece_value(&self, kind: Kind) -> i32 {
        match kind {
            Kind::King => self.king_value,
            Kind::Land => self.land_value,
            Kind::Water => self.water_value,
            Kind::Air => self.air_value,
            Kind::Fire => self.fire_value,
            Kind::Destruction => self.destruction_value,
        }
    }

    /// The value of all pieces of a stack except the king, in centipawns.
    pub(super) fn army(&self, stack: Stack) -> i32 {
        Kind::ARMY.iter().map(|&kind| self.piece_value(kind) * i32::from(stack.count(kind))).sum()
    }
}

/// The cells within two king steps of a cell, itself included; by cell.
static WITHIN_TWO: [Bitboard64; 49] = {
    let mut areas = [Bitboard64::EMPTY; 49];
    let mut index = 0;
    while index < 49 {
        areas[index] = BOARD.king_expand(BOARD.king_steps(Cell::new(index as u8)));
        index += 1;
    }
    areas
};

/// The cells within two king steps of a cell, itself included.
#[inline]
pub(super) fn within_two(cell: Cell) -> Bitboard64 {
    WITHIN_TWO[cell.index()]
}

/// The values of one player, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    /// Of the pieces on the board and in reserve.
    pub(super) material: i32,
    /// Of the opposing pieces near the king.
    pub(super) near_king: i32,
}

impl Side {
    pub(super) fn of(knowledge: &SymbolKnowledge, position: &Position, player: Player) -> Side {
        Side {
            material: material(knowledge, position, player),
            near_king: near_king(knowledge, position, player),
        }
    }

    /// The values of a player after an action on the position `before`; `self` has those before.
    #[inline]
    pub(super) fn after(
        &self,
        knowledge: &SymbolKnowledge,
        before: &Position,
        position: &Position,
        player: Player,
    ) -> Side {
        let pieces = |position: &Position| (position.total(player), position.reserve(player));
        let same_pieces = pieces(before) == pieces(position);
        let same_near_king = position
            .king(player)
            .is_some_and(|king| !changed_cells(before, position, player).intersects(within_two(king)));
        Side {
            material: if same_pieces { self.material } else { material(knowledge, position, player) },
            near_king: if same_near_king { self.near_king } else { near_king(knowledge, position, player) },
        }
    }
}

fn material(knowledge: &SymbolKnowledge, position: &Position, player: Player) -> i32 {
    let [total, reserve] =
        [position.total(player), position.reserve(player)].map(|stack| knowledge.army(stack));
    // The total includes the reserve.
    total - reserve * (100 - knowledge.reserve_percent) / 100
}

/// The cells where an opposing piece of the player, a king or a `D` came or went.
#[inline]
fn changed_cells(before: &Position, position: &Position, player: Player) -> Bitboard64 {
    let enemy = player.opponent();
    let kinds = [Kind::King, Kind::Destruction].map(|kind| before.plane(kind) ^ position.plane(kind));
    (before.pieces(enemy) ^ position.pieces(enemy)) | kinds[0] | kinds[1]
}

/// The value of the opposing pieces near a player's king.
fn near_king(knowledge: &SymbolKnowledge, position: &Position, player: Player) -> i32 {
    let Some(king) = position.king(player) else { return 0 };
    let enemies = position.pieces(player.opponent()) & within_two(king);
    let bombs = enemies & position.plane(Kind::Destruction);
    let count = |cells: Bitboard64| cells.len() as i32;
    knowledge.near_king * count(enemies) + knowledge.bomb_near_king * count(bombs)
}
