//! A small reproducible random number generator.
//!
//! Set-ups from a seed are part of a game's rules, so a seed must give the same numbers in every version: the algorithm
//! never changes.

/// SplitMix64: 64 bits of state. Equal seeds give equal numbers on every machine. Not cryptographically secure.
///
/// ```
/// use abstract_game::random::SplitMix64;
/// let mut a = SplitMix64::new(7);
/// let mut b = SplitMix64::new(7);
/// assert_eq!(a.next_u64(), b.next_u64());
/// assert!(a.below(49) < 49);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator with this seed. All seeds are valid.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        SplitMix64(seed)
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound - 1`, uniformly distributed.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "no number is below 0");
        let bound = bound as u64;
        // Draws from the incomplete last block are rejected: with them, small numbers would be more likely.
        let rest = (u64::MAX % bound + 1) % bound;
        loop {
            let draw = self.next_u64();
            if draw <= u64::MAX - rest {
                return (draw % bound) as usize;
            }
        }
    }

    /// One of `items`, uniformly distributed; `None` if there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }

    /// Puts `items` in a random order; all orders are equally likely. Fisher and Yates's shuffle.
    ///
    /// ```
    /// use abstract_game::random::SplitMix64;
    /// let mut items = [1, 2, 3, 4];
    /// SplitMix64::new(7).shuffle(&mut items);
    /// items.sort();
    /// assert_eq!(items, [1, 2, 3, 4]);
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// 32 bits that depend on all bits of a number, for [`Action::tag`](crate::Action::tag).
///
/// ```
/// use abstract_game::random::hash32;
/// assert_ne!(hash32(1), hash32(1 << 40));
/// ```
#[inline]
#[must_use]
pub const fn hash32(number: u64) -> u32 {
    // A multiplication carries each bit upwards, and the shift brings it down.
    let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((spread ^ spread >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as u32
}

/// The seed of one part of a whole, for example of one game of a tournament: the seed of the whole mixed with numbers that
/// identify the part.
///
/// ```
/// use abstract_game::random::mix;
/// assert_eq!(mix(1, &[3, 0]), mix(1, &[3, 0]));
/// assert_ne!(mix(1, &[3, 0]), mix(1, &[0, 3]));
/// ```
#[must_use]
pub fn mix(seed: u64, parts: &[u64]) -> u64 {
    parts.iter().fold(SplitMix64::new(seed).next_u64(), |key, part| {
        SplitMix64::new(key ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
    })
}

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    #[test]
    fn published_first_numbers_of_seed_1234567() {
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn every_number_below_the_bound_comes_up() {
        let mut random = SplitMix64::new(1);
        let mut seen = [0_u32; 7];
        for _ in 0..7_000 {
            seen[random.below(7)] += 1;
        }
        assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{seen:?}");
    }
}
