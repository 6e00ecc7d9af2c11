//! Positions as text.

use core::fmt;
use core::str::FromStr;

use abstract_game::{Player, excerpt};
use grid_topology::Cell;

use crate::army::Army;
use crate::board::{Name, SQUARES};
use crate::draw::Drawing;
use crate::{BOARD, City, Facing, Nika, PIECES, Position, PositionError};

/// Reads a position, finished or not.
pub(crate) fn read_position(text: &str) -> Result<Position, PositionError> {
    let mut words = text.split_whitespace();
    let (Some(pieces), Some(city), Some(left), Some(passed), None) =
        (words.next(), words.next(), words.next(), words.next(), words.next())
    else {
        return Err(PositionError::Words { found: text.split_whitespace().count() });
    };
    let mut position = Position::empty(read_city(city)?);
    let found = pieces.split('/').count();
    if found != 4 {
        return Err(PositionError::Cities { found });
    }
    for (city, text) in City::ALL.into_iter().zip(pieces.split('/')) {
        read_pieces(city, text, &mut position)?;
    }
    read_turn(left, passed, &mut position)?;
    if Player::BOTH.into_iter().all(|player| position.has_reached(player)) {
        return Err(PositionError::BothWon);
    }
    position.find_winner();
    if let Some(end) = position.computed_end() {
        // A win sets the number of passed turns to 0; the fourth passed turn is a draw.
        let expected = if end.winner.is_some() { 0 } else { 4 };
        if (position.actions_left(), position.passed_turns()) != (2, expected) {
            return Err(PositionError::Over { end, expected, left: excerpt(left), passed: excerpt(passed) });
        }
    }
    Ok(position)
}

fn read_city(text: &str) -> Result<City, PositionError> {
    let mut chars = text.chars();
    let city = chars.next().and_then(City::from_letter).filter(|_| chars.next().is_none());
    city.ok_or_else(|| PositionError::ToAct { found: excerpt(text) })
}

fn read_pieces(city: City, text: &str, position: &mut Position) -> Result<(), PositionError> {
    if text == "-" {
        return Ok(());
    }
    let mut rest = text;
    let mut last: Option<Cell> = None;
    for _ in 0..PIECES {
        let (cell, facing);
        (cell, facing, rest) = read_piece(city, rest)?;
        match last {
            Some(before) if before == cell => return Err(PositionError::Twice { city, cell }),
            Some(before) if SQUARES[before.index()] > SQUARES[cell.index()] => {
                return Err(PositionError::Order { city, cell, before });
            }
            _ => last = Some(cell),
        }
        if !city.open_cells().contains(cell) {
            return Err(PositionError::Closed { city, cell });
        }
        if let Some(other) = position.city_at(cell) {
            return Err(PositionError::Occupied { city, cell, other });
        }
        position.place(city, facing, cell);
        if rest.is_empty() {
            return Ok(());
        }
    }
    Err(PositionError::TooMany { city })
}

fn read_piece(city: City, text: &str) -> Result<(Cell, Facing, &str), PositionError> {
    let (cell, rest) = BOARD.parse_cell_prefix(text).map_err(|error| PositionError::Cell { city, error })?;
    let mut chars = rest.chars();
    let found = chars.next();
    match found.and_then(Facing::from_letter) {
        Some(facing) => Ok((cell, facing, chars.as_str())),
        None => Err(PositionError::Facing { city, cell, found }),
    }
}

/// Reads the actions left and the passed turns.
fn read_turn(left: &str, passed: &str, position: &mut Position) -> Result<(), PositionError> {
    let (actions, first_passed) = match left {
        "2" => (2, false),
        "1" => (1, false),
        "1p" => (1, true),
        _ => return Err(PositionError::Left { found: excerpt(left) }),
    };
    let turns = match passed.as_bytes() {
        &[digit @ b'0'..=b'4'] => digit - b'0',
        _ => return Err(PositionError::Passed { found: excerpt(passed) }),
    };
    if turns > 0 && actions == 1 && !first_passed {
        return Err(PositionError::PassedBeforeAction { passed: turns });
    }
    position.set_turn(position.city_to_act(), actions, first_passed, turns);
    Ok(())
}

/// Reads the text of a position.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        Nika.read_position(text)
    }
}

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
