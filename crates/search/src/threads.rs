//! Starts the helper threads of a search and fills tables by all processors; targets without threads (`wasm32`) run the
//! main thread alone.

use std::collections::TryReserveError;

#[cfg(not(target_family = "wasm"))]
use rayon::prelude::*;

/// The number of entries from which all processors fill a table: 32 MiB of entries of 64 bytes.
#[cfg(not(target_family = "wasm"))]
const LARGE: usize = 1 << 19;

/// A list of `length` default values, or the error of the allocator.
pub(crate) fn filled<T: Default + Send>(length: usize) -> Result<Vec<T>, TryReserveError> {
    let mut list = Vec::new();
    list.try_reserve_exact(length)?;
    #[cfg(not(target_family = "wasm"))]
    if length >= LARGE {
        (0..length).into_par_iter().map(|_| T::default()).collect_into_vec(&mut list);
        return Ok(list);
    }
    list.resize_with(length, T::default);
    Ok(list)
}

/// Replaces every value by its default.
pub(crate) fn clear<T: Default + Send>(list: &mut [T]) {
    #[cfg(not(target_family = "wasm"))]
    if list.len() >= LARGE {
        return list.par_iter_mut().for_each(|value| *value = T::default());
    }
    list.iter_mut().for_each(|value| *value = T::default());
}

/// Runs `main` on this thread and `helper(1)` to `helper(threads - 1)` on new threads. Returns the result
/// of `main` after all helpers have returned.
pub(crate) fn run<T>(threads: usize, main: impl FnOnce() -> T, helper: impl Fn(usize) + Sync) -> T {
    std::thread::scope(|scope| {
        for number in 1..threads {
            let helper = &helper;
            // Without memory for another thread, or on a target without threads, the search runs with those that exist.
            if std::thread::Builder::new().spawn_scoped(scope, move || helper(number)).is_err() {
                break;
            }
        }
        main()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::{LARGE, clear, filled, run};

    #[test]
    fn every_helper_runs_once() {
        for (threads, expected) in [(0, vec![]), (1, vec![]), (2, vec![1]), (4, vec![1, 2, 3])] {
            let numbers = Mutex::new(Vec::new());
            let result = run(threads, || "main", |number| numbers.lock().expect("no panic").push(number));
            let mut numbers = numbers.into_inner().expect("no panic");
            numbers.sort_unstable();
            assert_eq!((result, numbers), ("main", expected));
        }
    }

    #[test]
    fn small_and_large_lists_are_filled_and_cleared() {
        for length in [0, 5, LARGE - 1, LARGE, LARGE + 1] {
            let mut list = filled::<u8>(length).expect("the memory is available");
            assert_eq!(list.len(), length);
            list.fill(7);
            clear(&mut list);
            assert!(list.iter().all(|&value| value == 0));
        }
        assert!(filled::<u64>(usize::MAX).is_err());
    }
}
