//! Texts: reading and writing actions and positions.

mod action;
mod position;

use abstract_game::{GameError, game_error};
use grid_topology::Cell;

use crate::BOARD;
use crate::board::SQUARES;

/// The letters of facings, for messages.
const FACINGS: &str = "`n`, `e`, `s` or `w`";

/// Requires that cells are named in ascending order.
fn check_order(before: Cell, cell: Cell) -> Result<(), GameError> {
    let name = BOARD.name(cell);
    if before == cell {
        Err(game_error!("{name} is named twice"))
    } else if SQUARES[before.index()] > SQUARES[cell.index()] {
        let before = BOARD.name(before);
        Err(game_error!("{name} comes after {before}, but cells are in ascending order"))
    } else {
        Ok(())
    }
}
