//! Actions as text.

use core::fmt;
use core::str::FromStr;

use abstract_game::{GameError, excerpt, game_error};

use crate::board::cell_name;
use crate::{Action, Board, MAX_SIZE, board};

/// Reads an action: `swap` or a cell of the board. It need not be legal.
pub(crate) fn read_action(text: &str, board: &Board) -> Result<Action, GameError> {
    if text == "swap" {
        return Ok(Action::SWAP);
    }
    let no_action = |error| {
        let text = excerpt(text);
        game_error!("`{text}` is no action, neither `swap` nor a cell: {error}")
    };
    board.parse_cell(text).map(Action::place).map_err(no_action)
}

/// Reads `swap` or a cell of the largest board. Whether the action is legal depends on the position.
impl FromStr for Action {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Action, GameError> {
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
