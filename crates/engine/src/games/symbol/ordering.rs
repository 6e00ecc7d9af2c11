//! Move ordering and priors.

use abstract_game::Player;
use games::symbol_core::{Action, BOARD, Kind, Position, Stack, around};
use grid_topology::{Bitboard64, Cell};
use search::{MoveOrdering, URGENT};

use super::analysis::{Analysis, blasting_cells, bridged_cells, carriers, fuse};
use super::parameters::SymbolKnowledge;
use super::policy::Policy;

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

/// The value of all pieces of a stack except the king, in centipawns.
fn stack_value(knowledge: &SymbolKnowledge, stack: Stack) -> i32 {
    let &SymbolKnowledge { land_value, water_value, air_value, fire_value, destruction_value, .. } =
        knowledge;
    let values = [land_value, water_value, air_value, fire_value, destruction_value];
    Kind::ARMY.into_iter().zip(values).map(|(kind, value)| value * i32::from(stack.count(kind))).sum()
}

/// The value of the pieces that an action captures, in centipawns, without explosions and pushes.
fn capture_value(knowledge: &SymbolKnowledge, position: &Position, action: Action) -> i32 {
    let enemies = position.pieces(position.player_to_act().opponent());
    captured_cell(enemies, action).map_or(0, |cell| stack_value(knowledge, position.stack(cell)))
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
        let carriers = carriers(position, own);
        let blasting = blasting_cells(position, own, king);
        let bridged = bridged_cells(position, own, blasting);
        position.generate_moves_to(blasting, carriers, buffer);
        position.generate_moves_to(bridged - blasting, carriers & position.plane(Kind::King), buffer);
    } else if let Some(cell) = position.active_cell() {
        buffer.extend(bridges(position, king, cell));
    }
    buffer.drain(..).find(|&action| wins(position, action))
}

/// Whether the action wins, or wins with a detonation after it, or with a `D` placed between the king and a `D` that is detonated
/// then. It is played, because the own king may be lost in the same event.
fn wins(position: &Position, action: Action) -> bool {
    let (own, next) = (position.player_to_act(), position.after_unchecked(action));
    let is_won = |position: &Position| position.end().is_some_and(|end| end.winner == Some(own));
    if next.end().is_some() {
        return is_won(&next);
    }
    let Some(cell) =
        next.active_cell().filter(|_| next.moved().is_some_and(|pieces| pieces.has(Kind::Destruction)))
    else {
        return false;
    };
    let detonated = |position: &Position| position.after_unchecked(Action::Detonate { cell });
    let king = position.king(own.opponent());
    is_won(&detonated(&next))
        || king.is_some_and(|king| {
            bridges(&next, king, cell).any(|bridge| {
                let bridged = next.after_unchecked(bridge);
                bridged.end().is_none() && is_won(&detonated(&bridged))
            })
        })
}

/// The reinforcements by a `D` between the opposing king and a `D` on this cell.
fn bridges(position: &Position, king: Cell, cell: Cell) -> impl Iterator<Item = Action> + use<> {
    let own = position.player_to_act();
    let blasting = blasting_cells(position, own, king);
    let cells = if bridged_cells(position, own, blasting).contains(cell) {
        position.placement_cells(own, Kind::Destruction) & blasting & BOARD.king_steps(cell)
    } else {
        Bitboard64::EMPTY
    };
    cells.into_iter().map(|cell| Action::Reinforce { kind: Kind::Destruction, cell })
}

/// What the order of captures depends on.
struct Order<'p> {
    knowledge: &'p SymbolKnowledge,
    position: &'p Position,
    own: Player,
    enemies: Bitboard64,
    /// The opposing king.
    king: Option<Cell>,
}

impl<'p> Order<'p> {
    fn of(knowledge: &'p SymbolKnowledge, position: &'p Position) -> Order<'p> {
        let own = position.player_to_act();
        let enemy = own.opponent();
        Order { knowledge, position, own, enemies: position.pieces(enemy), king: position.king(enemy) }
    }

    /// The score of a capture of anything of value. Detonations beside the opposing king count as its capture.
    #[inline(always)]
    fn capture(&self, action: Action) -> Option<i32> {
        if let Some(cell) = captured_cell(self.enemies, action) {
            if self.king == Some(cell) {
                return Some(KING_CAPTURE);
            }
            let value = stack_value(self.knowledge, self.position.stack(cell));
            return (value > 0).then(|| URGENT + self.knowledge.order_capture * value);
        }
        match action {
            Action::Detonate { cell } if self.blasts_king(cell) => Some(KING_CAPTURE),
            _ => None,
        }
    }

    /// Whether a `D` that explodes on this cell destroys the opposing king and not the own one.
    fn blasts_king(&self, cell: Cell) -> bool {
        let blast = BOARD.king_steps(cell).with(cell);
        let kings = self.position.plane(Kind::King) & blast;
        kings.intersects(self.enemies) && !kings.intersects(self.position.pieces(self.own))
    }
}

impl MoveOrdering<Position> for SymbolKnowledge {
    /// Captures of the king first, then captures by value, then other actions by the policy.
    fn priorities(
        &self,
        position: &Position,
        analysis: &Analysis,
        actions: &[Action],
        priorities: &mut Vec<i32>,
    ) {
        let order = Order::of(self, position);
        let mut policy = Policy::of(position, analysis);
        let score = |&action: &Action| order.capture(action).unwrap_or_else(|| policy.score(action));
        priorities.extend(actions.iter().map(score));
    }

    fn priors(&self, position: &Position, analysis: &Analysis, actions: &[Action], priors: &mut Vec<f32>) {
        let SymbolKnowledge { capture_prior, order_capture, prior_scale, .. } = *self;
        let order = Order::of(self, position);
        let mut policy = Policy::of(position, analysis);
        priors.extend(actions.iter().map(|&action| match order.capture(action) {
            Some(capture) => 1.0 + ((capture - URGENT) / order_capture) as f32 / capture_prior as f32,
            None => policy.score(action) as f32 / prior_scale as f32,
        }));
    }

    /// Reinforcements that do not depend on each other.
    fn commute(&self, _: &Position, first: Action, second: Action) -> bool {
        let (Action::Reinforce { cell, .. }, Action::Reinforce { kind: later_kind, cell: later }) =
            (first, second)
        else {
            return false;
        };
        // A piece may depend on the one before it: support on the same cell, a `D` on a piece beside it.
        cell != later && !(later_kind == Kind::Destruction && BOARD.king_steps(cell).contains(later))
    }

    /// Captures of pieces of at least this value: the most valuable ones, among equals those by the least valuable pieces.
    fn noisy_actions(&self, position: &Position, _: &Analysis, least_value: i32, actions: &mut Vec<Action>) {
        let first = actions.len();
        let enemies = position.pieces(position.player_to_act().opponent());
        let valuable = |&cell: &Cell| stack_value(self, position.stack(cell)) >= least_value;
        position.generate_moves_to(enemies.into_iter().filter(valuable).collect(), BOARD.cells(), actions);
        let risk = |action| match action {
            Action::Move { pieces, .. } | Action::MoveAndTake { pieces, .. } => {
                stack_value(self, pieces) + 1_000 * i32::from(pieces.has(Kind::King))
            }
            _ => 0,
        };
        actions[first..].sort_by_key(|&action| risk(action) - 8 * capture_value(self, position, action));
        actions.truncate(first + self.captures);
    }
}

#[cfg(test)]
mod tests {
    use games::symbol_core::{Position, Symbol};
    use search::Random;

    use super::{MoveOrdering as _, SymbolKnowledge};
    use crate::game_engine::GameEngine as _;
    use crate::games::symbol::SymbolEngine;
    use crate::games::tests::assert_commute;

    #[test]
    fn reinforcements_commute_only_with_the_same_result() {
        let knowledge = SymbolKnowledge::default();
        let mut random = Random::new(1);
        let mut pairs = 0;
        for text in SymbolEngine::BENCH.positions {
            for _ in 0..4 {
                let mut position: Position = Symbol::default().read_position(text).expect("a position");
                for _ in 0..60 {
                    let actions = position.actions();
                    for &first in &actions {
                        let between = position.after_unchecked(first);
                        if between.at_turn_start() || between.end().is_some() {
                            continue;
                        }
                        for second in between.actions() {
                            if knowledge.commute(&position, first, second) {
                                assert_commute(&position, first, second);
                                pairs += 1;
                            }
                        }
                    }
                    let Some(&action) = random.choose(&actions) else { break };
                    position.play_unchecked(action);
                }
            }
        }
        assert!(pairs > 1_000, "{pairs} pairs");
    }
}
