//! Starts the helper threads of a search; targets without threads (`wasm32`) run the main thread alone.

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

    use super::run;

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
}
