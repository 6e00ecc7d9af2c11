//! Values of results, and proved bounds.

use abstract_game::{Player, Verdict};

/// The value of a win in the fixed-point numbers of the tree; a loss is 0.
pub(super) const WIN_VALUE: u32 = 1 << 30;

/// The value of a result.
pub(super) const fn verdict_value(verdict: Verdict) -> u32 {
    match verdict {
        Verdict::Loss => 0,
        Verdict::Draw => WIN_VALUE / 2,
        Verdict::Win => WIN_VALUE,
    }
}

/// Converts a value between the views of player 1 and of `viewer`.
pub(super) const fn value_for(viewer: Player, of_first: u32) -> u32 {
    match viewer {
        Player::P1 => of_first,
        Player::P2 => WIN_VALUE - of_first,
    }
}

/// The proved bounds of an action's result: at least `lower` and at most `upper`; if both are equal, with the
/// distance in turns. With bounds, a proved draw also prunes actions that cannot win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds(pub(super) u16);

impl Bounds {
    /// Nothing is proved.
    pub(super) const UNKNOWN: Bounds = Bounds::new(Verdict::Loss, Verdict::Win, 0);
    const MAX_TURNS: u16 = 0xfff;

    pub(super) const fn new(lower: Verdict, upper: Verdict, turns: u16) -> Bounds {
        let turns = if turns > Self::MAX_TURNS { Self::MAX_TURNS } else { turns };
        Bounds(lower as u16 | (upper as u16) << 2 | turns << 4)
    }

    pub(super) const fn proved(verdict: Verdict, turns: u16) -> Bounds {
        Bounds::new(verdict, verdict, turns)
    }

    /// The verdict in the lowest two bits.
    pub(super) const fn unpack(bits: u16) -> Verdict {
        match bits & 3 {
            0 => Verdict::Loss,
            1 => Verdict::Draw,
            _ => Verdict::Win,
        }
    }

    pub(super) const fn lower(self) -> Verdict {
        Self::unpack(self.0)
    }

    pub(super) const fn upper(self) -> Verdict {
        Self::unpack(self.0 >> 2)
    }

    /// The proved result, if there is one.
    pub(super) fn verdict(self) -> Option<Verdict> {
        (self.lower() == self.upper()).then(|| self.lower())
    }

    /// The distance of a proved result, in turns.
    pub(super) const fn turns(self) -> u16 {
        self.0 >> 4
    }

    /// The bounds from the other player's view.
    pub(super) const fn reversed(self) -> Bounds {
        Bounds::new(self.upper().reversed(), self.lower().reversed(), self.turns())
    }

    pub(super) fn reversed_if(self, reverse: bool) -> Bounds {
        if reverse { self.reversed() } else { self }
    }

    /// The bounds with a distance that is greater by one if `ends_turn`.
    pub(super) fn one_turn_later_if(self, ends_turn: bool) -> Bounds {
        if self.verdict().is_some() {
            Bounds::new(self.lower(), self.upper(), self.turns() + u16::from(ends_turn))
        } else {
            self
        }
    }

    /// These bounds made tighter by `new`; `None` if that changes nothing but the distance. Bounds only ever become
    /// tighter, also when several threads update them.
    pub(super) fn tightened(self, new: Bounds) -> Option<Bounds> {
        let (lower, upper) = (self.lower().max(new.lower()), self.upper().min(new.upper()));
        let changed = self.verdict().is_none() && (lower, upper) != (self.lower(), self.upper());
        changed.then(|| Bounds::new(lower, upper, new.turns()))
    }

    /// Clamps a value to the bounds.
    #[inline]
    pub(super) fn clamp(self, value: u32) -> u32 {
        value.clamp(verdict_value(self.lower()), verdict_value(self.upper()))
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::Verdict;

    use super::Bounds;

    #[test]
    fn bounds_survive_packing_and_reversing() {
        for lower in [Verdict::Loss, Verdict::Draw, Verdict::Win] {
            for upper in [Verdict::Loss, Verdict::Draw, Verdict::Win] {
                let bounds = Bounds::new(lower, upper, 77);
                assert_eq!((bounds.lower(), bounds.upper(), bounds.turns()), (lower, upper, 77));
                assert_eq!(bounds.reversed().reversed(), bounds);
            }
        }
        assert_eq!(Bounds::proved(Verdict::Win, 3).reversed(), Bounds::proved(Verdict::Loss, 3));
    }
}
