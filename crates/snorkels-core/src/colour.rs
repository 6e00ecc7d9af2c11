//! The two colours, and the content of a cell.

use derive_more::Display;

/// The colour of a snorkel. [`Position::owner`](crate::Position::owner) tells which player owns it: the players may have
/// swapped.
///
/// ```
/// use snorkels_core::Colour;
/// assert_eq!(Colour::Purple.opponent(), Colour::Green);
/// assert_eq!(Colour::Purple.to_string(), "purple");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
pub enum Colour {
    /// The colour that places first.
    #[display("purple")]
    Purple,
    /// The colour that places second.
    #[display("green")]
    Green,
}

impl Colour {
    /// Both colours, in order.
    pub const BOTH: [Colour; 2] = [Colour::Purple, Colour::Green];

    /// The other colour.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Colour {
        match self {
            Colour::Purple => Colour::Green,
            Colour::Green => Colour::Purple,
        }
    }

    /// 0 for purple, 1 for green. For arrays indexed by colour.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter in texts and drawings: `P` or `G`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Colour::Purple => 'P',
            Colour::Green => 'G',
        }
    }
}

/// The content of a cell of the board. `Display` writes it with an article: `a purple snorkel`, `a stone`, `nothing`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
pub enum Content {
    /// Empty: the cell gives air.
    #[display("nothing")]
    Empty,
    /// A snorkel of this colour.
    #[display("a {_0} snorkel")]
    Snorkel(Colour),
    /// A neutral stone.
    #[display("a stone")]
    Stone,
}

impl Content {
    /// The letter in texts and drawings; `.` for an empty cell.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Content::Empty => '.',
            Content::Snorkel(colour) => colour.letter(),
            Content::Stone => '#',
        }
    }
}
