//! A position: the state of the game, and queries.

use core::hash::{Hash, Hasher};

use abstract_game::Player;
use derive_more::Debug;
use grid_topology::{Bitboard64, Cell};

use crate::{Board, Colour, Content, Outcome, rectangle, zobrist};

/// The state of the pie rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pie {
    /// There is no pie rule, or `swap` cannot be legal any more.
    Off,
    /// The first placement comes next, and `swap` is legal after it. The option `pie` decides this; the position's
    /// text does not show it.
    Armed,
    /// The first placement is done: `swap` is legal now.
    Offered,
}

/// A position of Snorkels: the board, the colour to place, the owners of the colours, and the state of the pie rule.
/// A plain value of 40 bytes.
///
/// [`Snorkels`](crate::Snorkels) makes positions, and `parse` reads them. `{}` writes a position's text, `{:#}` draws its
/// board. Playing, legal actions and keys are methods of the trait [`abstract_game::Position`]; import it with
/// `use snorkels_core::prelude::*`.
///
/// ```
/// use snorkels_core::{Action, Colour, Content, Player, Snorkels, prelude::*};
///
/// let mut position = Snorkels::new().start();
/// let d4: Action = "d4".parse()?;
/// position.play(d4);
/// assert_eq!(position.to_string(), "7/7/7/3P3/7/7/7 g 1 s");
///
/// assert_eq!(position.content(d4.cell().unwrap()), Some(Content::Snorkel(Colour::Purple)));
/// assert_eq!(position.to_place(), Colour::Green);
/// assert_eq!(position.owner(Colour::Green), Player::P2);
/// assert_eq!(position.empty().len(), 48);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[debug("Position({self}, pie {pie:?}, {outcome:?})")]
pub struct Position {
    /// By [`Colour::index`].
    pub(crate) snorkels: [Bitboard64; 2],
    /// The cells that are neither here nor in `snorkels` hold stones.
    pub(crate) empty: Bitboard64,
    pub(crate) key: u64,
    pub(crate) width: u8,
    pub(crate) height: u8,
    pub(crate) to_place: Colour,
    pub(crate) purple_owner: Player,
    pub(crate) pie: Pie,
    /// Of the last placement; the other fields determine it.
    pub(crate) outcome: Outcome,
}

impl Position {
    /// A position in which every group has air and at least one cell is empty.
    pub(crate) fn new(
        width: u8,
        height: u8,
        snorkels: [Bitboard64; 2],
        stones: Bitboard64,
        to_place: Colour,
        purple_owner: Player,
    ) -> Position {
        let empty = rectangle(width, height).cells() - snorkels[0] - snorkels[1] - stones;
        let mut position = Position {
            snorkels,
            empty,
            key: 0,
            width,
            height,
            to_place,
            purple_owner,
            pie: Pie::Off,
            outcome: Outcome::Continue,
        };
        position.key = position.computed_key();
        position
    }

    /// These snorkels with the other colour to place, without the pie rule and an outcome.
    pub(crate) fn with_colours(&self, snorkels: [Bitboard64; 2]) -> Position {
        let to_place = self.to_place.opponent();
        let stones = self.stones();
        Position::new(self.width, self.height, snorkels, stones, to_place, self.purple_owner)
    }

    /// The same position with another state of the pie rule.
    pub(crate) fn with_pie(mut self, pie: Pie) -> Position {
        self.key ^= zobrist::pie(self.pie) ^ zobrist::pie(pie);
        self.pie = pie;
        self
    }

    /// The number of files of the board.
    #[inline]
    #[must_use]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// The number of ranks of the board.
    #[inline]
    #[must_use]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// The board's geometry: cells, neighbours, names, symmetries.
    #[inline]
    #[must_use]
    pub fn topology(&self) -> &'static Board {
        rectangle(self.width, self.height)
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

    /// The empty cells.
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

    /// The content of a cell; `None` if it is not on the board.
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

    /// The colour that places next; in a finished game, the colour that did not place last.
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

    /// The colour of a player.
    #[inline]
    #[must_use]
    pub fn colour_of(&self, player: Player) -> Colour {
        if player == self.purple_owner { Colour::Purple } else { Colour::Green }
    }

    /// The state of the pie rule.
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
}

/// Hashes the key: equal positions have equal keys.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}
