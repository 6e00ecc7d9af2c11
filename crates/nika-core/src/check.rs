//! Whether an action is legal, and which rule forbids it.
//!
//! The rules themselves are predicates that the generator uses too: [`Army::is_selection`], [`Obstructed::obstacle`],
//! [`Ahead::is_open`] and [`Position::rally_cells`]. The functions here call them, and look for the reason only after a
//! refusal.

use core::fmt;

use abstract_game::{GameError, game_error};
use grid_topology::Cell;

use crate::army::{Army, Obstacle, Obstructed};
use crate::board::{is_cell, is_mural};
use crate::city::{Area, Possessive};
use crate::{Action, Ahead, BOARD, CellSet, City, Facing, Pieces, Position};

/// Checks an action. Without `explain` a refusal has no message, which takes long to write.
pub(crate) fn check(position: &Position, action: Action, explain: bool) -> Result<(), GameError> {
    if let Some(end) = position.computed_end() {
        return Err(game_error!("the game is over: {end}"));
    }
    let question = Question { position, city: position.city_to_act(), action, explain };
    match action {
        Action::Pass => Ok(()),
        Action::Rotate { pieces, facing } => question.check_rotation(pieces, facing),
        Action::Move { pieces, direction } => question.check_move(pieces, direction),
        Action::Rally { cell, .. } => question.check_rally(cell),
    }
}

impl Position {
    /// The empty cells on which a city may rally a piece; none if no piece is routed.
    #[inline]
    pub(crate) fn rally_cells(&self, city: City) -> CellSet {
        if self.routed(city) > 0 { city.rally_area() - self.pieces(city) } else { CellSet::EMPTY }
    }
}

/// Whether the city to act may do the action.
struct Question<'a> {
    position: &'a Position,
    city: City,
    action: Action,
    explain: bool,
}

impl Question<'_> {
    fn refuse(&self, why: fmt::Arguments<'_>) -> GameError {
        if self.explain { game_error!("{}: {why}", self.action) } else { GameError::new("") }
    }

    fn check_rotation(&self, pieces: Pieces, facing: Facing) -> Result<(), GameError> {
        let single = pieces.single();
        match single {
            Some(cell) => self.check_single(cell)?,
            None => drop(self.check_phalanx(&Army::of(self.position, self.city), pieces)?),
        }
        if self.position.facing_of(pieces.first()) == facing {
            let face = if single.is_some() { "faces" } else { "face" };
            return Err(self.refuse(format_args!("{pieces} {face} {} already", facing.name())));
        }
        Ok(())
    }

    fn check_move(&self, pieces: Pieces, direction: Facing) -> Result<(), GameError> {
        let (position, city) = (self.position, self.city);
        if let Some(from) = pieces.single() {
            self.check_single(from)?;
            let ahead = position.ahead(city, from, direction);
            return if ahead.is_open() { Ok(()) } else { Err(self.blocked(from, direction, ahead)) };
        }
        let army = Army::of(position, city);
        let phalanx = self.check_phalanx(&army, pieces)?;
        let facing = position.facing_of(pieces.first());
        if facing != direction {
            let (facing, direction) = (facing.name(), direction.name());
            return Err(
                self.refuse(format_args!("a phalanx moves only the way it faces, {facing}, not {direction}"))
            );
        }
        let obstructed = Obstructed::of(position, &army, city, phalanx, &position.open_ahead(city));
        match obstructed.obstacle(&army, phalanx) {
            None => Ok(()),
            Some(Obstacle { front, line: None }) => {
                let from = army.cells[front];
                Err(self.blocked(from, direction, position.ahead(city, from, direction)))
            }
            Some(Obstacle { front, line: Some(line) }) => {
                let (pushers, pushed) = (line.count_ones(), obstructed.weight(front));
                let result = if pushers == u32::from(pushed) { "tied" } else { "outweighed" };
                let line = Pieces::chosen(&army.cells, line);
                Err(self.refuse(format_args!("the line {line} is {result} {pushers} to {pushed}")))
            }
        }
    }

    fn check_rally(&self, cell: Cell) -> Result<(), GameError> {
        let (position, city) = (self.position, self.city);
        if is_cell(cell) && position.rally_cells(city).contains(cell) {
            Ok(())
        } else if position.routed(city) == 0 {
            Err(self.refuse(format_args!("{city} has no routed piece to rally")))
        } else if is_cell(cell) && city.rally_area().contains(cell) {
            Err(self.refuse(format_args!("{} is held already", BOARD.name(cell))))
        } else {
            Err(self.refuse(format_args!("{} is not in {} rally area", BOARD.name(cell), Possessive(city))))
        }
    }

    /// Checks that a single piece belongs to the city.
    #[inline]
    fn check_single(&self, cell: Cell) -> Result<(), GameError> {
        let name = BOARD.name(cell);
        match self.position.city_at(cell) {
            Some(owner) if owner == self.city => Ok(()),
            Some(owner) => {
                Err(self.refuse(format_args!("{} acts, and {name} is {}", self.city, Possessive(owner))))
            }
            None => Err(self.refuse(format_args!("nothing stands on {name}"))),
        }
    }

    /// The mask of pieces that form a phalanx.
    fn check_phalanx(&self, army: &Army, pieces: Pieces) -> Result<u8, GameError> {
        let mask = army.mask(pieces).filter(|&mask| army.is_selection(mask));
        mask.ok_or_else(|| self.no_phalanx(army, pieces))
    }

    /// Why pieces are no phalanx.
    #[cold]
    fn no_phalanx(&self, army: &Army, pieces: Pieces) -> GameError {
        let position = self.position;
        if let Some(error) = pieces.cells().find_map(|cell| self.check_single(cell).err()) {
            return error;
        }
        let (first, facing) = (BOARD.name(pieces.first()), position.facing_of(pieces.first()));
        if let Some(cell) = pieces.cells().find(|&cell| position.facing_of(cell) != facing) {
            let (found, facing) = (position.facing_of(cell).name(), facing.name());
            let cell = BOARD.name(cell);
            return self.refuse(format_args!(
                "{first} and {cell} are no phalanx: {first} faces {facing}, {cell} faces {found}"
            ));
        }
        let connected = army
            .mask(pieces)
            .map_or(CellSet::EMPTY, |mask| Pieces::chosen(&army.cells, army.connected(mask)).set());
        let cell =
            BOARD.name(pieces.cells().find(|&cell| !connected.contains(cell)).unwrap_or(pieces.first()));
        self.refuse(format_args!("{first} and {cell} are no phalanx: they are not connected"))
    }

    /// Why a piece cannot step onto the cell ahead.
    #[cold]
    fn blocked(&self, from: Cell, direction: Facing, ahead: Ahead) -> GameError {
        let owner = |cell| self.position.city_at(cell).unwrap_or(self.city);
        match ahead {
            Ahead::Nothing => {
                let (name, beyond) = (BOARD.name(from), beyond(from, direction));
                self.refuse(format_args!("{} of {name} is {beyond}", direction.name()))
            }
            Ahead::Closed(cell) => {
                let (name, area) = (BOARD.name(cell), Area(cell));
                self.refuse(format_args!("{name} is not open to {}: it lies in {area}", self.city))
            }
            Ahead::Friend(cell) if owner(cell) == self.city => {
                self.refuse(format_args!("{} holds an own piece that does not move along", BOARD.name(cell)))
            }
            Ahead::Friend(cell) => {
                self.refuse(format_args!("{} holds a piece of the ally", BOARD.name(cell)))
            }
            Ahead::Facing(cell) | Ahead::Free(cell) | Ahead::Exposed(cell) => {
                let (name, enemy) = (BOARD.name(cell), Possessive(owner(cell)));
                self.refuse(format_args!("a single piece never pushes, and {enemy} {name} faces it"))
            }
        }
    }
}

/// What lies where there is no cell.
fn beyond(from: Cell, direction: Facing) -> &'static str {
    let (files, ranks) = direction.direction().delta();
    let file = BOARD.file(from).checked_add_signed(files);
    let rank = BOARD.rank(from).checked_add_signed(ranks);
    let mural = file.zip(rank).is_some_and(|(file, rank)| is_mural(file, rank));
    if mural { "the mural" } else { "the edge of the board" }
}
