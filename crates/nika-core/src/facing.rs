//! Where a piece looks.

use core::fmt;

use grid_topology::Direction;

/// Where a piece looks, and where it goes: one of the four directions of the board.
///
/// ```
/// use nika_core::Facing;
/// assert_eq!(Facing::North.opposite(), Facing::South);
/// assert_eq!(Facing::from_letter('w'), Some(Facing::West));
/// assert_eq!(Facing::East.to_string(), "e");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Facing {
    /// Towards higher ranks.
    North,
    /// Towards higher files.
    East,
    /// Towards lower ranks.
    South,
    /// Towards lower files.
    West,
}

impl Facing {
    /// All four, clockwise from north.
    pub const ALL: [Facing; 4] = [Facing::North, Facing::East, Facing::South, Facing::West];

    /// Its place in [`ALL`](Self::ALL).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The way back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Facing {
        Facing::ALL[(self.index() + 2) % 4]
    }

    /// The same as the board has it.
    #[inline]
    #[must_use]
    pub const fn direction(self) -> Direction {
        Direction::ORTHOGONAL[self.index()]
    }

    /// The facing along a direction, unless that is a diagonal one.
    #[inline]
    #[must_use]
    pub const fn from_direction(direction: Direction) -> Option<Facing> {
        if direction.is_orthogonal() { Some(Facing::ALL[direction.index() / 2]) } else { None }
    }

    /// Its letter in texts: `n`, `e`, `s` or `w`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['n', 'e', 's', 'w'][self.index()]
    }

    /// The facing with that letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Facing> {
        Facing::ALL.into_iter().find(|facing| facing.letter() == letter)
    }

    /// The word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self.index()]
    }
}

/// The letter.
impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
