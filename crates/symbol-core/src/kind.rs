//! The six kinds of pieces.

use core::fmt;

/// A kind of piece. Declared in the order in which texts name them, `KLWAFD`.
///
/// ```
/// use symbol_core::Kind;
/// assert_eq!(Kind::from_letter('W'), Some(Kind::Water));
/// assert_eq!(Kind::ALL.map(Kind::letter), ['K', 'L', 'W', 'A', 'F', 'D']);
/// assert!(Kind::Fire.is_mobile() && !Kind::Destruction.is_mobile());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Yellow: does not move, brings the reserve into play; who loses it loses the game.
    King,
    /// Green: up to 2 steps on land, may turn.
    Land,
    /// Blue: up to 3 straight steps on water.
    Water,
    /// White: up to 2 straight steps over any terrain.
    Air,
    /// Red: 1 step over any terrain; pushes after it moved.
    Fire,
    /// Black: does not move; explodes when it is removed.
    Destruction,
}

impl Kind {
    /// All six, in the order of texts.
    pub const ALL: [Kind; 6] =
        [Kind::King, Kind::Land, Kind::Water, Kind::Air, Kind::Fire, Kind::Destruction];

    /// The five that an army is made of.
    pub const ARMY: [Kind; 5] = [Kind::Land, Kind::Water, Kind::Air, Kind::Fire, Kind::Destruction];

    /// The four that move.
    pub const MOBILE: [Kind; 4] = [Kind::Land, Kind::Water, Kind::Air, Kind::Fire];

    /// The place in [`ALL`](Self::ALL): for arrays with a place per kind.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether it moves, and carries others.
    #[inline]
    #[must_use]
    pub const fn is_mobile(self) -> bool {
        !matches!(self, Kind::King | Kind::Destruction)
    }

    /// The letter that names it in texts, in upper case.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Kind::King => 'K',
            Kind::Land => 'L',
            Kind::Water => 'W',
            Kind::Air => 'A',
            Kind::Fire => 'F',
            Kind::Destruction => 'D',
        }
    }

    /// The kind named by an upper-case letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Kind> {
        Some(match letter {
            'K' => Kind::King,
            'L' => Kind::Land,
            'W' => Kind::Water,
            'A' => Kind::Air,
            'F' => Kind::Fire,
            'D' => Kind::Destruction,
            _ => return None,
        })
    }
}

/// The letter.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
