//! What surrounds a cell, for policies: the eight cells around it, up to the symmetries of the square.

use std::sync::LazyLock;

/// The number of different surroundings, each of the eight cells being one of four kinds.
pub const SURROUNDINGS: usize = 8740;

/// By two bits for each of the eight cells.
static NUMBERS: LazyLock<Box<[u16]>> = LazyLock::new(|| {
    let mirrored = |kinds: u16| (0..8).fold(0, |image, at| image << 2 | kinds >> (2 * at) & 3);
    let least = |kinds: u16| {
        let turned = |kinds: u16| (0..4).map(move |quarter| kinds.rotate_left(4 * quarter));
        // The first of the circle is an orthogonal neighbour, so its mirror image is turned by one.
        turned(kinds).chain(turned(mirrored(kinds).rotate_left(2))).min().expect("there are images")
    };
    let mut numbers = vec![0; 1 << 16];
    let mut next = 0;
    for kinds in 0..=u16::MAX {
        let least = least(kinds);
        numbers[usize::from(kinds)] = if least == kinds { next } else { numbers[usize::from(least)] };
        next += u16::from(least == kinds);
    }
    numbers.into()
});

/// The number of surroundings, below [`SURROUNDINGS`]: equal for images under the symmetries of the square. `kinds` has two bits for the
/// kind of each of the eight cells around a cell, in a circle that begins with an orthogonal neighbour.
///
/// ```
/// use snorkels_solver::surroundings;
/// assert_eq!(surroundings(0b11), surroundings(0b11 << 4));
/// assert_ne!(surroundings(0b11), surroundings(0b11 << 2));
/// ```
#[inline]
#[must_use]
pub fn surroundings(kinds: u16) -> u16 {
    NUMBERS[usize::from(kinds)]
}

#[cfg(test)]
mod tests {
    use super::{SURROUNDINGS, surroundings};

    #[test]
    fn images_have_equal_numbers_and_the_numbers_are_consecutive() {
        let mut found = vec![false; SURROUNDINGS];
        for kinds in 0..=u16::MAX {
            let number = surroundings(kinds);
            found[usize::from(number)] = true;
            let mirrored = (0..8).fold(0, |image, at| image << 2 | kinds >> (2 * at) & 3);
            assert_eq!([kinds.rotate_left(4), mirrored.rotate_left(2)].map(surroundings), [number; 2]);
        }
        assert!(found.into_iter().all(|found| found));
    }
}
