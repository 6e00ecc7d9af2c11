//! A position: the state of the game, and queries.

use core::hash::{Hash, Hasher};

use abstract_game::Player;
use derive_more::Debug;
use grid_topology::Cell;

use crate::board::is_cell;
use crate::{BOARD, CellSet, City, Facing, Pieces, zobrist};

/// The number of pieces of a city, the routed ones included.
pub const PIECES: usize = 6;

/// A position of Nika: pieces and facings, the city to act, and the state of its turn. A plain value of 168 bytes.
///
/// [`Nika`](crate::Nika) makes positions, and `parse` reads them. `{}` writes a position's text, `{:#}` draws its
/// board. Playing, legal actions and keys are methods of the trait [`abstract_game::Position`]; import it with
/// `use nika_core::prelude::*`.
///
/// ```
/// use nika_core::{BOARD, City, Facing, Nika, prelude::*};
///
/// let mut position = Nika.start();
/// position.play("k4k5>n".parse()?);
/// let k6 = BOARD.parse_cell("k6")?;
/// assert_eq!(position.piece_at(k6), Some((City::Athens, Facing::North)));
/// assert_eq!(position.pieces_facing(City::Athens, Facing::West).len(), 3);
/// assert_eq!((position.city_to_act(), position.actions_left()), (City::Athens, 1));
/// assert_eq!(position.routed(City::Sparta), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[debug("Position({self})")]
pub struct Position {
    /// By [`City::index`].
    cities: [CellSet; 4],
    /// The two bits of [`Facing::index`] of each piece, the lower bit first; 0 on empty cells.
    facings: [CellSet; 2],
    /// The key of the pieces and facings.
    board_key: u64,
    to_act: City,
    left: u8,
    first_passed: bool,
    passed: u8,
    /// The other fields determine it.
    pub(crate) winner: Option<Player>,
}

impl Position {
    /// An empty board.
    pub(crate) const fn empty(to_act: City) -> Position {
        Position {
            cities: [CellSet::EMPTY; 4],
            facings: [CellSet::EMPTY; 2],
            board_key: 0,
            to_act,
            left: 2,
            first_passed: false,
            passed: 0,
            winner: None,
        }
    }

    /// Puts a piece on an empty cell.
    #[inline]
    pub(crate) fn place(&mut self, city: City, facing: Facing, cell: Cell) {
        if !is_cell(cell) {
            return;
        }
        self.cities[city.index()].insert(cell);
        self.facings[0].set(cell, facing.index() & 1 != 0);
        self.facings[1].set(cell, facing.index() & 2 != 0);
        self.board_key ^= zobrist::piece(city, facing, cell);
    }

    /// Takes a piece off the board and returns its facing; `None` if the city has no piece on the cell.
    #[inline]
    pub(crate) fn lift(&mut self, city: City, cell: Cell) -> Option<Facing> {
        if !self.cities[city.index()].contains(cell) {
            return None;
        }
        let facing = self.facing_of(cell);
        self.cities[city.index()].remove(cell);
        self.facings[0].remove(cell);
        self.facings[1].remove(cell);
        self.board_key ^= zobrist::piece(city, facing, cell);
        Some(facing)
    }

    /// Gives pieces of a city, all with the facing `from`, another facing.
    // Playing with and without events are two callers: by itself the compiler would not inline it.
    #[inline(always)]
    pub(crate) fn rotate(&mut self, city: City, pieces: Pieces, from: Facing, to: Facing) {
        self.set_facing(pieces.set(), to);
        for cell in pieces.cells() {
            self.board_key ^= zobrist::piece(city, from, cell) ^ zobrist::piece(city, to, cell);
        }
    }

    /// Moves pieces of a city one step. The cells ahead are empty or cells of the pieces.
    // As `rotate`.
    #[inline(always)]
    pub(crate) fn step(&mut self, city: City, pieces: Pieces, direction: Facing) {
        let mut to = CellSet::EMPTY;
        for from in pieces.cells() {
            self.board_key ^= zobrist::piece(city, self.facing_of(from), from);
            let Some(cell) = BOARD.step(from, direction.direction()) else { continue };
            self.board_key ^= zobrist::piece(city, direction, cell);
            to.insert(cell);
        }
        let from = pieces.set();
        self.cities[city.index()] = (self.cities[city.index()] - from) | to;
        self.set_facing(from - to, Facing::North);
        self.set_facing(to, direction);
    }

    #[inline]
    fn set_facing(&mut self, cells: CellSet, facing: Facing) {
        for (bit, plane) in self.facings.iter_mut().enumerate() {
            *plane = if facing.index() >> bit & 1 == 1 { *plane | cells } else { *plane - cells };
        }
    }

    /// Sets the city to act and the state of the turn.
    pub(crate) fn set_turn(&mut self, to_act: City, left: u8, first_passed: bool, passed: u8) {
        self.to_act = to_act;
        self.left = left;
        self.first_passed = first_passed;
        self.passed = passed;
    }

    /// The pieces of a city on the board.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, city: City) -> CellSet {
        self.cities[city.index()]
    }

    /// The pieces of both cities of a team.
    #[inline]
    #[must_use]
    pub const fn team(&self, player: Player) -> CellSet {
        let [first, second] = City::of(player);
        self.pieces(first).union(self.pieces(second))
    }

    /// All pieces on the board.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> CellSet {
        self.team(Player::P1).union(self.team(Player::P2))
    }

    /// The pieces of all cities with a facing.
    #[inline]
    #[must_use]
    pub fn facing(&self, facing: Facing) -> CellSet {
        let [low, high] = self.facings;
        match facing {
            Facing::North => self.occupied() - low - high,
            Facing::East => low - high,
            Facing::South => high - low,
            Facing::West => low & high,
        }
    }

    /// The pieces of a city with a facing.
    #[inline]
    #[must_use]
    pub fn pieces_facing(&self, city: City, facing: Facing) -> CellSet {
        self.facing(facing) & self.pieces(city)
    }

    /// Calls a function with each piece of a city on the board: its cell, in ascending order, and its facing.
    ///
    /// ```
    /// use nika_core::{City, Nika};
    /// let mut facings = String::new();
    /// Nika.start().for_each_piece(City::Athens, |_, facing| facings.push(facing.letter()));
    /// assert_eq!(facings, "wnewnw");
    /// ```
    #[inline]
    pub fn for_each_piece(&self, city: City, mut see: impl FnMut(Cell, Facing)) {
        let [low, high] = self.facings.map(CellSet::words);
        for (number, mut rest) in self.pieces(city).words().into_iter().enumerate() {
            while rest != 0 {
                let bit = rest.trailing_zeros();
                let facing = low[number] >> bit & 1 | (high[number] >> bit & 1) << 1;
                see(Cell::new((64 * number) as u8 + bit as u8), Facing::ALL[facing as usize % 4]);
                rest &= rest - 1;
            }
        }
    }

    /// The facing of the piece on a cell; north if the cell is empty.
    #[inline]
    #[must_use]
    pub const fn facing_of(&self, cell: Cell) -> Facing {
        let low = self.facings[0].contains(cell) as usize;
        let high = self.facings[1].contains(cell) as usize;
        Facing::ALL[low | high << 1]
    }

    /// The facing of the piece on a cell; `None` if the cell is empty.
    #[inline]
    #[must_use]
    pub fn facing_at(&self, cell: Cell) -> Option<Facing> {
        self.city_at(cell).map(|_| self.facing_of(cell))
    }

    /// The city of the piece on a cell; `None` if the cell is empty or not on the board.
    #[inline]
    #[must_use]
    pub fn city_at(&self, cell: Cell) -> Option<City> {
        City::ALL.into_iter().find(|&city| is_cell(cell) && self.pieces(city).contains(cell))
    }

    /// The city and facing of the piece on a cell; `None` if the cell is empty or not on the board.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<(City, Facing)> {
        self.city_at(cell).map(|city| (city, self.facing_of(cell)))
    }

    /// The number of routed pieces of a city.
    #[inline]
    #[must_use]
    pub const fn routed(&self, city: City) -> usize {
        PIECES.saturating_sub(self.pieces(city).len() as usize)
    }

    /// The city whose action is next; in a finished game, the city that would be next.
    #[inline]
    #[must_use]
    pub const fn city_to_act(&self) -> City {
        self.to_act
    }

    /// The number of actions left in the turn: 2 or 1.
    #[inline]
    #[must_use]
    pub const fn actions_left(&self) -> u8 {
        self.left
    }

    /// Whether the first action of the turn in progress was a pass.
    #[inline]
    #[must_use]
    pub const fn first_passed(&self) -> bool {
        self.first_passed
    }

    /// The number of whole turns passed in a row, without the turn in progress: 0 to 4, and 4 is a draw.
    #[inline]
    #[must_use]
    pub const fn passed_turns(&self) -> u8 {
        self.passed
    }

    /// The key of pieces and facings.
    #[inline]
    pub(crate) const fn board_key(&self) -> u64 {
        self.board_key
    }

    /// Whether pieces and facings are the same. The city to act does not matter.
    ///
    /// ```
    /// use nika_core::{Nika, prelude::*};
    /// let start = Nika.start();
    /// let passed = start.after(start.read_action("-")?);
    /// assert!(start != passed && start.has_board_of(&passed));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn has_board_of(&self, other: &Position) -> bool {
        self.board_key == other.board_key && self.cities == other.cities && self.facings == other.facings
    }
}

/// Hashes the key: equal positions have equal keys.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.current_key());
    }
}
