//! Whether an action is legal, and which rule forbids it if it is not.
//!
//! Legality is stated once: as a list of conditions, each with its error, on the sets from which the generator makes the
//! actions. `is_legal` asks only whether a condition fails; `check` also makes the error, from the parts of the set.

use alloc::vec::Vec;

use grid_topology::{Cell, Direction};

use crate::moves::Moves;
use crate::turn::Status;
use crate::{
    Action, ActionError, BOARD, Kind, NoDetonation, NoPlacement, Obstacle, Pass, Position, Stack, Terrain,
    land_of,
};

/// What a failed condition leads to.
pub(crate) trait Refusal {
    /// The refusal for this reason, which is computed only if somebody asks for it.
    fn because(reason: impl FnOnce() -> ActionError) -> Self;
}

/// That an action is illegal, without the reason.
pub(crate) struct Illegal;

impl Refusal for Illegal {
    #[inline]
    fn because(_: impl FnOnce() -> ActionError) -> Illegal {
        Illegal
    }
}

impl Refusal for ActionError {
    #[cold]
    fn because(reason: impl FnOnce() -> ActionError) -> ActionError {
        reason()
    }
}

#[inline]
fn require<R: Refusal>(condition: bool, reason: impl FnOnce() -> ActionError) -> Result<(), R> {
    if condition { Ok(()) } else { Err(R::because(reason)) }
}

/// Requires that cells are on the board.
#[inline]
fn on_board<R: Refusal>(cells: &[Cell]) -> Result<(), R> {
    cells.iter().try_for_each(|&cell| require(BOARD.cells().contains(cell), || ActionError::OffBoard(cell)))
}

impl Position {
    /// The rules about an action.
    #[inline]
    pub(crate) fn judge<R: Refusal>(&self, action: Action) -> Result<(), R> {
        let (player, turn) = (self.player, &self.turn);
        if let Some(end) = self.end() {
            return Err(R::because(|| ActionError::Over(end)));
        }
        if self.status == Status::MustPass {
            return require(action == Action::Pass, || ActionError::MustPass(player));
        }
        match action {
            Action::Pass => self.judge_pass(),
            Action::EndTurn => require(turn.active.is_some(), || ActionError::NothingDone),
            Action::PlaceKing { cell } => {
                on_board(&[cell])?;
                require(self.must_place_king(player), || ActionError::KingPlaced(player))?;
                require(self.king_cells(player).contains(cell), || self.king_refusal(cell))
            }
            _ if self.must_place_king(player) => Err(R::because(|| ActionError::KingFirst(player))),
            Action::Reinforce { kind, cell } => self.judge_reinforcement(kind, cell),
            Action::Move { from, to, pieces } => {
                on_board(&[from, to])?;
                let moves = self.judge_departure(from, pieces)?;
                let reaches = moves.reach.destinations(pieces).contains(to);
                require(reaches, || self.move_refusal(from, to, pieces))
            }
            Action::MoveAndTake { from, to, target, pieces } => {
                on_board(&[from, to, target])?;
                let moves = self.judge_departure(from, pieces)?;
                let attacks = moves.reach.attacks(pieces).any(|attack| attack == (to, target));
                require(attacks, || self.attack_refusal(from, to, target, pieces))
            }
            Action::Take { from, target } => {
                on_board(&[from, target])?;
                self.judge_mover(from)?;
                let attacks = self.moves(player, from, turn.fresh).reach.standstill.contains(target);
                require(attacks, || self.standstill_refusal(from, target))
            }
            Action::Detonate { cell } => {
                on_board(&[cell])?;
                require(self.detonation_cells(player, turn).contains(cell), || self.detonation_refusal(cell))
            }
        }
    }

    fn judge_pass<R: Refusal>(&self) -> Result<(), R> {
        let player = self.player;
        require(self.options.pass == Pass::King, || ActionError::NoPass(player))?;
        require(!self.must_place_king(player), || ActionError::KingFirst(player))?;
        require(self.turn.active.is_none(), || ActionError::PassAfterAction)
    }

    #[inline]
    fn judge_reinforcement<R: Refusal>(&self, kind: Kind, cell: Cell) -> Result<(), R> {
        let player = self.player;
        let refusal = |why| ActionError::Placement { kind, why };
        on_board(&[cell])?;
        require(kind != Kind::King, || refusal(NoPlacement::King))?;
        require(self.turn.allows_reinforcement(), || refusal(NoPlacement::NoneLeft))?;
        require(self.reserve(player).has(kind), || refusal(NoPlacement::NotInReserve(player)))?;
        let free = self.placement_cells(player, kind).contains(cell);
        require(free, || refusal(self.placement_refusal(kind, cell)))
    }

    /// The rules about a cell that acts in this turn.
    #[inline]
    fn judge_actor<R: Refusal>(&self, cell: Cell) -> Result<(), R> {
        let player = self.player;
        if let Some(active) = self.turn.active {
            require(active == cell, || ActionError::WrongCell { cell, active })?;
        }
        require(self.pieces(player).contains(cell), || {
            if self.is_enemy(cell) {
                ActionError::NotYours { player, cell }
            } else {
                ActionError::Empty(cell)
            }
        })
    }

    /// The rules about a cell that moves or attacks in this turn.
    #[inline]
    fn judge_mover<R: Refusal>(&self, cell: Cell) -> Result<(), R> {
        require(!self.turn.moved, || ActionError::Moved)?;
        self.judge_actor(cell)
    }

    /// The rules about pieces that leave a cell together. Returns the moves of the cell.
    #[inline]
    fn judge_departure<R: Refusal>(&self, cell: Cell, pieces: Stack) -> Result<Moves, R> {
        self.judge_mover(cell)?;
        let (stack, fresh) = (self.stack(cell), self.turn.fresh);
        require(stack.contains(pieces), || ActionError::Missing { pieces, cell, stack })?;
        require(stack.minus(fresh).contains(pieces), || ActionError::Fresh { pieces, cell, fresh })?;
        require(pieces.is_mobile(), || ActionError::NoTransport(pieces))?;
        let moves = self.moves(self.player, cell, fresh);
        let rest = stack.minus(pieces);
        require(moves.may_leave(pieces), || ActionError::RestUnsupported { rest, cell })?;
        Ok(moves)
    }

    fn is_enemy(&self, cell: Cell) -> bool {
        self.pieces(self.player.opponent()).contains(cell)
    }

    /// Why the king may not be placed on a cell of the board.
    fn king_refusal(&self, cell: Cell) -> ActionError {
        let player = self.player;
        if land_of(player).contains(cell) {
            ActionError::Placement { kind: Kind::King, why: NoPlacement::Enemies(cell) }
        } else {
            ActionError::KingArea { player, cell }
        }
    }

    /// Why a piece of the reserve may not be placed on a cell of the board.
    fn placement_refusal(&self, kind: Kind, cell: Cell) -> NoPlacement {
        let player = self.player;
        if self.is_enemy(cell) {
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

    /// Why no transport among the pieces can move to a cell of the board.
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
        self.judge_actor(cell).err().unwrap_or_else(|| {
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
