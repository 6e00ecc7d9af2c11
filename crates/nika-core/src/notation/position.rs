//! Positions as text.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use abstract_game::{GameError, Player, excerpt, game_error};
use grid_topology::Cell;
use printable::Found;

use super::{FACINGS, check_order};
use crate::army::Army;
use crate::city::{Area, Possessive};
use crate::{BOARD, City, Facing, PIECES, Position};

/// Reads the text of a position, finished or not.
impl FromStr for Position {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Position, GameError> {
        let words: Vec<_> = text.split_whitespace().collect();
        let [pieces, city, left, passed] = words[..] else {
            return Err(game_error!(
                "expected four words, `<pieces> <city> <actions left> <passed turns>`, found {}",
                words.len()
            ));
        };
        let mut position = Position::empty(read_city(city)?);
        let found = pieces.split('/').count();
        if found != 4 {
            return Err(game_error!("expected the pieces of four cities with `/` between, found {found}"));
        }
        for (city, text) in City::ALL.into_iter().zip(pieces.split('/')) {
            read_pieces(city, text, &mut position)?;
        }
        read_turn(left, passed, &mut position)?;
        if Player::BOTH.into_iter().all(|player| position.has_reached(player)) {
            return Err(GameError::new("pieces of both teams stand in their victory areas"));
        }
        position.find_winner();
        if let Some(end) = position.computed_end() {
            // A win sets the number of passed turns to 0; the fourth passed turn is a draw.
            let expected = if end.winner.is_some() { 0 } else { 4 };
            if (position.actions_left(), position.passed_turns()) != (2, expected) {
                let (left, passed) = (excerpt(left), excerpt(passed));
                return Err(game_error!(
                    "{end}, so the text ends in `2 {expected}`, not in `{left} {passed}`"
                ));
            }
        }
        Ok(position)
    }
}

/// The error about one of the words.
fn wrong(expected: &str, found: &str) -> GameError {
    game_error!("expected {expected}, found `{}`", excerpt(found))
}

fn read_city(text: &str) -> Result<City, GameError> {
    let mut chars = text.chars();
    let city = chars.next().and_then(City::from_letter).filter(|_| chars.next().is_none());
    city.ok_or_else(|| wrong("the city to act, `A`, `S`, `M` or `T`", text))
}

fn read_pieces(city: City, text: &str, position: &mut Position) -> Result<(), GameError> {
    if text == "-" {
        return Ok(());
    }
    let mut rest = text;
    let mut last: Option<Cell> = None;
    for _ in 0..PIECES {
        let (cell, facing);
        (cell, facing, rest) = read_piece(city, rest)?;
        let whose = Possessive(city);
        if let Some(before) = last {
            check_order(before, cell).map_err(|error| game_error!("{whose} piece on {error}"))?;
        }
        last = Some(cell);
        if !city.open_cells().contains(cell) {
            let (cell, area) = (BOARD.name(cell), Area(cell));
            return Err(game_error!("{whose} piece on {cell}: it may not stand in {area}"));
        }
        if let Some(other) = position.city_at(cell) {
            let (cell, other) = (BOARD.name(cell), Possessive(other));
            return Err(game_error!("{whose} piece on {cell}: {other} stands there already"));
        }
        position.place(city, facing, cell);
        if rest.is_empty() {
            return Ok(());
        }
    }
    Err(game_error!("{city} has more than {PIECES} pieces"))
}

fn read_piece(city: City, text: &str) -> Result<(Cell, Facing, &str), GameError> {
    let whose = Possessive(city);
    let (cell, rest) =
        BOARD.parse_cell_prefix(text).map_err(|error| game_error!("{whose} pieces: {error}"))?;
    let mut chars = rest.chars();
    let found = chars.next();
    match found.and_then(Facing::from_letter) {
        Some(facing) => Ok((cell, facing, chars.as_str())),
        None => Err(game_error!(
            "{whose} piece on {}: expected its facing {FACINGS}, found {}",
            BOARD.name(cell),
            Found(found)
        )),
    }
}

/// Reads the actions left and the passed turns.
fn read_turn(left: &str, passed: &str, position: &mut Position) -> Result<(), GameError> {
    let (actions, first_passed) = match left {
        "2" => (2, false),
        "1" => (1, false),
        "1p" => (1, true),
        _ => return Err(wrong("the actions left, `2`, `1` or `1p`", left)),
    };
    let turns = match passed.as_bytes() {
        &[digit @ b'0'..=b'4'] => digit - b'0',
        _ => return Err(wrong("the number of passed turns, `0` to `4`", passed)),
    };
    if turns > 0 && actions == 1 && !first_passed {
        return Err(game_error!(
            "{turns} turns passed and an action done that was no pass do not go together"
        ));
    }
    position.set_turn(position.city_to_act(), actions, first_passed, turns);
    Ok(())
}

/// `{}` is the text, `<pieces> <city> <actions left> <passed turns>`; `{:#}` draws the board.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return self.draw(f);
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
    pieces.try_for_each(|(cell, facing)| write!(f, "{}{facing}", BOARD.name(cell)))
}
