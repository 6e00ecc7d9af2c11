//! Helper threads; targets without threads (`wasm32`) run the main thread alone.

#[cfg(not(target_family = "wasm"))]
use std::iter;

#[cfg(not(target_family = "wasm"))]
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads that help the main thread and wait between their runs: the system may take milliseconds to give a new thread a processor
/// of its own.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// let sum = AtomicU64::new(0);
/// let add = |number| sum.fetch_add(number, Ordering::Relaxed);
/// resources::threads::Helpers::new().run(1..4, || add(10), |number| { add(number); });
/// assert_eq!(sum.into_inner(), 16);
/// ```
#[derive(Debug, Default)]
pub struct Helpers {
    /// Made by the first run with helpers, and again by one with more of them.
    #[cfg(not(target_family = "wasm"))]
    pool: Option<ThreadPool>,
    /// The number of threads that the pool was made for. It has fewer, if the system did not give them.
    #[cfg(not(target_family = "wasm"))]
    wanted: usize,
}

impl Helpers {
    /// Without threads yet.
    #[must_use]
    pub fn new() -> Self {
        Helpers::default()
    }

    /// Runs `main` on this thread and `helper` on another thread for each of `items`. Returns the result of `main` after all
    /// helpers have returned.
    ///
    /// If the system does not give a thread for each item, half as many are tried, and so on. The first items get those, the others none.
    ///
    /// # Panics
    /// Panics if one of them does, after all have returned.
    #[cfg(not(target_family = "wasm"))]
    pub fn run<T, D: Send>(
        &mut self,
        items: impl IntoIterator<Item = D>,
        main: impl FnOnce() -> T,
        helper: impl Fn(D) + Sync,
    ) -> T {
        let items: Vec<D> = items.into_iter().collect();
        if items.is_empty() {
            return main();
        }
        if self.wanted < items.len() {
            self.wanted = items.len();
            let mut halves =
                iter::successors(Some(self.wanted), |&number| (number > 1).then_some(number / 2));
            self.pool = halves.find_map(|number| ThreadPoolBuilder::new().num_threads(number).build().ok());
        }
        let Some(pool) = &self.pool else { return main() };
        let helper = &helper;
        pool.in_place_scope(|scope| {
            for item in items.into_iter().take(pool.current_num_threads()) {
                scope.spawn(move |_| helper(item));
            }
            main()
        })
    }

    /// Runs `main`.
    #[cfg(target_family = "wasm")]
    pub fn run<T, D: Send>(
        &mut self,
        _: impl IntoIterator<Item = D>,
        main: impl FnOnce() -> T,
        _: impl Fn(D) + Sync,
    ) -> T {
        main()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::{Barrier, Mutex};
    use std::thread;

    use super::Helpers;

    #[test]
    fn every_helper_runs_once_with_its_item() {
        let mut helpers = Helpers::new();
        for count in [0, 1, 3, 2] {
            let mut data = vec![0; count];
            let main = helpers.run(data.iter_mut().zip(1..), || "main", |(data, number)| *data += number);
            assert_eq!((main, data), ("main", (1..=count).collect()));
        }
    }

    #[test]
    fn all_run_at_the_same_time_on_threads_that_stay() {
        let mut helpers = Helpers::new();
        let mut run = || {
            let (barrier, threads) = (Barrier::new(3), Mutex::new(HashSet::new()));
            let meet = |_| {
                barrier.wait();
                threads.lock().expect("no panic").insert(thread::current().id());
            };
            helpers.run([(), ()], || meet(()), meet);
            threads.into_inner().expect("no panic")
        };
        let threads = run();
        assert_eq!(threads.len(), 3);
        assert!(threads.contains(&thread::current().id()));
        assert_eq!(run(), threads);
    }

    #[test]
    fn the_result_comes_after_the_helpers() {
        let order = Mutex::new(Vec::new());
        let note = |name| order.lock().expect("no panic").push(name);
        Helpers::new().run(["helper"], || note("main"), note);
        let mut order = order.into_inner().expect("no panic");
        order.sort_unstable();
        assert_eq!(order, ["helper", "main"]);
    }
}
