//! Why an action is not legal, or a text not an action.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use abstract_game::{End, Player};
use grid_topology::{Cell, CellError};
use thiserror::Error;

use crate::board::Name;
use crate::{Kind, Stack, StackError, Terrain};

/// Why a text is not an action, or why an action is not legal: it names the rule that forbids it.
///
/// ```
/// use abstract_game::{Position as _, Rules as _};
/// use symbol_core::Symbol;
/// let position = Symbol::new().read_position("x7/x3,k,x3/x7/x7/x7/x2,KA,LW,x3/x7 1 L/- - left-behind=removed")?;
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
    /// The text has not the right form.
    #[error("`{text}` is no action: {problem}")]
    Text {
        /// What was read, or the beginning of it.
        text: String,
        /// What is wrong with it.
        problem: TextProblem,
    },
    /// The game is over.
    #[error("the game is over: {end}")]
    Over {
        /// How it ended.
        end: End,
    },
    /// There is nothing but the forced pass.
    #[error("{player} can do nothing here: only the forced pass `-` is legal")]
    MustPass {
        /// The player to move.
        player: Player,
    },
    /// The player can act, so must.
    #[error("there is no voluntary pass: {player} can act")]
    NoPass {
        /// The player to move.
        player: Player,
    },
    /// The turn has just begun.
    #[error("the turn cannot end before an action is done")]
    NothingDone,
    /// A cell is not on the board.
    #[error("{} is not on the board", Name(*.cell))]
    OffBoard {
        /// The cell.
        cell: Cell,
    },
    /// The king is still to be placed.
    #[error("{player} must place the king first: `K@` and a cell of ranks {}", if *.player == Player::P1 { "1 and 2" } else { "6 and 7" })]
    KingFirst {
        /// The player to move.
        player: Player,
    },
    /// The king is placed already.
    #[error("{player}'s king is on the board already")]
    KingPlaced {
        /// The player to move.
        player: Player,
    },
    /// The king is placed on the own land.
    #[error("{player} places the king on ranks {}, not on {}", if *.player == Player::P1 { "1 and 2" } else { "6 and 7" }, Name(*.cell))]
    KingArea {
        /// The player to move.
        player: Player,
        /// The cell.
        cell: Cell,
    },
    /// Something cannot be placed on a cell.
    #[error("{kind} {why}")]
    Placement {
        /// What was to be placed.
        kind: Kind,
        /// Why it cannot.
        why: NoPlacement,
    },
    /// Nothing stands on the cell that was to act.
    #[error("nothing stands on {}", Name(*.cell))]
    Empty {
        /// The cell.
        cell: Cell,
    },
    /// The cell that was to act is the opponent's.
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
        /// The cell that was to act.
        cell: Cell,
        /// The active cell.
        active: Cell,
    },
    /// There is one move in a turn.
    #[error("the move of this turn is made already")]
    Moved,
    /// The pieces named are not all there.
    #[error("{pieces} is not on {}: {stack} stands there", Name(*.cell))]
    Missing {
        /// What was to move.
        pieces: Stack,
        /// The cell.
        cell: Cell,
        /// What stands there.
        stack: Stack,
    },
    /// Some of the pieces were placed in this turn.
    #[error("{pieces} may not move from {}: {fresh} was placed there in this turn", Name(*.cell))]
    Fresh {
        /// What was to move.
        pieces: Stack,
        /// The cell.
        cell: Cell,
        /// What was placed.
        fresh: Stack,
    },
    /// Nothing among the pieces moves.
    #[error("{pieces} cannot move: only L, W, A and F move and carry others")]
    NoTransport {
        /// What was to move.
        pieces: Stack,
    },
    /// The rest of the stack would have no support.
    #[error("the rest {rest} may not stay on {terrain} {}: nothing in it supports it there", Name(*.cell))]
    RestUnsupported {
        /// What would stay.
        rest: Stack,
        /// The cell.
        cell: Cell,
        /// Its terrain.
        terrain: Terrain,
    },
    /// A move leads to another cell.
    #[error("a move ends on another cell than {}, where it began", Name(*.cell))]
    NotAMove {
        /// The cell.
        cell: Cell,
    },
    /// No transport among the pieces can make the move; why each of them cannot.
    #[error("{}", Reasons(.reasons))]
    Unreachable {
        /// Each transport and what hinders it.
        reasons: Vec<(Kind, Obstacle)>,
    },
    /// There is nobody to take.
    #[error("there is no enemy on {} to take", Name(*.target))]
    NoEnemy {
        /// The cell.
        target: Cell,
    },
    /// None of the pieces can attack across the shore.
    #[error("{pieces} takes nothing across the shore: only L and W do")]
    NoShoreAttacker {
        /// What was to attack.
        pieces: Stack,
    },
    /// No such piece stands on its own terrain.
    #[error(
        "nothing on {} can attack from where it stands: on land that takes an L, on water a W, placed before this turn",
        Name(*.cell)
    )]
    NoStandstillAttacker {
        /// The cell.
        cell: Cell,
    },
    /// The cells are not adjacent.
    #[error("{} is not next to {}", Name(*.target), Name(*.cell))]
    NotAdjacent {
        /// The attacked cell.
        target: Cell,
        /// Where the attackers stand.
        cell: Cell,
    },
    /// Both cells have the same terrain.
    #[error("{} and {} are both {terrain}: an attack from where one stands crosses the shore", Name(*.cell), Name(*.target))]
    SameTerrain {
        /// Where the attackers stand.
        cell: Cell,
        /// The attacked cell.
        target: Cell,
        /// The terrain of both.
        terrain: Terrain,
    },
    /// There is no `D` that may be detonated.
    #[error("{}", NoBomb(*.cell, *.why))]
    NoBomb {
        /// The cell.
        cell: Cell,
        /// Why not.
        why: NoDetonation,
    },
}

/// What is wrong with the text of an action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextProblem {
    /// It looks like no action at all.
    #[error("expected `K@d2`, `+Lc3`, `d2:LW>c3`, `d2:L>c3*c4`, `d2*d3`, `!d2`, `end` or `-`")]
    Form,
    /// A cell cannot be read.
    #[error("{0}")]
    Cell(#[from] CellError),
    /// The pieces cannot be read.
    #[error("{0}")]
    Stack(#[from] StackError),
    /// A reinforcement is not one of the five kinds.
    #[error("expected one of L, W, A, F and D after `+`")]
    Kind,
}

/// Why a piece cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoPlacement {
    /// The king is no reinforcement.
    #[error("is no reinforcement: it is placed once, as `K@d2`")]
    King,
    /// The turn brings in no more pieces.
    #[error("cannot be placed: no reinforcement is left in this turn")]
    NoneLeft,
    /// The reserve has none.
    #[error("is not in {player}'s reserve")]
    NotInReserve {
        /// Whose reserve.
        player: Player,
    },
    /// Enemies are there.
    #[error("may not be placed on {}: enemies stand there", Name(*.cell))]
    Enemies {
        /// The cell.
        cell: Cell,
    },
    /// The cell must be empty and is not.
    #[error("may not be placed on {}: the cell is not empty", Name(*.cell))]
    NotEmpty {
        /// The cell.
        cell: Cell,
    },
    /// The cell is too far from the king.
    #[error("is placed on the king's cell {} or next to it, not on {}", Name(*.king), Name(*.cell))]
    FarFromKing {
        /// The king's cell.
        king: Cell,
        /// The cell.
        cell: Cell,
    },
    /// The cell is too far from any piece that could bring it in.
    #[error("may not be placed on {}: no own {helpers} is there or next to it", Name(*.cell))]
    FarFromPieces {
        /// The cell.
        cell: Cell,
        /// Which pieces bring it in.
        helpers: &'static str,
    },
    /// It would have no support.
    #[error("may not be placed on {terrain} {}: no friendly supporter is there", Name(*.cell))]
    Unsupported {
        /// The cell.
        cell: Cell,
        /// Its terrain.
        terrain: Terrain,
    },
}

/// What keeps one transport from a move or an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// It does not go that far.
    #[error("moves at most {most} step{}, and {} is {distance} away", if *.most == 1 { "" } else { "s" }, Name(*.to))]
    TooFar {
        /// How far it goes.
        most: u8,
        /// Where to.
        to: Cell,
        /// How far that is.
        distance: u8,
    },
    /// It does not go that far before an attack.
    #[error("moves at most {most} step{} before an attack, and {} is {distance} away", if *.most == 1 { "" } else { "s" }, Name(*.to))]
    TooFarToAttack {
        /// How far it goes.
        most: u8,
        /// Where to.
        to: Cell,
        /// How far that is.
        distance: u8,
    },
    /// It goes straight.
    #[error("moves in a straight line, and {} lies on none from {}", Name(*.to), Name(*.from))]
    Crooked {
        /// Where from.
        from: Cell,
        /// Where to.
        to: Cell,
    },
    /// It attacks straight on.
    #[error("attacks straight on, and {} does not follow on {} and {}", Name(*.target), Name(*.from), Name(*.rest))]
    NotInLine {
        /// Where from.
        from: Cell,
        /// Where it would rest.
        rest: Cell,
        /// The attacked cell.
        target: Cell,
    },
    /// Enemies stand in the way.
    #[error("may not move through {}: enemies stand there", Name(*.cell))]
    Blocked {
        /// The cell.
        cell: Cell,
    },
    /// The way leads over the wrong terrain.
    #[error("may not move over {terrain} {}", Name(*.cell))]
    Terrain {
        /// The cell.
        cell: Cell,
        /// Its terrain.
        terrain: Terrain,
    },
    /// The last cell is of the wrong terrain.
    #[error("may not end on {terrain} {}: no friendly supporter waits there", Name(*.cell))]
    NoSupporter {
        /// The cell.
        cell: Cell,
        /// Its terrain.
        terrain: Terrain,
    },
    /// The last cell is of the wrong terrain and has enemies.
    #[error("may not end on {terrain} {} to capture: it attacks across the shore, written with `*{}`", Name(*.cell), Name(*.cell))]
    CaptureAcross {
        /// The cell.
        cell: Cell,
        /// Its terrain.
        terrain: Terrain,
    },
    /// A friend is there, in the simple game.
    #[error("may not end on {}: nothing joins in the simple game", Name(*.cell))]
    Occupied {
        /// The cell.
        cell: Cell,
    },
    /// An attack is made from the own terrain.
    #[error("attacks across the shore only from its own terrain, and {} is {terrain}", Name(*.rest))]
    AwayFromHome {
        /// Where it would rest.
        rest: Cell,
        /// The terrain there.
        terrain: Terrain,
    },
    /// An attack goes to the other terrain.
    #[error("takes enemies on {terrain} {} only by moving there", Name(*.target))]
    NotAcross {
        /// The attacked cell.
        target: Cell,
        /// Its terrain.
        terrain: Terrain,
    },
    /// An attack goes to the next cell.
    #[error("attacks from a cell next to {}, and {} is not", Name(*.target), Name(*.rest))]
    TargetNotAdjacent {
        /// Where it would rest.
        rest: Cell,
        /// The attacked cell.
        target: Cell,
    },
}

/// Why no `D` can be detonated on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoDetonation {
    /// There is none.
    None,
    /// It was placed in this turn.
    Fresh,
    /// Only what moved can be detonated after the move, and no `D` did.
    NotMoved,
    /// An attack from standstill is followed by no detonation, and movers that are gone have no `D`.
    AfterAttack,
}

struct NoBomb(Cell, NoDetonation);

impl fmt::Display for NoBomb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = Name(self.0);
        match self.1 {
            NoDetonation::None => write!(f, "there is no D on {cell} to detonate"),
            NoDetonation::Fresh => {
                write!(f, "the D on {cell} was placed in this turn and may not be detonated")
            }
            NoDetonation::NotMoved => {
                write!(f, "no D moved to {cell}: after a move only what moved is detonated")
            }
            NoDetonation::AfterAttack => {
                write!(f, "nothing on {cell} may be detonated: no movers came to rest there in this turn")
            }
        }
    }
}

/// Each transport with what hinders it.
struct Reasons<'a>(&'a [(Kind, Obstacle)]);

impl fmt::Display for Reasons<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (kind, obstacle)) in self.0.iter().enumerate() {
            write!(f, "{}{kind} {obstacle}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}
