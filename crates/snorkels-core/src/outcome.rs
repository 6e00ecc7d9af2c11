//! What a placement does to the game.

use abstract_game::Reason;

/// The reason of an end in which the placer took the air of an enemy group.
pub const CAPTURE: Reason = Reason::new("capture");
/// The reason of an end in which the placer took the air of an enemy group and of an own one, and won.
pub const MUTUAL: Reason = Reason::new("mutual");
/// The reason of an end in which the placer took only the air of an own group, and lost.
pub const SELF_CAPTURE: Reason = Reason::new("self-capture");

/// What a placement does.
///
/// ```
/// use snorkels_core::{CAPTURE, Outcome};
/// assert_eq!(Outcome::Capture.reason(), Some(CAPTURE));
/// assert!(Outcome::Mutual.wins() && !Outcome::SelfCapture.wins() && !Outcome::Continue.wins());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Every group has air: the game goes on.
    Continue,
    /// An enemy group has no air: the placer wins.
    Capture,
    /// An enemy group has no air, and an own one neither: the placer wins.
    Mutual,
    /// An own group has no air, but every enemy group has some: the placer loses.
    SelfCapture,
}

impl Outcome {
    /// Why the game ended, if it did.
    #[inline]
    #[must_use]
    pub const fn reason(self) -> Option<Reason> {
        match self {
            Outcome::Continue => None,
            Outcome::Capture => Some(CAPTURE),
            Outcome::Mutual => Some(MUTUAL),
            Outcome::SelfCapture => Some(SELF_CAPTURE),
        }
    }

    /// Whether the placer wins by it.
    #[inline]
    #[must_use]
    pub const fn wins(self) -> bool {
        matches!(self, Outcome::Capture | Outcome::Mutual)
    }

    /// Whether the game is over.
    #[inline]
    #[must_use]
    pub const fn ends(self) -> bool {
        !matches!(self, Outcome::Continue)
    }
}
