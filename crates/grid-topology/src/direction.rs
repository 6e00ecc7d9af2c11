//! The eight compass directions.

use core::{error::Error, fmt, str::FromStr};

/// A compass direction: north is towards higher ranks, east towards higher files.
///
/// The variants are in clockwise order from north.
///
/// ```
/// use grid_topology::Direction;
///
/// assert_eq!(Direction::North.rotated_right(), Direction::East);
/// assert_eq!(Direction::NorthEast.opposite(), Direction::SouthWest);
/// assert_eq!(Direction::NorthWest.delta(), (-1, 1));
/// assert_eq!("sw".parse(), Ok(Direction::SouthWest));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Towards higher ranks.
    North,
    /// Towards higher files and ranks.
    NorthEast,
    /// Towards higher files.
    East,
    /// Towards higher files and lower ranks.
    SouthEast,
    /// Towards lower ranks.
    South,
    /// Towards lower files and ranks.
    SouthWest,
    /// Towards lower files.
    West,
    /// Towards lower files and higher ranks.
    NorthWest,
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest];

    /// The four directions along files and ranks, clockwise from north.
    pub const ORTHOGONAL: [Self; 4] = [North, East, South, West];

    /// The four diagonal directions, clockwise from north-east.
    pub const DIAGONAL: [Self; 4] = [NorthEast, SouthEast, SouthWest, NorthWest];

    /// The index in [`ALL`](Self::ALL).
    ///
    /// ```
    /// # use grid_topology::Direction;
    /// assert_eq!(Direction::ALL[Direction::West.index()], Direction::West);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction `eighths` eighths of a turn clockwise from north.
    #[inline]
    pub(crate) const fn from_eighths(eighths: usize) -> Self {
        Self::ALL[eighths % 8]
    }

    /// Whether it is north, east, south or west.
    ///
    /// ```
    /// # use grid_topology::Direction;
    /// assert!(Direction::West.is_orthogonal() && !Direction::NorthWest.is_orthogonal());
    /// ```
    #[inline]
    pub const fn is_orthogonal(self) -> bool {
        self.index().is_multiple_of(2)
    }

    /// The opposite direction.
    ///
    /// ```
    /// # use grid_topology::Direction;
    /// assert_eq!(Direction::West.opposite(), Direction::East);
    /// ```
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::from_eighths(self.index() + 4)
    }

    /// A quarter turn clockwise.
    ///
    /// ```
    /// # use grid_topology::Direction;
    /// assert_eq!(Direction::West.rotated_right(), Direction::North);
    /// ```
    #[inline]
    pub const fn rotated_right(self) -> Self {
        Self::from_eighths(self.index() + 2)
    }

    /// A quarter turn counter-clockwise.
    ///
    /// ```
    /// # use grid_topology::Direction;
    /// assert_eq!(Direction::West.rotated_left(), Direction::South);
    /// ```
    #[inline]
    pub const fn rotated_left(self) -> Self {
        Self::from_eighths(self.index() + 6)
    }

    /// The change of file and rank in one step.
    ///
    /// ```
    /// # use grid_topology::Direction;
    /// assert_eq!(Direction::SouthEast.delta(), (1, -1));
    /// ```
    #[inline]
    pub const fn delta(self) -> (i8, i8) {
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)][self.index()]
    }

    /// Whether a step increases the index of a cell. True or false for all numberings, because they sort by rank, then
    /// by file.
    #[inline]
    pub(crate) const fn is_ascending(self) -> bool {
        matches!(self, NorthWest | North | NorthEast | East)
    }

    /// The letter of an orthogonal direction: `n`, `e`, `s` or `w`.
    ///
    /// ```
    /// # use grid_topology::Direction;
    /// assert_eq!(Direction::South.letter(), Some('s'));
    /// assert_eq!(Direction::SouthEast.letter(), None);
    /// ```
    #[inline]
    pub const fn letter(self) -> Option<char> {
        if self.is_orthogonal() { Some(self.letters().as_bytes()[0] as char) } else { None }
    }

    /// The orthogonal direction with this letter.
    ///
    /// ```
    /// # use grid_topology::Direction;
    /// assert_eq!(Direction::from_letter('w'), Some(Direction::West));
    /// assert_eq!(Direction::from_letter('W'), None);
    /// ```
    #[inline]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ORTHOGONAL.into_iter().find(|direction| direction.letter() == Some(letter))
    }

    /// The abbreviation: `n`, `ne`, `e` and so on, which [`Display`](fmt::Display) writes and [`FromStr`] reads.
    ///
    /// ```
    /// # use grid_topology::Direction;
    /// assert_eq!(Direction::SouthWest.letters(), "sw");
    /// ```
    #[inline]
    pub const fn letters(self) -> &'static str {
        ["n", "ne", "e", "se", "s", "sw", "w", "nw"][self.index()]
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letters())
    }
}

impl FromStr for Direction {
    type Err = DirectionError;

    fn from_str(text: &str) -> Result<Self, DirectionError> {
        Self::ALL.into_iter().find(|direction| direction.letters() == text).ok_or(DirectionError)
    }
}

/// The text is not a direction.
///
/// ```
/// use grid_topology::{Direction, DirectionError};
///
/// let error: DirectionError = "up".parse::<Direction>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a direction: n, ne, e, se, s, sw, w or nw");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DirectionError;

impl fmt::Display for DirectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a direction: n, ne, e, se, s, sw, w or nw")
    }
}

impl Error for DirectionError {}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn turns_agree_with_deltas() {
        for direction in Direction::ALL {
            let (file, rank) = direction.delta();
            assert_eq!(direction.opposite().delta(), (-file, -rank));
            assert_eq!(direction.rotated_right().delta(), (rank, -file));
            assert_eq!(direction.rotated_left().delta(), (-rank, file));
            assert_eq!(direction.is_orthogonal(), file == 0 || rank == 0);
            assert_eq!(direction.is_ascending(), 100 * i32::from(rank) + i32::from(file) > 0);
        }
    }

    #[test]
    fn groups_are_what_they_say() {
        assert!(Direction::ALL.iter().enumerate().all(|(i, direction)| direction.index() == i));
        assert!(Direction::ORTHOGONAL.iter().all(|direction| direction.is_orthogonal()));
        assert!(Direction::DIAGONAL.iter().all(|direction| !direction.is_orthogonal()));
    }

    #[test]
    fn text_round_trips() {
        for direction in Direction::ALL {
            assert_eq!(direction.to_string().parse(), Ok(direction));
            assert_eq!(direction.letter().is_some(), direction.is_orthogonal());
            if let Some(letter) = direction.letter() {
                assert_eq!(letter.to_string(), direction.letters());
                assert_eq!(Direction::from_letter(letter), Some(direction));
            }
        }
        for wrong in ["", "N", "en", "n ", "north"] {
            assert_eq!(wrong.parse::<Direction>(), Err(DirectionError));
        }
    }
}
