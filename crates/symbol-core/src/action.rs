//! Actions, of which turns consist.

use core::fmt;

use abstract_game::random::hash32;
use derive_more::Display;
use grid_topology::Cell;

use crate::{BOARD, Kind, Stack};

/// An action: a turn consists of one or more. Eight bytes.
///
/// ```
/// use symbol_core::{Action, BOARD};
/// let cell = |name| BOARD.parse_cell(name).unwrap();
/// let action = Action::Move { from: cell("d2"), pieces: "LW".parse()?, to: cell("c3") };
/// assert_eq!(action.to_string(), "d2:LW>c3");
/// assert_eq!(size_of::<Action>(), 8);
/// # Ok::<(), symbol_core::GameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
pub enum Action {
    /// `K@d2`: places the king. This is the first turn of each player.
    #[display("K@{}", BOARD.name(*cell))]
    PlaceKing {
        /// Its cell.
        cell: Cell,
    },
    /// `+Lc3`: places a piece of the reserve.
    #[display("+{kind}{}", BOARD.name(*cell))]
    Reinforce {
        /// Its kind.
        kind: Kind,
        /// Its cell.
        cell: Cell,
    },
    /// `d2:LW>c3`: moves pieces to another cell, where they join friends or capture enemies.
    #[display("{}:{pieces}>{}", BOARD.name(*from), BOARD.name(*to))]
    Move {
        /// The active cell.
        from: Cell,
        /// The cell on which they end.
        to: Cell,
        /// The pieces that move.
        pieces: Stack,
    },
    /// `d2:L>c3*c4`: moves pieces to a cell of their terrain and captures the enemies on an adjacent cell of the other
    /// terrain.
    #[display("{}:{pieces}>{}*{}", BOARD.name(*from), BOARD.name(*to), BOARD.name(*target))]
    MoveAndTake {
        /// The active cell.
        from: Cell,
        /// The cell on which they end.
        to: Cell,
        /// The cell of the enemies.
        target: Cell,
        /// The pieces that move.
        pieces: Stack,
    },
    /// `d2*d3`: captures the enemies on an adjacent cell of the other terrain without a move.
    #[display("{}*{}", BOARD.name(*from), BOARD.name(*target))]
    Take {
        /// The active cell.
        from: Cell,
        /// The cell of the enemies.
        target: Cell,
    },
    /// `!d2`: removes a `D`, which explodes, and ends the turn.
    #[display("!{}", BOARD.name(*cell))]
    Detonate {
        /// The active cell.
        cell: Cell,
    },
    /// `end`: ends the turn although another action is legal.
    #[display("end")]
    EndTurn,
    /// `-`: passes the turn. The only action of a player who has no other; the option `pass=king` allows it to everybody
    /// whose king is on the board.
    #[display("-")]
    Pass,
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Action {
    /// 32 bits that depend on every part of the action.
    #[inline]
    pub(crate) fn hash_tag(self) -> u32 {
        // Most actions are of these two kinds: comparisons are faster than a jump by a table of all kinds.
        let number = match self {
            Action::Move { from, to, pieces } => pack(from, to, 2) | u64::from(pieces.bits()),
            Action::Reinforce { kind, cell } => pack(cell, NONE, 1) | kind as u64,
            _ => self.rare_number(),
        };
        hash32(number)
    }

    /// The number of an action that is neither a move nor a reinforcement.
    #[inline(never)]
    fn rare_number(self) -> u64 {
        match self {
            Action::PlaceKing { cell } => pack(cell, NONE, 0),
            Action::MoveAndTake { from, to, target, pieces } => {
                pack(from, to, 3 + target.index() as u64) | u64::from(pieces.bits())
            }
            Action::Take { from, target } => pack(from, target, 60),
            Action::Detonate { cell } => pack(cell, NONE, 61),
            Action::EndTurn => pack(NONE, NONE, 62),
            Action::Pass | Action::Move { .. } | Action::Reinforce { .. } => pack(NONE, NONE, 63),
        }
    }
}

/// In the place of a cell that an action does not have.
const NONE: Cell = Cell::new(0);

/// Two cells and a number below 2^16 in the upper half of a word.
#[inline]
const fn pack(a: Cell, b: Cell, number: u64) -> u64 {
    (a.index() as u64) << 32 | (b.index() as u64) << 40 | number << 48
}
