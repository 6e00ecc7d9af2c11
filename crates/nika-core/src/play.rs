//! Playing an action.

use grid_topology::Cell;

use crate::events::{Event, Routed};
use crate::{Action, Ahead, BOARD, City, Facing, PIECES, Pieces, Position};

impl Position {
    #[inline]
    pub(crate) fn play_recorded(&mut self, action: Action, events: &mut impl FnMut(Event)) {
        let city = self.city_to_act();
        match action {
            Action::Pass => events(Event::Passed { city }),
            Action::Rotate { pieces, facing } => {
                // All have the same facing.
                let from = self.facing_of(pieces.first());
                self.rotate(city, pieces, from, facing);
                for cell in pieces.cells() {
                    events(Event::Rotated { city, cell, from, to: facing });
                }
            }
            Action::Move { pieces, direction } => {
                self.push_and_rout(pieces, direction, events);
                self.step(city, pieces, direction);
                for from in pieces.cells() {
                    let Some(to) = BOARD.step(from, direction.direction()) else { continue };
                    events(Event::Moved { city, from, to, facing: direction });
                }
                self.find_winner();
            }
            Action::Rally { cell, facing } => {
                self.place(city, facing, cell);
                events(Event::Rallied { city, cell, facing });
            }
        }
        self.finish(action == Action::Pass, events);
    }

    /// Pushes and routs the enemies ahead of the pieces. The pieces have not moved yet, and each line is independent of the
    /// others, so the position before the move decides everything.
    #[inline]
    fn push_and_rout(&mut self, pieces: Pieces, direction: Facing, events: &mut impl FnMut(Event)) {
        let city = self.city_to_act();
        let chosen = pieces.set();
        for from in pieces.cells() {
            if BOARD.step(from, direction.direction()).is_some_and(|to| chosen.contains(to)) {
                continue;
            }
            match self.ahead(city, from, direction) {
                Ahead::Exposed(cell) => self.rout(cell, Routed::Attacked, events),
                Ahead::Facing(cell) => self.push(cell, direction, events),
                Ahead::Nothing | Ahead::Closed(_) | Ahead::Free(_) | Ahead::Friend(_) => {}
            }
        }
    }

    fn rout(&mut self, cell: Cell, how: Routed, events: &mut impl FnMut(Event)) {
        if let Some(city) = self.city_at(cell) {
            self.lift(city, cell);
            events(Event::Routed { city, cell, how });
        }
    }

    /// Pushes the row of enemies that starts at `front`.
    fn push(&mut self, front: Cell, direction: Facing, events: &mut impl FnMut(Event)) {
        let enemies = self.team(self.city_to_act().player().opponent());
        let step = |cell| BOARD.step(cell, direction.direction());
        // A team has two cities with six pieces each.
        let mut row = [front; 2 * PIECES];
        let mut count = 1;
        while let Some(next) = step(row[count - 1]).filter(|&next| enemies.contains(next)) {
            if count == row.len() {
                break;
            }
            row[count] = next;
            count += 1;
        }
        for &cell in row[..count].iter().rev() {
            let Some(city) = self.city_at(cell) else { continue };
            match self.retreat(city, step(cell)) {
                Err(how) => self.rout(cell, how, events),
                Ok(to) => {
                    let Some(facing) = self.lift(city, cell) else { continue };
                    self.place(city, facing, to);
                    events(Event::Pushed { city, from: cell, to, facing });
                }
            }
        }
    }

    /// The cell a pushed piece of a city moves to, or what routs it there. A piece of its own team never blocks it, because
    /// the row moves from its far end.
    fn retreat(&self, city: City, behind: Option<Cell>) -> Result<Cell, Routed> {
        let cell = behind.ok_or(Routed::PushedOff)?;
        match self.city_at(cell) {
            Some(city) => Err(Routed::PushedIntoEnemy { city, cell }),
            None if !city.open_cells().contains(cell) => Err(Routed::PushedIntoArea { cell }),
            None => Ok(cell),
        }
    }

    /// Counts the action and ends the turn or the game.
    #[inline]
    fn finish(&mut self, pass: bool, events: &mut impl FnMut(Event)) {
        let city = self.city_to_act();
        let passed = if pass { self.passed_turns() } else { 0 };
        if self.is_over() {
            self.set_turn(city.next(), 2, false, 0);
        } else if self.actions_left() == 2 {
            self.set_turn(city, 1, pass, passed);
            return;
        } else {
            let whole = pass && self.first_passed();
            self.set_turn(city.next(), 2, false, passed + u8::from(whole));
        }
        events(Event::TurnEnded { city });
        if let Some(end) = self.computed_end() {
            events(Event::GameEnded { end });
        }
    }
}
