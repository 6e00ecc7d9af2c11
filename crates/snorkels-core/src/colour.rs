//! The two colours, and the content of a cell.

use core::fmt;

/// The colour of a snorkel. [`Position::owner`](crate::Position::owner) tells which player owns it: the players may have
/// swapped.
///
/// ```
/// use snorkels_core::Colour;
/// assert_eq!(Colour::Purple.opponent(), Colour::Green);
/// assert_eq!(Colour::Purple.to_string(), "purple");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// The colour that places first.
    Purple,
    /// The colour that places second.
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

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Purple => "purple",
            Colour::Green => "green",
        })
    }
}

/// The content of a cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Content {
    /// Empty: the cell gives air.
    Empty,
    /// A snorkel of this colour.
    Snorkel(Colour),
    /// A neutral stone.
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

/// With an article: `a purple snorkel`, `a stone`, `nothing`.
impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::Empty => f.write_str("nothing"),
            Content::Snorkel(colour) => write!(f, "a {colour} snorkel"),
            Content::Stone => f.write_str("a stone"),
        }
    }
}
