//! Sets of cells as a byte for each cell, so that numbers of all cells are computed at once.
//!
//! ```
//! use grid_topology::{Bitboard64, Cell, bytes};
//! let sets = [0b0110, 0b1010].map(|word| Bitboard64::from_words([word]));
//! let numbers = bytes::numbers(sets);
//! assert_eq!([0, 1, 2, 3].map(|cell| bytes::number_of(&numbers, Cell::new(cell))), [0, 3, 2, 1]);
//! ```

use crate::{Bitboard64, Cell};

/// Eight bits as eight bytes, 0 or 1.
static BYTES: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[bits] |= (bits as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        bits += 1;
    }
    table
};

/// A byte for each cell, eight in a word: whether it is in the set.
#[inline]
#[must_use]
pub fn spread(set: Bitboard64) -> [u64; 8] {
    set.words()[0].to_le_bytes().map(|bits| BYTES[usize::from(bits)])
}

/// A byte for each cell: the sets that contain it as the bits of a number, the first of at most eight sets as the highest bit.
#[inline]
#[must_use]
pub fn numbers<const N: usize>(sets: [Bitboard64; N]) -> [u64; 8] {
    let mut numbers = [0; 8];
    for set in sets {
        for (number, bits) in numbers.iter_mut().zip(spread(set)) {
            *number = 2 * *number + bits;
        }
    }
    numbers
}

/// The number of a cell: its byte.
#[inline]
#[must_use]
pub fn number_of(bytes: &[u64; 8], cell: Cell) -> usize {
    let index = cell.index();
    usize::from((bytes[index / 8 % 8] >> (8 * (index % 8))) as u8)
}

#[cfg(test)]
mod tests {
    use super::super::{Bitboard64, Cell};
    use super::{number_of, numbers};

    #[test]
    fn a_number_has_a_bit_for_each_set() {
        let sets = [0b0110, 0b1010 | 1 << 63, 1 << 9].map(|word| Bitboard64::from_words([word]));
        let found = numbers(sets);
        for cell in (0..64).map(Cell::new) {
            let bits = sets.map(|set| usize::from(set.contains(cell)));
            assert_eq!(number_of(&found, cell), 4 * bits[0] + 2 * bits[1] + bits[2]);
        }
    }
}
