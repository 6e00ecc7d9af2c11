//! A position and what can be asked of it.

use core::fmt;
use core::hash::{Hash, Hasher};

use abstract_game::{End, Player, Reason};
use grid_topology::Cell;

use crate::board::is_cell;
use crate::{BOARD, CellSet, City, Facing, key};

/// How many pieces a city has, the routed ones included.
pub const PIECES: usize = 6;

/// A piece stands in its city's victory area: its team has won.
pub const VICTORY_AREA: Reason = Reason::new("victory-area");

/// All four cities passed their whole turns, one after the other: a draw.
pub const PASSES: Reason = Reason::new("passes");

/// A position of Nika: pieces and facings, the city to act and how far its turn has come. A plain value of 168 bytes.
///
/// [`Nika`](crate::Nika) makes positions; playing and text are in the contract [`abstract_game::Position`], which callers
/// bring into scope.
///
/// ```
/// use abstract_game::{Position as _, Rules as _};
/// use nika_core::{BOARD, City, Facing, Nika};
///
/// let mut position = Nika.start();
/// position.play(position.read_action("k4k5>n")?);
/// let k6 = BOARD.parse_cell("k6")?;
/// assert_eq!(position.piece_at(k6), Some((City::Athens, Facing::North)));
/// assert_eq!(position.pieces_facing(City::Athens, Facing::West).len(), 3);
/// assert_eq!((position.city_to_act(), position.actions_left()), (City::Athens, 1));
/// assert_eq!(position.routed(City::Sparta), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// By [`City::index`].
    cities: [CellSet; 4],
    /// The two bits of [`Facing::index`] of each piece, the lower one first; nothing where no piece stands.
    facings: [CellSet; 2],
    /// Of the pieces alone.
    board_key: u64,
    to_act: City,
    left: u8,
    first_passed: bool,
    passed: u8,
    /// Follows from the rest.
    winner: Option<Player>,
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
        self.board_key ^= key::piece(city, facing, cell);
    }

    /// Takes a piece off the board; nothing where the city has none. It still tells where the piece looked.
    #[inline]
    pub(crate) fn lift(&mut self, city: City, cell: Cell) -> Option<Facing> {
        if !self.cities[city.index()].contains(cell) {
            return None;
        }
        let facing = self.facing_of(cell);
        self.cities[city.index()].remove(cell);
        self.facings[0].remove(cell);
        self.facings[1].remove(cell);
        self.board_key ^= key::piece(city, facing, cell);
        Some(facing)
    }

    /// Sets what is not on the board.
    pub(crate) fn set_turn(&mut self, to_act: City, left: u8, first_passed: bool, passed: u8) {
        self.to_act = to_act;
        self.left = left;
        self.first_passed = first_passed;
        self.passed = passed;
    }

    /// Looks for a piece in its victory area. Whether there is one of the other team too is for the reader of texts.
    pub(crate) fn find_winner(&mut self) {
        self.winner = Player::BOTH.into_iter().find(|&player| self.has_reached(player));
    }

    /// Whether a piece of a team stands in its city's victory area.
    #[inline]
    pub(crate) fn has_reached(&self, player: Player) -> bool {
        City::of(player).into_iter().any(|city| self.pieces(city).intersects(city.victory_area()))
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

    /// The cells on which nothing stands.
    #[inline]
    #[must_use]
    pub fn empty_cells(&self) -> CellSet {
        BOARD.cells() - self.occupied()
    }

    /// The pieces of any city that look in a direction.
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

    /// The pieces of a city that look in a direction.
    #[inline]
    #[must_use]
    pub fn pieces_facing(&self, city: City, facing: Facing) -> CellSet {
        self.facing(facing) & self.pieces(city)
    }

    /// Where the piece on a cell looks; north if there is none.
    #[inline]
    pub(crate) const fn facing_of(&self, cell: Cell) -> Facing {
        let low = self.facings[0].contains(cell) as usize;
        let high = self.facings[1].contains(cell) as usize;
        Facing::ALL[low | high << 1]
    }

    /// Where the piece on a cell looks; `None` if nothing stands there.
    #[inline]
    #[must_use]
    pub fn facing_at(&self, cell: Cell) -> Option<Facing> {
        self.city_at(cell).map(|_| self.facing_of(cell))
    }

    /// Whose piece stands on a cell; `None` if nothing stands there or it is not on the board.
    #[inline]
    #[must_use]
    pub fn city_at(&self, cell: Cell) -> Option<City> {
        City::ALL.into_iter().find(|&city| is_cell(cell) && self.pieces(city).contains(cell))
    }

    /// Whose piece stands on a cell and where it looks.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<(City, Facing)> {
        self.city_at(cell).map(|city| (city, self.facing_of(cell)))
    }

    /// How many pieces of a city are routed and wait to be rallied.
    #[inline]
    #[must_use]
    pub const fn routed(&self, city: City) -> usize {
        PIECES.saturating_sub(self.pieces(city).len() as usize)
    }

    /// The city whose action is next; in a finished game, the one that would be.
    #[inline]
    #[must_use]
    pub const fn city_to_act(&self) -> City {
        self.to_act
    }

    /// How many actions it has left in its turn: 2 or 1.
    #[inline]
    #[must_use]
    pub const fn actions_left(&self) -> u8 {
        self.left
    }

    /// Whether the first action of this turn is done and was a pass.
    #[inline]
    #[must_use]
    pub const fn first_passed(&self) -> bool {
        self.first_passed
    }

    /// How many whole turns in a row were passed, the present one not among them: 0 to 4, and 4 is a draw.
    #[inline]
    #[must_use]
    pub const fn passed_turns(&self) -> u8 {
        self.passed
    }

    /// How the game ended, repetition aside.
    #[inline]
    pub(crate) fn computed_end(&self) -> Option<End> {
        match self.winner {
            Some(winner) => Some(End::win(winner, VICTORY_AREA)),
            None if self.passed >= 4 => Some(End::draw(PASSES)),
            None => None,
        }
    }

    #[inline]
    pub(crate) const fn is_over(&self) -> bool {
        self.winner.is_some() || self.passed >= 4
    }

    /// The key of pieces and facings.
    #[inline]
    pub(crate) const fn board_key(&self) -> u64 {
        self.board_key
    }

    /// Whether pieces and facings are the same, whoever acts.
    ///
    /// ```
    /// use abstract_game::{Position as _, Rules as _};
    /// use nika_core::Nika;
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

/// Equal positions have equal keys, and the key is as good as any hash of the rest.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        use abstract_game::Position as _;
        state.write_u64(self.key());
    }
}

/// The text of the position.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
