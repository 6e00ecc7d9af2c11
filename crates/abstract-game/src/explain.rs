//! What an action does, told step by step: for those who show it, and for tests.
//!
//! A game that tells has a type of effects, plays under the eyes of a [`Witness`], and makes an
//! [`Explanation`] of what the witness saw.

use alloc::vec::Vec;
use core::fmt;

/// Somebody who is told what an action does while it is done.
pub trait Witness<E> {
    /// Told of the next effect.
    fn see(&mut self, effect: E);
}

/// A witness who does not look: costs nothing.
///
/// ```
/// use abstract_game::explain::{Nobody, Witness};
/// fn step(witness: &mut impl Witness<&'static str>) {
///     witness.see("a step");
/// }
/// step(&mut Nobody);
/// let mut seen = Vec::new();
/// step(&mut seen);
/// assert_eq!(seen, ["a step"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nobody;

impl<E> Witness<E> for Nobody {
    #[inline]
    fn see(&mut self, _: E) {}
}

impl<E> Witness<E> for Vec<E> {
    fn see(&mut self, effect: E) {
        self.push(effect);
    }
}

/// What a legal action does, step by step, and the position it leads to. Written with a line for each
/// effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation<P, E> {
    /// What happened, in order.
    pub effects: Vec<E>,
    /// The position afterwards.
    pub after: P,
}

impl<P, E: fmt::Display> fmt::Display for Explanation<P, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, effect) in self.effects.iter().enumerate() {
            write!(f, "{}{effect}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}
