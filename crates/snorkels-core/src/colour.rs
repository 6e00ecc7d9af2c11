//! The two colours, and what a cell may hold.

use core::fmt;

/// The colour of a snorkel. Who owns which colour is asked of the position
/// ([`Position::owner`](crate::Position::owner)), because the players may have swapped.
///
/// ```
/// use snorkels_core::Colour;
/// assert_eq!(Colour::Purple.opponent(), Colour::Green);
/// assert_eq!(Colour::Purple.to_string(), "purple");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Places the first snorkel of the game.
    Purple,
    /// Places the second.
    Green,
}

impl Colour {
    /// Both, in order.
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

    /// 0 for purple, 1 for green: for arrays with a place per colour.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of a snorkel of this colour on the board, `P` or `G`.
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

/// What a cell of the board holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Content {
    /// Nothing: it gives air.
    Empty,
    /// A snorkel of that colour.
    Snorkel(Colour),
    /// A neutral stone.
    Stone,
}

impl Content {
    /// The cell in a position's text, `.` where it is empty.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Content::Empty => '.',
            Content::Snorkel(colour) => colour.letter(),
            Content::Stone => '#',
        }
    }
}

/// With its article: `a purple snorkel`, `a stone`, `nothing`.
impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::Empty => f.write_str("nothing"),
            Content::Snorkel(colour) => write!(f, "a {colour} snorkel"),
            Content::Stone => f.write_str("a stone"),
        }
    }
}
