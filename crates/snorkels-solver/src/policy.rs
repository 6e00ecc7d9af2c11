//! A linear model of the best placement, learned from searches and proofs: the policy.
//!
//! The logarithm of the odds that a placement is the best one is a sum of weights: of what surrounds its cell, of the classes of the cell
//! and of the eight cells around it, and of its distance from the edges. Boards of all sizes have one policy.

use resources::included;
use snorkels_core::grid_topology::bytes::numbers;
use snorkels_core::{Bitboard64, Cell, Position};

use crate::state::State;
use crate::surroundings::{SURROUNDINGS, surroundings};

/// The classes of empty cells, numbers of six bits: an air of an own group with two airs, of one with two or three, of opposing groups
/// likewise, and whether each player places there safely.
const CLASSES: usize = 1 << 6;
/// The codes of cells: the class of an empty cell, [`OWN`], and after it opposing and closed cells, which are off the board or stones.
const CODES: usize = CLASSES + 3;
const OWN: u8 = CLASSES as u8;
const CLOSED: u8 = OWN + 2;
/// By the number of snorkels: the stages of a game.
const STAGES: usize = 6;
/// A stage has this number of snorkels on a board of 49 cells.
const STAGE: u32 = 5;

// The first row of each description.
const AROUND: usize = 0;
const CLASS: usize = AROUND + SURROUNDINGS;
const ZONE: usize = CLASS + CLASSES * STAGES;
const BESIDE: usize = ZONE + 4 * 4 * STAGES;
const DIAGONAL: usize = BESIDE + 4 * CODES;
const ROWS: usize = DIAGONAL + 4 * CODES;

/// The weights by row in thousandths, as `trainer policy` writes them, 16 bits each, little-endian.
static WEIGHTS: [i16; ROWS] = included::numbers(include_bytes!("policy.bin"));

/// The numbers of cells in a row of [`Policy::codes`], with a closed cell at both ends.
const STRIDE: usize = 10;

/// Where the code of a cell of the 8×8 frame is.
const fn place(index: usize) -> usize {
    STRIDE + 1 + index / 8 * STRIDE + index % 8
}

/// From a place to those around it, in a circle that begins in the north.
const CIRCLE: [isize; 8] = {
    let north = STRIDE as isize;
    [north, north + 1, 1, 1 - north, -north, -north - 1, -1, north - 1]
};

/// The policy of a position.
///
/// ```
/// use snorkels_core::Position;
/// use snorkels_solver::Policy;
/// let position: Position = "7/7/2P1G2/3P3/2GG3/1P2P2/7 g 1 -".parse()?;
/// let policy = Policy::of(&position);
/// let [corner, centre] = ["a1", "e4"].map(|cell| position.topology().parse_cell(cell).unwrap());
/// assert!(policy.score(centre) > policy.score(corner));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Policy {
    /// The codes of the cells and of a border.
    codes: [u8; STRIDE * STRIDE],
    width: u8,
    height: u8,
    /// The stage of the game, below [`STAGES`].
    stage: usize,
}

impl Policy {
    /// The number of rows.
    pub const ROWS: usize = ROWS;

    /// The policy of a position.
    #[must_use]
    pub fn of(position: &Position) -> Policy {
        let [own, enemy] = [position.to_place(), position.to_place().opponent()]
            .map(|colour| position.snorkels(colour).words()[0]);
        let [empty] = position.empty().words();
        Policy::new(&State::new(own, enemy, empty), [position.width(), position.height()])
    }

    /// The policy of a state, on a board with these numbers of files and ranks.
    pub(crate) fn new(state: &State, [width, height]: [u8; 2]) -> Policy {
        let State { own, enemy, empty, own_groups, enemy_groups, .. } = state;
        let [own_few, _] = own_groups.few_and_many();
        let [enemy_few, enemy_many] = enemy_groups.few_and_many();
        let closed = !(own | enemy | empty);
        // The codes of cells that are not empty have the bits of their content.
        let bits = [
            !empty,
            state.view().passed().safe(enemy_many),
            state.safe(),
            enemy_few,
            enemy_groups.two,
            own_few | closed,
            own_groups.two | enemy,
        ];
        let bytes = numbers(bits.map(|set| Bitboard64::from_words([set])));
        let mut codes = [CLOSED; STRIDE * STRIDE];
        for (rank, bytes) in bytes.into_iter().enumerate() {
            codes[place(8 * rank)..][..8].copy_from_slice(&bytes.to_le_bytes());
        }
        let filled = (own | enemy).count_ones();
        let of_49 = filled * 49 / (filled + empty.count_ones());
        Policy { codes, width, height, stage: ((of_49 / STAGE) as usize).min(STAGES - 1) }
    }

    /// The logarithm of the odds of a placement on an empty cell, in thousandths.
    ///
    /// # Panics
    /// Panics, or returns a number without a meaning, if the cell is not an empty one of the board.
    #[inline]
    #[must_use]
    pub fn score(&self, cell: Cell) -> i32 {
        self.rows(cell).into_iter().map(|row| i32::from(WEIGHTS[usize::from(row)])).sum()
    }

    /// The rows that describe a placement on an empty cell: the numbers of the weights that add up.
    ///
    /// # Panics
    /// As [`score`](Self::score).
    #[inline]
    #[must_use]
    pub fn rows(&self, cell: Cell) -> [u16; 11] {
        let index = cell.index();
        let at = place(index);
        let code = usize::from(self.codes[at]);
        let around = CIRCLE.map(|step| self.codes[at.wrapping_add_signed(step)]);
        // Empty, own, opposing or closed.
        let kinds = around.iter().fold(0, |kinds, code| kinds << 2 | u16::from(code.saturating_sub(OWN - 1)));
        let from_edge = |at: usize, size: u8| at.min(usize::from(size) - 1 - at).min(3);
        let zones = [from_edge(index % 8, self.width), from_edge(index / 8, self.height)];
        let zone = zones[0].min(zones[1]) * 4 + zones[0].max(zones[1]);
        // Whether each player places on the cell safely.
        let safety = code / (CLASSES / 4);
        let [beside, diagonal] = [BESIDE, DIAGONAL].map(|first| first + safety * CODES);
        let [n, ne, e, se, s, sw, w, nw] = around.map(usize::from);
        let rows = [
            AROUND + usize::from(surroundings(kinds)),
            CLASS + code * STAGES + self.stage,
            ZONE + zone * STAGES + self.stage,
            beside + n,
            beside + e,
            beside + s,
            beside + w,
            diagonal + ne,
            diagonal + se,
            diagonal + sw,
            diagonal + nw,
        ];
        rows.map(|row| row as u16)
    }
}

#[cfg(test)]
mod tests {
    use snorkels_core::abstract_game::random::SplitMix64;
    use snorkels_core::{Cell, Position, Snorkels, Symmetry};

    use super::{BESIDE, CLOSED, CODES, Policy};

    #[test]
    fn images_have_the_same_rows() {
        let mut random = SplitMix64::new(1);
        for size in [5, 7, 8] {
            let mut position = Snorkels::new().with("size", size).unwrap().start();
            while position.end().is_none() {
                let policy = Policy::of(&position);
                for symmetry in Symmetry::ALL {
                    let image = Policy::of(&position.mapped(symmetry));
                    for cell in position.empty() {
                        let sorted = |mut rows: [u16; 11]| {
                            rows.sort_unstable();
                            rows
                        };
                        let to = position.topology().map_cell(symmetry, cell);
                        assert_eq!(sorted(policy.rows(cell)), sorted(image.rows(to)), "{position}: {cell:?}");
                    }
                }
                position.play(*random.choose(&position.actions()).unwrap());
            }
        }
    }

    /// Own, opposing and empty cells differ, and stones are like the cells beyond the edges.
    #[test]
    fn the_surroundings_are_those_of_the_cell() {
        let rows = |text: &str| Policy::of(&text.parse::<Position>().unwrap()).rows(Cell::new(0));
        let texts = ["3/3/3 p 1 -", "3/P2/3 p 2 -", "3/G2/3 p 1 -", "3/#2/3 p 1 -"];
        let mut numbers = texts.map(|text| rows(text)[0]).to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 4);
        let beside = [3, 4, 5, 6].map(|row| (usize::from(rows(texts[3])[row]) - BESIDE) % CODES);
        assert_eq!(
            beside.iter().filter(|&&code| code == usize::from(CLOSED)).count(),
            3,
            "two edges and a stone"
        );
    }
}
