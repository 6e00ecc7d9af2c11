//! The one thing a player does in a turn.

use core::fmt;

use grid_topology::Cell;

use crate::board::cell_name;

/// A turn of Snorkels: a placement or the swap. One byte.
///
/// ```
/// use snorkels_core::{Action, board};
/// let d4 = Action::place(board(7).parse_cell("d4")?);
/// assert_eq!(d4.to_string(), "d4");
/// assert_eq!(Action::SWAP.to_string(), "swap");
/// assert_eq!(size_of::<Action>(), 1);
/// # Ok::<(), grid_topology::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8);

impl Action {
    /// The second player takes the colour of the first, and the first the other.
    pub const SWAP: Action = Action(64);

    /// How many actions there are on a board of any size, the swap included; [`index`](Self::index) is below it.
    pub const COUNT: usize = 65;

    /// Placing a snorkel on a cell, which need not be on the board at hand.
    ///
    /// # Panics
    /// If the cell's index is 64 or more, so that it is on no board.
    #[inline]
    #[must_use]
    pub const fn place(cell: Cell) -> Action {
        assert!(cell.index() < 64, "a cell that is on no board");
        Action(cell.index() as u8)
    }

    /// The cell of a placement; `None` for the swap.
    #[inline]
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        if self.is_swap() { None } else { Some(Cell::new(self.0)) }
    }

    /// Whether it is the swap.
    #[inline]
    #[must_use]
    pub const fn is_swap(self) -> bool {
        self.0 == Action::SWAP.0
    }

    /// The index of the cell, 64 for the swap: for arrays with a place per action.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The action with that [`index`](Self::index), if there is one.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Action> {
        if index < Action::COUNT { Some(Action(index as u8)) } else { None }
    }

    /// Every action on the largest board, for those who want to try them all.
    pub fn all() -> impl Iterator<Item = Action> {
        (0..=Action::SWAP.0).map(Action)
    }
}

impl abstract_game::Action for Action {
    #[inline]
    fn tag(self) -> u32 {
        u32::from(self.0)
    }
}

/// The text of the rules: a cell, or `swap`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell() {
            Some(cell) => cell_name(cell).fmt(f),
            None => f.pad("swap"),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
