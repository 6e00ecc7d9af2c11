//! If `Knowledge` panics on one thread, the other threads stop.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use abstract_game::sample::{Heaps, TakeTwo};
use abstract_game::{Match, Rules};
use search::{AlphaBeta, Mcts, SearchLimits, Searcher};

use crate::reference::evaluation::Evaluation;

#[test]
fn helpers_stop_when_the_main_thread_panics() {
    let main = thread::current().id();
    let knowledge = Arc::new(Evaluation(move |_: &Heaps| {
        assert_ne!(thread::current().id(), main, "the panic of this test");
        0
    }));
    let searches: [Box<dyn Searcher<Heaps>>; 2] =
        [Box::new(AlphaBeta::new(Arc::clone(&knowledge))), Box::new(Mcts::new(knowledge))];
    let game = Match::new(TakeTwo::default().read_position("9,9,9,9,9,9,9,9 1 2").expect("a position"));
    for mut search in searches {
        search.settings().threads = 3;
        // Without this a failure would hang the test.
        let stop = Arc::new(AtomicBool::new(false));
        let timeout = Arc::clone(&stop);
        thread::spawn(move || {
            thread::sleep(Duration::from_secs(20));
            timeout.store(true, Ordering::Relaxed);
        });
        let limits = SearchLimits::infinite();
        let result =
            catch_unwind(AssertUnwindSafe(|| search.search(&game, &limits, &stop, &mut |_| ()).report));
        assert!(result.is_err());
        assert!(!stop.load(Ordering::Relaxed), "the helpers did not stop");
    }
}
