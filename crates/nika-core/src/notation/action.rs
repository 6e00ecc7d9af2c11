//! Actions as text.

use core::fmt;
use core::str::FromStr;

use abstract_game::excerpt;
use grid_topology::Cell;

use crate::board::{Name, SQUARES};
use crate::{Action, ActionError, BOARD, Facing, PIECES, Pieces, TextProblem};

/// Reads an action. It need not be legal.
pub(crate) fn read_action(text: &str) -> Result<Action, ActionError> {
    parse(text).map_err(|problem| ActionError::Text { text: excerpt(text), problem })
}

fn parse(text: &str) -> Result<Action, TextProblem> {
    if text == "-" {
        return Ok(Action::Pass);
    }
    if let Some(rest) = text.strip_prefix('+') {
        let (cell, rest) = BOARD.parse_cell_prefix(rest)?;
        return Ok(Action::Rally { cell, facing: read_facing(rest)? });
    }
    let Some(end) = text.find(['@', '>']) else { return Err(TextProblem::Form) };
    let (names, rest) = text.split_at(end);
    let pieces = read_pieces(names)?;
    let facing = read_facing(&rest[1..])?;
    Ok(match rest.starts_with('@') {
        true => Action::Rotate { pieces, facing },
        false => Action::Move { pieces, direction: facing },
    })
}

/// Reads cells in ascending order.
fn read_pieces(mut text: &str) -> Result<Pieces, TextProblem> {
    let mut cells = [Cell::new(0); PIECES];
    let mut count = 0;
    loop {
        let (cell, rest) = BOARD.parse_cell_prefix(text)?;
        if count > 0 {
            check_order(cells[count - 1], cell)?;
        }
        *cells.get_mut(count).ok_or(TextProblem::TooMany)? = cell;
        count += 1;
        text = rest;
        if text.is_empty() {
            return Pieces::new(&cells[..count]).ok_or(TextProblem::Form);
        }
    }
}

fn check_order(before: Cell, cell: Cell) -> Result<(), TextProblem> {
    if before == cell {
        Err(TextProblem::Twice { cell })
    } else if SQUARES[before.index()] > SQUARES[cell.index()] {
        Err(TextProblem::Order { cell, before })
    } else {
        Ok(())
    }
}

/// Reads the direction at the end of the text.
fn read_facing(text: &str) -> Result<Facing, TextProblem> {
    let mut chars = text.chars();
    let found = chars.next();
    let facing = found.and_then(Facing::from_letter).ok_or(TextProblem::Facing { found })?;
    match chars.next() {
        None => Ok(facing),
        Some(found) => Err(TextProblem::Trailing { found }),
    }
}

/// Reads the text of an action. Whether the action is legal depends on the position.
impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Action, ActionError> {
        read_action(text)
    }
}

/// The text of the action.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Pass => f.pad("-"),
            Action::Rotate { pieces, facing } => write!(f, "{pieces}@{facing}"),
            Action::Move { pieces, direction } => write!(f, "{pieces}>{direction}"),
            Action::Rally { cell, facing } => write!(f, "+{}{facing}", Name(cell)),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
