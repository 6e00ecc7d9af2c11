//! Who threatens a king.

use abstract_game::{Player, Position as _};
use grid_topology::{Bitboard64, Cell, Direction};
use symbol_core::{BOARD, Kind, Position, Terrain};

/// Whether the player to act can, as far as a glance tells, take the enemy king within this turn: nothing
/// has moved yet, or a bomb lies ready.
pub(super) fn can_take_king(position: &Position) -> bool {
    match position.moved() {
        None => threatens_king(position, position.player_to_act()),
        Some(_) => false,
    }
}

/// Whether a piece of `player` stands so that it could take the enemy king, or blow it up, in one move.
pub(super) fn threatens_king(position: &Position, player: Player) -> bool {
    let Some(king) = position.king(player.opponent()) else { return false };
    bomb_beside(position, player, king) || attackers(position, player, king) != Bitboard64::EMPTY
}

/// A bomb beside the enemy king and not beside the own one.
fn bomb_beside(position: &Position, player: Player, king: Cell) -> bool {
    let bombs = position.pieces_of(player, Kind::Destruction) & BOARD.king_steps(king);
    let own = position.king(player).map_or(Bitboard64::EMPTY, |own| BOARD.king_steps(own).with(own));
    !(bombs - own).is_empty()
}

/// The stacks of `player` that reach `target` with one move. Moves of three steps and those that begin off
/// the own terrain are looked at only where they are straight or adjacent.
pub(super) fn attackers(position: &Position, player: Player, target: Cell) -> Bitboard64 {
    let terrain = Terrain::of(target);
    let same_terrain = terrain.cells();
    let of = |kind| position.pieces_of(player, kind);
    let (walker, swimmer) = (of(Kind::Land), of(Kind::Water));
    // Native movers enter their terrain from anywhere beside it; from their own they take on the other.
    let native = match terrain {
        Terrain::Land => walker | (swimmer - same_terrain),
        Terrain::Water => swimmer | (walker - same_terrain),
    };
    let beside = BOARD.king_steps(target);
    let mut attackers = beside & (native | of(Kind::Air) | of(Kind::Fire));
    let free = BOARD.cells() - position.pieces(player.opponent());
    for direction in Direction::ALL {
        let Some(first) = BOARD.step(target, direction).filter(|&cell| free.contains(cell)) else { continue };
        let Some(second) = BOARD.step(first, direction) else { continue };
        let over_same = same_terrain.contains(first);
        if of(Kind::Air).contains(second)
            || (terrain == Terrain::Water && over_same && swimmer.contains(second))
        {
            attackers.insert(second);
        }
    }
    if terrain == Terrain::Land {
        // Two steps of a walker may turn.
        let way = beside & same_terrain & free;
        attackers |= BOARD.king_expand(way) & walker;
    }
    attackers
}
