//! Actions: a placement or the swap. A turn is one action.

use derive_more::Debug;
use grid_topology::Cell;

/// An action, which is a whole turn: a placement or the swap. One byte.
///
/// Its text is a cell, `d4`, or `swap`. `parse` reads a cell of the largest board;
/// [`read_action`](abstract_game::Position::read_action) of a position reads legal actions only.
///
/// ```
/// use snorkels_core::{Action, board};
/// let d4: Action = "d4".parse()?;
/// assert_eq!(d4, Action::place(board(7).parse_cell("d4")?));
/// assert_eq!(d4.to_string(), "d4");
/// assert_eq!("swap".parse(), Ok(Action::SWAP));
/// assert_eq!(size_of::<Action>(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[debug("{self}")]
pub struct Action(u8);

impl Action {
    /// The swap: the players exchange their colours.
    pub const SWAP: Action = Action(64);

    /// The number of actions on the largest board, the swap included. Every [`index`](Self::index) is below it.
    pub const COUNT: usize = 65;

    /// The placement of a snorkel on a cell.
    ///
    /// # Panics
    /// If the cell's index is 64 or more: no board has such a cell.
    #[inline]
    #[must_use]
    pub const fn place(cell: Cell) -> Action {
        assert!(cell.index() < 64, "no board has this cell");
        Action(cell.index() as u8)
    }

    /// The cell of a placement; `None` for the swap.
    #[inline]
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        if self.0 == Action::SWAP.0 { None } else { Some(Cell::new(self.0)) }
    }

    /// The index of the cell, or 64 for the swap. For arrays indexed by action.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every action on the largest board.
    pub fn all() -> impl Iterator<Item = Action> {
        (0..=Action::SWAP.0).map(Action)
    }
}
