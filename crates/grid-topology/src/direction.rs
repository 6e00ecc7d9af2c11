//! The eight compass directions.

/// A compass direction: north is towards higher ranks, east towards higher files.
///
/// The variants are in clockwise order from north.
///
/// ```
/// use grid_topology::Direction;
///
/// assert_eq!(Direction::NorthEast.opposite(), Direction::SouthWest);
/// assert_eq!(Direction::NorthWest.delta(), (-1, 1));
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_agree_with_deltas() {
        for direction in Direction::ALL {
            let (file, rank) = direction.delta();
            assert_eq!(direction.opposite().delta(), (-file, -rank));
            assert_eq!(direction.is_orthogonal(), file == 0 || rank == 0);
            assert_eq!(direction.is_ascending(), 100 * i32::from(rank) + i32::from(file) > 0);
        }
    }

    #[test]
    fn groups_are_what_they_say() {
        assert!(Direction::ALL.iter().enumerate().all(|(i, direction)| direction.index() == i));
        assert!(Direction::ORTHOGONAL.iter().all(|direction| direction.is_orthogonal()));
    }
}
