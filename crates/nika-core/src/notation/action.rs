//! Actions as text.

use core::str::FromStr;

use abstract_game::{GameError, excerpt, game_error};
use grid_topology::Cell;
use printable::Found;

use super::{FACINGS, check_order};
use crate::{Action, BOARD, Facing, PIECES, Pieces};

/// Reads the text of an action. Whether the action is legal depends on the position.
impl FromStr for Action {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Action, GameError> {
        let no_action = |problem| game_error!("`{}` is no action: {problem}", excerpt(text));
        parse(text).map_err(no_action)
    }
}

/// The error about a text that has not the form of an action.
fn no_form() -> GameError {
    GameError::new(
        "expected a pass `-`, a rotation such as `k4k5@e`, a move such as `k4>n`, or a rally such as `+k2n`",
    )
}

/// Reads a cell at the beginning of a text, and returns the rest.
fn read_cell(text: &str) -> Result<(Cell, &str), GameError> {
    BOARD.parse_cell_prefix(text).map_err(GameError::new)
}

fn parse(text: &str) -> Result<Action, GameError> {
    if text == "-" {
        return Ok(Action::Pass);
    }
    if let Some(rest) = text.strip_prefix('+') {
        let (cell, rest) = read_cell(rest)?;
        return Ok(Action::Rally { cell, facing: read_facing(rest)? });
    }
    let Some(end) = text.find(['@', '>']) else { return Err(no_form()) };
    let (names, rest) = text.split_at(end);
    let pieces = read_pieces(names)?;
    let facing = read_facing(&rest[1..])?;
    Ok(match rest.starts_with('@') {
        true => Action::Rotate { pieces, facing },
        false => Action::Move { pieces, direction: facing },
    })
}

/// Reads cells in ascending order.
fn read_pieces(mut text: &str) -> Result<Pieces, GameError> {
    let mut cells = [Cell::new(0); PIECES];
    let mut count = 0;
    loop {
        let (cell, rest) = read_cell(text)?;
        if count > 0 {
            check_order(cells[count - 1], cell)?;
        }
        *cells.get_mut(count).ok_or_else(|| {
            game_error!("more than {PIECES} cells are named, but a city has {PIECES} pieces")
        })? = cell;
        count += 1;
        text = rest;
        if text.is_empty() {
            return Pieces::new(&cells[..count]).ok_or_else(no_form);
        }
    }
}

/// Reads the direction at the end of the text.
fn read_facing(text: &str) -> Result<Facing, GameError> {
    let mut chars = text.chars();
    let found = chars.next();
    let facing = found.and_then(Facing::from_letter);
    match (facing, chars.next()) {
        (Some(facing), None) => Ok(facing),
        (Some(_), found) => Err(game_error!("expected nothing after the direction, found {}", Found(found))),
        (None, _) => Err(game_error!("expected a direction {FACINGS}, found {}", Found(found))),
    }
}
