//! A board and its tables: cells, coordinates, steps, neighbours, rays.

use crate::{Bitboard, Cell, Direction, Numbering, Shape, Symmetry, shape::MAX_SIDE, shift::Shift};
use core::fmt;

/// A board: the numbered cells of a [`Shape`], with tables for steps, neighbours, rays, shifts and symmetries.
///
/// `CELLS` is the number of indices, at least the number of cells; `WORDS` is the number of 64-bit words in a set of
/// cells. Keep a board in a `static`: the compiler computes its tables.
///
/// Two cells are adjacent if they share a side. An index below `CELLS` that is not a cell of the board (a hole in a
/// [`Strided`](Numbering::Strided) numbering) has no neighbours; methods that need a cell, such as
/// [`file`](Self::file), panic. All methods panic for an index of `CELLS` or more.
///
/// ```
/// use grid_topology::{Bitboard, Direction, Numbering, Shape, Topology};
///
/// static BOARD: Topology<49, 1> = Topology::new(Shape::rectangle::<7, 7>(), Numbering::Dense);
///
/// let a1 = BOARD.parse_cell("a1").unwrap();
/// let b2 = BOARD.step(a1, Direction::NorthEast).unwrap();
/// assert_eq!(BOARD.name(b2).to_string(), "b2");
/// assert_eq!(BOARD.neighbours(b2).len(), 4);
/// assert_eq!(BOARD.ray(b2, Direction::North).len(), 5);
/// assert_eq!(BOARD.shift(BOARD.cells(), Direction::East).len(), 42);
/// ```
#[derive(Clone)]
pub struct Topology<const CELLS: usize, const WORDS: usize> {
    pub(crate) shape: Shape,
    cells: Bitboard<WORDS>,
    /// By rank, then by file.
    at: [[Option<Cell>; MAX_SIDE]; MAX_SIDE],
    /// File and rank of each cell.
    coordinates: [(u8, u8); CELLS],
    steps: [[Option<Cell>; 8]; CELLS],
    neighbours: [Bitboard<WORDS>; CELLS],
    king_steps: [Bitboard<WORDS>; CELLS],
    rays: [[Bitboard<WORDS>; 8]; CELLS],
    pub(crate) shifts: [Shift<WORDS>; 8],
    /// Whether all shifts are simple, so that [`shift_simply`](Self::shift_simply) is correct.
    pub(crate) simple_shifts: bool,
    pub(crate) images: [[Cell; CELLS]; 8],
    /// The symmetries of the board, one bit each.
    pub(crate) symmetries: u8,
}

impl<const CELLS: usize, const WORDS: usize> Topology<CELLS, WORDS> {
    /// The board with this shape and numbering.
    ///
    /// ```
    /// use grid_topology::{Numbering, Shape, Topology};
    ///
    /// static PLUS: Topology<5, 1> = Topology::new(
    ///     Shape::from_picture(&[
    ///         ". o .",
    ///         "o o o",
    ///         ". o .",
    ///     ]),
    ///     Numbering::Dense,
    /// );
    /// assert_eq!(PLUS.len(), 5);
    /// ```
    ///
    /// # Panics
    /// If an index of `CELLS` or more is needed, or a stride is less than the width or more than 32; in a `const` or
    /// `static` this is a compile error. More than 256 `CELLS`, or more than `WORDS` can hold, never compile.
    pub const fn new(shape: Shape, numbering: Numbering) -> Self {
        const { assert!(CELLS <= 256, "a cell is a byte: at most 256 CELLS") };
        const { assert!(CELLS <= 64 * WORDS, "too few WORDS: one is needed for each 64 CELLS") };

        let mut board = Self {
            shape,
            cells: Bitboard::EMPTY,
            at: [[None; MAX_SIDE]; MAX_SIDE],
            coordinates: [(0, 0); CELLS],
            steps: [[None; 8]; CELLS],
            neighbours: [Bitboard::EMPTY; CELLS],
            king_steps: [Bitboard::EMPTY; CELLS],
            rays: [[Bitboard::EMPTY; 8]; CELLS],
            shifts: [Shift::NOWHERE; 8],
            simple_shifts: true,
            images: [[Cell::new(0); CELLS]; 8],
            symmetries: 0,
        };
        board.number(numbering);
        let mut i = 0;
        while i < 8 {
            board.fill_steps(Direction::ALL[i]);
            board.fill_rays(Direction::ALL[i]);
            board.shifts[i] = Shift::from_steps(&board.steps, Direction::ALL[i]);
            board.simple_shifts &= board.shifts[i].is_simple();
            board.fill_images(Symmetry::ALL[i]);
            i += 1;
        }
        board
    }

    const fn number(&mut self, numbering: Numbering) {
        if let Numbering::Strided(stride) = numbering {
            assert!(self.shape.width() <= stride, "the stride is less than the width of the board");
            assert!(stride <= 32, "the stride is more than 32");
        }
        let mut next = 0;
        let mut rank = 0;
        while rank < self.height() {
            let mut file = 0;
            while file < self.width() {
                if self.shape.contains(file, rank) {
                    let index = match numbering {
                        Numbering::Dense => next,
                        Numbering::Strided(stride) => rank as usize * stride as usize + file as usize,
                    };
                    assert!(index < CELLS, "the board needs more CELLS");
                    let cell = Cell::new(index as u8);
                    self.cells.insert(cell);
                    self.at[rank as usize][file as usize] = Some(cell);
                    self.coordinates[index] = (file, rank);
                    next += 1;
                }
                file += 1;
            }
            rank += 1;
        }
    }

    const fn fill_steps(&mut self, direction: Direction) {
        let (files, ranks) = direction.delta();
        let mut cells = self.cells;
        while let Some(cell) = cells.pop_first() {
            let (file, rank) = self.coordinates[cell.index()];
            let (Some(file), Some(rank)) = (file.checked_add_signed(files), rank.checked_add_signed(ranks))
            else {
                continue;
            };
            let Some(next) = self.at(file, rank) else { continue };
            self.steps[cell.index()][direction.index()] = Some(next);
            self.king_steps[cell.index()].insert(next);
            if direction.is_orthogonal() {
                self.neighbours[cell.index()].insert(next);
            }
        }
    }

    /// A ray is the next cell and its ray, so cells at the far end come first.
    const fn fill_rays(&mut self, direction: Direction) {
        let mut cells = self.cells;
        while let Some(cell) = if direction.is_ascending() { cells.last() } else { cells.first() } {
            cells.remove(cell);
            if let Some(next) = self.steps[cell.index()][direction.index()] {
                self.rays[cell.index()][direction.index()] =
                    self.rays[next.index()][direction.index()].with(next);
            }
        }
    }

    /// All cells.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Numbering, Shape, Topology};
    /// const BOARD: Topology<16, 1> = Topology::new(Shape::rectangle::<2, 2>(), Numbering::Strided(8));
    /// const CELLS: Bitboard<1> = BOARD.cells();
    /// assert_eq!(CELLS.words(), [0b11_0000_0011]);
    /// ```
    #[inline]
    pub const fn cells(&self) -> Bitboard<WORDS> {
        self.cells
    }

    /// The number of cells.
    ///
    /// ```
    /// # use grid_topology::{Numbering, Shape, Topology};
    /// # static BOARD: Topology<16, 1> = Topology::new(Shape::rectangle::<2, 2>(), Numbering::Strided(8));
    /// assert_eq!(BOARD.len(), 4);
    /// ```
    #[inline]
    pub const fn len(&self) -> usize {
        self.cells.len() as usize
    }

    /// Whether the board has no cells.
    ///
    /// ```
    /// # use grid_topology::{Numbering, Shape, Topology};
    /// # static BOARD: Topology<16, 1> = Topology::new(Shape::rectangle::<2, 2>(), Numbering::Strided(8));
    /// assert!(!BOARD.is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The number of files of the frame.
    ///
    /// ```
    /// # use grid_topology::{Numbering, Shape, Topology};
    /// static BOARD: Topology<6, 1> = Topology::new(Shape::rectangle::<2, 3>(), Numbering::Dense);
    /// assert_eq!(BOARD.width(), 2);
    /// ```
    #[inline]
    pub const fn width(&self) -> u8 {
        self.shape.width()
    }

    /// The number of ranks of the frame.
    ///
    /// ```
    /// # use grid_topology::{Numbering, Shape, Topology};
    /// static BOARD: Topology<6, 1> = Topology::new(Shape::rectangle::<2, 3>(), Numbering::Dense);
    /// assert_eq!(BOARD.height(), 3);
    /// ```
    #[inline]
    pub const fn height(&self) -> u8 {
        self.shape.height()
    }

    /// The file of a cell, counted from 0 at the left.
    ///
    /// ```
    /// # use grid_topology::{Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<6, 1> = Topology::new(Shape::rectangle::<2, 3>(), Numbering::Dense);
    /// assert_eq!(BOARD.file(Cell::new(5)), 1);
    /// ```
    ///
    /// # Panics
    /// If `cell` is not a cell of this board.
    #[inline]
    pub const fn file(&self, cell: Cell) -> u8 {
        self.coordinates(cell).0
    }

    /// The rank of a cell, counted from 0 at the bottom.
    ///
    /// ```
    /// # use grid_topology::{Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<6, 1> = Topology::new(Shape::rectangle::<2, 3>(), Numbering::Dense);
    /// assert_eq!(BOARD.rank(Cell::new(5)), 2);
    /// ```
    ///
    /// # Panics
    /// If `cell` is not a cell of this board.
    #[inline]
    pub const fn rank(&self, cell: Cell) -> u8 {
        self.coordinates(cell).1
    }

    #[inline]
    pub(crate) const fn coordinates(&self, cell: Cell) -> (u8, u8) {
        assert!(self.cells.contains(cell), "not a cell of this board");
        self.coordinates[cell.index()]
    }

    /// The cell at this file and rank, both counted from 0; `None` if there is none.
    ///
    /// ```
    /// # use grid_topology::{Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<6, 1> = Topology::new(Shape::rectangle::<2, 3>(), Numbering::Dense);
    /// assert_eq!(BOARD.at(1, 2), Some(Cell::new(5)));
    /// assert_eq!(BOARD.at(2, 1), None);
    /// ```
    #[inline]
    pub const fn at(&self, file: u8, rank: u8) -> Option<Cell> {
        if (file as usize) < MAX_SIDE && (rank as usize) < MAX_SIDE {
            self.at[rank as usize][file as usize]
        } else {
            None
        }
    }

    /// The cell one step away; `None` if there is none.
    ///
    /// ```
    /// # use grid_topology::{Cell, Direction, Numbering, Shape, Topology};
    /// static BOARD: Topology<6, 1> = Topology::new(Shape::rectangle::<2, 3>(), Numbering::Dense);
    /// assert_eq!(BOARD.step(Cell::new(0), Direction::North), Some(Cell::new(2)));
    /// assert_eq!(BOARD.step(Cell::new(0), Direction::West), None);
    /// ```
    #[inline]
    pub const fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.steps[cell.index()][direction.index()]
    }

    /// The cells adjacent to a cell: at most four.
    ///
    /// ```
    /// # use grid_topology::{Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<6, 1> = Topology::new(Shape::rectangle::<2, 3>(), Numbering::Dense);
    /// assert!(BOARD.neighbours(Cell::new(0)).into_iter().eq([1, 2].map(Cell::new)));
    /// ```
    #[inline]
    pub const fn neighbours(&self, cell: Cell) -> Bitboard<WORDS> {
        self.neighbours[cell.index()]
    }

    /// The cells one step away in any of the eight directions.
    ///
    /// ```
    /// # use grid_topology::{Cell, Numbering, Shape, Topology};
    /// static BOARD: Topology<6, 1> = Topology::new(Shape::rectangle::<2, 3>(), Numbering::Dense);
    /// assert!(BOARD.king_steps(Cell::new(0)).into_iter().eq([1, 2, 3].map(Cell::new)));
    /// ```
    #[inline]
    pub const fn king_steps(&self, cell: Cell) -> Bitboard<WORDS> {
        self.king_steps[cell.index()]
    }

    /// The cells in one direction from a cell up to the edge or a hole, without the cell itself.
    ///
    /// ```
    /// # use grid_topology::{Cell, Direction, Numbering, Shape, Topology};
    /// static BOARD: Topology<6, 1> = Topology::new(Shape::rectangle::<2, 3>(), Numbering::Dense);
    /// assert!(BOARD.ray(Cell::new(0), Direction::North).into_iter().eq([2, 4].map(Cell::new)));
    /// ```
    #[inline]
    pub const fn ray(&self, cell: Cell, direction: Direction) -> Bitboard<WORDS> {
        self.rays[cell.index()][direction.index()]
    }

    /// All members of a set moved one step. Members without a cell there are dropped.
    ///
    /// The cost is one masked shift for each distance between the indices of adjacent cells: one on a rectangle or with
    /// a stride, up to about five if ranks differ in length. On a board of one word a masked shift is one `and` and one
    /// shift instruction.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Direction, Numbering, Shape, Topology};
    /// static BOARD: Topology<6, 1> = Topology::new(Shape::rectangle::<2, 3>(), Numbering::Dense);
    /// assert_eq!(BOARD.shift(Bitboard::from_words([0b11_00_01]), Direction::North).words(), [0b00_01_00]);
    /// ```
    #[inline(always)]
    pub const fn shift(&self, set: Bitboard<WORDS>, direction: Direction) -> Bitboard<WORDS> {
        self.shifts[direction.index()].apply(set, direction, &self.steps)
    }

    /// [`shift`](Self::shift) for boards whose shifts are all simple. Lets a loop test this once.
    #[inline(always)]
    pub(crate) const fn shift_simply(&self, set: Bitboard<WORDS>, direction: Direction) -> Bitboard<WORDS> {
        self.shifts[direction.index()].apply_first(set, direction)
    }
}

/// The size without the tables: `Topology(21×15, 144 cells)`.
impl<const CELLS: usize, const WORDS: usize> fmt::Debug for Topology<CELLS, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Topology({}×{}, {} cells)", self.width(), self.height(), self.len())
    }
}
