//! A position and what can be asked of it.

use core::fmt;
use core::hash::{Hash, Hasher};

use abstract_game::{Player, Position as _};
use grid_topology::{Bitboard64, Cell};

use crate::{Action, Board, Colour, Content, Outcome, air, board, key};

/// Where the pie rule stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pie {
    /// There is no pie rule, or its moment has passed.
    Off,
    /// The first placement is due, and will offer `swap`. A position's text does not show it: it comes from the
    /// option `pie`.
    Armed,
    /// The first placement is done: `swap` is legal now.
    Offered,
}

/// A position of Snorkels: the board, the colour to place, who owns which colour, and whether `swap` is legal. A plain
/// value of 40 bytes.
///
/// [`Snorkels`](crate::Snorkels) makes positions; playing and text are in the contract
/// [`abstract_game::Position`], which callers bring into scope.
///
/// ```
/// use abstract_game::{Player, Position as _, Rules as _};
/// use snorkels_core::{Colour, Content, Snorkels};
///
/// let mut position = Snorkels::new().start();
/// let d4 = position.read_action("d4")?;
/// position.play(d4);
/// assert_eq!(position.to_string(), "7/7/7/3P3/7/7/7 g 1 s");
///
/// assert_eq!(position.content(d4.cell().unwrap()), Some(Content::Snorkel(Colour::Purple)));
/// assert_eq!(position.to_place(), Colour::Green);
/// assert_eq!(position.owner(Colour::Green), Player::P2);
/// assert_eq!(position.empty().len(), 48);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// By [`Colour::index`].
    pub(crate) snorkels: [Bitboard64; 2],
    /// The stones are what is left of the board.
    pub(crate) empty: Bitboard64,
    pub(crate) key: u64,
    pub(crate) size: u8,
    pub(crate) to_place: Colour,
    pub(crate) purple_owner: Player,
    pub(crate) pie: Pie,
    /// Of the last placement; follows from the rest.
    pub(crate) outcome: Outcome,
}

impl Position {
    /// A position in which every group has air and some cell is empty, its key not yet known.
    pub(crate) fn new(
        size: u8,
        snorkels: [Bitboard64; 2],
        stones: Bitboard64,
        to_place: Colour,
        purple_owner: Player,
        pie: Pie,
    ) -> Position {
        let empty = board(size).cells() - snorkels[0] - snorkels[1] - stones;
        let mut position = Position {
            snorkels,
            empty,
            key: 0,
            size,
            to_place,
            purple_owner,
            pie,
            outcome: Outcome::Continue,
        };
        position.key = position.key_from_scratch();
        position
    }

    /// The same position with the pie rule standing elsewhere.
    pub(crate) fn with_pie(mut self, pie: Pie) -> Position {
        self.key ^= key::pie(self.pie) ^ key::pie(pie);
        self.pie = pie;
        self
    }

    /// The size of the board: it has `size` × `size` cells.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The board's geometry: cells, neighbours, names, symmetries.
    #[inline]
    #[must_use]
    pub fn topology(&self) -> &'static Board {
        board(self.size)
    }

    /// The purple snorkels.
    #[inline]
    #[must_use]
    pub const fn purple(&self) -> Bitboard64 {
        self.snorkels[0]
    }

    /// The green snorkels.
    #[inline]
    #[must_use]
    pub const fn green(&self) -> Bitboard64 {
        self.snorkels[1]
    }

    /// The snorkels of a colour.
    #[inline]
    #[must_use]
    pub const fn snorkels(&self, colour: Colour) -> Bitboard64 {
        self.snorkels[colour.index()]
    }

    /// The cells on which nothing lies.
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> Bitboard64 {
        self.empty
    }

    /// The stones.
    #[must_use]
    pub fn stones(&self) -> Bitboard64 {
        self.board() - self.empty - self.purple() - self.green()
    }

    /// Every cell of the board.
    #[inline]
    #[must_use]
    pub fn board(&self) -> Bitboard64 {
        self.topology().cells()
    }

    /// What lies on a cell; `None` if it is not on the board.
    #[must_use]
    pub fn content(&self, cell: Cell) -> Option<Content> {
        Some(match cell {
            _ if self.purple().contains(cell) => Content::Snorkel(Colour::Purple),
            _ if self.green().contains(cell) => Content::Snorkel(Colour::Green),
            _ if self.empty.contains(cell) => Content::Empty,
            _ if self.board().contains(cell) => Content::Stone,
            _ => return None,
        })
    }

    /// The colour to place next; in a finished game, the one that did not place last.
    #[inline]
    #[must_use]
    pub const fn to_place(&self) -> Colour {
        self.to_place
    }

    /// The player who owns a colour.
    #[inline]
    #[must_use]
    pub const fn owner(&self, colour: Colour) -> Player {
        match colour {
            Colour::Purple => self.purple_owner,
            Colour::Green => self.purple_owner.opponent(),
        }
    }

    /// The colour that a player owns.
    #[inline]
    #[must_use]
    pub fn colour_of(&self, player: Player) -> Colour {
        if player == self.purple_owner { Colour::Purple } else { Colour::Green }
    }

    /// Where the pie rule stands.
    #[inline]
    #[must_use]
    pub const fn pie(&self) -> Pie {
        self.pie
    }

    /// Whether `swap` is legal now.
    #[inline]
    #[must_use]
    pub fn can_swap(&self) -> bool {
        self.pie == Pie::Offered
    }

    /// What placing on a cell would do, without placing; the cell is empty and the game not over.
    ///
    /// ```
    /// use abstract_game::Rules as _;
    /// use snorkels_core::{Outcome, Snorkels, board};
    /// let position = Snorkels::new().read_position("3/1G1/P2 p 1 -")?;
    /// assert_eq!(position.outcome_of(board(3).parse_cell("b1")?), Outcome::Continue);
    /// let position = Snorkels::new().read_position("3/G2/P2 g 1 -")?;
    /// assert_eq!(position.outcome_of(board(3).parse_cell("b1")?), Outcome::Capture);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the cell's index is 64 or more.
    #[inline]
    #[must_use]
    pub fn outcome_of(&self, cell: Cell) -> Outcome {
        let [own] = self.snorkels(self.to_place).words();
        let [enemy] = self.snorkels(self.to_place.opponent()).words();
        let [empty] = self.empty.words();
        let [at] = Bitboard64::from(cell).words();
        air::outcome(own, enemy, empty, at)
    }

    /// Whether a legal action wins at once.
    #[inline]
    #[must_use]
    pub fn is_capture(&self, action: Action) -> bool {
        action.cell().is_some_and(|cell| self.outcome_of(cell).wins())
    }

    /// Whether a legal action loses at once.
    #[inline]
    #[must_use]
    pub fn is_self_capture(&self, action: Action) -> bool {
        action.cell().is_some_and(|cell| self.outcome_of(cell) == Outcome::SelfCapture)
    }
}

/// Equal positions have equal keys, and the key is as good as any hash of the rest.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// The text of the position.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self}, pie {:?}, {:?})", self.pie, self.outcome)
    }
}
