//! The events of an action, in order.

use abstract_game::{End, Player};
use derive_more::Display;
use grid_topology::Cell;

use crate::{BOARD, Kind, Position, Stack};

/// One event of an action. `Display` writes one line for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
#[non_exhaustive]
pub enum Event {
    /// A piece, or the king, was placed from the reserve.
    #[display("{player} places {kind} on {}", BOARD.name(*cell))]
    Placed {
        /// The owner.
        player: Player,
        /// Its kind.
        kind: Kind,
        /// The cell.
        cell: Cell,
    },
    /// Pieces moved. They may have joined others.
    #[display("{pieces} moves from {} to {}", BOARD.name(*from), BOARD.name(*to))]
    Moved {
        /// The origin.
        from: Cell,
        /// The destination.
        to: Cell,
        /// The pieces.
        pieces: Stack,
    },
    /// Enemies were captured.
    #[display("{player}'s {pieces} on {} is captured", BOARD.name(*cell))]
    Captured {
        /// The owner.
        player: Player,
        /// The cell.
        cell: Cell,
        /// The pieces.
        pieces: Stack,
    },
    /// The rest of a split stack had no support and was removed.
    #[display("{player}'s {pieces} on {} is left without support and removed", BOARD.name(*cell))]
    LeftBehind {
        /// The owner.
        player: Player,
        /// The cell.
        cell: Cell,
        /// The pieces.
        pieces: Stack,
    },
    /// A player detonated a `D`.
    #[display("{player} detonates D on {}", BOARD.name(*cell))]
    Detonated {
        /// The owner.
        player: Player,
        /// The cell.
        cell: Cell,
    },
    /// Fire pushed a stack by one cell. It may have joined others.
    #[display("{player}'s {pieces} is pushed from {} to {}", BOARD.name(*from), BOARD.name(*to))]
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
    #[display("{player}'s {pieces} on {} is pushed out: {why}", BOARD.name(*cell))]
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
    #[display("{player}'s king on {} is pushed and stays", BOARD.name(*cell))]
    Stayed {
        /// The owner.
        player: Player,
        /// The cell.
        cell: Cell,
    },
    /// The `D`s that were removed from a cell exploded.
    #[display("explosion on {}", BOARD.name(*cell))]
    Exploded {
        /// The cell.
        cell: Cell,
    },
    /// An explosion removed a stack.
    #[display("{player}'s {pieces} on {} is destroyed", BOARD.name(*cell))]
    Destroyed {
        /// The owner.
        player: Player,
        /// The cell.
        cell: Cell,
        /// The pieces.
        pieces: Stack,
    },
    /// Removed pieces were added to a reserve.
    #[display("{pieces} goes to {player}'s reserve")]
    Returned {
        /// The owner of the reserve.
        player: Player,
        /// The pieces.
        pieces: Stack,
    },
    /// A king was removed.
    #[display("{player} loses the king")]
    KingLost {
        /// The owner.
        player: Player,
    },
    /// The turn ended.
    #[display("{player}'s turn is over")]
    TurnEnded {
        /// The player whose turn it was.
        player: Player,
    },
    /// The game ended by the rules of the board. Repetition is not an event.
    #[display("{end}")]
    GameEnded {
        /// How it ended.
        end: End,
    },
}

/// Why a pushed stack could not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
#[non_exhaustive]
pub enum NoPush {
    /// The next cell is off the board.
    #[display("the next cell is off the board")]
    OffBoard,
    /// Nothing in it moves.
    #[display("nothing in it moves")]
    Immobile,
    /// Its enemies stand on the next cell.
    #[display("its enemies are on the next cell")]
    Enemies,
    /// The next cell is occupied, in the simple game.
    #[display("the next cell is occupied")]
    Occupied,
    /// It would have no support on the next cell.
    #[display("it would have no support there")]
    Unsupported,
}

/// The events of a legal action and the position after it; made by [`Position::explain`].
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
pub type Explanation = abstract_game::Explanation<Position>;
