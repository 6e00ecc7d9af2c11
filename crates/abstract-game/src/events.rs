//! The events of an action, in order: for animation, for explanations and for tests.
//!
//! A game defines a type of events. [`Position::play_recorded`] passes them to a function; [`Position::explain`] collects
//! them in an [`Explanation`].

use alloc::vec::Vec;
use core::fmt;

use crate::Position;

/// The events of a legal action and the position after it; made by [`Position::explain`]. `Display` writes one line for
/// each event.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation<P: Position> {
    /// The events, in order.
    pub events: Vec<P::Event>,
    /// The position after the action.
    pub after: P,
}

impl<P: Position> Explanation<P> {
    /// The events of an action that leads to `after`.
    #[must_use]
    pub fn new(events: Vec<P::Event>, after: P) -> Self {
        Explanation { events, after }
    }
}

impl<P: Position> fmt::Display for Explanation<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, event) in self.events.iter().enumerate() {
            write!(f, "{}{event}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}
