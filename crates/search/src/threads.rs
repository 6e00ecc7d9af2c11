//! Starts the helper threads of a search; targets without threads (`wasm32`) run the main thread alone.

/// Runs `main` on this thread and `helper(1)` to `helper(threads - 1)` on new threads. Returns the result
/// of `main` after all helpers have returned.
pub(crate) fn run<T>(threads: usize, main: impl FnOnce() -> T, helper: impl Fn(usize) + Sync) -> T {
    if cfg!(target_family = "wasm") || threads <= 1 {
        return main();
    }
    std::thread::scope(|scope| {
        for number in 1..threads {
            let helper = &helper;
            scope.spawn(move || helper(number));
        }
        main()
    })
}
