//! The facing of a piece.

use derive_more::Display;
use grid_topology::Direction;

/// One of the four directions of the board: a piece's facing, or the direction of a move.
///
/// ```
/// use nika_core::Facing;
/// assert_eq!(Facing::North.opposite(), Facing::South);
/// assert_eq!(Facing::from_letter('w'), Some(Facing::West));
/// assert_eq!(Facing::East.to_string(), "e");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
#[display("{}", self.letter())]
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

    /// The index in [`ALL`](Self::ALL).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Facing {
        Facing::ALL[(self.index() + 2) % 4]
    }

    /// The same direction in `grid-topology`.
    #[inline]
    #[must_use]
    pub const fn direction(self) -> Direction {
        Direction::ORTHOGONAL[self.index()]
    }

    /// The facing along a direction; `None` for a diagonal.
    #[inline]
    #[must_use]
    pub const fn from_direction(direction: Direction) -> Option<Facing> {
        if direction.is_orthogonal() { Some(Facing::ALL[direction.index() / 2]) } else { None }
    }

    /// The letter in texts: `n`, `e`, `s` or `w`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['n', 'e', 's', 'w'][self.index()]
    }

    /// The facing with that letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Facing> {
        Facing::ALL.into_iter().find(|facing| facing.letter() == letter)
    }

    /// The word: `north`, `east`, `south` or `west`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self.index()]
    }
}
