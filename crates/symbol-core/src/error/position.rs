//! Errors of positions.

use alloc::string::String;

use abstract_game::Player;
use grid_topology::{Cell, CellError};
use thiserror::Error;

use crate::board::{Ground, Name};
use crate::{MAX_PIECES, SetupError, Stack, StackError};

/// Why a text is not a position: what is wrong, where, and what was expected.
///
/// ```
/// use symbol_core::Position;
/// let message = |text: &str| text.parse::<Position>().unwrap_err().to_string();
/// assert_eq!(message("x7/x3,k,x3/x7/x3,L,x3/x7/x3,K,x3/x7 1 -/- - -"), "L may not stand on water d4: nothing in it supports it there");
/// assert_eq!(message("x7/x3,k,x3/x7/x7/x7/x3,K,x2/x7 1 -/- - -"), "rank 2 has 6 cells: expected 7");
/// assert_eq!(message("x7/x3,k,x3/x7/x7/x7/x3,K,x3/x7 1 -/- d2:0:-:- -"), "the turn state `d2:0:-:-`: nothing is left to do, so the turn would be over");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The number of words is not five.
    #[error("expected five words, `<cells> <player> <reserves> <turn state> <rules>`, found {0}")]
    Words(usize),
    /// The number of ranks is not seven.
    #[error("the board has {found} rank{}: expected 7", plural(*.0), found = .0)]
    Ranks(usize),
    /// A rank has too many or too few cells.
    #[error("rank {rank} has {found} cell{}: expected 7", plural(usize::from(*.found)))]
    RankLength {
        /// The rank, from 1 at the bottom.
        rank: u8,
        /// The number of its cells.
        found: u8,
    },
    /// A run of empty cells cannot be read.
    #[error("rank {rank} holds `{found}`: expected `x`, or `x2` to `x7`, for empty cells")]
    Run {
        /// The rank, from 1 at the bottom.
        rank: u8,
        /// The text, shortened if it is long.
        found: String,
    },
    /// A stack or a reserve cannot be read.
    #[error("{part}: {error}")]
    Stack {
        /// The part of the position.
        part: Part,
        /// What is wrong with it.
        error: StackError,
    },
    /// The player to move cannot be read.
    #[error("the player to move is `{0}`: expected `1` or `2`")]
    Player(String),
    /// There are not two reserves.
    #[error("the reserves are `{0}`: expected two, joined by `/`")]
    Reserves(String),
    /// A stack has no support.
    #[error("{stack} may not stand on {}: nothing in it supports it there", Ground(*.cell))]
    Unsupported {
        /// The cell.
        cell: Cell,
        /// The pieces on it.
        stack: Stack,
    },
    /// A cell holds more than one piece in the simple game.
    #[error("{stack} stands on {}: in the simple game each cell holds one piece", Name(*.cell))]
    SimpleStack {
        /// The cell.
        cell: Cell,
        /// The pieces on it.
        stack: Stack,
    },
    /// A player has more than one king.
    #[error("{0} has more than one king")]
    Kings(Player),
    /// A player has pieces on the board, but the king in reserve.
    #[error("{player} has pieces on {}, but the king is still in reserve", Name(*.cell))]
    KingInReserve {
        /// The player.
        player: Player,
        /// A cell with pieces.
        cell: Cell,
    },
    /// There are more pieces than two armies have.
    #[error("there are {0} pieces beside the kings: expected {MAX_PIECES} at most")]
    TooMany(u32),
    /// The turn state cannot be read, or contradicts the board.
    #[error("the turn state `{text}`: {problem}")]
    Turn {
        /// The text, shortened if it is long.
        text: String,
        /// What is wrong with it.
        problem: TurnProblem,
    },
    /// The options cannot be read, or contradict each other.
    #[error("the rules: {0}")]
    Rules(#[from] SetupError),
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// A part of a position that holds pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Part {
    /// A cell.
    #[error("{}", Name(*.0))]
    Cell(Cell),
    /// A cell after the seventh of this rank, which is counted from 1 at the bottom.
    #[error("beyond the end of rank {0}")]
    BeyondRank(u8),
    /// A player's reserve.
    #[error("{0}'s reserve")]
    Reserve(Player),
}

/// What is wrong with the state of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TurnProblem {
    /// The text does not have four parts.
    #[error("expected `-`, or `<cell>:<left>:<fresh>:<moved>`")]
    Form,
    /// A turn of the simple game is one action and has no state.
    #[error("expected `-`, as every turn of the simple game is one action")]
    Simple,
    /// A player has no king on the board.
    #[error("expected `-`, as {0}'s king is not on the board")]
    NoKing(Player),
    /// The active cell cannot be read.
    #[error("{0}")]
    Cell(#[from] CellError),
    /// The number of reinforcements is not from 0 to 4.
    #[error("expected 0 to 4 reinforcements left")]
    Left,
    /// The pieces cannot be read.
    #[error("{0}")]
    Stack(#[from] StackError),
    /// The active cell is the opponent's.
    #[error("the active cell {} is the opponent's", Name(*.0))]
    Enemies(Cell),
    /// The fresh or moved pieces are not on the active cell.
    #[error("{pieces} is not on the active cell {}", Name(*.active))]
    NotThere {
        /// The pieces.
        pieces: Stack,
        /// The active cell.
        active: Cell,
    },
    /// A king is among the fresh pieces.
    #[error("the king is not placed in such a turn")]
    FreshKing,
    /// None of the moved pieces is mobile.
    #[error("{0} cannot have moved: only L, W, A and F move and carry others")]
    NoTransport(Stack),
    /// Fresh pieces are written after the move.
    #[error("expected no fresh pieces, `-`, after the move")]
    FreshAfterMove,
    /// The active cell is not the king's, and nothing has moved.
    #[error("nothing can have been done with {}: before the move only the king's cell acts", Name(*.0))]
    NothingDone(Cell),
    /// No action is left, so the turn has ended.
    #[error("nothing is left to do, so the turn would be over")]
    NothingLeft,
}
