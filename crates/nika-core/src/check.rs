//! Whether an action is legal, and which rule forbids it.

use grid_topology::Cell;

use crate::board::is_cell;
use crate::{Action, ActionError, Ahead, BOARD, CellSet, City, Facing, Illegal, Pieces, Position};

impl Position {
    pub(crate) fn check_action(&self, action: Action) -> Result<(), ActionError> {
        if let Some(end) = self.computed_end() {
            return Err(ActionError::Over { end });
        }
        let checked = match action {
            Action::Pass => Ok(()),
            Action::Rotate { pieces, facing } => self.check_rotation(pieces, facing),
            Action::Move { pieces, direction } => self.check_move(pieces, direction),
            Action::Rally { cell, .. } => self.check_rally(cell),
        };
        checked.map_err(|why| ActionError::Illegal { action, why })
    }

    fn check_rotation(&self, pieces: Pieces, facing: Facing) -> Result<(), Illegal> {
        if self.check_selection(pieces)? == facing {
            return Err(Illegal::SameFacing { pieces, facing });
        }
        Ok(())
    }

    fn check_move(&self, pieces: Pieces, direction: Facing) -> Result<(), Illegal> {
        let facing = self.check_selection(pieces)?;
        let city = self.city_to_act();
        if let Some(from) = pieces.single() {
            return match self.ahead(city, from, direction) {
                Ahead::Facing(cell) => {
                    Err(Illegal::SinglePush { cell, enemy: self.city_at(cell).unwrap_or(city) })
                }
                ahead => self.check_way(city, from, direction, ahead),
            };
        }
        if facing != direction {
            return Err(Illegal::Sideways { facing, direction });
        }
        let chosen = pieces.set();
        for from in pieces.cells() {
            if BOARD.step(from, direction.direction()).is_some_and(|to| chosen.contains(to)) {
                continue;
            }
            match self.ahead(city, from, direction) {
                Ahead::Facing(front) => self.check_push(chosen, from, front, direction)?,
                ahead => self.check_way(city, from, direction, ahead)?,
            }
        }
        Ok(())
    }

    /// The chosen pieces are one's own, look the same way and hang together. Tells where they look.
    fn check_selection(&self, pieces: Pieces) -> Result<Facing, Illegal> {
        let city = self.city_to_act();
        for cell in pieces.cells() {
            match self.city_at(cell) {
                None => return Err(Illegal::Empty { cell }),
                Some(owner) if owner != city => return Err(Illegal::NotYours { city, cell, owner }),
                Some(_) => {}
            }
        }
        let first = pieces.first();
        let facing = self.facing_of(first);
        for cell in pieces.cells() {
            let found = self.facing_of(cell);
            if found != facing {
                return Err(Illegal::Facings { first, facing, cell, found });
            }
        }
        let chosen = pieces.set();
        let joined = BOARD.flood(CellSet::EMPTY.with(first), chosen);
        match pieces.cells().find(|&cell| !joined.contains(cell)) {
            Some(cell) => Err(Illegal::Unconnected { first, cell }),
            None => Ok(facing),
        }
    }

    fn check_way(&self, city: City, from: Cell, direction: Facing, ahead: Ahead) -> Result<(), Illegal> {
        match ahead {
            Ahead::Nothing => Err(Illegal::OffBoard { from, direction }),
            Ahead::Closed(cell) => Err(Illegal::Closed { city, cell }),
            Ahead::Friend(cell) => {
                Err(Illegal::Friend { city, cell, owner: self.city_at(cell).unwrap_or(city) })
            }
            Ahead::Free(_) | Ahead::Exposed(_) | Ahead::Facing(_) => Ok(()),
        }
    }

    /// The run of chosen pieces up to `from` outweighs the enemies from `front` on.
    fn check_push(&self, chosen: CellSet, from: Cell, front: Cell, direction: Facing) -> Result<(), Illegal> {
        let mut run = CellSet::EMPTY;
        let mut next = Some(from);
        while let Some(cell) = next.filter(|&cell| chosen.contains(cell)) {
            run.insert(cell);
            next = BOARD.step(cell, direction.opposite().direction());
        }
        let pushers = run.len() as u8;
        let pushed = self.weight(self.city_to_act().enemies()[0], front, direction);
        match Pieces::from_set(run) {
            Some(line) if pushers <= pushed => Err(Illegal::TooLight { line, pushers, pushed }),
            _ => Ok(()),
        }
    }

    fn check_rally(&self, cell: Cell) -> Result<(), Illegal> {
        let city = self.city_to_act();
        if self.routed(city) == 0 {
            Err(Illegal::NothingRouted { city })
        } else if !is_cell(cell) || !city.rally_area().contains(cell) {
            Err(Illegal::RallyArea { city, cell })
        } else if self.pieces(city).contains(cell) {
            Err(Illegal::RallyOccupied { city, cell })
        } else {
            Ok(())
        }
    }
}
