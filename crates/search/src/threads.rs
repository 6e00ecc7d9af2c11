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
    if cfg!(target_family = "wasm") || threads <= 1 {
        return main();
    }
    std::thread::scope(|scope| {
        for number in 1..threads {
            let helper = &helper;
            // Without memory for another thread the search runs with those that exist.
            if std::thread::Builder::new().spawn_scoped(scope, move || helper(number)).is_err() {
                break;
            }
        }
        main()
    })
}
