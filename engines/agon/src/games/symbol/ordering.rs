//! Move ordering and priors.

use abstract_game::{Player, Position as _};
use games::symbol_core::{Action, BOARD, Kind, Position, Stack, around};
use grid_topology::{Bitboard64, Cell};
use search::Knowledge;

use super::SymbolKnowledge;
use super::analysis::{carriers, fuse, threatening_cells};
use super::settings::{
    CAPTURE_PRIOR, CAPTURES, KING_CAPTURE_PRIOR, ORDER_CAPTURE, ORDER_DETONATION, ORDER_END_TURN,
    ORDER_KING_MOVE, ORDER_NEARNESS, ORDER_THREAT, PRIOR_SCALE,
};
use super::values::{army, piece_value};

const URGENT: i32 = SymbolKnowledge::URGENT;
const KING_CAPTURE: i32 = 4 * URGENT;

/// The cell of the pieces that an action captures, without explosions and pushes.
#[inline]
fn captured_cell(enemies: Bitboard64, action: Action) -> Option<Cell> {
    match action {
        Action::Move { to, .. } if enemies.contains(to) => Some(to),
        Action::MoveAndTake { target, .. } | Action::Take { target, .. } => Some(target),
        _ => None,
    }
}

fn stack_value(stack: Stack) -> i32 {
    army(stack) + i32::from(stack.count(Kind::King)) * piece_value(Kind::King)
}

/// The value of the pieces that an action captures, in centipawns, without explosions and pushes.
pub(super) fn capture_value(position: &Position, action: Action) -> i32 {
    let enemies = position.pieces(position.player_to_act().opponent());
    captured_cell(enemies, action).map_or(0, |cell| stack_value(position.stack(cell)))
}

/// A legal action that begins a turn which removes the opposing king, if one is found. `buffer` is scratch space.
#[inline(never)]
pub(super) fn winning_action(position: &Position, buffer: &mut Vec<Action>) -> Option<Action> {
    let own = position.player_to_act();
    let king = position.king(own.opponent())?;
    position.generate_attacks_on(king, buffer);
    if let Some(action) = buffer.drain(..).find(|&action| wins(position, action)) {
        return Some(action);
    }
    let ring = BOARD.king_steps(king);
    let fuse = fuse(position, king);
    let detonations = (fuse & position.pieces(own)).into_iter().map(|cell| Action::Detonate { cell });
    buffer.extend(detonations.filter(|&action| position.is_legal(action)));
    if position.moved().is_none() {
        let enemies = fuse & position.pieces(own.opponent());
        position.generate_moves_to(enemies, BOARD.cells(), buffer);
        position.generate_moves_to(ring | around(enemies), position.pieces_of(own, Kind::Fire), buffer);
        position.generate_moves_to(ring, carriers(position, own), buffer);
    }
    buffer.drain(..).find(|&action| wins(position, action))
}

/// Whether the action wins, or wins with a detonation after it. It is played, because the own king may be lost in the same
/// event.
fn wins(position: &Position, action: Action) -> bool {
    let own = position.player_to_act();
    let next = position.after(action);
    if let Some(end) = next.end() {
        return end.winner == Some(own);
    }
    let Some(cell) =
        next.active_cell().filter(|_| next.moved().is_some_and(|pieces| pieces.has(Kind::Destruction)))
    else {
        return false;
    };
    let end = next.after(Action::Detonate { cell }).end();
    end.is_some_and(|end| end.winner == Some(own))
}

/// Appends the score of each action.
pub(super) fn priorities(position: &Position, actions: &[Action], priorities: &mut Vec<i32>) {
    let order = Order::of(position, threatening_cells(position, position.player_to_act()));
    priorities.extend(actions.iter().map(|&action| order.priority(action)));
}

/// What ordering asks of each action, computed once for a position.
struct Order<'p> {
    position: &'p Position,
    own: Player,
    enemies: Bitboard64,
    /// The opposing king.
    king: Option<Cell>,
    /// By cell: its nearness to the opposing king.
    nearness: &'static [u8; 49],
    /// By the order of [`Kind::ARMY`]: the cells from which a piece threatens the opposing king.
    threatening: [Bitboard64; 5],
}

impl Order<'_> {
    fn of(position: &Position, threatening: [Bitboard64; 5]) -> Order<'_> {
        let own = position.player_to_act();
        let king = position.king(own.opponent());
        let nearness = king.map_or(&[0; 49], |king| &NEARNESS[king.index()]);
        Order { position, own, enemies: position.pieces(own.opponent()), king, nearness, threatening }
    }

    /// King captures first, then captures by value, then other actions: threats to the
    /// opposing king, moves near it and detonations early, king moves and ending the turn early late.
    #[inline(always)]
    fn priority(&self, action: Action) -> i32 {
        match captured_cell(self.enemies, action) {
            Some(cell) => self.capture(cell).unwrap_or_else(|| self.quiet(action)),
            None => self.quiet(action),
        }
    }

    /// `None` if the captured pieces have no value.
    fn capture(&self, cell: Cell) -> Option<i32> {
        if self.king == Some(cell) {
            return Some(KING_CAPTURE);
        }
        let value = stack_value(self.position.stack(cell));
        (value > 0).then(|| URGENT + ORDER_CAPTURE.get() * value)
    }

    #[inline]
    fn quiet(&self, action: Action) -> i32 {
        match action {
            // Moving near the opposing king is often good, moving the own king rarely.
            Action::Move { to, pieces, .. } | Action::MoveAndTake { to, pieces, .. } => {
                self.threat(pieces, to)
                    + ORDER_NEARNESS.get() * i32::from(self.nearness[to.index()])
                    + ORDER_KING_MOVE.get() * i32::from(pieces.count(Kind::King))
            }
            Action::Reinforce { kind, cell } => self.threat(kind.into(), cell) + piece_value(kind),
            Action::Detonate { cell } if self.blasts_king(cell) => KING_CAPTURE,
            Action::Detonate { .. } => ORDER_DETONATION.get(),
            Action::EndTurn => ORDER_END_TURN.get(),
            Action::PlaceKing { .. } | Action::Take { .. } | Action::Pass => 0,
        }
    }

    /// The score of a threat to the opposing king by pieces on this cell. A `D` with company threatens it like an `F`: one step
    /// from a cell beside it.
    #[inline]
    fn threat(&self, pieces: Stack, cell: Cell) -> i32 {
        let [.., fire, bomb] = self.threatening;
        let mobile = Kind::ARMY[..4].iter().zip(self.threatening);
        let threatens = mobile.into_iter().any(|(&kind, cells)| pieces.has(kind) && cells.contains(cell))
            || pieces.has(Kind::Destruction) && if pieces.is_mobile() { fire } else { bomb }.contains(cell);
        ORDER_THREAT.get() * i32::from(threatens)
    }

    /// Whether a `D` that explodes on this cell destroys the opposing king and not the own one.
    fn blasts_king(&self, cell: Cell) -> bool {
        let blast = BOARD.king_steps(cell).with(cell);
        let kings = self.position.plane(Kind::King) & blast;
        kings.intersects(self.enemies) && !kings.intersects(self.position.pieces(self.own))
    }
}

/// Appends the captures to try in the quiescence search, of pieces of at least this value: the most valuable ones, among equals
/// those by the least valuable pieces.
pub(super) fn captures(position: &Position, least_value: i32, actions: &mut Vec<Action>) {
    let first = actions.len();
    let enemies = position.pieces(position.player_to_act().opponent());
    let valuable = |&cell: &Cell| stack_value(position.stack(cell)) >= least_value;
    position.generate_moves_to(enemies.into_iter().filter(valuable).collect(), BOARD.cells(), actions);
    let risk = |action| match action {
        Action::Move { pieces, .. } | Action::MoveAndTake { pieces, .. } => {
            army(pieces) + 1_000 * i32::from(pieces.has(Kind::King))
        }
        _ => 0,
    };
    actions[first..].sort_by_key(|&action| risk(action) - 8 * capture_value(position, action));
    actions.truncate(first + CAPTURES.get() as usize);
}

/// Whether two reinforcements of a turn are possible in the opposite order, which comes first: the more valuable piece,
/// among equals the lower action.
pub(super) fn is_transposed(first: Action, second: Action) -> bool {
    let (Action::Reinforce { kind, cell }, Action::Reinforce { kind: later_kind, cell: later }) =
        (first, second)
    else {
        return false;
    };
    // A piece may depend on the one before it: support on the same cell, a `D` on a piece beside it.
    let depends =
        cell == later || (later_kind == Kind::Destruction && BOARD.king_steps(cell).contains(later));
    let rank = |kind, action| (piece_value(kind), std::cmp::Reverse(action));
    !depends && rank(later_kind, second) > rank(kind, first)
}

/// The priors for Monte-Carlo tree search, in natural logarithms of odds.
pub(super) fn priors(position: &Position, actions: &[Action], priors: &mut Vec<f32>) {
    let order = Order::of(position, [Bitboard64::EMPTY; 5]);
    priors.extend(actions.iter().map(|&action| match order.priority(action) {
        KING_CAPTURE.. => KING_CAPTURE_PRIOR.get() as f32,
        capture @ URGENT.. => {
            1.0 + ((capture - URGENT) / ORDER_CAPTURE.get()) as f32 / CAPTURE_PRIOR.get() as f32
        }
        quiet => quiet as f32 / PRIOR_SCALE.get() as f32,
    }));
}

/// By two cells: 7 less their distance in king steps.
static NEARNESS: [[u8; 49]; 49] = {
    let mut nearness = [[0; 49]; 49];
    let mut at = 0;
    while at < 49 * 49 {
        let (a, b) = (Cell::new((at / 49) as u8), Cell::new((at % 49) as u8));
        let files = BOARD.file(a).abs_diff(BOARD.file(b));
        let ranks = BOARD.rank(a).abs_diff(BOARD.rank(b));
        nearness[a.index()][b.index()] = 7 - if files > ranks { files } else { ranks };
        at += 1;
    }
    nearness
};

#[cfg(test)]
mod tests {
    use abstract_game::Position as _;
    use games::symbol_core::{Position, Symbol};
    use rand::SeedableRng as _;
    use rand::seq::IndexedRandom as _;
    use search::Random;

    use super::is_transposed;
    use crate::game_engine::GameEngine as _;
    use crate::games::symbol::SymbolEngine;
    use crate::games::tests::assert_transposed;

    /// Of two transposed reinforcements the opposite order is legal, has the same result and is not transposed.
    #[test]
    fn transposed_reinforcements_are_searched_in_the_other_order() {
        let mut random = Random::seed_from_u64(1);
        let mut pairs = 0;
        for text in SymbolEngine::BENCH {
            for _ in 0..4 {
                let mut position: Position = Symbol::default().read_position(text).expect("a position");
                for _ in 0..60 {
                    let actions = position.actions();
                    for &first in &actions {
                        let between = position.after(first);
                        if between.at_turn_start() || between.end().is_some() {
                            continue;
                        }
                        for second in
                            between.actions().into_iter().filter(|&second| is_transposed(first, second))
                        {
                            assert_transposed(&position, first, second);
                            assert!(!is_transposed(second, first), "{position}: {first}, {second}");
                            pairs += 1;
                        }
                    }
                    let Some(&action) = actions.choose(&mut random) else { break };
                    position.play_unchecked(action);
                }
            }
        }
        assert!(pairs > 1_000, "{pairs} pairs");
    }
}
