//! The text of a position.

use core::fmt;

use crate::army::Army;
use crate::board::Name;
use crate::draw::Drawing;
use crate::{City, Position};

/// `{}` is the text, `<pieces> <city> <actions left> <passed turns>`; `{:#}` draws the board.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return write!(f, "{}", Drawing(self));
        }
        for city in City::ALL {
            f.write_str(if city == City::Athens { "" } else { "/" })?;
            write_pieces(self, city, f)?;
        }
        let p = if self.first_passed() { "p" } else { "" };
        write!(f, " {} {}{p} {}", self.city_to_act().letter(), self.actions_left(), self.passed_turns())
    }
}

fn write_pieces(position: &Position, city: City, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let army = Army::of(position, city);
    if army.count == 0 {
        return f.write_str("-");
    }
    let mut pieces = army.cells.into_iter().zip(army.facings).take(army.count);
    pieces.try_for_each(|(cell, facing)| write!(f, "{}{facing}", Name(cell)))
}
