//! Moving all members of a set one step.

use crate::{Bitboard, Cell, Direction};

/// The maximum number of distances in a shift. Nika's board has five. Cells with further distances are moved one by
/// one.
const DISTANCES: usize = 8;

/// One step in one direction for all cells: masked shifts with disjoint results.
#[derive(Clone, Copy)]
pub(crate) struct Shift<const WORDS: usize> {
    parts: [Part<WORDS>; DISTANCES],
    len: u8,
    /// Cells with none of these distances.
    others: Bitboard<WORDS>,
}

/// The cells whose step changes the index by `distance`, which is 1 to 63: ranks have at most 26 files, and a stride is
/// at most 32.
#[derive(Clone, Copy)]
struct Part<const WORDS: usize> {
    from: Bitboard<WORDS>,
    distance: u8,
}

impl<const WORDS: usize> Part<WORDS> {
    #[inline]
    const fn apply(&self, set: Bitboard<WORDS>, direction: Direction) -> Bitboard<WORDS> {
        let movers = set.intersection(self.from);
        if direction.is_ascending() {
            movers.shifted_up(self.distance)
        } else {
            movers.shifted_down(self.distance)
        }
    }
}

impl<const WORDS: usize> Shift<WORDS> {
    /// The shift of a board without steps.
    pub(crate) const NOWHERE: Self = Self {
        parts: [Part { from: Bitboard::EMPTY, distance: 1 }; DISTANCES],
        len: 1,
        others: Bitboard::EMPTY,
    };

    pub(crate) const fn from_steps<const CELLS: usize>(
        steps: &[[Option<Cell>; 8]; CELLS],
        direction: Direction,
    ) -> Self {
        let mut shift = Self::NOWHERE;
        let mut len = 0;
        let mut index = 0;
        while index < CELLS {
            if let Some(to) = steps[index][direction.index()] {
                let cell = Cell::new(index as u8);
                let distance = index.abs_diff(to.index()) as u8;
                let mut part = 0;
                while part < len && shift.parts[part].distance != distance {
                    part += 1;
                }
                if part == DISTANCES {
                    shift.others.insert(cell);
                } else {
                    shift.parts[part].from.insert(cell);
                    shift.parts[part].distance = distance;
                    if part == len {
                        len += 1;
                    }
                }
            }
            index += 1;
        }
        if len > 1 {
            shift.len = len as u8;
        }
        shift
    }

    /// Whether there is only one part.
    #[inline]
    pub(crate) const fn is_simple(&self) -> bool {
        self.len == 1
    }

    /// The first part only: the whole result if the shift is simple.
    #[inline(always)]
    pub(crate) const fn apply_first(&self, set: Bitboard<WORDS>, direction: Direction) -> Bitboard<WORDS> {
        self.parts[0].apply(set, direction)
    }

    /// All parts. Always inlined: for a board in a `static` the compiler then knows the number of parts and their
    /// distances, and keeps only the shifts.
    #[inline(always)]
    pub(crate) const fn apply<const CELLS: usize>(
        &self,
        set: Bitboard<WORDS>,
        direction: Direction,
        steps: &[[Option<Cell>; 8]; CELLS],
    ) -> Bitboard<WORDS> {
        let mut moved = self.apply_first(set, direction);
        if self.is_simple() {
            return moved;
        }
        let mut part = 1;
        while part < DISTANCES && part < self.len as usize {
            moved = moved.union(self.parts[part].apply(set, direction));
            part += 1;
        }
        let others = set.intersection(self.others);
        if others.is_empty() { moved } else { moved.union(step_each(others, direction, steps)) }
    }
}

/// Moves the cells one by one. Out of line, because few boards need it.
#[inline(never)]
const fn step_each<const CELLS: usize, const WORDS: usize>(
    mut cells: Bitboard<WORDS>,
    direction: Direction,
    steps: &[[Option<Cell>; 8]; CELLS],
) -> Bitboard<WORDS> {
    let mut moved = Bitboard::EMPTY;
    while let Some(cell) = cells.pop_first() {
        if let Some(to) = steps[cell.index()][direction.index()] {
            moved.insert(to);
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use crate::{Direction, Numbering, Shape, Topology};

    /// The cost that `shift` documents.
    #[test]
    fn one_part_where_the_distance_is_constant() {
        let ragged = Shape::from_picture(&["..ooo", "oo.oo", "ooooo"]);
        for direction in Direction::ALL {
            for shape in [Shape::rectangle::<5, 3>(), ragged] {
                let strided: Topology<24, 1> = Topology::new(shape, Numbering::Strided(8));
                assert_eq!(strided.shifts[direction.index()].len, 1);
            }
            let dense: Topology<15, 1> = Topology::new(Shape::rectangle::<5, 3>(), Numbering::Dense);
            assert_eq!(dense.shifts[direction.index()].len, 1);
        }
        let dense: Topology<12, 1> = Topology::new(ragged, Numbering::Dense);
        assert_eq!(dense.shifts[Direction::North.index()].len, 3);
        assert_eq!(dense.shifts[Direction::East.index()].len, 1);
    }
}
