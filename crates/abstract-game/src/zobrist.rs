//! Tables of random keys for Zobrist hashing, computed at compile time.

use crate::random::SplitMix64;

/// `N` random keys from a seed. Each table of a game needs its own seed.
///
/// ```
/// use abstract_game::zobrist;
/// static CELLS: [u64; 49] = zobrist::keys(1);
/// assert_ne!(CELLS[0], CELLS[48]);
/// ```
#[must_use]
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    // Consecutive seeds of SplitMix64 give nearly the same sequence; a first draw separates them.
    let mut random = SplitMix64::new(SplitMix64::new(seed).next_u64());
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = random.next_u64();
        i += 1;
    }
    keys
}
