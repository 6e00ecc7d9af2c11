//! The events of an action, in order.

use alloc::vec::Vec;
use core::fmt;

use abstract_game::End;
use grid_topology::Cell;

use crate::board::Name;
use crate::city::Possessive;
use crate::{Action, ActionError, City, Facing, Position};

/// One event of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A city passed.
    Passed {
        /// The city.
        city: City,
    },
    /// A piece rotated on its cell.
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
    Routed {
        /// The piece's city.
        city: City,
        /// Its cell before.
        cell: Cell,
        /// How it was routed.
        how: Routed,
    },
    /// A piece moved one step.
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
    Rallied {
        /// The piece's city.
        city: City,
        /// Its cell.
        cell: Cell,
        /// Its facing.
        facing: Facing,
    },
    /// The turn is over.
    TurnEnded {
        /// The city whose turn it was.
        city: City,
    },
    /// The game is over. Not recorded for ends that a position cannot know, such as repetition.
    GameEnded {
        /// How it ended.
        end: End,
    },
}

/// How a piece was routed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Routed {
    /// An enemy that it did not face moved onto its cell.
    Attacked,
    /// It was pushed over the edge or into the mural.
    PushedOff,
    /// It was pushed into a piece of its enemies.
    PushedIntoEnemy {
        /// The city of that piece.
        city: City,
        /// Its cell.
        cell: Cell,
    },
    /// It was pushed into a victory area of its enemies.
    PushedIntoArea {
        /// The next cell in that area.
        cell: Cell,
    },
}

impl fmt::Display for Routed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Routed::Attacked => f.write_str("attacked from a side that it does not face"),
            Routed::PushedOff => f.write_str("pushed off the board"),
            Routed::PushedIntoEnemy { city, cell } => {
                write!(f, "pushed into {} piece on {}", Possessive(city), Name(cell))
            }
            Routed::PushedIntoArea { cell } => {
                write!(f, "pushed into its enemies' victory area at {}", Name(cell))
            }
        }
    }
}

/// One line for people.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::Passed { city } => write!(f, "{city} passes"),
            Event::Rotated { city, cell, from, to } => {
                write!(f, "{} {} rotates from {from} to {to}", Possessive(city), Name(cell))
            }
            Event::Pushed { city, from, to, .. } => {
                write!(f, "{} {} is pushed to {}", Possessive(city), Name(from), Name(to))
            }
            Event::Routed { city, cell, how } => {
                write!(f, "{} {} is routed: {how}", Possessive(city), Name(cell))
            }
            Event::Moved { city, from, to, facing } => {
                write!(
                    f,
                    "{} {} moves to {} and faces {}",
                    Possessive(city),
                    Name(from),
                    Name(to),
                    facing.name()
                )
            }
            Event::Rallied { city, cell, facing } => {
                write!(f, "{city} rallies a piece on {}; it faces {}", Name(cell), facing.name())
            }
            Event::TurnEnded { city } => write!(f, "{} turn is over", Possessive(city)),
            Event::GameEnded { end } => write!(f, "{end}"),
        }
    }
}

/// The events of a legal action and the position after it; made by [`Position::explain`].
pub type Explanation = abstract_game::Explanation<Position>;

impl Position {
    /// The events of an action and the position after it. This position does not change. Events of enemies precede those
    /// of the moving pieces; a pushed row is listed from its far end.
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
    ///
    /// # Errors
    /// The action is not legal.
    pub fn explain(&self, action: Action) -> Result<Explanation, ActionError> {
        self.check(action)?;
        let mut after = *self;
        let mut events = Vec::new();
        after.play_recorded(action, &mut |event| events.push(event));
        Ok(Explanation::new(events, after))
    }
}
