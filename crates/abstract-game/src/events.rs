//! The events of an action, in order: for animation, for explanations and for tests.
//!
//! A game defines a type of events. Its code that plays an action records them in an [`EventSink`];
//! [`Position::explain`] collects them in an [`Explanation`].

use alloc::vec::Vec;
use core::fmt;

use crate::Position;

/// Receives the events of an action while it is played.
///
/// ```
/// use abstract_game::events::{EventSink, NoEvents};
/// fn step(events: &mut impl EventSink<&'static str>) {
///     events.record("a step");
/// }
/// step(&mut NoEvents);
/// let mut recorded = Vec::new();
/// step(&mut recorded);
/// assert_eq!(recorded, ["a step"]);
/// ```
pub trait EventSink<E> {
    /// Receives the next event.
    fn record(&mut self, event: E);
}

/// Discards all events. Costs nothing: playing with it compiles to the same code as playing without events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoEvents;

impl<E> EventSink<E> for NoEvents {
    #[inline]
    fn record(&mut self, _: E) {}
}

/// Collects all events.
impl<E> EventSink<E> for Vec<E> {
    fn record(&mut self, event: E) {
        self.push(event);
    }
}

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
