//! Symbol: 109,409 actions, 31 planes of 7 x 7.
//!
//! A stack may hold many pieces of a kind, so a move may name more subsets than indices are worth. A move has the index of its
//! cells and the set of its kinds; of moves that differ only in the numbers of a kind the first has the index, and the
//! others have further ones.

use alloc::vec::Vec;

use abstract_game::Player;
use abstract_game::encode::{Encode, Planes};
use grid_topology::Cell;

use crate::{Action, BOARD, Kind, MAX_PIECES, Position, Stack, Terrain};

/// The cells.
const CELLS: usize = 49;
/// The sets of kinds.
const SETS: usize = 64;
/// The steps of a move: those of at most two cells, and three cells straight.
const STEPS: usize = 32;
/// The steps before a shore attack, straight and at most two cells, and the directions of the attack.
const APPROACHES: usize = 16;
const DIRECTIONS: usize = 8;

/// The numbers of pieces of a kind that may move.
const COUNTS: usize = MAX_PIECES as usize + 1;

const REINFORCE: usize = CELLS;
const MOVE: usize = REINFORCE + 5 * CELLS;
const MOVE_AND_TAKE: usize = MOVE + CELLS * STEPS * SETS;
const TAKE: usize = MOVE_AND_TAKE + CELLS * APPROACHES * DIRECTIONS;
const DETONATE: usize = TAKE + CELLS * DIRECTIONS;
const END_TURN: usize = DETONATE + CELLS;
const PASS: usize = END_TURN + 1;

impl Encode for Position {
    const ACTIONS: usize = PASS + 1;
    const OVERFLOW: usize = 2_048;
    const SIZE: (usize, usize) = (7, 7);
    const PLANES: &'static [(&'static str, &'static str)] = &[
        ("own K", "pieces of this kind of the player on each cell, divided by 3; then L, W, A, F, D"),
        ("own L", ""),
        ("own W", ""),
        ("own A", ""),
        ("own F", ""),
        ("own D", ""),
        ("other K", "the same of the opponent"),
        ("other L", ""),
        ("other W", ""),
        ("other A", ""),
        ("other F", ""),
        ("other D", ""),
        (
            "own reserve K",
            "pieces of this kind in the player's reserve everywhere, divided by 3; then L, W, A, F, D",
        ),
        ("own reserve L", ""),
        ("own reserve W", ""),
        ("own reserve A", ""),
        ("own reserve F", ""),
        ("own reserve D", ""),
        ("other reserve K", "the same of the opponent"),
        ("other reserve L", ""),
        ("other reserve W", ""),
        ("other reserve A", ""),
        ("other reserve F", ""),
        ("other reserve D", ""),
        ("water", "cells of water"),
        ("active", "the active cell of an unfinished turn"),
        ("reinforcements", "reinforcements left in the turn everywhere, divided by 4"),
        ("moved", "1 everywhere after the move of the turn"),
        ("regions", "regions that the player controls less those of the opponent, divided by 9"),
        ("first", "1 everywhere if the player is the first one"),
        ("to act", "1 everywhere if the player is to act"),
    ];

    fn index(&self, action: Action) -> Option<usize> {
        Some(match action {
            Action::PlaceKing { cell } => cell.index(),
            // The king is not reinforced: the other kinds are 1 to 5.
            Action::Reinforce { kind, cell } => {
                REINFORCE + CELLS * kind.index().checked_sub(1)? + cell.index()
            }
            Action::Move { from, to, pieces } => {
                MOVE + (from.index() * STEPS + step(from, to)?) * SETS + set(pieces)
            }
            Action::MoveAndTake { from, to, target, .. } => {
                let approach = (step(from, to)?, direction(to, target)?);
                MOVE_AND_TAKE + (from.index() * APPROACHES + straight(approach.0)?) * DIRECTIONS + approach.1
            }
            Action::Take { from, target } => TAKE + from.index() * DIRECTIONS + direction(from, target)?,
            Action::Detonate { cell } => DETONATE + cell.index(),
            Action::EndTurn => END_TURN,
            Action::Pass => PASS,
        })
    }

    /// Parts that an action does not have are 0. Of a cell the number is `7 * rank + file` from 0.
    const PARTS: &'static [(&'static str, usize)] = &[
        ("type", 8),
        ("from", CELLS),
        ("to", CELLS),
        ("target", CELLS),
        ("K", 2),
        ("L", COUNTS),
        ("W", COUNTS),
        ("A", COUNTS),
        ("F", COUNTS),
        ("D", COUNTS),
    ];

    fn parts_into(&self, action: Action, _index: usize, parts: &mut Vec<usize>) {
        let none = Cell::new(0);
        let (number, [from, to, target], pieces) = match action {
            Action::PlaceKing { cell } => (0, [none, cell, none], Stack::EMPTY),
            Action::Reinforce { kind, cell } => (1, [none, cell, none], Stack::of(kind)),
            Action::Move { from, to, pieces } => (2, [from, to, none], pieces),
            Action::MoveAndTake { from, to, target, pieces } => (3, [from, to, target], pieces),
            Action::Take { from, target } => (4, [from, none, target], Stack::EMPTY),
            Action::Detonate { cell } => (5, [cell, none, none], Stack::EMPTY),
            Action::EndTurn => (6, [none; 3], Stack::EMPTY),
            Action::Pass => (7, [none; 3], Stack::EMPTY),
        };
        parts.push(number);
        parts.extend([from, to, target].map(Cell::index));
        parts.extend(Kind::ALL.map(|kind| usize::from(pieces.count(kind))));
    }

    fn observe(&self, player: Player, planes: &mut Planes<'_>) {
        let players = [player, player.opponent()];
        for side in players {
            for kind in Kind::ALL {
                let cells = self.pieces_of(side, kind).into_iter();
                planes.cells(cells.map(|cell| at(cell, f32::from(self.stack(cell).count(kind)) / 3.0)));
            }
        }
        for side in players {
            for kind in Kind::ALL {
                planes.constant(f32::from(self.reserve(side).count(kind)) / 3.0);
            }
        }
        planes.cells(Terrain::Water.cells().into_iter().map(|cell| at(cell, 1.0)));
        planes.cells(self.active_cell().map(|cell| at(cell, 1.0)));
        planes.constant(f32::from(self.reinforcements_left()) / 4.0);
        planes.flag(self.moved().is_some());
        let [own, other] = players.map(|side| f32::from(self.regions_controlled(side)));
        planes.constant((own - other) / 9.0);
        planes.flag(player == Player::P1);
        planes.flag(self.player_to_act() == player);
    }
}

/// The set of the kinds of a stack.
fn set(pieces: Stack) -> usize {
    Kind::ALL.into_iter().map(|kind| usize::from(pieces.has(kind)) << kind.index()).sum()
}

/// The files and ranks from one cell to another.
fn difference(from: Cell, to: Cell) -> (i8, i8) {
    let [(file, rank), (to_file, to_rank)] = [from, to].map(|cell| (BOARD.file(cell), BOARD.rank(cell)));
    (to_file as i8 - file as i8, to_rank as i8 - rank as i8)
}

/// The number of a step: 0 to 23 of at most two cells, 24 to 31 of three cells straight.
fn step(from: Cell, to: Cell) -> Option<usize> {
    let (file, rank) = difference(from, to);
    match (file.abs().max(rank.abs()), file == 0 || rank == 0 || file.abs() == rank.abs()) {
        (1 | 2, _) => {
            let number = 5 * (rank + 2) + file + 2;
            Some((number - i8::from(number > 12)) as usize)
        }
        (3, true) => direction_of(file / 3, rank / 3).map(|direction| 24 + direction),
        _ => None,
    }
}

/// The number of a straight step of at most two cells among those.
fn straight(step: usize) -> Option<usize> {
    let number = step + usize::from(step >= 12);
    let (file, rank) = (number as i8 % 5 - 2, number as i8 / 5 - 2);
    let length = file.abs().max(rank.abs());
    let is_straight = file == 0 || rank == 0 || file.abs() == rank.abs();
    let direction = direction_of(file.signum(), rank.signum())?;
    (step < 24 && is_straight).then_some(8 * (length as usize - 1) + direction)
}

/// The direction of an adjacent cell.
fn direction(from: Cell, to: Cell) -> Option<usize> {
    let (file, rank) = difference(from, to);
    direction_of(file, rank)
}

/// The number of a direction.
fn direction_of(file: i8, rank: i8) -> Option<usize> {
    const ALL: [(i8, i8); DIRECTIONS] =
        [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    ALL.iter().position(|&other| other == (file, rank))
}

/// A number on a cell.
fn at(cell: Cell, number: f32) -> (usize, usize, f32) {
    let (file, rank) = (BOARD.file(cell), BOARD.rank(cell));
    (usize::from(rank), usize::from(file), number)
}
