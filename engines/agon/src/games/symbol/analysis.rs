//! What evaluation and static results need to know of a position: the values of each side, threats against kings.

use abstract_game::{Player, Position as _};
use games::symbol_core::{BOARD, Kind, Position, Terrain};
use grid_topology::{Bitboard64, Cell, Direction};

use super::values::{Side, within_two};

/// The values of both sides, and the threat against the opposing king, by the approximation of `threatens_king`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// By [`Player::index`].
    pub(super) sides: [Side; 2],
    /// Whether the player to act can capture the opposing king or blow it up now. After a move only a bomb can.
    pub(super) can_capture_king: bool,
}

impl Analysis {
    pub(super) fn of(position: &Position) -> Analysis {
        let sides = Player::BOTH.map(|player| Side::of(position, player));
        Analysis { sides, can_capture_king: can_capture_king(position) }
    }

    /// The analysis of the position after an action on `before`; `self` is that of `before`.
    #[inline]
    pub(super) fn after(&self, before: &Position, position: &Position) -> Analysis {
        let sides = Player::BOTH.map(|player| self.sides[player.index()].after(before, position, player));
        Analysis { sides, can_capture_king: can_capture_king(position) }
    }
}

#[inline]
fn can_capture_king(position: &Position) -> bool {
    let own = position.player_to_act();
    match position.moved() {
        None => threatens_king(position, own),
        Some(_) => position.king(own.opponent()).is_some_and(|king| has_adjacent_bomb(position, own, king)),
    }
}

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

#[cfg(test)]
mod tests {
    use abstract_game::Position as _;
    use games::symbol_core::{Position, Symbol};
    use rand::SeedableRng as _;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::seq::IndexedRandom as _;

    use super::Analysis;
    use crate::game_engine::GameEngine as _;
    use crate::games::symbol::SymbolEngine;

    #[test]
    fn an_analysis_after_an_action_is_that_of_the_position() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for text in SymbolEngine::BENCH {
            for _ in 0..20 {
                let mut position: Position = Symbol::default().read_position(text).expect("a position");
                let mut analysis = Analysis::of(&position);
                for _ in 0..200 {
                    let actions = position.actions();
                    let Some(&action) = actions.choose(&mut random) else { break };
                    let next = position.after(action);
                    if next.end().is_some() {
                        break;
                    }
                    analysis = analysis.after(&position, &next);
                    assert_eq!(analysis, Analysis::of(&next), "{position} after {action}");
                    position = next;
                }
            }
        }
    }
}
