//! Sizes of tests, and running tests on all cores.

use std::env::{self, VarError};

/// The environment variable that chooses the sizes of the workspace's tests.
pub const TEST_SIZE: &str = "AGON_TEST_SIZE";

/// Returns `long` when the environment variable [`TEST_SIZE`] is `long`, and `quick` when it is `quick` or
/// not set. Tests call it for every number of games, cases or positions that takes noticeable time.
///
/// # Panics
/// If the variable has another value.
pub fn sized<T>(quick: T, long: T) -> T {
    match env::var(TEST_SIZE).as_deref() {
        Ok("quick") | Err(VarError::NotPresent) => quick,
        Ok("long") => long,
        value => panic!("{TEST_SIZE} is {value:?}: expected `quick` or `long`"),
    }
}

/// Calls `work` with each number below `count`, on all cores. Panics of `work` are passed on.
pub fn in_parallel(count: u32, work: impl Fn(u32) + Send + Sync) {
    use rayon::prelude::*;
    (0..count).into_par_iter().for_each(work);
}
