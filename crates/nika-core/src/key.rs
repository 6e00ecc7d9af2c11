//! The tables behind a position's Zobrist key.

use abstract_game::zobrist;
use grid_topology::Cell;

use crate::{City, Facing};

static PIECES: [[u64; 4 * 144]; 4] = [
    zobrist::keys(0x4e49_0001),
    zobrist::keys(0x4e49_0002),
    zobrist::keys(0x4e49_0003),
    zobrist::keys(0x4e49_0004),
];

/// By city, then number of turns passed, then state of the turn.
static TURNS: [u64; 4 * 5 * 3] = zobrist::keys(0x4e49_0005);

/// A piece on a cell of the board.
#[inline]
pub(crate) fn piece(city: City, facing: Facing, cell: Cell) -> u64 {
    PIECES[city.index()][144 * facing.index() + cell.index()]
}

/// All that is not on the board.
#[inline]
pub(crate) fn turn(city: City, passed: u8, left: u8, first_passed: bool) -> u64 {
    let state = match (left, first_passed) {
        (1, false) => 1,
        (1, true) => 2,
        _ => 0,
    };
    TURNS[(city.index() * 5 + usize::from(passed.min(4))) * 3 + state]
}
