//! Actions as text.

use core::fmt;
use core::str::FromStr;

use abstract_game::{GameError, excerpt};

use crate::board::cell_name;
use crate::{Action, ActionError, Board, MAX_SIZE, board};

/// Reads an action: `swap` or a cell of the board. It need not be legal.
pub(crate) fn read_action(text: &str, board: &Board) -> Result<Action, ActionError> {
    if text == "swap" {
        return Ok(Action::SWAP);
    }
    let no_action = |error| {
        let text = excerpt(text);
        GameError::new(format_args!("`{text}` is no action, neither `swap` nor a cell: {error}"))
    };
    Ok(board.parse_cell(text).map(Action::place).map_err(no_action)?)
}

/// Reads `swap` or a cell of the largest board. Whether the action is legal depends on the position.
impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Action, ActionError> {
        read_action(text, board(MAX_SIZE))
    }
}

/// A cell, or `swap`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell() {
            Some(cell) => cell_name(cell).fmt(f),
            None => f.pad("swap"),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
