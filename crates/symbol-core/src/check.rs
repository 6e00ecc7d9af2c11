//! Whether an action is legal, and which rule forbids it if it is not.
//!
//! The sets of the generator decide. The reason is computed only for an illegal action: every rule that the action could
//! break is asked in turn.

use alloc::vec::Vec;

use grid_topology::{Cell, Direction};

use crate::moves::Moves;
use crate::turn::Status;
use crate::{
    Action, ActionError, BOARD, Kind, NoDetonation, NoPlacement, Obstacle, Pass, Position, Stack, Terrain,
    land_of,
};

impl Position {
    pub(crate) fn check_action(&self, action: Action) -> Result<(), ActionError> {
        if self.allows(action) { Ok(()) } else { Err(self.refusal(action)) }
    }

    pub(crate) fn allows(&self, action: Action) -> bool {
        let (player, turn) = (self.player, &self.turn);
        match action {
            Action::Pass if self.status == Status::MustPass => true,
            _ if self.status != Status::Playing => false,
            Action::Pass => {
                self.options.pass == Pass::King && turn.active.is_none() && !self.must_place_king(player)
            }
            Action::EndTurn => turn.active.is_some(),
            Action::PlaceKing { cell } => {
                self.must_place_king(player) && self.king_cells(player).contains(cell)
            }
            _ if self.must_place_king(player) => false,
            Action::Reinforce { kind, cell } => {
                turn.allows_reinforcement()
                    && self.reserve(player).has(kind)
                    && self.placement_cells(player, kind).contains(cell)
            }
            Action::Move { from, to, pieces } => self
                .moves_from(from)
                .is_some_and(|moves| moves.allows(pieces) && moves.reach.destinations(pieces).contains(to)),
            Action::MoveAndTake { from, to, target, pieces } => self.moves_from(from).is_some_and(|moves| {
                moves.allows(pieces) && moves.reach.attacks(pieces).any(|attack| attack == (to, target))
            }),
            Action::Take { from, target } => {
                self.moves_from(from).is_some_and(|moves| moves.reach.standstill.contains(target))
            }
            Action::Detonate { cell } => self.detonation_cells(player, turn).contains(cell),
        }
    }

    fn moves_from(&self, from: Cell) -> Option<Moves> {
        let may_move = self.cells_to_move(self.player, &self.turn).contains(from);
        may_move.then(|| self.moves(self.player, from, self.turn.fresh))
    }

    fn is_enemy(&self, cell: Cell) -> bool {
        self.pieces(self.player.opponent()).contains(cell)
    }

    /// The first rule that forbids an illegal action.
    fn refusal(&self, action: Action) -> ActionError {
        let player = self.player;
        if let Some(end) = self.computed_end() {
            return ActionError::Over(end);
        }
        if self.status == Status::MustPass {
            return ActionError::MustPass(player);
        }
        if let Some(cell) = action.cells().find(|&cell| !BOARD.cells().contains(cell)) {
            return ActionError::OffBoard(cell);
        }
        match action {
            Action::Pass => self.pass_refusal(),
            Action::EndTurn => ActionError::NothingDone,
            Action::PlaceKing { cell } => self.king_refusal(cell),
            _ if self.must_place_king(player) => ActionError::KingFirst(player),
            Action::Reinforce { kind, cell } => {
                ActionError::Placement { kind, why: self.placement_refusal(kind, cell) }
            }
            Action::Move { from, to, pieces } => {
                self.departure_refusal(from, pieces).unwrap_or_else(|| self.move_refusal(from, to, pieces))
            }
            Action::MoveAndTake { from, to, target, pieces } => self
                .departure_refusal(from, pieces)
                .unwrap_or_else(|| self.attack_refusal(from, to, target, pieces)),
            Action::Take { from, target } => {
                self.mover_refusal(from).unwrap_or_else(|| self.standstill_refusal(from, target))
            }
            Action::Detonate { cell } => self.detonation_refusal(cell),
        }
    }

    fn pass_refusal(&self) -> ActionError {
        let player = self.player;
        match self.options.pass {
            Pass::Forced => ActionError::NoPass(player),
            Pass::King if self.must_place_king(player) => ActionError::KingFirst(player),
            Pass::King => ActionError::PassAfterAction,
        }
    }

    fn king_refusal(&self, cell: Cell) -> ActionError {
        let player = self.player;
        if !self.must_place_king(player) {
            ActionError::KingPlaced(player)
        } else if !land_of(player).contains(cell) {
            ActionError::KingArea { player, cell }
        } else {
            ActionError::Placement { kind: Kind::King, why: NoPlacement::Enemies(cell) }
        }
    }

    fn placement_refusal(&self, kind: Kind, cell: Cell) -> NoPlacement {
        let player = self.player;
        if kind == Kind::King {
            NoPlacement::King
        } else if !self.turn.allows_reinforcement() {
            NoPlacement::NoneLeft
        } else if !self.reserve(player).has(kind) {
            NoPlacement::NotInReserve(player)
        } else if self.is_enemy(cell) {
            NoPlacement::Enemies(cell)
        } else if self.closed_to_placement(player, kind).contains(cell) {
            NoPlacement::NotEmpty(cell)
        } else if self.placement_area(player, kind).contains(cell) {
            NoPlacement::Unsupported(cell)
        } else {
            match self.king(player) {
                Some(king) if kind != Kind::Destruction && !self.options.is_simple() => {
                    NoPlacement::FarFromKing { king, cell }
                }
                _ if self.places_as_spanish() => NoPlacement::FarFromPieces { cell, helpers: "piece" },
                _ => NoPlacement::FarFromPieces { cell, helpers: "K, L, W, A or F" },
            }
        }
    }

    /// Why a cell may not act in this turn.
    fn actor_refusal(&self, cell: Cell) -> Option<ActionError> {
        let player = self.player;
        match self.turn.active {
            Some(active) if active != cell => Some(ActionError::WrongCell { cell, active }),
            _ if self.pieces(player).contains(cell) => None,
            _ if self.is_enemy(cell) => Some(ActionError::NotYours { player, cell }),
            _ => Some(ActionError::Empty(cell)),
        }
    }

    /// Why a cell may not move or attack in this turn.
    fn mover_refusal(&self, cell: Cell) -> Option<ActionError> {
        if self.turn.moved { Some(ActionError::Moved) } else { self.actor_refusal(cell) }
    }

    /// Why these pieces may not leave their cell.
    fn departure_refusal(&self, cell: Cell, pieces: Stack) -> Option<ActionError> {
        let (stack, fresh) = (self.stack(cell), self.turn.fresh);
        self.mover_refusal(cell).or_else(|| {
            let moves = self.moves(self.player, cell, fresh);
            if !stack.contains(pieces) {
                Some(ActionError::Missing { pieces, cell, stack })
            } else if !moves.movable.contains(pieces) {
                Some(ActionError::Fresh { pieces, cell, fresh })
            } else if !pieces.is_mobile() {
                Some(ActionError::NoTransport(pieces))
            } else if !moves.may_leave(pieces) {
                let rest = stack.minus(pieces);
                Some(ActionError::RestUnsupported { rest, cell })
            } else {
                None
            }
        })
    }

    fn move_refusal(&self, from: Cell, to: Cell, pieces: Stack) -> ActionError {
        if from == to {
            return ActionError::NotAMove(from);
        }
        let transports = Kind::MOBILE.into_iter().filter(|&kind| pieces.has(kind));
        let reasons = transports.map(|kind| (kind, self.obstacle(kind, from, to))).collect();
        ActionError::Unreachable(reasons)
    }

    /// What prevents a move that `kind` cannot make.
    fn obstacle(&self, kind: Kind, from: Cell, to: Cell) -> Obstacle {
        let player = self.player;
        let (most, distance, direction) = (kind.range(), distance(from, to), direction(from, to));
        if distance > most {
            return Obstacle::TooFar { most, to, distance };
        }
        if kind != Kind::Land && direction.is_none() {
            return Obstacle::Crooked { from, to };
        }
        if self.closed_to_moves(player, from).contains(to) {
            return Obstacle::Occupied(to);
        }
        if !self.supported_cells(player, kind).contains(to) {
            return if self.is_enemy(to) { Obstacle::CaptureAcross(to) } else { Obstacle::NoSupporter(to) };
        }
        let passable = self.passable_cells(player, kind);
        let between: Vec<Cell> = match kind {
            Kind::Land => (BOARD.king_steps(from) & BOARD.king_steps(to)).into_iter().collect(),
            _ => cells_between(from, to).collect(),
        };
        let wrong_terrain = |cell| kind.terrain().is_some_and(|terrain| terrain != Terrain::of(cell));
        let mut obstacles = between.into_iter().filter(|&cell| !passable.contains(cell));
        // An `L` may go around one cell, so it is stopped by several: enemies are the better reason.
        let first = match kind {
            Kind::Land => obstacles.min_by_key(|&cell| wrong_terrain(cell)),
            _ => obstacles.next(),
        };
        match first {
            Some(cell) if wrong_terrain(cell) => Obstacle::Terrain(cell),
            Some(cell) => Obstacle::Blocked(cell),
            None => Obstacle::Crooked { from, to },
        }
    }

    fn attack_refusal(&self, from: Cell, rest: Cell, target: Cell, pieces: Stack) -> ActionError {
        if !self.is_enemy(target) {
            return ActionError::NoEnemy(target);
        }
        if from == rest {
            return ActionError::NotAMove(from);
        }
        let attackers = [Kind::Land, Kind::Water].into_iter().filter(|&kind| pieces.has(kind));
        let reasons: Vec<_> =
            attackers.map(|kind| (kind, self.attack_obstacle(kind, from, rest, target))).collect();
        if reasons.is_empty() {
            ActionError::NoShoreAttacker(pieces)
        } else {
            ActionError::Unreachable(reasons)
        }
    }

    /// What prevents an attack that `kind` cannot make.
    fn attack_obstacle(&self, kind: Kind, from: Cell, rest: Cell, target: Cell) -> Obstacle {
        let (home, terrain) = (kind.terrain(), Terrain::of(target));
        if home == Some(terrain) {
            return Obstacle::NotAcross(target);
        }
        if home != Some(Terrain::of(rest)) {
            return Obstacle::AwayFromHome(rest);
        }
        if !BOARD.king_steps(rest).contains(target) {
            return Obstacle::TargetNotAdjacent { rest, target };
        }
        // The attack is the last step.
        let (most, distance) = (kind.range() - 1, distance(from, rest));
        if distance > most {
            return Obstacle::TooFarToAttack { most, to: rest, distance };
        }
        if self.is_enemy(rest) {
            return Obstacle::Blocked(rest);
        }
        let reach = self.reach(self.player, from, kind.into());
        if reach.destinations(kind.into()).contains(rest) {
            Obstacle::NotInLine { from, rest, target }
        } else {
            self.obstacle(kind, from, rest)
        }
    }

    fn standstill_refusal(&self, cell: Cell, target: Cell) -> ActionError {
        let terrain = Terrain::of(cell);
        if !self.is_enemy(target) {
            ActionError::NoEnemy(target)
        } else if !BOARD.king_steps(cell).contains(target) {
            ActionError::NotAdjacent { target, cell }
        } else if Terrain::of(target) == terrain {
            ActionError::SameTerrain { cell, target }
        } else {
            ActionError::NoStandstillAttacker(cell)
        }
    }

    fn detonation_refusal(&self, cell: Cell) -> ActionError {
        let turn = &self.turn;
        let no_bomb = |why| ActionError::NoBomb { cell, why };
        if turn.moved && turn.active == Some(cell) {
            let nobody_moved = turn.movers.is_empty();
            return no_bomb(if nobody_moved { NoDetonation::AfterAttack } else { NoDetonation::NotMoved });
        }
        self.actor_refusal(cell).unwrap_or_else(|| {
            let has_bomb = self.stack(cell).has(Kind::Destruction);
            no_bomb(if has_bomb { NoDetonation::Fresh } else { NoDetonation::None })
        })
    }
}

/// The distance in steps of a chess king.
fn distance(from: Cell, to: Cell) -> u8 {
    let along = |of: fn(Cell) -> u8| of(from).abs_diff(of(to));
    along(|cell| BOARD.file(cell)).max(along(|cell| BOARD.rank(cell)))
}

/// The direction of a straight line between two cells.
fn direction(from: Cell, to: Cell) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| BOARD.ray(from, direction).contains(to))
}

/// The cells between the ends of a straight line, in the order of a move.
fn cells_between(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let next = move |cell| BOARD.step(cell, direction(from, to)?).filter(|&next| next != to);
    core::iter::successors(next(from), move |&cell| next(cell))
}

#[cfg(test)]
mod tests {
    use super::cells_between;
    use crate::BOARD;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn cells_between_follow_the_move() {
        let cell = |name| BOARD.parse_cell(name).unwrap();
        let names: Vec<_> =
            cells_between(cell("f6"), cell("c3")).map(|cell| BOARD.name(cell).to_string()).collect();
        assert_eq!(names, ["e5", "d4"]);
        assert_eq!(cells_between(cell("a1"), cell("a2")).count(), 0);
    }
}
