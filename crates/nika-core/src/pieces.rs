//! The pieces that an action names: one to six cells in six bytes.

use core::fmt;

use derive_more::Debug;
use grid_topology::{Cell, Symmetry};

use crate::board::{SQUARES, is_cell};
use crate::{BOARD, CellSet, PIECES};

/// One to six different cells of the board: the pieces that act, named by their cells. Always sorted by file, then rank,
/// as in texts, so equal sets are equal values. Six bytes.
///
/// ```
/// use nika_core::{BOARD, Pieces};
/// let cell = |name| BOARD.parse_cell(name).unwrap();
/// let pieces = Pieces::new(&[cell("k5"), cell("j12"), cell("k4")]).unwrap();
/// assert_eq!(pieces.to_string(), "j12k4k5");
/// assert_eq!(pieces.len(), 3);
/// assert_eq!(Pieces::new(&[cell("k5"), cell("k5")]), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[debug("{self}")]
pub struct Pieces([u8; PIECES]);

/// Marks an unused byte.
const NONE: u8 = u8::MAX;

impl Pieces {
    /// The pieces on these cells, in any order; `None` unless they are one to six different cells of the board.
    #[must_use]
    pub fn new(cells: &[Cell]) -> Option<Pieces> {
        if cells.is_empty() || cells.len() > PIECES || !cells.iter().all(|&cell| is_cell(cell)) {
            return None;
        }
        let mut places = [NONE; PIECES];
        for (place, cell) in places.iter_mut().zip(cells) {
            *place = cell.index() as u8;
        }
        places.sort_unstable_by_key(|&place| SQUARES[usize::from(place)]);
        let twice = places.windows(2).any(|pair| pair[0] == pair[1] && pair[0] != NONE);
        (!twice).then_some(Pieces(places))
    }

    /// The pieces on a set of cells; `None` unless there are one to six.
    #[must_use]
    pub fn from_set(set: CellSet) -> Option<Pieces> {
        let mut cells = [Cell::new(0); PIECES];
        let count = set.len() as usize;
        for (place, cell) in cells.get_mut(..count)?.iter_mut().zip(set) {
            *place = cell;
        }
        Pieces::new(&cells[..count])
    }

    /// The cells of a mask, out of sorted cells.
    #[inline]
    pub(crate) fn chosen(cells: &[Cell; PIECES], mut mask: u8) -> Pieces {
        let mut places = [NONE; PIECES];
        let mut next = 0;
        while mask != 0 && next < PIECES {
            places[next] = cells[mask.trailing_zeros() as usize % PIECES].index() as u8;
            mask &= mask - 1;
            next += 1;
        }
        Pieces(places)
    }

    /// The number of pieces.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "there is at least one piece")]
    pub fn len(self) -> usize {
        self.0.iter().filter(|&&place| place != NONE).count()
    }

    /// The cell of a single piece; `None` if there are more.
    #[inline]
    #[must_use]
    pub fn single(self) -> Option<Cell> {
        (self.0[1] == NONE).then_some(self.first())
    }

    /// The first cell.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Cell {
        Cell::new(self.0[0])
    }

    /// The cells in the order of texts.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        self.0.into_iter().take_while(|&place| place != NONE).map(Cell::new)
    }

    /// The cells as a set.
    #[inline]
    #[must_use]
    pub fn set(self) -> CellSet {
        self.cells().collect()
    }

    pub(crate) fn mapped(self, symmetry: Symmetry) -> Pieces {
        Pieces::from_set(BOARD.map_set(symmetry, self.set())).unwrap_or(self)
    }

    /// The six bytes as the lower bits of a number.
    #[inline]
    pub(crate) fn bits(self) -> u64 {
        let [a, b, c, d, e, f] = self.0;
        u64::from_le_bytes([a, b, c, d, e, f, 0, 0])
    }
}

/// The names of the cells, without separators.
impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells().try_for_each(|cell| BOARD.name(cell).fmt(f))
    }
}
