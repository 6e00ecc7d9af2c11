//! The six kinds of pieces.

use derive_more::Display;

use crate::Terrain;

/// A kind of piece. The variants are in the order of the notation, `KLWAFD`.
///
/// ```
/// use symbol_core::{Kind, Terrain};
/// assert_eq!(Kind::from_letter('W'), Some(Kind::Water));
/// assert_eq!(Kind::ALL.map(Kind::letter), ['K', 'L', 'W', 'A', 'F', 'D']);
/// assert!(Kind::Fire.is_mobile() && !Kind::Destruction.is_mobile());
/// assert_eq!((Kind::Water.range(), Kind::Water.terrain()), (3, Some(Terrain::Water)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
#[repr(u8)]
#[display("{}", self.letter())]
pub enum Kind {
    /// `K`, yellow: does not move; reinforcements enter around it. A player without a king has lost.
    King,
    /// `L`, green: moves up to 2 steps on land, in any directions.
    Land,
    /// `W`, blue: moves up to 3 steps on water in a straight line.
    Water,
    /// `A`, white: moves up to 2 steps on any terrain in a straight line.
    Air,
    /// `F`, red: moves 1 step on any terrain; pushes its new neighbours.
    Fire,
    /// `D`, black: does not move; explodes when it is removed.
    Destruction,
}

impl Kind {
    /// All six, in the order of the notation.
    pub const ALL: [Kind; 6] =
        [Kind::King, Kind::Land, Kind::Water, Kind::Air, Kind::Fire, Kind::Destruction];

    /// The five kinds of an army: all but the king.
    pub const ARMY: [Kind; 5] = [Kind::Land, Kind::Water, Kind::Air, Kind::Fire, Kind::Destruction];

    /// The four kinds that move.
    pub const MOBILE: [Kind; 4] = [Kind::Land, Kind::Water, Kind::Air, Kind::Fire];

    /// The kind that moves on this terrain only.
    #[inline]
    #[must_use]
    pub const fn native_to(terrain: Terrain) -> Kind {
        match terrain {
            Terrain::Land => Kind::Land,
            Terrain::Water => Kind::Water,
        }
    }

    /// The index in [`ALL`](Self::ALL).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether the kind moves and can carry other pieces.
    #[inline]
    #[must_use]
    pub const fn is_mobile(self) -> bool {
        self.range() > 0
    }

    /// The maximum number of steps of a move.
    #[inline]
    #[must_use]
    pub const fn range(self) -> u8 {
        match self {
            Kind::King | Kind::Destruction => 0,
            Kind::Fire => 1,
            Kind::Land | Kind::Air => 2,
            Kind::Water => 3,
        }
    }

    /// The only terrain on which the kind moves; `None` if it is not restricted.
    #[inline]
    #[must_use]
    pub const fn terrain(self) -> Option<Terrain> {
        match self {
            Kind::Land => Some(Terrain::Land),
            Kind::Water => Some(Terrain::Water),
            _ => None,
        }
    }

    /// The letter of the notation, in upper case.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> char {
        ['K', 'L', 'W', 'A', 'F', 'D'][self.index()]
    }

    /// The kind with this upper-case letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}
