//! What evaluation and static results need to know of a position: threats against kings.

use abstract_game::{Player, Position as _};
use games::symbol_core::{BOARD, Kind, Position, Terrain};
use grid_topology::{Bitboard64, Cell, Direction};

/// The threats against both kings, by the approximation of `threatens_king`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Whether the player to act can capture the opposing king or blow it up now. After a move only a bomb can.
    pub(super) can_capture_king: bool,
}

impl Analysis {
    pub(super) fn of(position: &Position) -> Analysis {
        let own = position.player_to_act();
        Analysis {
            can_capture_king: match position.moved() {
                None => threatens_king(position, own),
                Some(_) => {
                    position.king(own.opponent()).is_some_and(|king| has_adjacent_bomb(position, own, king))
                }
            },
        }
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
pub(super) fn within_two(cell: Cell) -> Bitboard64 {
    WITHIN_TWO[cell.index()]
}

/// Whether `player` could capture the opposing king, or blow it up, with one move.
pub(super) fn threatens_king(position: &Position, player: Player) -> bool {
    let Some(king) = position.king(player.opponent()) else { return false };
    if !within_two(king).intersects(position.pieces(player)) {
        return false;
    }
    has_adjacent_bomb(position, player, king) || attackers(position, player, king) != Bitboard64::EMPTY
}

/// Whether a `D` of `player` is adjacent to the opposing king and not to the own one.
fn has_adjacent_bomb(position: &Position, player: Player, king: Cell) -> bool {
    let bombs = position.pieces_of(player, Kind::Destruction) & BOARD.king_steps(king);
    let own = position.king(player).map_or(Bitboard64::EMPTY, |own| BOARD.king_steps(own).with(own));
    !(bombs - own).is_empty()
}

/// The stacks of `player` that reach `target` with one move. An approximation: of moves of several steps only
/// some paths are checked.
fn attackers(position: &Position, player: Player, target: Cell) -> Bitboard64 {
    let terrain = Terrain::of(target);
    let same_terrain = terrain.cells();
    let of = |kind| position.pieces_of(player, kind);
    let (walker, swimmer) = (of(Kind::Land), of(Kind::Water));
    // Stacks enter their own terrain from every adjacent cell; from their own they attack the other terrain.
    let native = match terrain {
        Terrain::Land => walker | (swimmer - same_terrain),
        Terrain::Water => swimmer | (walker - same_terrain),
    };
    let adjacent = BOARD.king_steps(target);
    let mut attackers = adjacent & (native | of(Kind::Air) | of(Kind::Fire));
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
        // The two steps of an `L` may have different directions.
        let path = adjacent & same_terrain & free;
        attackers |= BOARD.king_expand(path) & walker;
    }
    attackers
}
