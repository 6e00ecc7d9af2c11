//! The random numbers of the searches.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

/// The random number generator of the searches. Its sequence is the same on every machine.
///
/// ```
/// let mut random = search::Random::new(7);
/// assert!(random.below(6) < 6);
/// assert_eq!(random.choose::<u8>(&[]), None);
/// ```
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from 0 to `bound - 1`, all equally likely. `bound` is less than 2^32.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound as u32) as usize
    }

    /// One of `items`, all equally likely; `None` if there are none.
    #[inline]
    pub fn choose<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        items.choose(&mut self.0)
    }
}
