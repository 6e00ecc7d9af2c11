//! The one place that starts threads, so that targets without them (`wasm32`) need nothing else.

/// Runs `main` here and `helper(1)`, `helper(2)`, ... beside it, `threads` in all; returns when all
/// have. A target without threads runs `main` alone.
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
