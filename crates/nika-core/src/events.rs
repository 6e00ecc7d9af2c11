//! What an action did, told in order.

use alloc::vec::Vec;
use core::fmt;

use abstract_game::{End, Position as _};
use grid_topology::Cell;

use crate::board::Name;
use crate::city::Possessive;
use crate::{Action, ActionError, City, Facing, Position};

/// One thing that an action did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// Nothing was done.
    Passed {
        /// By whom.
        city: City,
    },
    /// A piece turned on its cell.
    Rotated {
        /// Whose it is.
        city: City,
        /// Where it stands.
        cell: Cell,
        /// Where it looked.
        from: Facing,
        /// Where it looks.
        to: Facing,
    },
    /// An enemy was pushed one cell back and keeps its facing.
    Pushed {
        /// Whose it is.
        city: City,
        /// Where it stood.
        from: Cell,
        /// Where it stands.
        to: Cell,
        /// Where it looks.
        facing: Facing,
    },
    /// An enemy left the board.
    Routed {
        /// Whose it is.
        city: City,
        /// Where it stood.
        cell: Cell,
        /// What routed it.
        how: Routed,
    },
    /// A piece went one step.
    Moved {
        /// Whose it is.
        city: City,
        /// Where it stood.
        from: Cell,
        /// Where it stands.
        to: Cell,
        /// Where it looks.
        facing: Facing,
    },
    /// A routed piece came back.
    Rallied {
        /// Whose it is.
        city: City,
        /// Where it stands.
        cell: Cell,
        /// Where it looks.
        facing: Facing,
    },
    /// The turn is over.
    TurnEnded {
        /// Whose it was.
        city: City,
    },
    /// The game is over, repetition and the like aside.
    GameEnded {
        /// How.
        end: End,
    },
}

/// What routed a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Routed {
    /// An enemy that it did not face stepped onto its cell.
    Attacked,
    /// It was pushed over the edge or into the mural.
    PushedOff,
    /// It was pushed into a piece of its enemies.
    PushedIntoEnemy {
        /// Whose piece that is.
        city: City,
        /// Where that stood.
        cell: Cell,
    },
    /// It was pushed into a victory area of its enemies.
    PushedIntoArea {
        /// The cell it was pushed towards.
        cell: Cell,
    },
}

impl fmt::Display for Routed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Routed::Attacked => f.write_str("attacked from where it does not look"),
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

/// A line for a person.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::Passed { city } => write!(f, "{city} passes"),
            Event::Rotated { city, cell, from, to } => {
                write!(f, "{} {} turns from {from} to {to}", Possessive(city), Name(cell))
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
                    "{} {} moves to {} and looks {}",
                    Possessive(city),
                    Name(from),
                    Name(to),
                    facing.name()
                )
            }
            Event::Rallied { city, cell, facing } => {
                write!(f, "{city} rallies a piece on {}; it looks {}", Name(cell), facing.name())
            }
            Event::TurnEnded { city } => write!(f, "{} turn is over", Possessive(city)),
            Event::GameEnded { end } => write!(f, "{end}"),
        }
    }
}

/// What a legal action does, step by step, and the position it leads to; made by [`Position::explain`].
pub type Explanation = abstract_game::Explanation<Position, Event>;

impl Position {
    /// What an action does, without playing it: for those who show it or test it. Enemies come before the movers, those of a
    /// pushed row from its far end.
    ///
    /// ```
    /// use abstract_game::{Position as _, Rules as _};
    /// use nika_core::Nika;
    ///
    /// // The last figure of the rulebook.
    /// let position = Nika.read_position("d5ee5ef4ef5e/g4ng5wh5e/i5w/- A 1 0")?;
    /// let explanation = position.explain(position.read_action("d5e5f4f5>e")?)?;
    /// let story = [
    ///     "Sparta's g4 is routed: attacked from where it does not look",
    ///     "Sparta's h5 is routed: pushed into Messene's piece on i5",
    ///     "Sparta's g5 is pushed to h5",
    ///     "Athens' d5 moves to e5 and looks east",
    ///     "Athens' e5 moves to f5 and looks east",
    ///     "Athens' f4 moves to g4 and looks east",
    ///     "Athens' f5 moves to g5 and looks east",
    ///     "Athens' turn is over",
    /// ];
    /// assert_eq!(explanation.to_string(), story.join("\n"));
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
        after.play_recorded(action, &mut events);
        Ok(Explanation { events, after })
    }
}
