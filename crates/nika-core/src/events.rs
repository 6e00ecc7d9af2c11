//! The events of an action, in order.

use abstract_game::End;
use derive_more::Display;
use grid_topology::Cell;

use crate::city::Possessive;
use crate::{BOARD, City, Facing, Position};

/// One event of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
#[non_exhaustive]
pub enum Event {
    /// A city passed.
    #[display("{city} passes")]
    Passed {
        /// The city.
        city: City,
    },
    /// A piece rotated on its cell.
    #[display("{} {} rotates from {from} to {to}", Possessive(*city), BOARD.name(*cell))]
    Rotated {
        /// The piece's city.
        city: City,
        /// Its cell.
        cell: Cell,
        /// Its facing before.
        from: Facing,
        /// Its facing now.
        to: Facing,
    },
    /// An enemy was pushed back one cell; its facing does not change.
    #[display("{} {} is pushed to {}", Possessive(*city), BOARD.name(*from), BOARD.name(*to))]
    Pushed {
        /// The piece's city.
        city: City,
        /// Its cell before.
        from: Cell,
        /// Its cell now.
        to: Cell,
        /// Its facing.
        facing: Facing,
    },
    /// An enemy was routed: it left the board.
    #[display("{} {} is routed: {how}", Possessive(*city), BOARD.name(*cell))]
    Routed {
        /// The piece's city.
        city: City,
        /// Its cell before.
        cell: Cell,
        /// How it was routed.
        how: Routed,
    },
    /// A piece moved one step.
    #[display("{} {} moves to {} and faces {}", Possessive(*city), BOARD.name(*from), BOARD.name(*to), facing.name())]
    Moved {
        /// The piece's city.
        city: City,
        /// Its cell before.
        from: Cell,
        /// Its cell now.
        to: Cell,
        /// Its facing.
        facing: Facing,
    },
    /// A routed piece returned to the board.
    #[display("{city} rallies a piece on {}; it faces {}", BOARD.name(*cell), facing.name())]
    Rallied {
        /// The piece's city.
        city: City,
        /// Its cell.
        cell: Cell,
        /// Its facing.
        facing: Facing,
    },
    /// The turn is over.
    #[display("{} turn is over", Possessive(*city))]
    TurnEnded {
        /// The city whose turn it was.
        city: City,
    },
    /// The game is over. Not recorded for ends that a position cannot know, such as repetition.
    #[display("{end}")]
    GameEnded {
        /// How it ended.
        end: End,
    },
}

/// How a piece was routed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
#[non_exhaustive]
pub enum Routed {
    /// An enemy that it did not face moved onto its cell.
    #[display("attacked from a side that it does not face")]
    Attacked,
    /// It was pushed over the edge or into the mural.
    #[display("pushed off the board")]
    PushedOff,
    /// It was pushed into a piece of its enemies.
    #[display("pushed into {} piece on {}", Possessive(*city), BOARD.name(*cell))]
    PushedIntoEnemy {
        /// The city of that piece.
        city: City,
        /// Its cell.
        cell: Cell,
    },
    /// It was pushed into a victory area of its enemies.
    #[display("pushed into its enemies' victory area at {}", BOARD.name(*cell))]
    PushedIntoArea {
        /// The next cell in that area.
        cell: Cell,
    },
}

/// The events of a legal action and the position after it; made by [`Position::explain`]. Events of enemies precede those of
/// the moving pieces; a pushed row is listed from its far end.
///
/// ```
/// use nika_core::Position;
///
/// // The last figure of the rulebook.
/// let position: Position = "d5ee5ef4ef5e/g4ng5wh5e/i5w/- A 1 0".parse()?;
/// let explanation = position.explain("d5e5f4f5>e".parse()?)?;
/// let events = [
///     "Sparta's g4 is routed: attacked from a side that it does not face",
///     "Sparta's h5 is routed: pushed into Messene's piece on i5",
///     "Sparta's g5 is pushed to h5",
///     "Athens' d5 moves to e5 and faces east",
///     "Athens' e5 moves to f5 and faces east",
///     "Athens' f4 moves to g4 and faces east",
///     "Athens' f5 moves to g5 and faces east",
///     "Athens' turn is over",
/// ];
/// assert_eq!(explanation.to_string(), events.join("\n"));
/// assert_eq!(explanation.after.to_string(), "e5ef5eg4eg5e/h5w/i5w/- S 2 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Explanation = abstract_game::Explanation<Position>;
