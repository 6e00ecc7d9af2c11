//! What an action did, told in order.

use alloc::vec::Vec;
use core::fmt;

use abstract_game::{End, Player, Position as _};
use grid_topology::Cell;

use crate::board::Name;
use crate::{Action, ActionError, Kind, Position, Stack};

/// One thing that an action did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A piece came from the reserve, the king included.
    Placed {
        /// Whose it is.
        player: Player,
        /// Its kind.
        kind: Kind,
        /// Where it stands.
        cell: Cell,
    },
    /// Pieces left a cell for another; they may have joined others there.
    Moved {
        /// Where they were.
        from: Cell,
        /// Where they rest.
        to: Cell,
        /// What moved.
        pieces: Stack,
    },
    /// Enemies were taken.
    Captured {
        /// Whose they were.
        player: Player,
        /// Where they stood.
        cell: Cell,
        /// All of them.
        pieces: Stack,
    },
    /// What the movers left behind had no support and was removed.
    LeftBehind {
        /// Whose it was.
        player: Player,
        /// Where it stood.
        cell: Cell,
        /// All of it.
        pieces: Stack,
    },
    /// A `D` was detonated by its owner.
    Detonated {
        /// The owner.
        player: Player,
        /// Where it stood.
        cell: Cell,
    },
    /// Fire pushed a stack one cell on; it may have joined others there.
    Pushed {
        /// Whose it is.
        player: Player,
        /// Where it was.
        from: Cell,
        /// Where it stands now.
        to: Cell,
        /// All of it.
        pieces: Stack,
    },
    /// Fire pushed a stack that could not give way: it was removed.
    PushedOut {
        /// Whose it was.
        player: Player,
        /// Where it stood.
        cell: Cell,
        /// Where it should have gone; `None` is off the board.
        towards: Option<Cell>,
        /// All of it.
        pieces: Stack,
        /// Why it could not.
        why: NoPush,
    },
    /// Fire pushed a king that cannot move, and it stayed.
    Stayed {
        /// Whose it is.
        player: Player,
        /// Where it stands.
        cell: Cell,
    },
    /// One `D` or more that were removed from a cell exploded there.
    Exploded {
        /// The cell.
        cell: Cell,
    },
    /// An explosion removed what stood on a cell.
    Destroyed {
        /// Whose it was.
        player: Player,
        /// Where it stood.
        cell: Cell,
        /// All of it.
        pieces: Stack,
    },
    /// Removed pieces went to a reserve.
    Returned {
        /// Whose reserve.
        player: Player,
        /// What it got.
        pieces: Stack,
    },
    /// A king was removed.
    KingLost {
        /// Whose it was.
        player: Player,
    },
    /// The turn is over.
    TurnEnded {
        /// Whose turn it was.
        player: Player,
    },
    /// The game is over, repetition and the like aside.
    GameEnded {
        /// How.
        end: End,
    },
}

/// Why a pushed stack could not give way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPush {
    /// The next cell is off the board.
    OffBoard,
    /// Nothing in it moves.
    Immobile,
    /// Its enemies are on the next cell.
    Enemies,
    /// The next cell is occupied, in the simple game.
    Occupied,
    /// It would have had no support there.
    Unsupported,
}

impl fmt::Display for NoPush {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoPush::OffBoard => "the next cell is off the board",
            NoPush::Immobile => "nothing in it moves",
            NoPush::Enemies => "its enemies are on the next cell",
            NoPush::Occupied => "the next cell is occupied",
            NoPush::Unsupported => "it would have no support there",
        })
    }
}

/// A line for a person.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::Placed { player, kind, cell } => write!(f, "{player} places {kind} on {}", Name(cell)),
            Event::Moved { from, to, pieces } => {
                write!(f, "{pieces} moves from {} to {}", Name(from), Name(to))
            }
            Event::Captured { player, cell, pieces } => {
                write!(f, "{player}'s {pieces} on {} is captured", Name(cell))
            }
            Event::LeftBehind { player, cell, pieces } => {
                write!(f, "{player}'s {pieces} on {} is left without support and removed", Name(cell))
            }
            Event::Detonated { player, cell } => write!(f, "{player} detonates D on {}", Name(cell)),
            Event::Pushed { player, from, to, pieces } => {
                write!(f, "{player}'s {pieces} is pushed from {} to {}", Name(from), Name(to))
            }
            Event::PushedOut { player, cell, pieces, why, .. } => {
                write!(f, "{player}'s {pieces} on {} is pushed out: {why}", Name(cell))
            }
            Event::Stayed { player, cell } => {
                write!(f, "{player}'s king on {} is pushed and stays", Name(cell))
            }
            Event::Exploded { cell } => write!(f, "explosion on {}", Name(cell)),
            Event::Destroyed { player, cell, pieces } => {
                write!(f, "{player}'s {pieces} on {} is destroyed", Name(cell))
            }
            Event::Returned { player, pieces } => write!(f, "{pieces} goes to {player}'s reserve"),
            Event::KingLost { player } => write!(f, "{player} loses the king"),
            Event::TurnEnded { player } => write!(f, "{player}'s turn is over"),
            Event::GameEnded { end } => write!(f, "{end}"),
        }
    }
}

/// What a legal action does, step by step, and the position it leads to; made by [`Position::explain`].
pub type Explanation = abstract_game::Explanation<Position, Event>;

impl Position {
    /// What an action does, without playing it: for those who show it or test it.
    ///
    /// ```
    /// use abstract_game::{Position as _, Rules as _};
    /// use symbol_core::Symbol;
    ///
    /// // Fire steps next to a ship at the edge and a bomb, which takes it along.
    /// let position = Symbol::new().read_position("x7/x3,k,x3/x7/x7/w,x,d,x4/x,F,x5/x3,K,x3 1 A/- - -")?;
    /// let explanation = position.explain(position.read_action("b2:F>b3")?)?;
    /// let story = [
    ///     "F moves from b2 to b3",
    ///     "P2's D on c3 is pushed out: nothing in it moves",
    ///     "P2's W on a3 is pushed out: the next cell is off the board",
    ///     "explosion on c3",
    ///     "P1's F on b3 is destroyed",
    ///     "P1's turn is over",
    /// ];
    /// assert!(explanation.events.iter().map(ToString::to_string).eq(story));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The action is not legal.
    pub fn explain(&self, action: Action) -> Result<Explanation, ActionError> {
        self.check(action)?;
        let mut after = self.clone();
        let mut events = Vec::new();
        after.play_recorded(action, &mut events);
        Ok(Explanation { events, after })
    }
}
