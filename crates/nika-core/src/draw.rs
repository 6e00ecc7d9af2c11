//! The drawn board.

use core::fmt;

use grid_topology::Cell;

use crate::board::is_mural;
use crate::{BOARD, City, Facing, Position};

impl Position {
    /// Draws the board: a piece is its city's letter and an arrow; an empty cell is `.` in the field, `*` in a victory area and
    /// `+` in a rally area; the mural is `##`. Below the board: the routed pieces, if there are any, and a line that tells which
    /// city acts or how the game ended; no newline follows it.
    pub(crate) fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..BOARD.height()).rev() {
            write!(f, "{:2}", rank + 1)?;
            // The number of spaces to write before the next square that is not blank.
            let mut spaces = 1;
            for file in 0..BOARD.width() {
                let [first, second] = self.square(file, rank);
                match (first, second) {
                    (' ', _) => spaces += 3,
                    (_, ' ') => {
                        write!(f, "{:spaces$}{first}", "")?;
                        spaces = 2;
                    }
                    _ => {
                        write!(f, "{:spaces$}{first}{second}", "")?;
                        spaces = 1;
                    }
                }
            }
            writeln!(f)?;
        }
        write!(f, "  ")?;
        for (i, file) in ('a'..).take(BOARD.width().into()).enumerate() {
            write!(f, "{}{file}", if i == 0 { " " } else { "  " })?;
        }
        writeln!(f)?;
        self.write_routed(f)?;
        self.write_state(f)
    }

    /// The two characters of a square.
    fn square(&self, file: u8, rank: u8) -> [char; 2] {
        match BOARD.at(file, rank) {
            None if is_mural(file, rank) => ['#', '#'],
            None => [' ', ' '],
            Some(cell) => match self.piece_at(cell) {
                Some((city, facing)) => [city.letter(), arrow(facing)],
                None => [empty(cell), ' '],
            },
        }
    }

    fn write_routed(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "routed: ";
        for city in City::ALL {
            let count = self.routed(city);
            if count > 0 {
                write!(f, "{between}{city} {count}")?;
                between = ", ";
            }
        }
        if between == ", " { writeln!(f) } else { Ok(()) }
    }

    fn write_state(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(end) = self.computed_end() {
            return write!(f, "{end}");
        }
        let city = self.city_to_act();
        write!(f, "{city} ({}) to act", city.player())?;
        match (self.actions_left(), self.first_passed()) {
            (2, _) => write!(f, ", 2 actions left")?,
            (_, false) => write!(f, ", 1 action left")?,
            (_, true) => write!(f, ", 1 action left after a pass")?,
        }
        match self.passed_turns() {
            0 => Ok(()),
            1 => write!(f, "; the last turn was passed"),
            turns => write!(f, "; the last {turns} turns were passed"),
        }
    }
}

const fn arrow(facing: Facing) -> char {
    ['^', '>', 'v', '<'][facing.index()]
}

/// The character of an empty cell.
fn empty(cell: Cell) -> char {
    let is_in =
        |area: fn(City) -> crate::CellSet| City::ALL.into_iter().any(|city| area(city).contains(cell));
    match () {
        () if is_in(City::victory_area) => '*',
        () if is_in(City::rally_area) => '+',
        () => '.',
    }
}
