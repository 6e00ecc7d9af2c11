//! Why an action is not legal, or a text not an action.

use alloc::string::String;

use abstract_game::End;
use grid_topology::{Cell, CellError};
use thiserror::Error;

use crate::board::{Name, is_mural};
use crate::city::Possessive;
use crate::{Action, BOARD, City, Facing, PIECES, Pieces};

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
    /// The text has not the right form.
    #[error("`{text}` is no action: {problem}")]
    Text {
        /// What was read, or the beginning of it.
        text: String,
        /// What is wrong with it.
        #[source]
        problem: TextProblem,
    },
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

/// What is wrong with the text of an action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextProblem {
    /// It is none of the forms.
    #[error(
        "expected a pass `-`, a rotation such as `k4k5@e`, a move such as `k4>n`, or a rally such as `+k2n`"
    )]
    Form,
    /// A cell cannot be read.
    #[error("{0}")]
    Cell(#[from] CellError),
    /// No facing stands where one must.
    #[error("expected a direction `n`, `e`, `s` or `w`, found {}", Found(*.found))]
    Facing {
        /// What stands there; `None` is the end of the text.
        found: Option<char>,
    },
    /// Something follows.
    #[error("expected nothing after the direction, found {}", Found(Some(*.found)))]
    Trailing {
        /// The first character of it.
        found: char,
    },
    /// Cells are not in order.
    #[error("{} comes after {}, but cells are in ascending order", Name(*.cell), Name(*.before))]
    Order {
        /// The cell that comes too late.
        cell: Cell,
        /// The one in front of it.
        before: Cell,
    },
    /// A cell is named again.
    #[error("{} is named twice", Name(*.cell))]
    Twice {
        /// The cell.
        cell: Cell,
    },
    /// There are more cells than a city has pieces.
    #[error("more than {PIECES} cells are named, but a city has {PIECES} pieces")]
    TooMany,
}

/// A character for a message.
pub(crate) struct Found(pub(crate) Option<char>);

impl core::fmt::Display for Found {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            Some(found) => write!(f, "`{}`", found.escape_debug()),
            None => f.write_str("nothing"),
        }
    }
}

/// The rule that forbids an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Illegal {
    /// Nothing stands on a chosen cell.
    #[error("nothing stands on {}", Name(*.cell))]
    Empty {
        /// The cell.
        cell: Cell,
    },
    /// A chosen piece is another city's.
    #[error("{city} acts, and {} is {}", Name(*.cell), Possessive(*.owner))]
    NotYours {
        /// The city to act.
        city: City,
        /// The cell.
        cell: Cell,
        /// Whose piece stands there.
        owner: City,
    },
    /// Chosen pieces look in different directions.
    #[error("{0} and {1} are no phalanx: {0} faces {2}, {1} faces {3}", Name(*.first), Name(*.cell), .facing.name(), .found.name())]
    Facings {
        /// The first piece.
        first: Cell,
        /// Where it looks.
        facing: Facing,
        /// Another one.
        cell: Cell,
        /// Where that looks.
        found: Facing,
    },
    /// Chosen pieces do not hang together.
    #[error("{} and {} are no phalanx: they are not connected", Name(*.first), Name(*.cell))]
    Unconnected {
        /// The first piece.
        first: Cell,
        /// One that no chosen pieces connect to it.
        cell: Cell,
    },
    /// A rotation to where the pieces look already.
    #[error("{pieces} {} {} already", if .pieces.single().is_some() { "faces" } else { "face" }, .facing.name())]
    SameFacing {
        /// The pieces.
        pieces: Pieces,
        /// Where they look.
        facing: Facing,
    },
    /// A phalanx was to move another way than it faces.
    #[error("a phalanx moves only the way it faces, {}, not {}", .facing.name(), .direction.name())]
    Sideways {
        /// Where it looks.
        facing: Facing,
        /// Where it was to go.
        direction: Facing,
    },
    /// There is no cell ahead.
    #[error("{} of {} is {}", .direction.name(), Name(*.from), Beyond(*.from, *.direction))]
    OffBoard {
        /// The cell of the piece.
        from: Cell,
        /// Where it was to go.
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
    /// A piece of the own city, which is not chosen, or of its ally is ahead.
    #[error("{} holds {}", Name(*.cell), if .owner == .city { "an own piece that does not move along" } else { "a piece of the ally" })]
    Friend {
        /// The city to act.
        city: City,
        /// The cell.
        cell: Cell,
        /// Whose piece stands there.
        owner: City,
    },
    /// A single piece cannot push.
    #[error("a single piece never pushes, and {} {} faces it", Possessive(*.enemy), Name(*.cell))]
    SinglePush {
        /// The cell ahead.
        cell: Cell,
        /// Whose piece stands there.
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
    /// No piece waits to be rallied.
    #[error("{city} has no routed piece to rally")]
    NothingRouted {
        /// The city to act.
        city: City,
    },
    /// Rallying is for the own rally area.
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

impl core::fmt::Display for Beyond {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (files, ranks) = self.1.direction().delta();
        let file = BOARD.file(self.0).checked_add_signed(files);
        let rank = BOARD.rank(self.0).checked_add_signed(ranks);
        let mural = file.zip(rank).is_some_and(|(file, rank)| is_mural(file, rank));
        f.write_str(if mural { "the mural" } else { "the edge of the board" })
    }
}

/// The area that a cell lies in.
pub(crate) struct Area(pub(crate) Cell);

impl core::fmt::Display for Area {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for city in City::ALL {
            if city.victory_area().contains(self.0) {
                return write!(f, "{} victory area", Possessive(city));
            }
            if city.rally_area().contains(self.0) {
                return write!(f, "{} rally area", Possessive(city));
            }
        }
        f.write_str("the field")
    }
}
