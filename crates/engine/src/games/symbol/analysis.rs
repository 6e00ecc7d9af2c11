//! What evaluation, move ordering and static results need to know of a position: threats against kings and reaches.

use abstract_game::Player;
use games::symbol_core::{BOARD, Kind, LAND, Position, PushedKing, Terrain, WATER, around};
use grid_topology::{Bitboard64, Cell, Direction};

/// Evaluates an expression for each direction. Neither a loop nor a closure, so that the compiler knows the shift of each direction.
macro_rules! for_each_direction {
    (|$towards:ident| $each:expr) => {
        for_each_direction!($towards, $each, North NorthEast East SouthEast South SouthWest West NorthWest)
    };
    ($towards:ident, $each:expr, $($direction:ident)*) => {
        $({
            let $towards = grid_topology::Direction::$direction;
            $each
        })*
    };
}
pub(super) use for_each_direction;

/// The threats and reaches of both players, by approximations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Whether the player to act can remove the opposing king in this turn. After a move only a bomb can.
    pub(super) can_capture_king: bool,
    /// Whether the opponent threatens the king of the player to act.
    pub(super) in_danger: bool,
    /// The cells on which moves of the player to act and of the opponent end.
    pub(super) reach: [Bitboard64; 2],
}

impl Analysis {
    #[inline]
    pub(super) fn of(position: &Position) -> Analysis {
        let player = position.player_to_act();
        let players = [player, player.opponent()];
        Analysis {
            can_capture_king: can_capture_king(position),
            in_danger: threatens_king(position, player.opponent()),
            reach: players.map(|player| destinations(position, player, position.pieces(player))),
        }
    }
}

/// The stage of the turn: its start, reinforcements without a move, after the move.
pub(super) fn stage(position: &Position) -> usize {
    match position.moved() {
        None => usize::from(!position.at_turn_start()),
        Some(_) => 2,
    }
}

#[inline]
fn can_capture_king(position: &Position) -> bool {
    let own = position.player_to_act();
    match position.moved() {
        None => threatens_king(position, own),
        Some(pieces) => {
            pieces.has(Kind::Destruction)
                && position.king(own.opponent()).zip(position.active_cell()).is_some_and(|(king, cell)| {
                    fuse(position, king).contains(cell) || {
                        let blasting = blasting_cells(position, own, king);
                        bridged_cells(position, own, blasting).contains(cell)
                    }
                })
        }
    }
}

/// Whether `player` could remove the opposing king with one turn: by a capture, a push, or an explosion. An approximation.
#[inline]
fn threatens_king(position: &Position, player: Player) -> bool {
    let Some(king) = position.king(player.opponent()) else { return false };
    is_attacked(position, player, king)
        || pushes_king(position, player, king)
        || lights_fuse(position, player, king)
        || carries_bomb(position, player, king)
}

/// By the order of [`Kind::MOBILE`]: the cells from which a piece of `player` reaches a cell of the opponent with one move.
#[inline]
fn attacking_cells(position: &Position, player: Player, target: Cell) -> [Bitboard64; 4] {
    let ring = BOARD.king_steps(target);
    let free = BOARD.cells() - position.pieces(player.opponent());
    let (mut in_air, mut in_water) = (Bitboard64::EMPTY, Bitboard64::EMPTY);
    for_each_direction!(|towards| {
        let one = BOARD.shift(target.into(), towards) & free;
        in_air |= BOARD.shift(one, towards);
        let two = BOARD.shift(one & WATER, towards);
        in_water |= two | BOARD.shift(two & free & WATER, towards);
    });
    // Stacks enter their own terrain from every adjacent cell; from their own they attack the other terrain.
    let (land, water) = match Terrain::of(target) {
        Terrain::Land => (ring, ring & WATER),
        Terrain::Water => (ring & LAND, ring),
    };
    [land | around(ring & LAND & free), water | in_water, ring | in_air, ring]
}

/// By the order of [`Kind::ARMY`]: the cells from which a piece of `player` would threaten the opposing king. An approximation.
#[inline]
pub(super) fn threatening_cells(position: &Position, player: Player) -> [Bitboard64; 5] {
    let Some(king) = position.king(player.opponent()) else { return [Bitboard64::EMPTY; 5] };
    let free = BOARD.cells() - position.pieces(player.opponent());
    let [land, water, air, ring] = attacking_cells(position, player, king);
    [land, water, air, ring | around(ring & free), blasting_cells(position, player, king)]
}

/// The `D`s that destroy a king when one of them explodes: those next to it, those next to them, and so on.
#[inline]
pub(super) fn fuse(position: &Position, king: Cell) -> Bitboard64 {
    let bombs = position.plane(Kind::Destruction);
    let mut fuse = BOARD.king_steps(king) & bombs;
    if fuse.is_empty() {
        return fuse;
    }
    loop {
        let next = fuse | (around(fuse) & bombs);
        if next == fuse {
            return fuse;
        }
        fuse = next;
    }
}

/// The cells on which a `D` that explodes destroys a king of the opponent of `player`, and not itself the king of `player`.
#[inline]
pub(super) fn blasting_cells(position: &Position, player: Player, king: Cell) -> Bitboard64 {
    let own_blast = position.king(player).map_or(Bitboard64::EMPTY, |own| BOARD.king_steps(own).with(own));
    (BOARD.king_steps(king) | around(fuse(position, king))) - own_blast
}

/// Whether an `F` of `player` can move beside the king and remove it by a push.
#[inline]
fn pushes_king(position: &Position, player: Player, king: Cell) -> bool {
    let fire = position.pieces_of(player, Kind::Fire);
    let ring = BOARD.king_steps(king);
    if fire.is_empty() {
        return false;
    }
    let from = destinations(position, player, fire) & ring;
    if from.is_empty() {
        return false;
    }
    let (stack, option) = (position.stack(king), position.options().pushed_king);
    if !stack.is_mobile() && option != PushedKing::Pushed {
        return option == PushedKing::Removed;
    }
    let own = position.pieces(player);
    from.into_iter().any(|from| match beyond(from, king) {
        None => true,
        Some(to) => own.contains(to) || !position.stack(to).plus(stack).is_supported_on(Terrain::of(to)),
    })
}

/// The cell to which a stack on `cell` is pushed from `from` beside it.
fn beyond(from: Cell, cell: Cell) -> Option<Cell> {
    let towards = Direction::ALL.into_iter().find(|&towards| BOARD.step(from, towards) == Some(cell))?;
    BOARD.step(cell, towards)
}

/// Whether `player` can let a `D` of the fuse explode without the loss of the own king.
#[inline]
fn lights_fuse(position: &Position, player: Player, king: Cell) -> bool {
    let fuse = fuse(position, king);
    if fuse.is_empty() || position.king(player).is_some_and(|own| (fuse | around(fuse)).contains(own)) {
        return false;
    }
    // The own ones are detonated, the others captured or pushed: without company they are removed by any push.
    let others = fuse - position.pieces(player);
    let pushed = others - position.mobile(player.opponent());
    fuse != others
        || around(position.pieces_of(player, Kind::Fire)).intersects(around(pushed))
        || others.into_iter().any(|cell| is_attacked(position, player, cell))
}

/// Whether a stack of `player` can carry a `D` to where its explosion destroys the king, at once or by another `D` that is placed
/// between them.
#[inline]
fn carries_bomb(position: &Position, player: Player, king: Cell) -> bool {
    let carriers = carriers(position, player);
    if carriers.is_empty() {
        return false;
    }
    let blasting = blasting_cells(position, player, king);
    let of_king = carriers & position.plane(Kind::King);
    destinations(position, player, carriers).intersects(blasting)
        || !of_king.is_empty()
            && destinations(position, player, of_king).intersects(bridged_cells(position, player, blasting))
}

/// The cells on which a `D` that explodes sets off a `D` that `player` places on one of the `blasting` cells. Only the king's stack
/// can carry it there. Without a reinforcement or a `D` in reserve there is none.
#[inline]
pub(super) fn bridged_cells(position: &Position, player: Player, blasting: Bitboard64) -> Bitboard64 {
    let has_reinforcement = position.player_to_act() != player || position.reinforcements_left() > 0;
    match position.king(player) {
        Some(own) if has_reinforcement && position.reserve(player).has(Kind::Destruction) => {
            // A capture or push may open a cell that the opponent holds.
            around(blasting) - BOARD.king_steps(own).with(own)
        }
        _ => Bitboard64::EMPTY,
    }
}

/// The stacks of `player` that can carry a `D`.
#[inline]
pub(super) fn carriers(position: &Position, player: Player) -> Bitboard64 {
    position.pieces_of(player, Kind::Destruction) & position.mobile(player)
}

/// The cells on which moves of these stacks of `player` end. An approximation: without moves to friends on the other
/// terrain.
#[inline(never)]
fn destinations(position: &Position, player: Player, stacks: Bitboard64) -> Bitboard64 {
    let of = |kind| stacks & position.plane(kind);
    let (walkers, swimmers, fliers) = (of(Kind::Land), of(Kind::Water), of(Kind::Air));
    let free = BOARD.cells() - position.pieces(player.opponent());
    let mut all = around(of(Kind::Fire) | fliers);
    if !walkers.is_empty() {
        let one = around(walkers) & LAND;
        all |= one | around(one & free) & LAND;
    }
    if !swimmers.is_empty() {
        for_each_direction!(|towards| {
            let one = BOARD.shift(swimmers, towards) & WATER;
            let two = BOARD.shift(one & free, towards) & WATER;
            all |= one | two | BOARD.shift(two & free, towards) & WATER;
        });
    }
    if !fliers.is_empty() {
        for_each_direction!(|towards| all |= BOARD.shift(BOARD.shift(fliers, towards) & free, towards));
    }
    all
}

/// Whether a stack of `player` reaches a cell of the opponent with one move.
#[inline(never)]
fn is_attacked(position: &Position, player: Player, target: Cell) -> bool {
    // Most cells have no piece near enough.
    let near = BOARD.king_expand(BOARD.king_steps(target));
    if !near.intersects(position.pieces(player))
        && !BOARD.king_expand(near).intersects(position.pieces_of(player, Kind::Water))
    {
        return false;
    }
    let cells = attacking_cells(position, player, target);
    Kind::MOBILE
        .into_iter()
        .zip(cells)
        .any(|(kind, cells)| position.pieces_of(player, kind).intersects(cells))
}

#[cfg(test)]
mod tests {
    use games::symbol_core::{BOARD, Kind, Position};
    use grid_topology::Cell;

    use super::threatening_cells;

    /// A board with a king of the opponent, pieces beside it, the own king on a1 and one own piece; `None` if that is illegal.
    fn with_piece(king: (&str, &str), piece: Kind, at: Cell) -> Option<Position> {
        let rank = |rank: u8| {
            let cells = (0..7).map(|file| match Cell::new(rank * 7 + file) {
                cell if BOARD.parse_cell(king.1) == Ok(cell) => king.0.to_owned(),
                cell if BOARD.parse_cell("a1") == Ok(cell) => "K".to_owned(),
                cell if cell == at => Kind::letter(piece).to_string(),
                _ => "x".to_owned(),
            });
            cells.collect::<Vec<_>>().join(",")
        };
        let ranks: Vec<String> = (0..7).rev().map(rank).collect();
        let position: Position = format!("{} 1 L/l - -", ranks.join("/")).parse().ok()?;
        (position.pieces(position.player_to_act()).len() == 2).then_some(position)
    }

    #[test]
    fn threatening_cells_are_those_with_a_threat() {
        let mut counts = [0; 2];
        for king in [("k", "d7"), ("k", "g6"), ("k", "b6"), ("kw", "d4"), ("ka", "b5"), ("kf", "f3")] {
            for (index, kind) in [Kind::Land, Kind::Water, Kind::Air, Kind::Fire].into_iter().enumerate() {
                for at in BOARD.cells() {
                    let Some(position) = with_piece(king, kind, at) else { continue };
                    let player = position.player_to_act();
                    let threatens = threatening_cells(&position, player)[index].contains(at);
                    // Company saves a king from a push.
                    if kind != Kind::Fire || king.0 == "k" {
                        let wins = |action| {
                            position
                                .after_unchecked(action)
                                .end()
                                .is_some_and(|end| end.winner == Some(player))
                        };
                        assert_eq!(threatens, position.actions().into_iter().any(wins), "{position}");
                        counts[usize::from(threatens)] += 1;
                    }
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    }
}
