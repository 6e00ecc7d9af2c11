//! Zobrist keys.

use abstract_game::zobrist;
use grid_topology::Cell;

use crate::{City, Facing, Position};

static PIECES: [[u64; 4 * 144]; 4] = [
    zobrist::keys(0x4e49_0001),
    zobrist::keys(0x4e49_0002),
    zobrist::keys(0x4e49_0003),
    zobrist::keys(0x4e49_0004),
];

/// By city, then passed turns, then state of the turn.
static TURNS: [u64; 4 * 5 * 3] = zobrist::keys(0x4e49_0005);

/// A piece with its facing on a cell of the board.
#[inline]
pub(crate) fn piece(city: City, facing: Facing, cell: Cell) -> u64 {
    PIECES[city.index()][144 * facing.index() + cell.index()]
}

/// Everything except the pieces: the city to act and the state of the turn.
#[inline]
pub(crate) fn turn(city: City, passed: u8, left: u8, first_passed: bool) -> u64 {
    let state = match (left, first_passed) {
        (1, false) => 1,
        (1, true) => 2,
        _ => 0,
    };
    TURNS[(city.index() * 5 + usize::from(passed.min(4))) * 3 + state]
}

impl Position {
    /// The key of the whole position.
    #[inline]
    pub(crate) fn current_key(&self) -> u64 {
        self.board_key() ^ self.turn_key()
    }

    /// The key of a position at the start of a turn without the number of passed turns.
    #[inline]
    pub(crate) fn current_repetition_key(&self) -> u64 {
        self.board_key() ^ turn(self.city_to_act(), 0, 2, false)
    }

    /// The key, computed from the whole position.
    pub(crate) fn computed_key(&self) -> u64 {
        let mut key = self.turn_key();
        for city in City::ALL {
            for cell in self.pieces(city) {
                key ^= piece(city, self.facing_of(cell), cell);
            }
        }
        key
    }

    #[inline]
    fn turn_key(&self) -> u64 {
        turn(self.city_to_act(), self.passed_turns(), self.actions_left(), self.first_passed())
    }
}
