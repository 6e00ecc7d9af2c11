//! What a turn is made of.

use grid_topology::Cell;

use crate::{Kind, Stack};

/// A step of a turn. Eight bytes.
///
/// ```
/// use symbol_core::{Action, BOARD};
/// let cell = |name| BOARD.parse_cell(name).unwrap();
/// let action = Action::Move { from: cell("d2"), pieces: "LW".parse()?, to: cell("c3") };
/// assert_eq!(action.to_string(), "d2:LW>c3");
/// assert_eq!(size_of::<Action>(), 8);
/// # Ok::<(), symbol_core::StackError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The king is placed: the first turn of each player.
    PlaceKing {
        /// Where.
        cell: Cell,
    },
    /// A piece of the reserve is put on the board.
    Reinforce {
        /// Its kind.
        kind: Kind,
        /// Where.
        cell: Cell,
    },
    /// Pieces move to another cell, joining friends or capturing enemies there.
    Move {
        /// The active cell.
        from: Cell,
        /// Where they come to rest.
        to: Cell,
        /// What moves.
        pieces: Stack,
    },
    /// Pieces move to another cell and take the enemies on one next to it, of the other terrain.
    MoveAndTake {
        /// The active cell.
        from: Cell,
        /// Where they come to rest.
        to: Cell,
        /// The enemies' cell.
        target: Cell,
        /// What moves.
        pieces: Stack,
    },
    /// From where they stand, pieces take the enemies on a cell of the other terrain.
    Take {
        /// The active cell.
        from: Cell,
        /// The enemies' cell.
        target: Cell,
    },
    /// A `D` is removed and explodes; ends the turn.
    Detonate {
        /// The active cell.
        cell: Cell,
    },
    /// The turn ends though more could be done.
    EndTurn,
    /// The one action of a player who can do nothing.
    Pass,
}

impl Action {
    /// The cells that the action names.
    pub(crate) fn cells(self) -> impl Iterator<Item = Cell> {
        let cells = match self {
            Action::PlaceKing { cell } | Action::Reinforce { cell, .. } | Action::Detonate { cell } => {
                [Some(cell), None, None]
            }
            Action::Move { from, to, .. } => [Some(from), Some(to), None],
            Action::MoveAndTake { from, to, target, .. } => [Some(from), Some(to), Some(target)],
            Action::Take { from, target } => [Some(from), Some(target), None],
            Action::EndTurn | Action::Pass => [None; 3],
        };
        cells.into_iter().flatten()
    }
}

impl abstract_game::Action for Action {
    #[inline]
    fn tag(self) -> u32 {
        let cells = |a: Cell, b: Cell, c: u64| (a.index() as u64) << 32 | (b.index() as u64) << 40 | c << 48;
        let none = Cell::new(0);
        let number = match self {
            Action::PlaceKing { cell } => cells(cell, none, 0),
            Action::Reinforce { kind, cell } => cells(cell, none, 1) | kind as u64,
            Action::Move { from, to, pieces } => cells(from, to, 2) | u64::from(pieces.bits()),
            Action::MoveAndTake { from, to, target, pieces } => {
                cells(from, to, 3 + target.index() as u64) | u64::from(pieces.bits())
            }
            Action::Take { from, target } => cells(from, target, 60),
            Action::Detonate { cell } => cells(cell, none, 61),
            Action::EndTurn => cells(none, none, 62),
            Action::Pass => cells(none, none, 63),
        };
        // Multiplying spreads each bit upwards, the shift brings it down again; after two rounds the upper half
        // depends on everything.
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((spread ^ spread >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as u32
    }
}
