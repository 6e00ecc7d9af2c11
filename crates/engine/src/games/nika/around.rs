//! What is on the cells around a cell, for the city to act. Each cell has one number with the properties of its piece as bits, so
//! that the policy counts and unites them without sets of cells.

use games::nika_core::{BOARD, Facing, PIECES, Position};
use grid_topology::Cell;

use super::exposed::after_a_step;

const CELLS: usize = BOARD.len();

/// Which enemies may step from the cell: the next city at once and after a step, and the last one.
const ATTACKERS: u64 = 0b1111;
/// The first of four bits: whether a step in the direction with this number routs the enemy on the cell.
const ROUTED: usize = 4;
const NEXT: u64 = 1 << 8;
const LAST: u64 = 1 << 9;
const OWN: u64 = 1 << 10;
/// The first bit of the number of an own piece.
const NUMBER: usize = 11;
/// The first of four bytes: whether an own piece has the facing with this number.
const FACINGS: usize = 32;

/// By cell: the cells around it, by direction; [`CELLS`] for those outside the board.
static NEIGHBOURS: [[u8; 4]; CELLS] = {
    let mut neighbours = [[CELLS as u8; 4]; CELLS];
    let mut at = 0;
    while at < 4 * CELLS {
        if let Some(to) = BOARD.step(Cell::new((at / 4) as u8), Facing::ALL[at % 4].direction()) {
            neighbours[at / 4][at % 4] = to.index() as u8;
        }
        at += 1;
    }
    neighbours
};

/// What is on each cell of the board, and outside it nothing.
pub(super) struct Cells([u64; CELLS + 1]);

impl Cells {
    pub(super) fn of(position: &Position) -> Cells {
        let city = position.city_to_act();
        let mut cells = [0; CELLS + 1];
        let mut number = 0;
        position.for_each_piece(city, |cell, facing| {
            cells[cell.index()] = OWN | number << NUMBER | 1 << (FACINGS + 8 * facing.index());
            number += 1;
        });
        for (enemy, is_of, at_once) in [(city.next(), NEXT, 8), (city.next().ally(), LAST, 2)] {
            position.for_each_piece(enemy, |cell, facing| {
                let routed = 0b1111 - (1 << facing.opposite().index());
                cells[cell.index()] = is_of | at_once | routed << ROUTED;
            });
            for cell in after_a_step(position, enemy) {
                cells[cell.index()] |= at_once / 2;
            }
        }
        Cells(cells)
    }

    /// The number of the own piece on a cell, in ascending order of cells.
    #[inline]
    pub(super) fn number(&self, cell: Cell) -> usize {
        (self.0[cell.index()] >> NUMBER) as usize % PIECES.next_power_of_two()
    }

    #[inline]
    pub(super) fn around(&self, cell: Cell) -> Around {
        Around(NEIGHBOURS[cell.index()].map(|neighbour| self.0[usize::from(neighbour)]))
    }
}

/// What is on the cells around a cell, by direction.
pub(super) struct Around([u64; 4]);

impl Around {
    /// Whether an own piece is in this direction.
    #[inline]
    pub(super) fn has_own(&self, direction: Facing) -> bool {
        self.0[direction.index()] & OWN != 0
    }

    /// The enemy in this direction: 1 for the next city, 2 for the last one, and whether it faces the cell. `(0, false)` if there is
    /// none.
    #[inline]
    pub(super) fn enemy(&self, direction: Facing) -> (usize, bool) {
        let cell = self.0[direction.index()];
        let city = (cell / NEXT % 4) as usize;
        (city, city > 0 && cell >> (ROUTED + direction.index()) & 1 == 0)
    }

    /// The number of enemies that a step from the cell routs, at most two.
    #[inline]
    pub(super) fn attacks(&self) -> usize {
        let routs = |direction: usize| (self.0[direction] >> (ROUTED + direction) & 1) as usize;
        [0, 1, 2, 3].map(routs).into_iter().sum::<usize>().min(2)
    }

    /// Which enemies can rout a piece on the cell with this facing, as four bits: the next city by a step and by two steps, and the
    /// last one.
    #[inline]
    pub(super) fn attackers(&self, facing: Facing) -> usize {
        let [right, back, left] = [1, 2, 3].map(|turn| self.0[(facing.index() + turn) % 4]);
        ((right | back | left) & ATTACKERS) as usize
    }

    /// The number of own pieces with this facing.
    #[inline]
    pub(super) fn alike(&self, facing: Facing) -> usize {
        let sum: u64 = self.0.iter().map(|cell| cell >> FACINGS).sum();
        (sum >> (8 * facing.index())) as usize % 8
    }
}
