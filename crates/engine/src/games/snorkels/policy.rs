//! A linear model of the best placement, learned from searches: the policy.
//!
//! The logarithm of the odds that a placement is the best one is a sum of weights of the rows that describe its cell: what surrounds it,
//! the classes of the network for it and the cells nearby, and its distance from the edges. Boards of all sizes have one policy.

use games::snorkels_core::Position;
use grid_topology::bytes::{number_of, numbers};
use grid_topology::{Bitboard64, Cell, Direction};
use resources::included;
use snorkels_solver::{SURROUNDINGS, surroundings};

use super::Analysis;
use super::network::{BUCKETS, CODES, Inputs};

/// The code of closed cells.
const CLOSED: usize = CODES;

// The first row of each description.
const AROUND: usize = 0;
const CLASS: usize = AROUND + SURROUNDINGS;
const ZONE: usize = CLASS + CODES * BUCKETS;
const BESIDE: usize = ZONE + 4 * 4 * BUCKETS;
const DIAGONAL: usize = BESIDE + 4 * (CODES + 1);
const BEHIND: usize = DIAGONAL + 4 * (CODES + 1);
/// The number of rows.
pub(super) const ROWS: usize = BEHIND + 4 * (CODES + 1);

/// The weights by row in thousandths, as `trainer policy` writes them, 16 bits each, little-endian.
static WEIGHTS: [i16; ROWS] = included::numbers(include_bytes!("policy.bin"));

/// The policy of a position.
pub(super) struct Policy<'p> {
    position: &'p Position,
    inputs: Inputs,
    /// By cell: two bits for each of the neighbours north, north-east, east, south-east; and for the four others.
    around: [[u64; 8]; 2],
    /// The cells that are on the board and no stones.
    cells: Bitboard64,
}

impl Policy<'_> {
    /// The policy of an unfinished position.
    pub(super) fn of<'p>(position: &'p Position, analysis: &Analysis) -> Policy<'p> {
        let board = position.topology();
        let own = position.snorkels(position.to_place());
        let enemy = position.snorkels(position.to_place().opponent());
        let cells = own | enemy | position.empty();
        // The bits of closed cells are both 1. A cell sees a neighbour if the neighbour's set is shifted the other way.
        let (first, second) = (own | (board.cells() - cells), enemy | (board.cells() - cells));
        let seen = |towards: Direction| {
            let back = towards.opposite();
            let edge = board.cells() - board.shift(board.cells(), back);
            [board.shift(first, back) | edge, board.shift(second, back) | edge]
        };
        let [n, ne, e, se, s, sw, w, nw] = CIRCLE.map(seen);
        let around = [[n, ne, e, se], [s, sw, w, nw]].map(|four| {
            let [[a, b], [c, d], [e, f], [g, h]] = four;
            numbers([a, b, c, d, e, f, g, h])
        });
        Policy { position, inputs: Inputs::of(position, analysis), around, cells }
    }

    /// The logarithm of the odds of a placement on a cell, in thousandths.
    pub(super) fn score(&self, cell: Cell) -> i32 {
        self.rows(cell).into_iter().map(|row| i32::from(WEIGHTS[row])).sum()
    }

    /// The rows that describe a placement on a cell.
    #[inline]
    pub(super) fn rows(&self, cell: Cell) -> [usize; 15] {
        let board = self.position.topology();
        let around = (number_of(&self.around[0], cell) << 8 | number_of(&self.around[1], cell)) as u16;
        let from_edge = |at: u8, size: u8| usize::from(at.min(size - 1 - at).min(3));
        let zone = from_edge(board.file(cell), self.position.width());
        let other = from_edge(board.rank(cell), self.position.height());
        let (near, far) = (zone.min(other), zone.max(other));
        let code = self.code(Some(cell));
        let mut rows = [0; 15];
        rows[0] = AROUND + usize::from(surroundings(around));
        rows[1] = CLASS + code * BUCKETS + self.inputs.bucket;
        rows[2] = ZONE + (near * 4 + far) * BUCKETS + self.inputs.bucket;
        // Whether each colour places on the cell safely.
        let safety = code / 4 % 4;
        for quarter in 0..4 {
            let beside = board.step(cell, CIRCLE[2 * quarter]);
            let diagonal = board.step(cell, CIRCLE[2 * quarter + 1]);
            let behind = beside.and_then(|beside| board.step(beside, CIRCLE[2 * quarter]));
            let row = |first, cell| first + safety * (CODES + 1) + self.code(cell);
            rows[3 + quarter] = row(BESIDE, beside);
            rows[7 + quarter] = row(DIAGONAL, diagonal);
            rows[11 + quarter] = row(BEHIND, behind);
        }
        rows
    }

    /// The code of a cell.
    #[inline]
    fn code(&self, cell: Option<Cell>) -> usize {
        match cell {
            Some(cell) if self.cells.contains(cell) => number_of(&self.inputs.codes, cell),
            _ => CLOSED,
        }
    }
}

/// The neighbours of a cell in a circle.
const CIRCLE: [Direction; 8] = [
    Direction::North,
    Direction::NorthEast,
    Direction::East,
    Direction::SouthEast,
    Direction::South,
    Direction::SouthWest,
    Direction::West,
    Direction::NorthWest,
];

#[cfg(test)]
mod tests {
    use games::snorkels_core::{Colour, Snorkels};
    use grid_topology::{Cell, Symmetry};

    use super::{Analysis, BESIDE, CLOSED, CODES, Policy};
    use crate::games::network::tests::{checksum, random_positions};

    #[test]
    fn the_weights_are_those_that_won_the_matches() {
        assert_eq!(checksum(include_bytes!("policy.bin")), 0xa5c661d489c2bfd2);
    }

    #[test]
    fn images_have_the_same_rows() {
        for position in random_positions(&Snorkels::new()) {
            let policy = Policy::of(&position, &Analysis::of(&position));
            for symmetry in Symmetry::ALL {
                let image = position.mapped(symmetry);
                let other = Policy::of(&image, &Analysis::of(&image));
                for cell in position.empty() {
                    let sorted = |mut rows: [usize; 15]| {
                        rows.sort_unstable();
                        rows
                    };
                    let to = position.topology().map_cell(symmetry, cell);
                    assert_eq!(sorted(policy.rows(cell)), sorted(other.rows(to)), "{position}: {cell:?}");
                }
            }
        }
    }

    /// Own, opposing and empty cells differ, and stones are like the cells beyond the edges.
    #[test]
    fn the_surroundings_are_those_of_the_cell() {
        let rows = |text: &str, index: usize| {
            let position: super::Position = text.parse().expect("a position");
            assert_eq!(position.to_place(), Colour::BOTH[0], "{text}");
            Policy::of(&position, &Analysis::of(&position)).rows(Cell::new(index as u8))
        };
        let texts = ["3/3/3 p 1 -", "3/P2/3 p 2 -", "3/G2/3 p 1 -", "3/#2/3 p 1 -"];
        let numbers = texts.map(|text| rows(text, 0)[0]);
        let mut different = numbers.to_vec();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), 4, "{numbers:?}");
        let closed =
            rows(texts[3], 0)[3..7].iter().filter(|&row| (row - BESIDE) % (CODES + 1) == CLOSED).count();
        assert_eq!(closed, 3, "two edges and a stone");
    }
}
