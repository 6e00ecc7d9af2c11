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
    #[inline]
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

/// The cells two straight steps away from a cell; by cell.
static TWO_AWAY: [Bitboard64; 49] = {
    let mut sets = [Bitboard64::EMPTY; 49];
    let mut index = 0;
    while index < 49 {
        let mut direction = 0;
        while direction < 8 {
            let towards = Direction::ALL[direction];
            if let Some(next) = BOARD.step(Cell::new(index as u8), towards)
                && let Some(second) = BOARD.step(next, towards)
            {
                sets[index].insert(second);
            }
            direction += 1;
        }
        index += 1;
    }
    sets
};

/// The cells within two king steps of a cell, itself included.
#[inline]
pub(super) fn within_two(cell: Cell) -> Bitboard64 {
    WITHIN_TWO[cell.index()]
}

/// Whether `player` could capture the opposing king, or blow it up, with one move.
#[inline]
pub(super) fn threatens_king(position: &Position, player: Player) -> bool {
    let Some(king) = position.king(player.opponent()) else { return false };
    within_two(king).intersects(position.pieces(player))
        && (has_adjacent_bomb(position, player, king) || is_attacked(position, player, king))
}

/// Whether a `D` of `player` is adjacent to the opposing king and not to the own one.
fn has_adjacent_bomb(position: &Position, player: Player, king: Cell) -> bool {
    let bombs = position.pieces_of(player, Kind::Destruction) & BOARD.king_steps(king);
    let own = position.king(player).map_or(Bitboard64::EMPTY, |own| BOARD.king_steps(own).with(own));
    !(bombs - own).is_empty()
}

/// Whether a stack of `player` reaches `target` with one move. An approximation: of moves of several steps only
/// some paths are checked.
#[inline(never)]
fn is_attacked(position: &Position, player: Player, target: Cell) -> bool {
    let terrain = Terrain::of(target);
    let same_terrain = terrain.cells();
    let of = |kind| position.pieces_of(player, kind);
    let (walker, swimmer, flier) = (of(Kind::Land), of(Kind::Water), of(Kind::Air));
    // Stacks enter their own terrain from every adjacent cell; from their own they attack the other terrain.
    let native = match terrain {
        Terrain::Land => walker | (swimmer - same_terrain),
        Terrain::Water => swimmer | (walker - same_terrain),
    };
    let adjacent = BOARD.king_steps(target);
    if adjacent.intersects(native | flier | of(Kind::Fire)) {
        return true;
    }
    let free = BOARD.cells() - position.pieces(player.opponent());
    let swimmer = if terrain == Terrain::Water { swimmer } else { Bitboard64::EMPTY };
    let in_line = TWO_AWAY[target.index()] & (flier | swimmer);
    let enters = |from: Cell| {
        let between = Cell::new(((from.index() + target.index()) / 2) as u8);
        free.contains(between) && (flier.contains(from) || same_terrain.contains(between))
    };
    if in_line.into_iter().any(enters) {
        return true;
    }
    // The two steps of an `L` may have different directions.
    terrain == Terrain::Land && BOARD.king_expand(adjacent & same_terrain & free).intersects(walker)
}
