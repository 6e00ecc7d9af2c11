//! Why an action is refused: texts that are not actions, and actions that are not legal.

use core::fmt;

use abstract_game::{End, GameError};
use grid_topology::Cell;
use thiserror::Error;

use crate::board::{Name, is_mural};
use crate::city::{Area, Possessive};
use crate::{Action, BOARD, City, Facing, Pieces};

/// Why a text is not an action, or why an action is not legal: it names the rule that forbids it.
///
/// ```
/// use abstract_game::{Position as _, Rules as _};
/// use nika_core::Nika;
/// // The second figure of the rulebook.
/// let position = Nika.read_position("d4ee4ee5ef4ef5e/g4wg5wh4n/-/h5e A 2 0")?;
/// let message = |text| position.read_action(text).unwrap_err().to_string();
/// assert_eq!(message("d4e4e5f4f5>e"), "d4e4e5f4f5>e: the line e5f5 is tied 2 to 2");
/// assert_eq!(message("f5>e"), "f5>e: a single piece never pushes, and Sparta's g5 faces it");
/// assert_eq!(message("d4f4@n"), "d4f4@n: d4 and f4 are no phalanx: they are not connected");
/// assert_eq!(message("e4e5>n"), "e4e5>n: a phalanx moves only the way it faces, east, not north");
/// assert_eq!(message("e5e4>e"), "`e5e4>e` is no action: e4 comes after e5, but cells are in ascending order");
/// assert_eq!(message("+k3n"), "+k3n: k3 is not in Athens' rally area");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The text is no action.
    #[error(transparent)]
    Text(#[from] GameError),
    /// The game is over.
    #[error("the game is over: {end}")]
    Over {
        /// How it ended.
        end: End,
    },
    /// A rule forbids it.
    #[error("{action}: {why}")]
    Illegal {
        /// The action.
        action: Action,
        /// Which rule.
        #[source]
        why: Illegal,
    },
}

/// The rule that forbids an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Illegal {
    /// A chosen cell is empty.
    #[error("nothing stands on {}", Name(*.cell))]
    Empty {
        /// The cell.
        cell: Cell,
    },
    /// A chosen piece belongs to another city.
    #[error("{city} acts, and {} is {}", Name(*.cell), Possessive(*.owner))]
    NotYours {
        /// The city to act.
        city: City,
        /// The cell.
        cell: Cell,
        /// The city of the piece there.
        owner: City,
    },
    /// Chosen pieces have different facings.
    #[error("{0} and {1} are no phalanx: {0} faces {2}, {1} faces {3}", Name(*.first), Name(*.cell), .facing.name(), .found.name())]
    Facings {
        /// The first piece.
        first: Cell,
        /// The facing.
        facing: Facing,
        /// Another piece.
        cell: Cell,
        /// Its facing.
        found: Facing,
    },
    /// Chosen pieces are not connected.
    #[error("{} and {} are no phalanx: they are not connected", Name(*.first), Name(*.cell))]
    Unconnected {
        /// The first piece.
        first: Cell,
        /// A piece that is not connected with the first one.
        cell: Cell,
    },
    /// A rotation to the facing that the pieces have.
    #[error("{pieces} {} {} already", if .pieces.single().is_some() { "faces" } else { "face" }, .facing.name())]
    SameFacing {
        /// The pieces.
        pieces: Pieces,
        /// Their facing.
        facing: Facing,
    },
    /// A phalanx cannot move in a direction that it does not face.
    #[error("a phalanx moves only the way it faces, {}, not {}", .facing.name(), .direction.name())]
    Sideways {
        /// The facing.
        facing: Facing,
        /// The direction of the move.
        direction: Facing,
    },
    /// There is no cell ahead.
    #[error("{} of {} is {}", .direction.name(), Name(*.from), Beyond(*.from, *.direction))]
    OffBoard {
        /// The cell of the piece.
        from: Cell,
        /// The direction of the move.
        direction: Facing,
    },
    /// The cell ahead is not open to the city.
    #[error("{} is not open to {city}: it lies in {}", Name(*.cell), Area(*.cell))]
    Closed {
        /// The city.
        city: City,
        /// The cell.
        cell: Cell,
    },
    /// A piece of the same city that is not chosen, or of the ally, is ahead.
    #[error("{} holds {}", Name(*.cell), if .owner == .city { "an own piece that does not move along" } else { "a piece of the ally" })]
    Friend {
        /// The city to act.
        city: City,
        /// The cell.
        cell: Cell,
        /// The city of the piece there.
        owner: City,
    },
    /// A single piece cannot push.
    #[error("a single piece never pushes, and {} {} faces it", Possessive(*.enemy), Name(*.cell))]
    SinglePush {
        /// The cell ahead.
        cell: Cell,
        /// The city of the enemy there.
        enemy: City,
    },
    /// A line of the phalanx is not heavier than the enemies it would have to push.
    #[error("the line {line} is {} {pushers} to {pushed}", if .pushers == .pushed { "tied" } else { "outweighed" })]
    TooLight {
        /// The pieces of the phalanx in that line.
        line: Pieces,
        /// Their weight.
        pushers: u8,
        /// The weight of the enemies.
        pushed: u8,
    },
    /// The city has no routed piece.
    #[error("{city} has no routed piece to rally")]
    NothingRouted {
        /// The city to act.
        city: City,
    },
    /// The cell is not in the city's rally area.
    #[error("{} is not in {} rally area", Name(*.cell), Possessive(*.city))]
    RallyArea {
        /// The city to act.
        city: City,
        /// The cell.
        cell: Cell,
    },
    /// The cell is not empty.
    #[error("{} is held already", Name(*.cell))]
    RallyOccupied {
        /// The city to act.
        city: City,
        /// The cell.
        cell: Cell,
    },
}

/// What lies where there is no cell.
struct Beyond(Cell, Facing);

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (files, ranks) = self.1.direction().delta();
        let file = BOARD.file(self.0).checked_add_signed(files);
        let rank = BOARD.rank(self.0).checked_add_signed(ranks);
        let mural = file.zip(rank).is_some_and(|(file, rank)| is_mural(file, rank));
        f.write_str(if mural { "the mural" } else { "the edge of the board" })
    }
}
