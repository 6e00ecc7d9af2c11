//! Random numbers and hash keys.

use std::collections::HashSet;

use abstract_game::random::SplitMix64;
use abstract_game::zobrist;
use proptest::prelude::*;

#[test]
fn numbers_below_a_bound_are_uniform() {
    const DRAWS: usize = 60_000;
    for bound in [2, 3, 6, 10] {
        let mut random = SplitMix64::new(bound as u64);
        let mut seen = vec![0_usize; bound];
        for _ in 0..DRAWS {
            seen[random.below(bound)] += 1;
        }
        // Chi squared: with 9 degrees of freedom or fewer, 30 is passed once in 2,000 times.
        let expected = (DRAWS / bound) as f64;
        let chi: f64 = seen.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
        assert!(chi < 30.0, "{bound}: {seen:?}");
    }
}

#[test]
fn extreme_bounds() {
    let mut random = SplitMix64::new(u64::MAX);
    for bound in [1, 2, usize::MAX / 2 + 2, usize::MAX - 1, usize::MAX] {
        for _ in 0..100 {
            assert!(random.below(bound) < bound);
        }
    }
    assert_eq!(random.below(1), 0);
}

/// Just above half of the range, taking the rest of a draw would give the lower numbers twice as
/// often: the lower third of them two times in three.
#[cfg(target_pointer_width = "64")]
#[test]
fn no_number_is_favoured_near_the_end_of_the_range() {
    let bound = usize::MAX / 4 * 3;
    let mut random = SplitMix64::new(5);
    let low = (0..9_000).filter(|_| random.below(bound) < bound / 3).count();
    assert!((2_800..3_200).contains(&low), "{low}");
}

#[test]
#[should_panic(expected = "no number is below 0")]
fn there_is_no_number_below_0() {
    SplitMix64::new(1).below(0);
}

#[test]
fn choosing() {
    let mut random = SplitMix64::new(1);
    assert_eq!(random.choose::<u8>(&[]), None);
    let seen: HashSet<_> = (0..100).filter_map(|_| random.choose(&["a", "b", "c"])).collect();
    assert_eq!(seen.len(), 3);
}

#[test]
fn keys_of_all_tables_are_distinct_and_fixed_for_good() {
    let mut seen = HashSet::new();
    for seed in 0..64 {
        for key in zobrist::keys::<512>(seed) {
            assert!(key != 0 && seen.insert(key), "seed {seed}");
        }
    }
    assert_eq!(zobrist::keys::<3>(1), zobrist::keys::<9>(1)[..3]);
    // Made at compile time or at run time, the numbers are the same.
    const KEYS: [u64; 4] = zobrist::keys(7);
    assert_eq!(KEYS, zobrist::keys(7));
}

proptest! {
    #[test]
    fn any_seed_and_any_bound_will_do(seed: u64, bound in 1_usize..) {
        let mut random = SplitMix64::new(seed);
        prop_assert!(random.below(bound) < bound);
    }
}
