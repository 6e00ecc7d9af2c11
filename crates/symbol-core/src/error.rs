//! Why an action is refused: texts that are not actions, and actions that are not legal.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use abstract_game::{End, GameError, Player};
use derive_more::Display;
use grid_topology::Cell;
use thiserror::Error;

use crate::board::{Ground, Name};
use crate::{Kind, Stack, Terrain};

/// Why a text is not an action, or which rule forbids an action.
///
/// ```
/// use symbol_core::{Position, prelude::*};
/// let position: Position = "x7/x3,k,x3/x7/x7/x7/x2,KA,LW,x3/x7 1 L/- - left-behind=removed".parse()?;
/// let message = |text| position.read_action(text).unwrap_err().to_string();
/// assert_eq!(message("d2:L>d4"), "L may not end on water d4: no friendly supporter waits there");
/// assert_eq!(message("d2:W>d6"), "W moves at most 3 steps, and d6 is 4 away");
/// assert_eq!(message("e2:A>e3"), "nothing stands on e2");
/// assert_eq!(message("d2:F>d3"), "F is not on d2: LW stands there");
/// assert_eq!(message("+Lc3"), "L may not be placed on water c3: no friendly supporter is there");
/// assert_eq!(message("+Lf3"), "L is placed on the king's cell c2 or next to it, not on f3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The text is not an action.
    #[error(transparent)]
    Text(#[from] GameError),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(End),
    /// The player has no legal action but the forced pass.
    #[error("{0} can do nothing here: only the forced pass `-` is legal")]
    MustPass(Player),
    /// The player has another legal action, so may not pass.
    #[error("there is no voluntary pass: {0} can act")]
    NoPass(Player),
    /// A pass is a whole turn.
    #[error("a pass is a whole turn, and this one has begun: `end` ends it")]
    PassAfterAction,
    /// The turn cannot end before its first action.
    #[error("the turn cannot end before an action is done")]
    NothingDone,
    /// A cell of the action is not on the board.
    #[error("{} is not on the board", Name(*.0))]
    OffBoard(Cell),
    /// The player must place the king first.
    #[error("{player} must place the king first: `K@` and a cell of ranks {}", home_ranks(*.0), player = .0)]
    KingFirst(Player),
    /// The player has placed the king already.
    #[error("{0}'s king is on the board already")]
    KingPlaced(Player),
    /// The cell of the king is not on the player's land.
    #[error("{player} places the king on ranks {}, not on {}", home_ranks(*.player), Name(*.cell))]
    KingArea {
        /// The player to move.
        player: Player,
        /// The cell.
        cell: Cell,
    },
    /// The piece cannot be placed there.
    #[error("{kind} {why}")]
    Placement {
        /// The kind of the piece.
        kind: Kind,
        /// Why it cannot be placed.
        why: NoPlacement,
    },
    /// The cell that should act is empty.
    #[error("nothing stands on {}", Name(*.0))]
    Empty(Cell),
    /// The cell that should act is the opponent's.
    #[error("{} is not {player}'s: {}'s pieces stand there", Name(*.cell), .player.opponent())]
    NotYours {
        /// The player to move.
        player: Player,
        /// The cell.
        cell: Cell,
    },
    /// Another cell is active in this turn.
    #[error("{} cannot act: this turn belongs to {}", Name(*.cell), Name(*.active))]
    WrongCell {
        /// The cell that should act.
        cell: Cell,
        /// The active cell.
        active: Cell,
    },
    /// The one move of this turn is made.
    #[error("the move of this turn is made already")]
    Moved,
    /// The cell does not contain these pieces.
    #[error("{pieces} is not on {}: {stack} stands there", Name(*.cell))]
    Missing {
        /// The pieces that should move.
        pieces: Stack,
        /// The cell.
        cell: Cell,
        /// The pieces on it.
        stack: Stack,
    },
    /// Some of the pieces were placed in this turn.
    #[error("{pieces} may not move from {}: {fresh} was placed there in this turn", Name(*.cell))]
    Fresh {
        /// The pieces that should move.
        pieces: Stack,
        /// The cell.
        cell: Cell,
        /// The pieces placed in this turn.
        fresh: Stack,
    },
    /// None of these pieces moves.
    #[error("{0} cannot move: only L, W, A and F move and carry others")]
    NoTransport(Stack),
    /// The rest of the stack would have no support.
    #[error("the rest {rest} may not stay on {}: nothing in it supports it there", Ground(*.cell))]
    RestUnsupported {
        /// The pieces that would stay.
        rest: Stack,
        /// The cell.
        cell: Cell,
    },
    /// The move ends where it starts.
    #[error("a move ends on another cell than {}, where it began", Name(*.0))]
    NotAMove(Cell),
    /// None of the transports can make the move: each with its obstacle.
    #[error("{}", Obstacles(.0))]
    Unreachable(Vec<(Kind, Obstacle)>),
    /// There is no enemy on the target.
    #[error("there is no enemy on {} to take", Name(*.0))]
    NoEnemy(Cell),
    /// None of these pieces attacks across the shore.
    #[error("{0} takes nothing across the shore: only L and W do")]
    NoShoreAttacker(Stack),
    /// No piece on the cell attacks across the shore from its own terrain.
    #[error(
        "nothing on {} can attack from where it stands: on land that takes an L, on water a W, placed before this turn",
        Name(*.0)
    )]
    NoStandstillAttacker(Cell),
    /// The target is not adjacent.
    #[error("{} is not next to {}", Name(*.target), Name(*.cell))]
    NotAdjacent {
        /// The target.
        target: Cell,
        /// The attackers' cell.
        cell: Cell,
    },
    /// The target has the terrain of the attackers' cell.
    #[error("{} and {} are both {}: an attack from where one stands crosses the shore", Name(*.cell), Name(*.target), Terrain::of(*.cell))]
    SameTerrain {
        /// The attackers' cell.
        cell: Cell,
        /// The target.
        target: Cell,
    },
    /// The cell has no `D` that may be detonated.
    #[error("{}", .why.sentence(*.cell))]
    NoBomb {
        /// The cell.
        cell: Cell,
        /// Why not.
        why: NoDetonation,
    },
}

/// Why a piece cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoPlacement {
    /// A king is not a reinforcement.
    #[error("is no reinforcement: it is placed once, as `K@d2`")]
    King,
    /// This turn allows no more reinforcements.
    #[error("cannot be placed: no reinforcement is left in this turn")]
    NoneLeft,
    /// The player's reserve does not contain the piece.
    #[error("is not in {0}'s reserve")]
    NotInReserve(Player),
    /// Enemies stand on the cell.
    #[error("may not be placed on {}: enemies stand there", Name(*.0))]
    Enemies(Cell),
    /// The cell must be empty, but is not.
    #[error("may not be placed on {}: the cell is not empty", Name(*.0))]
    NotEmpty(Cell),
    /// The cell is not next to the king.
    #[error("is placed on the king's cell {} or next to it, not on {}", Name(*.king), Name(*.cell))]
    FarFromKing {
        /// The king's cell.
        king: Cell,
        /// The cell.
        cell: Cell,
    },
    /// The cell is not next to a piece around which this kind may be placed.
    #[error("may not be placed on {}: no own {helpers} is there or next to it", Name(*.cell))]
    FarFromPieces {
        /// The cell.
        cell: Cell,
        /// The pieces around which this kind may be placed.
        helpers: &'static str,
    },
    /// The piece would have no support.
    #[error("may not be placed on {}: no friendly supporter is there", Ground(*.0))]
    Unsupported(Cell),
}

/// Why a transport cannot make a move or an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// The cell is beyond the range of the transport.
    #[error("moves at most {}, and {} is {distance} away", Steps(*.most), Name(*.to))]
    TooFar {
        /// The range in steps.
        most: u8,
        /// The destination.
        to: Cell,
        /// Its distance in steps.
        distance: u8,
    },
    /// The cell is beyond the range of the transport before an attack.
    #[error("moves at most {} before an attack, and {} is {distance} away", Steps(*.most), Name(*.to))]
    TooFarToAttack {
        /// The range in steps.
        most: u8,
        /// The cell from which it should attack.
        to: Cell,
        /// Its distance in steps.
        distance: u8,
    },
    /// The move is not straight.
    #[error("moves in a straight line, and {} lies on none from {}", Name(*.to), Name(*.from))]
    Crooked {
        /// The origin.
        from: Cell,
        /// The destination.
        to: Cell,
    },
    /// The attack does not continue the line of the move.
    #[error("attacks straight on, and {} does not follow on {} and {}", Name(*.target), Name(*.from), Name(*.rest))]
    NotInLine {
        /// The origin.
        from: Cell,
        /// The cell from which it should attack.
        rest: Cell,
        /// The target.
        target: Cell,
    },
    /// Enemies stand in the way.
    #[error("may not move through {}: enemies stand there", Name(*.0))]
    Blocked(Cell),
    /// A cell on the way has the wrong terrain.
    #[error("may not move over {}", Ground(*.0))]
    Terrain(Cell),
    /// The destination has the wrong terrain and no friendly supporter.
    #[error("may not end on {}: no friendly supporter waits there", Ground(*.0))]
    NoSupporter(Cell),
    /// The destination has the wrong terrain and enemies.
    #[error("may not end on {} to capture: it attacks across the shore, written with `*{}`", Ground(*.0), Name(*.0))]
    CaptureAcross(Cell),
    /// A friendly piece stands on the destination, in the simple game.
    #[error("may not end on {}: nothing joins in the simple game", Name(*.0))]
    Occupied(Cell),
    /// The attack would start from the wrong terrain.
    #[error("attacks across the shore only from its own terrain, and {} is {}", Name(*.0), Terrain::of(*.0))]
    AwayFromHome(Cell),
    /// The target has the terrain of the transport, which captures there by a move.
    #[error("takes enemies on {} only by moving there", Ground(*.0))]
    NotAcross(Cell),
    /// The target is not adjacent.
    #[error("attacks from a cell next to {}, and {} is not", Name(*.target), Name(*.rest))]
    TargetNotAdjacent {
        /// The cell from which it should attack.
        rest: Cell,
        /// The target.
        target: Cell,
    },
}

/// Why no `D` on a cell may be detonated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoDetonation {
    /// There is no `D` on the cell.
    None,
    /// The `D` was placed in this turn.
    Fresh,
    /// After a move only a `D` that moved may be detonated.
    NotMoved,
    /// The attackers did not move, or died.
    AfterAttack,
}

impl NoDetonation {
    fn sentence(self, cell: Cell) -> String {
        let cell = Name(cell);
        match self {
            NoDetonation::None => format!("there is no D on {cell} to detonate"),
            NoDetonation::Fresh => {
                format!("the D on {cell} was placed in this turn and may not be detonated")
            }
            NoDetonation::NotMoved => {
                format!("no D moved to {cell}: after a move only what moved is detonated")
            }
            NoDetonation::AfterAttack => {
                format!("nothing on {cell} may be detonated: no movers came to rest there in this turn")
            }
        }
    }
}

fn home_ranks(player: Player) -> &'static str {
    match player {
        Player::P1 => "1 and 2",
        Player::P2 => "6 and 7",
    }
}

/// A number of steps.
#[derive(Display)]
#[display("{_0} step{}", if *_0 == 1 { "" } else { "s" })]
struct Steps(u8);

/// Each transport with its obstacle.
struct Obstacles<'a>(&'a [(Kind, Obstacle)]);

impl fmt::Display for Obstacles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (kind, obstacle)) in self.0.iter().enumerate() {
            write!(f, "{}{kind} {obstacle}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}
