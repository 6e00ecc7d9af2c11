//! The legal actions: one walk over them serves the generator and the counter.

use alloc::vec::Vec;

use abstract_game::Player;
use grid_topology::{Bitboard64, Cell};

use crate::board::ring;
use crate::moves::Moves;
use crate::turn::{Status, TurnState};
use crate::{Action, BOARD, Kind, Pass, Position, Stack};

/// Receives the legal actions.
pub(crate) trait Sink {
    fn add(&mut self, action: Action);
    fn add_each(&mut self, cells: Bitboard64, action: impl Fn(Cell) -> Action);
    fn add_moves(&mut self, moves: &Moves);
}

/// Collects the actions.
impl Sink for Vec<Action> {
    fn add(&mut self, action: Action) {
        self.push(action);
    }

    #[inline]
    fn add_each(&mut self, cells: Bitboard64, action: impl Fn(Cell) -> Action) {
        cells.into_iter().for_each(|cell| self.push(action(cell)));
    }

    #[inline]
    fn add_moves(&mut self, moves: &Moves) {
        let &Moves { from, movable, ref reach, .. } = moves;
        for kings in 0..=movable.count(Kind::King) {
            let king = Stack::repeat(Kind::King, kings);
            moves.for_each_transport(|transport| {
                let destinations = reach.destinations(transport);
                for bombs in 0..=movable.count(Kind::Destruction) {
                    let pieces = transport.plus(king).plus(Stack::repeat(Kind::Destruction, bombs));
                    self.add_each(destinations, |to| Action::Move { from, to, pieces });
                    reach
                        .attacks(transport)
                        .for_each(|(to, target)| self.push(Action::MoveAndTake { from, to, target, pieces }));
                }
            });
        }
        self.add_each(reach.standstill, |target| Action::Take { from, target });
    }
}

/// Counts the actions.
pub(crate) struct ActionCount(pub(crate) usize);

impl Sink for ActionCount {
    fn add(&mut self, _: Action) {
        self.0 += 1;
    }

    #[inline]
    fn add_each(&mut self, cells: Bitboard64, _: impl Fn(Cell) -> Action) {
        self.0 += cells.len() as usize;
    }

    fn add_moves(&mut self, moves: &Moves) {
        self.0 += moves.count();
    }
}

impl Position {
    /// Appends the legal moves and attacks that capture on a cell of the opponent, and the detonations that blast it, in the
    /// order of [`actions`](Self::actions).
    ///
    /// ```
    /// use symbol_core::{BOARD, Position};
    /// let position: Position = "x3,k,x3/x2,A,x,D,x2/x7/x7/x7/x7/x3,K,x3 1 -/w - -".parse()?;
    /// let mut attacks = Vec::new();
    /// position.generate_attacks_on(BOARD.parse_cell("d7").unwrap(), &mut attacks);
    /// let texts: Vec<_> = attacks.iter().map(|action| action.to_string()).collect();
    /// assert_eq!(texts, ["c6:A>d7", "!e6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn generate_attacks_on(&self, target: Cell, actions: &mut Vec<Action>) {
        if self.status != Status::Playing || !self.pieces(self.player.opponent()).contains(target) {
            return;
        }
        self.generate_moves_to(target.into(), BOARD.cells(), actions);
        let bombs = self.detonation_cells(self.player, &self.turn) & ring(target);
        actions.add_each(bombs, |cell| Action::Detonate { cell });
    }

    /// Appends the legal moves from some cells that end on one of these cells, and the attacks on them, in the order of
    /// [`actions`](Self::actions).
    ///
    /// ```
    /// use symbol_core::{BOARD, LAND, Position};
    /// let position: Position = "x3,k,x3/x7/x2,A,x4/x7/x7/x7/x3,K,x3 1 -/w - -".parse()?;
    /// let mut moves = Vec::new();
    /// position.generate_moves_to(LAND, BOARD.cells(), &mut moves);
    /// let texts: Vec<_> = moves.iter().map(|action| action.to_string()).collect();
    /// assert_eq!(texts, ["c5:A>b6", "c5:A>c6", "c5:A>d6", "c5:A>a7", "c5:A>c7", "c5:A>e7"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn generate_moves_to(&self, targets: Bitboard64, from: Bitboard64, actions: &mut Vec<Action>) {
        let (player, turn) = (self.player, &self.turn);
        if self.status != Status::Playing || self.must_place_king(player) || targets.is_empty() {
            return;
        }
        for cell in self.cells_to_move(player, turn) & from {
            let mut moves = self.moves(player, cell, turn.fresh);
            moves.reach = moves.reach.only(targets);
            if !moves.reach.is_empty() {
                actions.add_moves(&moves);
            }
        }
    }

    /// Gives every legal action to the sink, each once.
    #[inline]
    pub(crate) fn visit_actions(&self, sink: &mut impl Sink) {
        let (player, turn) = (self.player, &self.turn);
        match self.status {
            Status::Playing => {}
            Status::MustPass => return sink.add(Action::Pass),
            _ => return,
        }
        if self.must_place_king(player) {
            return sink.add_each(self.king_cells(player), |cell| Action::PlaceKing { cell });
        }
        if turn.allows_reinforcement() {
            let reserve = self.reserve(player);
            for kind in Kind::ARMY {
                if reserve.has(kind) {
                    let cells = self.placement_cells(player, kind);
                    sink.add_each(cells, |cell| Action::Reinforce { kind, cell });
                }
            }
        }
        for cell in self.cells_to_move(player, turn) {
            sink.add_moves(&self.moves(player, cell, turn.fresh));
        }
        sink.add_each(self.detonation_cells(player, turn), |cell| Action::Detonate { cell });
        if turn.active.is_some() {
            sink.add(Action::EndTurn);
        } else if self.options.pass == Pass::King {
            sink.add(Action::Pass);
        }
    }

    /// Whether a player's king is still in reserve: placing it is the only action.
    #[inline]
    pub(crate) const fn must_place_king(&self, player: Player) -> bool {
        self.reserve(player).has(Kind::King)
    }

    /// The cells from which a move or an attack may start.
    #[inline]
    pub(crate) fn cells_to_move(&self, player: Player, turn: &TurnState) -> Bitboard64 {
        match turn.active {
            None => self.mobile(player),
            Some(active) if !turn.moved && self.stack(active).minus(turn.fresh).is_mobile() => active.into(),
            Some(_) => Bitboard64::EMPTY,
        }
    }

    /// The cells whose `D` may be detonated.
    #[inline]
    pub(crate) fn detonation_cells(&self, player: Player, turn: &TurnState) -> Bitboard64 {
        let Some(active) = turn.active else { return self.pieces_of(player, Kind::Destruction) };
        let pieces = if turn.moved { turn.movers } else { self.stack(active).minus(turn.fresh) };
        if pieces.has(Kind::Destruction) { active.into() } else { Bitboard64::EMPTY }
    }

    /// Whether a player has an action at the start of a turn for a simple reason, which most positions have: a `D` may be
    /// detonated; in the full game `A` and `F` leave their cells with all that is on them.
    #[inline]
    pub(crate) fn surely_acts(&self, player: Player) -> bool {
        let movers = self.plane(Kind::Air) | self.plane(Kind::Fire);
        let movers = if self.options.is_simple() { Bitboard64::EMPTY } else { movers };
        self.pieces(player).intersects(movers | self.plane(Kind::Destruction))
    }

    /// Whether a player has a legal action other than to end the turn or to pass.
    #[inline(always)]
    pub(crate) fn can_act(&self, player: Player, turn: &TurnState) -> bool {
        if self.must_place_king(player) {
            return !self.king_cells(player).is_empty();
        }
        !self.detonation_cells(player, turn).is_empty()
            || turn.allows_reinforcement() && self.can_place(player)
            || self
                .cells_to_move(player, turn)
                .into_iter()
                .any(|from| self.moves(player, from, turn.fresh).exist())
    }
}

#[cfg(test)]
mod tests {
    use super::Action;
    use crate::Symbol;
    use crate::board::ring;
    use std::vec::Vec;

    /// Whether the action captures on the cell, or explodes beside it.
    fn attacks(action: Action, target: grid_topology::Cell) -> bool {
        match action {
            Action::Move { to, .. } => to == target,
            Action::MoveAndTake { target: cell, .. } | Action::Take { target: cell, .. } => cell == target,
            Action::Detonate { cell } => ring(target).contains(cell),
            _ => false,
        }
    }

    #[test]
    fn attacks_on_a_cell_are_those_of_all_actions() {
        let (mut random, mut found) = (1_u64, 0);
        for rules in ["-", "game=simple", "left-behind=removed", "edition=spanish"] {
            for _ in 0..30 {
                let mut position = rules.parse::<Symbol>().unwrap().start();
                for _ in 0..150 {
                    let actions = position.actions();
                    for target in position.pieces(position.player_to_act().opponent()) {
                        let mut listed = Vec::new();
                        position.generate_attacks_on(target, &mut listed);
                        let all = actions.iter().copied();
                        let expected: Vec<_> = all.filter(|&action| attacks(action, target)).collect();
                        assert_eq!(listed, expected, "{position:?} {target:?}");
                        found += listed.len();
                    }
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    let Some(&action) = actions.get((random >> 33) as usize % actions.len().max(1)) else {
                        break;
                    };
                    position.play_unchecked(action);
                }
            }
        }
        assert!(found > 1000, "{found}");
    }
}
