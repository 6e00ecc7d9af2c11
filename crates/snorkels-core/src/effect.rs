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
/// use snorkels_core::{CAPTURE, Effect};
/// assert_eq!(Effect::Capture.reason(), Some(CAPTURE));
/// assert!(Effect::Mutual.wins() && !Effect::SelfCapture.wins() && !Effect::Continue.wins());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Every group has air: the game goes on.
    Continue,
    /// An enemy group has no air: the placer wins.
    Capture,
    /// An enemy group has no air, and an own one neither: the placer wins.
    Mutual,
    /// An own group has no air, but every enemy group has some: the placer loses.
    SelfCapture,
}

impl Effect {
    /// Why the game ended, if it did.
    #[inline]
    #[must_use]
    pub const fn reason(self) -> Option<Reason> {
        match self {
            Effect::Continue => None,
            Effect::Capture => Some(CAPTURE),
            Effect::Mutual => Some(MUTUAL),
            Effect::SelfCapture => Some(SELF_CAPTURE),
        }
    }

    /// Whether the placer wins by it.
    #[inline]
    #[must_use]
    pub const fn wins(self) -> bool {
        matches!(self, Effect::Capture | Effect::Mutual)
    }

    /// Whether the game is over.
    #[inline]
    #[must_use]
    pub const fn ends(self) -> bool {
        !matches!(self, Effect::Continue)
    }
}
