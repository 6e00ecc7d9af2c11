//! A macro for functions that work on each word, and the search for a bit of a word by its number.

/// Builds a bitboard from an expression for each word, in a `const fn`.
macro_rules! each_word {
    ($i:ident => $word:expr) => {{
        let mut words = [0; WORDS];
        let mut $i = 0;
        while $i < WORDS {
            words[$i] = $word;
            $i += 1;
        }
        Self(words)
    }};
}

/// The index of the bit of `word` with `n` bits below it; there are more than `n`.
///
/// First the byte, then the bit in it, each by comparing eight numbers at once. Without branches: the number is random in
/// playouts, so they would be mispredicted. The instruction of BMI2 for it would need unsafe code.
#[inline]
pub(super) fn nth_bit(word: u64, n: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = ONES << 7;
    /// The number of bytes of `numbers` that are at most `n`; all are below 128.
    #[inline]
    fn count_up_to(numbers: u64, n: u64) -> u32 {
        (((((n * ONES) | HIGHS) - numbers) & HIGHS) >> 7).wrapping_mul(ONES).wrapping_shr(56) as u32
    }
    let n = u64::from(n);
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // Byte i: the number of bits in the bytes 0 to i.
    let sums = bytes.wrapping_mul(ONES);
    let place = 8 * count_up_to(sums, n);
    let below = sums.wrapping_shl(8).wrapping_shr(place) & 0xff;
    let byte = word >> place & 0xff;
    // Byte i: bit i of the byte, as 0 or 1.
    let bits = ((((byte * ONES) & 0x8040_2010_0804_0201) + (HIGHS - ONES)) & HIGHS) >> 7;
    place + count_up_to(bits.wrapping_mul(ONES), n - below)
}

#[cfg(test)]
mod tests {
    use super::nth_bit;

    #[test]
    fn the_nth_bit_has_n_bits_below() {
        let mut word = 1_u64;
        for _ in 0..1000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            for word in [word, word & word >> 7, word | word << 9, u64::MAX, 1 << (word % 64)] {
                let bits = (0..64).filter(|&bit| word >> bit & 1 == 1);
                for (n, bit) in bits.enumerate() {
                    assert_eq!(nth_bit(word, n as u32), bit);
                }
            }
        }
    }
}
