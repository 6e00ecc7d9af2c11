//! Why a text is not a position.

use alloc::string::String;
use core::fmt;

use abstract_game::Player;
use grid_topology::{Cell, CellError};
use thiserror::Error;

use crate::board::Name;
use crate::{MAX_PIECES, SetupError, Stack, StackError, Terrain};

/// Why a text is not a position: what was wrong, where, and what was expected.
///
/// ```
/// use abstract_game::Rules as _;
/// use symbol_core::Symbol;
/// let message = |text| Symbol::new().read_position(text).unwrap_err().to_string();
/// assert_eq!(message("x7/x3,k,x3/x7/x3,L,x3/x7/x3,K,x3/x7 1 -/- - -"), "L may not stand on water d4: nothing in it supports it there");
/// assert_eq!(message("x7/x3,k,x3/x7/x7/x7/x3,K,x2/x7 1 -/- - -"), "rank 2 has 6 cells: expected 7");
/// assert_eq!(message("x7/x3,k,x3/x7/x7/x7/x3,K,x3/x7 1 -/- d2:0:-:- -"), "the turn state `d2:0:-:-`: nothing is left to do, so the turn would be over");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// It has not five words.
    #[error("expected five words, `<cells> <player> <reserves> <turn state> <rules>`, found {found}")]
    Words {
        /// How many it has.
        found: usize,
    },
    /// There are not seven ranks.
    #[error("the board has {found} rank{}: expected 7", if *.found == 1 { "" } else { "s" })]
    Ranks {
        /// How many there are.
        found: usize,
    },
    /// A rank is too long or too short.
    #[error("rank {rank} has {found} cell{}: expected 7", if *.found == 1 { "" } else { "s" })]
    RankLength {
        /// The rank, from 1 at the bottom.
        rank: u8,
        /// How many cells it has.
        found: u8,
    },
    /// A run of empty cells is none.
    #[error("rank {rank} holds `{found}`: expected `x`, or `x2` to `x7`, for empty cells")]
    Run {
        /// The rank, from 1 at the bottom.
        rank: u8,
        /// What was read, or the beginning of it.
        found: String,
    },
    /// A stack cannot be read.
    #[error("{part}: {error}")]
    Stack {
        /// Which one.
        part: Part,
        /// What is wrong with it.
        error: StackError,
    },
    /// The player to move is none.
    #[error("the player to move is `{found}`: expected `1` or `2`")]
    Player {
        /// What was read, or the beginning of it.
        found: String,
    },
    /// The reserves are not two.
    #[error("the reserves are `{found}`: expected two, joined by `/`")]
    Reserves {
        /// What was read, or the beginning of it.
        found: String,
    },
    /// A stack has no support.
    #[error("{stack} may not stand on {terrain} {}: nothing in it supports it there", Name(*.cell))]
    Unsupported {
        /// The cell.
        cell: Cell,
        /// What stands there.
        stack: Stack,
        /// The cell's terrain.
        terrain: Terrain,
    },
    /// Pieces share a cell in the simple game.
    #[error("{stack} stands on {}: in the simple game each cell holds one piece", Name(*.cell))]
    SimpleStack {
        /// The cell.
        cell: Cell,
        /// What stands there.
        stack: Stack,
    },
    /// A player has more than one king.
    #[error("{player} has more than one king")]
    Kings {
        /// The player.
        player: Player,
    },
    /// A player has pieces on the board before the king.
    #[error("{player} has pieces on {}, but the king is still in reserve", Name(*.cell))]
    KingInReserve {
        /// The player.
        player: Player,
        /// One of the cells.
        cell: Cell,
    },
    /// There are more pieces than both armies have.
    #[error("there are {found} pieces beside the kings: expected {MAX_PIECES} at most")]
    TooMany {
        /// How many there are.
        found: u32,
    },
    /// The turn state cannot be.
    #[error("the turn state `{text}`: {problem}")]
    Turn {
        /// What was read, or the beginning of it.
        text: String,
        /// What is wrong with it.
        problem: TurnProblem,
    },
    /// The options cannot be.
    #[error("the rules: {0}")]
    Rules(#[from] SetupError),
}

/// A part of a position's text that holds pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A cell.
    Place {
        /// The file, from 1; beyond 7 where the rank is too long.
        file: u8,
        /// The rank, from 1.
        rank: u8,
    },
    /// A reserve.
    Reserve {
        /// Whose it is.
        player: Player,
    },
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Part::Place { file: file @ 1..=7, rank } => write!(f, "{}{rank}", char::from(b'a' + file - 1)),
            Part::Place { rank, .. } => write!(f, "beyond the end of rank {rank}"),
            Part::Reserve { player } => write!(f, "{player}'s reserve"),
        }
    }
}

/// What is wrong with the state of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TurnProblem {
    /// It has not the right form.
    #[error("expected `-`, or `<cell>:<left>:<fresh>:<moved>`")]
    Form,
    /// In the simple game no turn has more than one action.
    #[error("expected `-`, as every turn of the simple game is one action")]
    Simple,
    /// A player has no king on the board.
    #[error("expected `-`, as {player}'s king is not on the board")]
    NoKing {
        /// The player.
        player: Player,
    },
    /// The active cell is none.
    #[error("{0}")]
    Cell(#[from] CellError),
    /// The number of reinforcements is none.
    #[error("expected 0 to 4 reinforcements left")]
    Left,
    /// Pieces cannot be read.
    #[error("{0}")]
    Stack(#[from] StackError),
    /// Enemies stand on the active cell.
    #[error("the active cell {} is the opponent's", Name(*.active))]
    Enemies {
        /// The active cell.
        active: Cell,
    },
    /// Fresh or moved pieces are not on the active cell.
    #[error("{pieces} is not on the active cell {}", Name(*.active))]
    NotThere {
        /// The pieces.
        pieces: Stack,
        /// The active cell.
        active: Cell,
    },
    /// The king is no reinforcement.
    #[error("the king is not placed in such a turn")]
    FreshKing,
    /// Nothing among the movers moves.
    #[error("{pieces} cannot have moved: only L, W, A and F move and carry others")]
    NoTransport {
        /// The movers.
        pieces: Stack,
    },
    /// Fresh pieces are not told after a move.
    #[error("expected no fresh pieces, `-`, after the move")]
    FreshAfterMove,
    /// Only the king's cell can be active before the move.
    #[error("nothing can have been done with {}: before the move only the king's cell acts", Name(*.active))]
    NothingDone {
        /// The active cell.
        active: Cell,
    },
    /// The turn would have ended by itself.
    #[error("nothing is left to do, so the turn would be over")]
    NothingLeft,
}
