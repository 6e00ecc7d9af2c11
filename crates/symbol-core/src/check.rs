//! Why an action is not legal: the rules once more, cell by cell, apart from the generator.

use alloc::vec::Vec;
use grid_topology::Cell;

use crate::outcome::Status;
use crate::{
    Action, ActionError, BOARD, Deploy, Kind, NoDetonation, NoPlacement, Obstacle, Position, Stack, Terrain,
    land_of,
};

type Checked = Result<(), ActionError>;

impl Position {
    pub(crate) fn check_action(&self, action: Action) -> Checked {
        let player = self.player;
        if let Some(end) = self.computed_end() {
            return Err(ActionError::Over { end });
        }
        match (action, self.status) {
            (Action::Pass, Status::MustPass) => return Ok(()),
            (_, Status::MustPass) => return Err(ActionError::MustPass { player }),
            (Action::Pass, _) => return Err(ActionError::NoPass { player }),
            (Action::EndTurn, _) if self.turn.active.is_none() => return Err(ActionError::NothingDone),
            (Action::EndTurn, _) => return Ok(()),
            _ => {}
        }
        let unplaced = self.reserve(player).has(Kind::King);
        match action {
            Action::PlaceKing { cell } => {
                on_board(cell)?;
                if !unplaced {
                    return Err(ActionError::KingPlaced { player });
                }
                self.check_king_place(cell)
            }
            _ if unplaced => Err(ActionError::KingFirst { player }),
            Action::Reinforce { kind, cell } => {
                on_board(cell)?;
                self.check_placement(kind, cell).map_err(|why| ActionError::Placement { kind, why })
            }
            Action::Move { from, to, pieces } => {
                self.check_departure(from, pieces)?;
                self.check_arrival(from, to, pieces)
            }
            Action::MoveAndTake { from, to, target, pieces } => {
                self.check_departure(from, pieces)?;
                self.check_attack(from, to, target, pieces)
            }
            Action::Take { from, target } => self.check_standstill(from, target),
            Action::Detonate { cell } => self.check_detonation(cell),
            Action::EndTurn | Action::Pass => Ok(()),
        }
    }

    fn is_enemy(&self, cell: Cell) -> bool {
        self.pieces(self.player.opponent()).contains(cell)
    }

    fn is_own(&self, cell: Cell) -> bool {
        self.pieces(self.player).contains(cell)
    }

    fn check_king_place(&self, cell: Cell) -> Checked {
        let (player, kind) = (self.player, Kind::King);
        if !land_of(player).contains(cell) {
            Err(ActionError::KingArea { player, cell })
        } else if self.is_enemy(cell) {
            Err(ActionError::Placement { kind, why: NoPlacement::Enemies { cell } })
        } else {
            Ok(())
        }
    }

    fn check_placement(&self, kind: Kind, cell: Cell) -> Result<(), NoPlacement> {
        let player = self.player;
        if kind == Kind::King {
            return Err(NoPlacement::King);
        }
        if self.turn.active.is_some() && self.turn.left == 0 {
            return Err(NoPlacement::NoneLeft);
        }
        if !self.reserve(player).has(kind) {
            return Err(NoPlacement::NotInReserve { player });
        }
        if self.is_enemy(cell) {
            return Err(NoPlacement::Enemies { cell });
        }
        // The game goes on and the king is not in reserve.
        let king = self.king(player).ok_or(NoPlacement::NoneLeft)?;
        self.check_area(kind, cell, king)?;
        let terrain = Terrain::of(cell);
        if self.stack(cell).with(kind).is_supported_on(terrain) {
            Ok(())
        } else {
            Err(NoPlacement::Unsupported { cell, terrain })
        }
    }

    /// Whether a friend brings the piece in there.
    fn check_area(&self, kind: Kind, cell: Cell, king: Cell) -> Result<(), NoPlacement> {
        let empty = self.owner(cell).is_none();
        let simple = self.options.is_simple();
        let spanish = self.options.deploy == Deploy::Spanish && !simple;
        if simple && !empty || spanish && !empty && cell != king && kind != Kind::Destruction {
            return Err(NoPlacement::NotEmpty { cell });
        }
        if kind != Kind::Destruction && !simple {
            let near = distance(king, cell) <= 1;
            return if near { Ok(()) } else { Err(NoPlacement::FarFromKing { king, cell }) };
        }
        let (helper, helpers): (fn(Stack) -> bool, _) = if spanish {
            (|stack| !stack.is_empty(), "piece")
        } else {
            (|stack| stack.is_mobile() || stack.has(Kind::King), "K, L, W, A or F")
        };
        let mut own = self.pieces(self.player).into_iter();
        if own.any(|at| distance(at, cell) <= 1 && helper(self.stack(at))) {
            Ok(())
        } else {
            Err(NoPlacement::FarFromPieces { cell, helpers })
        }
    }

    /// Whether the cell may act at all in this turn.
    fn check_active(&self, cell: Cell) -> Checked {
        on_board(cell)?;
        match self.turn.active {
            Some(active) if active != cell => return Err(ActionError::WrongCell { cell, active }),
            _ => {}
        }
        if self.is_own(cell) {
            Ok(())
        } else if self.is_enemy(cell) {
            Err(ActionError::NotYours { player: self.player, cell })
        } else {
            Err(ActionError::Empty { cell })
        }
    }

    /// Whether these pieces may leave their cell.
    fn check_departure(&self, cell: Cell, pieces: Stack) -> Checked {
        if self.turn.moved {
            return Err(ActionError::Moved);
        }
        self.check_active(cell)?;
        let (stack, fresh) = (self.stack(cell), self.turn.fresh);
        if !stack.contains(pieces) {
            return Err(ActionError::Missing { pieces, cell, stack });
        }
        if !stack.minus(fresh).contains(pieces) {
            return Err(ActionError::Fresh { pieces, cell, fresh });
        }
        if !pieces.is_mobile() {
            return Err(ActionError::NoTransport { pieces });
        }
        if !self.split(cell, fresh).may_leave(pieces) {
            let terrain = Terrain::of(cell);
            return Err(ActionError::RestUnsupported { rest: stack.minus(pieces), cell, terrain });
        }
        Ok(())
    }

    /// Whether one of the pieces can carry them there.
    fn check_arrival(&self, from: Cell, to: Cell, pieces: Stack) -> Checked {
        on_board(to)?;
        if from == to {
            return Err(ActionError::NotAMove { cell: from });
        }
        any_of(&Kind::MOBILE, pieces, |kind| self.check_transport(kind, from, to))
    }

    /// Whether a transport can make the move.
    fn check_transport(&self, kind: Kind, from: Cell, to: Cell) -> Result<(), Obstacle> {
        let most = match kind {
            Kind::Water => 3,
            Kind::Fire => 1,
            _ => 2,
        };
        let distance = distance(from, to);
        if distance > most {
            return Err(Obstacle::TooFar { most, to, distance });
        }
        if kind != Kind::Land && direction(from, to).is_none() {
            return Err(Obstacle::Crooked { from, to });
        }
        if self.options.is_simple() && self.is_own(to) {
            return Err(Obstacle::Occupied { cell: to });
        }
        let terrain = Terrain::of(to);
        if home(kind).is_some_and(|home| home != terrain) {
            if self.is_enemy(to) {
                return Err(Obstacle::CaptureAcross { cell: to, terrain });
            }
            if !self.supporters(self.player, terrain).contains(to) {
                return Err(Obstacle::NoSupporter { cell: to, terrain });
            }
        }
        if kind == Kind::Land && distance == 2 {
            // Any cell between will do; otherwise tell of the one where enemies stand, if there is one.
            let between = BOARD.king_steps(from) & BOARD.king_steps(to);
            let obstacles: Option<Vec<_>> =
                between.into_iter().map(|cell| self.check_passage(kind, cell).err()).collect();
            return match obstacles {
                None => Ok(()),
                Some(all) => {
                    let blocked = all.iter().find(|obstacle| matches!(obstacle, Obstacle::Blocked { .. }));
                    Err(*blocked.or(all.first()).unwrap_or(&Obstacle::Crooked { from, to }))
                }
            };
        }
        straight_way(from, to).try_for_each(|cell| self.check_passage(kind, cell))
    }

    /// Whether a transport may pass a cell.
    fn check_passage(&self, kind: Kind, cell: Cell) -> Result<(), Obstacle> {
        let terrain = Terrain::of(cell);
        if home(kind).is_some_and(|home| home != terrain) {
            Err(Obstacle::Terrain { cell, terrain })
        } else if self.is_enemy(cell) {
            Err(Obstacle::Blocked { cell })
        } else {
            Ok(())
        }
    }

    /// Whether one of the pieces can carry them there and attack across the shore.
    fn check_attack(&self, from: Cell, rest: Cell, target: Cell, pieces: Stack) -> Checked {
        on_board(rest)?;
        on_board(target)?;
        if !self.is_enemy(target) {
            return Err(ActionError::NoEnemy { target });
        }
        if from == rest {
            return Err(ActionError::NotAMove { cell: from });
        }
        const ATTACKERS: [Kind; 2] = [Kind::Land, Kind::Water];
        if !ATTACKERS.iter().any(|&kind| pieces.has(kind)) {
            return Err(ActionError::NoShoreAttacker { pieces });
        }
        any_of(&ATTACKERS, pieces, |kind| self.check_attacker(kind, from, rest, target))
    }

    fn check_attacker(&self, kind: Kind, from: Cell, rest: Cell, target: Cell) -> Result<(), Obstacle> {
        let terrain = Terrain::of(target);
        if home(kind) == Some(terrain) {
            return Err(Obstacle::NotAcross { target, terrain });
        }
        if home(kind) != Some(Terrain::of(rest)) {
            return Err(Obstacle::AwayFromHome { rest, terrain: Terrain::of(rest) });
        }
        if distance(rest, target) != 1 {
            return Err(Obstacle::TargetNotAdjacent { rest, target });
        }
        let most = if kind == Kind::Land { 1 } else { 2 };
        let distance = distance(from, rest);
        if distance > most {
            return Err(Obstacle::TooFarToAttack { most, to: rest, distance });
        }
        if self.is_enemy(rest) {
            return Err(Obstacle::Blocked { cell: rest });
        }
        self.check_transport(kind, from, rest)?;
        if kind == Kind::Water && direction(from, rest) != direction(rest, target) {
            return Err(Obstacle::NotInLine { from, rest, target });
        }
        Ok(())
    }

    fn check_standstill(&self, cell: Cell, target: Cell) -> Checked {
        if self.turn.moved {
            return Err(ActionError::Moved);
        }
        self.check_active(cell)?;
        on_board(target)?;
        let terrain = Terrain::of(cell);
        let attacker = match terrain {
            Terrain::Land => Kind::Land,
            Terrain::Water => Kind::Water,
        };
        if !self.is_enemy(target) {
            Err(ActionError::NoEnemy { target })
        } else if distance(cell, target) != 1 {
            Err(ActionError::NotAdjacent { target, cell })
        } else if Terrain::of(target) == terrain {
            Err(ActionError::SameTerrain { cell, target, terrain })
        } else if !self.stack(cell).minus(self.turn.fresh).has(attacker) {
            Err(ActionError::NoStandstillAttacker { cell })
        } else {
            Ok(())
        }
    }

    fn check_detonation(&self, cell: Cell) -> Checked {
        let bomb = Kind::Destruction;
        let turn = &self.turn;
        let no_bomb = |why| Err(ActionError::NoBomb { cell, why });
        on_board(cell)?;
        if turn.moved && turn.active == Some(cell) {
            return match turn.movers {
                movers if movers.has(bomb) => Ok(()),
                movers if movers.is_empty() => no_bomb(NoDetonation::AfterAttack),
                _ => no_bomb(NoDetonation::NotMoved),
            };
        }
        self.check_active(cell)?;
        let stack = self.stack(cell);
        if stack.minus(turn.fresh).has(bomb) {
            Ok(())
        } else {
            no_bomb(if stack.has(bomb) { NoDetonation::Fresh } else { NoDetonation::None })
        }
    }
}

fn on_board(cell: Cell) -> Checked {
    if BOARD.cells().contains(cell) { Ok(()) } else { Err(ActionError::OffBoard { cell }) }
}

/// Whether one of the kinds that are among the pieces passes the check.
fn any_of(kinds: &[Kind], pieces: Stack, check: impl Fn(Kind) -> Result<(), Obstacle>) -> Checked {
    let mut reasons = Vec::new();
    for &kind in kinds.iter().filter(|&&kind| pieces.has(kind)) {
        match check(kind) {
            Ok(()) => return Ok(()),
            Err(obstacle) => reasons.push((kind, obstacle)),
        }
    }
    Err(ActionError::Unreachable { reasons })
}

/// The terrain that a kind is bound to.
fn home(kind: Kind) -> Option<Terrain> {
    match kind {
        Kind::Land => Some(Terrain::Land),
        Kind::Water => Some(Terrain::Water),
        _ => None,
    }
}

fn difference(from: Cell, to: Cell) -> (i8, i8) {
    let along = |of: fn(Cell) -> u8| of(to) as i8 - of(from) as i8;
    (along(|cell| BOARD.file(cell)), along(|cell| BOARD.rank(cell)))
}

/// In steps of a king of chess.
fn distance(from: Cell, to: Cell) -> u8 {
    let (files, ranks) = difference(from, to);
    files.unsigned_abs().max(ranks.unsigned_abs())
}

/// The signs of a straight way; `None` if there is none.
fn direction(from: Cell, to: Cell) -> Option<(i8, i8)> {
    let (files, ranks) = difference(from, to);
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    straight.then_some((files.signum(), ranks.signum()))
}

/// The cells between the ends of a straight way.
fn straight_way(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let (files, ranks) = difference(from, to);
    let length = i8::try_from(distance(from, to)).unwrap_or(0);
    (1..length).filter_map(move |step| {
        let file = BOARD.file(from) as i8 + step * files / length;
        let rank = BOARD.rank(from) as i8 + step * ranks / length;
        BOARD.at(file as u8, rank as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::straight_way;
    use crate::BOARD;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn cells_between() {
        let cell = |name| BOARD.parse_cell(name).unwrap();
        let names: Vec<_> =
            straight_way(cell("f6"), cell("c3")).map(|cell| BOARD.name(cell).to_string()).collect();
        assert_eq!(names, ["e5", "d4"]);
        assert_eq!(straight_way(cell("a1"), cell("a2")).count(), 0);
    }
}
