//! Seeds of the parts of a tournament, derived from its own seed.

use abstract_game::random::SplitMix64;

/// The seed of one part of a tournament: the tournament's seed mixed with numbers that identify the part. It does not
/// depend on workers or time.
///
/// ```
/// use arena::seed::mix;
/// assert_eq!(mix(1, &[3, 0]), mix(1, &[3, 0]));
/// assert_ne!(mix(1, &[3, 0]), mix(1, &[0, 3]));
/// ```
#[must_use]
pub fn mix(seed: u64, parts: &[u64]) -> u64 {
    parts.iter().fold(SplitMix64::new(seed).next_u64(), |key, part| {
        SplitMix64::new(key ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
    })
}
