//! The events of an action, in order.

use alloc::vec::Vec;
use core::fmt;

use abstract_game::{End, Player};
use grid_topology::Cell;

use crate::board::Name;
use crate::{Action, ActionError, Kind, Position, Stack};

/// One event of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A piece, or the king, was placed from the reserve.
    Placed {
        /// The owner.
        player: Player,
        /// Its kind.
        kind: Kind,
        /// The cell.
        cell: Cell,
    },
    /// Pieces moved. They may have joined others.
    Moved {
        /// The origin.
        from: Cell,
        /// The destination.
        to: Cell,
        /// The pieces.
        pieces: Stack,
    },
    /// Enemies were captured.
    Captured {
        /// The owner.
        player: Player,
        /// The cell.
        cell: Cell,
        /// The pieces.
        pieces: Stack,
    },
    /// The rest of a split stack had no support and was removed.
    LeftBehind {
        /// The owner.
        player: Player,
        /// The cell.
        cell: Cell,
        /// The pieces.
        pieces: Stack,
    },
    /// A player detonated a `D`.
    Detonated {
        /// The owner.
        player: Player,
        /// The cell.
        cell: Cell,
    },
    /// Fire pushed a stack by one cell. It may have joined others.
    Pushed {
        /// The owner.
        player: Player,
        /// The origin.
        from: Cell,
        /// The destination.
        to: Cell,
        /// The pieces.
        pieces: Stack,
    },
    /// Fire pushed a stack that could not move, and it was removed.
    PushedOut {
        /// The owner.
        player: Player,
        /// The cell.
        cell: Cell,
        /// The cell to which it was pushed; `None` if off the board.
        towards: Option<Cell>,
        /// The pieces.
        pieces: Stack,
        /// Why it could not move.
        why: NoPush,
    },
    /// Fire pushed a king without a mobile piece, and it stayed.
    Stayed {
        /// The owner.
        player: Player,
        /// The cell.
        cell: Cell,
    },
    /// The `D`s that were removed from a cell exploded.
    Exploded {
        /// The cell.
        cell: Cell,
    },
    /// An explosion removed a stack.
    Destroyed {
        /// The owner.
        player: Player,
        /// The cell.
        cell: Cell,
        /// The pieces.
        pieces: Stack,
    },
    /// Removed pieces were added to a reserve.
    Returned {
        /// The owner of the reserve.
        player: Player,
        /// The pieces.
        pieces: Stack,
    },
    /// A king was removed.
    KingLost {
        /// The owner.
        player: Player,
    },
    /// The turn ended.
    TurnEnded {
        /// The player whose turn it was.
        player: Player,
    },
    /// The game ended by the rules of the board. Repetition is not an event.
    GameEnded {
        /// How it ended.
        end: End,
    },
}

/// Why a pushed stack could not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoPush {
    /// The next cell is off the board.
    OffBoard,
    /// Nothing in it moves.
    Immobile,
    /// Its enemies stand on the next cell.
    Enemies,
    /// The next cell is occupied, in the simple game.
    Occupied,
    /// It would have no support on the next cell.
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

/// One line for people.
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

/// The events of a legal action and the position after it; made by [`Position::explain`].
pub type Explanation = abstract_game::Explanation<Position>;

impl Position {
    /// The events of an action and the position after it. This position does not change.
    ///
    /// ```
    /// use symbol_core::Position;
    ///
    /// // Fire moves next to a `W` at the edge and a `D`, whose explosion destroys it.
    /// let position: Position = "x7/x3,k,x3/x7/x7/w,x,d,x4/x,F,x5/x3,K,x3 1 A/- - -".parse()?;
    /// let explanation = position.explain("b2:F>b3".parse()?)?;
    /// let events = [
    ///     "F moves from b2 to b3",
    ///     "P2's D on c3 is pushed out: nothing in it moves",
    ///     "P2's W on a3 is pushed out: the next cell is off the board",
    ///     "explosion on c3",
    ///     "P1's F on b3 is destroyed",
    ///     "P1's turn is over",
    /// ];
    /// assert_eq!(explanation.to_string(), events.join("\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The action is not legal.
    pub fn explain(&self, action: Action) -> Result<Explanation, ActionError> {
        self.check(action)?;
        let mut after = self.clone();
        let mut events = Vec::new();
        after.play_recorded(action, &mut |event| events.push(event));
        Ok(Explanation::new(events, after))
    }
}
