//! Helper threads; targets without threads (`wasm32`) run the main thread alone.

/// Runs `main` on this thread and `helper` on a new thread for each of `items`. Returns the result of `main` after all helpers
/// have returned.
///
/// Without memory for another thread, or on a target without threads, those run that exist.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// let sum = AtomicU64::new(0);
/// let add = |number| sum.fetch_add(number, Ordering::Relaxed);
/// resources::threads::run(1..4, || add(10), |number| { add(number); });
/// assert_eq!(sum.into_inner(), 16);
/// ```
pub fn run<T, D: Send>(
    items: impl IntoIterator<Item = D>,
    main: impl FnOnce() -> T,
    helper: impl Fn(D) + Sync,
) -> T {
    std::thread::scope(|scope| {
        let helper = &helper;
        for item in items {
            if std::thread::Builder::new().spawn_scoped(scope, move || helper(item)).is_err() {
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
    fn every_helper_runs_once_with_its_item() {
        for helpers in [0, 1, 3] {
            let mut data = vec![0; helpers];
            let main = run(data.iter_mut().zip(1..), || "main", |(data, number)| *data += number);
            assert_eq!((main, data), ("main", (1..=helpers).collect()));
        }
    }

    #[test]
    fn the_result_comes_after_the_helpers() {
        let order = Mutex::new(Vec::new());
        let note = |name| order.lock().expect("no panic").push(name);
        run(["helper"], || note("main"), note);
        let mut order = order.into_inner().expect("no panic");
        order.sort_unstable();
        assert_eq!(order, ["helper", "main"]);
    }
}
