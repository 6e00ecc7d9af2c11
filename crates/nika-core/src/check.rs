//! Whether an action is legal, and which rule forbids it.
//!
//! The rules themselves are predicates that the generator uses too: [`Army::is_selection`], [`Obstructed::obstacle`],
//! [`Ahead::is_open`] and [`Position::rally_cells`]. The functions here call them, and look for the reason only after a
//! refusal.

use grid_topology::Cell;

use crate::army::{Army, Obstacle, Obstructed};
use crate::board::is_cell;
use crate::{Action, ActionError, Ahead, CellSet, City, Facing, Illegal, Pieces, Position};

pub(crate) fn check(position: &Position, action: Action) -> Result<(), ActionError> {
    if let Some(end) = position.computed_end() {
        return Err(ActionError::Over { end });
    }
    let checked = match action {
        Action::Pass => Ok(()),
        Action::Rotate { pieces, facing } => position.check_rotation(pieces, facing),
        Action::Move { pieces, direction } => position.check_move(pieces, direction),
        Action::Rally { cell, .. } => position.check_rally(cell),
    };
    checked.map_err(|why| ActionError::Illegal { action, why })
}

impl Position {
    /// The empty cells on which a city may rally a piece; none if no piece is routed.
    #[inline]
    pub(crate) fn rally_cells(&self, city: City) -> CellSet {
        if self.routed(city) > 0 { city.rally_area() - self.pieces(city) } else { CellSet::EMPTY }
    }

    fn check_rotation(&self, pieces: Pieces, facing: Facing) -> Result<(), Illegal> {
        let city = self.city_to_act();
        match pieces.single() {
            Some(cell) => self.check_single(city, cell)?,
            None => drop(self.check_phalanx(&Army::of(self, city), pieces)?),
        }
        if self.facing_of(pieces.first()) == facing {
            return Err(Illegal::SameFacing { pieces, facing });
        }
        Ok(())
    }

    fn check_move(&self, pieces: Pieces, direction: Facing) -> Result<(), Illegal> {
        let city = self.city_to_act();
        if let Some(from) = pieces.single() {
            self.check_single(city, from)?;
            let ahead = self.ahead(city, from, direction);
            return if ahead.is_open() { Ok(()) } else { Err(self.blocked(from, direction, ahead)) };
        }
        let army = Army::of(self, city);
        let phalanx = self.check_phalanx(&army, pieces)?;
        let facing = self.facing_of(pieces.first());
        if facing != direction {
            return Err(Illegal::Sideways { facing, direction });
        }
        let obstructed = Obstructed::of(self, &army, city, phalanx, &self.open_ahead(city));
        match obstructed.obstacle(&army, phalanx) {
            None => Ok(()),
            Some(Obstacle { front, line: None }) => {
                let from = army.cells[front];
                Err(self.blocked(from, direction, self.ahead(city, from, direction)))
            }
            Some(Obstacle { front, line: Some(line) }) => Err(Illegal::TooLight {
                line: Pieces::chosen(&army.cells, line),
                pushers: line.count_ones() as u8,
                pushed: obstructed.weight(front),
            }),
        }
    }

    fn check_rally(&self, cell: Cell) -> Result<(), Illegal> {
        let city = self.city_to_act();
        if is_cell(cell) && self.rally_cells(city).contains(cell) {
            Ok(())
        } else if self.routed(city) == 0 {
            Err(Illegal::NothingRouted { city })
        } else if is_cell(cell) && city.rally_area().contains(cell) {
            Err(Illegal::RallyOccupied { city, cell })
        } else {
            Err(Illegal::RallyArea { city, cell })
        }
    }

    /// Checks that a single piece belongs to the city.
    #[inline]
    fn check_single(&self, city: City, cell: Cell) -> Result<(), Illegal> {
        match self.city_at(cell) {
            Some(owner) if owner == city => Ok(()),
            Some(owner) => Err(Illegal::NotYours { city, cell, owner }),
            None => Err(Illegal::Empty { cell }),
        }
    }

    /// The mask of pieces that form a phalanx.
    fn check_phalanx(&self, army: &Army, pieces: Pieces) -> Result<u8, Illegal> {
        let mask = army.mask(pieces).filter(|&mask| army.is_selection(mask));
        mask.ok_or_else(|| self.no_phalanx(army, pieces))
    }

    /// Why pieces are no phalanx.
    #[cold]
    fn no_phalanx(&self, army: &Army, pieces: Pieces) -> Illegal {
        let city = self.city_to_act();
        if let Some(error) = pieces.cells().find_map(|cell| self.check_single(city, cell).err()) {
            return error;
        }
        let first = pieces.first();
        let facing = self.facing_of(first);
        let other = pieces.cells().find(|&cell| self.facing_of(cell) != facing);
        if let Some(cell) = other {
            return Illegal::Facings { first, facing, cell, found: self.facing_of(cell) };
        }
        let connected = army
            .mask(pieces)
            .map_or(CellSet::EMPTY, |mask| Pieces::chosen(&army.cells, army.connected(mask)).set());
        let cell = pieces.cells().find(|&cell| !connected.contains(cell)).unwrap_or(first);
        Illegal::Unconnected { first, cell }
    }

    /// Why a piece cannot step onto the cell ahead.
    #[cold]
    fn blocked(&self, from: Cell, direction: Facing, ahead: Ahead) -> Illegal {
        let city = self.city_to_act();
        let owner = |cell| self.city_at(cell).unwrap_or(city);
        match ahead {
            Ahead::Nothing => Illegal::OffBoard { from, direction },
            Ahead::Closed(cell) => Illegal::Closed { city, cell },
            Ahead::Friend(cell) => Illegal::Friend { city, cell, owner: owner(cell) },
            Ahead::Facing(cell) | Ahead::Free(cell) | Ahead::Exposed(cell) => {
                Illegal::SinglePush { cell, enemy: owner(cell) }
            }
        }
    }
}
