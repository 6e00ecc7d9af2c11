//! The last expansions of a thread: a position that it visits again is not judged again.

use arrayvec::ArrayVec;

use crate::numbers::Numbers;
use crate::table::mixed;

/// A child that the judgement of its parent left open.
#[derive(Clone, Copy)]
pub(crate) struct OpenChild {
    /// The number of the cell.
    pub(crate) cell: u8,
    /// The placements that may win after it; 0 if it was in the table and not judged.
    pub(crate) moves: u64,
    /// At the end of the last visit of the parent.
    pub(crate) numbers: Numbers,
}

/// The open children of a position, the likeliest first.
#[derive(Clone, Default)]
struct Expansion {
    /// The sets of the player to place and of the opponent.
    position: [u64; 2],
    /// None in an unused place.
    children: ArrayVec<OpenChild, 64>,
}

/// The greatest number of places, which have about 3 MiB together.
const MOST_PLACES: usize = 1 << 11;

/// A table of expansions with one place for each. The last one is kept.
#[derive(Clone)]
pub(crate) struct Expansions(Box<[Expansion]>);

impl Expansions {
    /// Beside a table of this number of bytes: a small one has few.
    pub(crate) fn new(bytes: usize) -> Expansions {
        let places = (bytes >> 9).clamp(2, MOST_PLACES);
        Expansions(vec![Expansion::default(); 1 << places.ilog2()].into())
    }

    #[inline]
    fn place(&self, position: [u64; 2]) -> usize {
        (mixed(position) >> (64 - self.0.len().ilog2())) as usize
    }

    /// The children of a position; `None` if they are not there.
    #[inline]
    pub(crate) fn get(&self, position: [u64; 2]) -> Option<&[OpenChild]> {
        let expansion = &self.0[self.place(position)];
        (expansion.position == position && !expansion.children.is_empty()).then_some(&expansion.children)
    }

    /// Enters the children of an open position.
    #[inline]
    pub(crate) fn put(&mut self, position: [u64; 2], children: impl Iterator<Item = OpenChild>) {
        let place = self.place(position);
        let expansion = &mut self.0[place];
        expansion.position = position;
        expansion.children.clear();
        expansion.children.extend(children);
    }
}

#[cfg(test)]
mod tests {
    use super::{Expansions, OpenChild};
    use crate::numbers::Numbers;

    #[test]
    fn the_last_expansion_of_a_place_is_kept() {
        let mut expansions = Expansions::new(1 << 20);
        let cells = |expansions: &Expansions, position| {
            let children = expansions.get(position)?;
            Some(children.iter().map(|child| child.cell).collect::<Vec<_>>())
        };
        let child = |cell| OpenChild { cell, moves: 1, numbers: Numbers { phi: 1, delta: 1 } };
        assert_eq!(cells(&expansions, [0, 0]), None, "an unused place is that of no position");
        let first = [1, 2];
        let rival =
            (3..).map(|own| [own, 2]).find(|&rival| expansions.place(rival) == expansions.place(first));
        let rival = rival.unwrap();
        expansions.put(first, [5, 3].map(child).into_iter());
        assert_eq!((cells(&expansions, first), cells(&expansions, rival)), (Some(vec![5, 3]), None));
        expansions.put(rival, [7].map(child).into_iter());
        assert_eq!((cells(&expansions, first), cells(&expansions, rival)), (None, Some(vec![7])));
    }
}
