//! A search uses the number of threads that is set.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;

use abstract_game::sample::{Heaps, TakeTwo};
use abstract_game::{Match, Rules};
use search::{AlphaBeta, Mcts, SearchLimits, Searcher};

use crate::reference::evaluation::Evaluation;

/// Threads wait for each other until a number of them has met.
struct Meeting {
    expected: usize,
    met: Mutex<HashSet<ThreadId>>,
    arrived: Condvar,
}

impl Meeting {
    /// Waits until the threads have met.
    fn join(&self) {
        let mut met = self.met.lock().unwrap();
        met.insert(thread::current().id());
        self.arrived.notify_all();
        let is_missing = |met: &mut HashSet<_>| met.len() < self.expected;
        let (met, waited) =
            self.arrived.wait_timeout_while(met, Duration::from_secs(60), is_missing).unwrap();
        drop(met);
        assert!(!waited.timed_out(), "there are fewer threads");
    }
}

#[test]
fn every_thread_searches() {
    let game = Match::new(TakeTwo::default().read_position("9,9,9,9 1 2").unwrap());
    let limits = SearchLimits::nodes(2_000);
    for threads in [1, 3] {
        for kind in ["alpha-beta", "mcts"] {
            let (met, arrived) = (Mutex::new(HashSet::new()), Condvar::new());
            let meeting = Arc::new(Meeting { expected: threads, met, arrived });
            let joined = Arc::clone(&meeting);
            let knowledge = Arc::new(Evaluation(move |_: &Heaps| {
                joined.join();
                0
            }));
            let mut search: Box<dyn Searcher<Heaps>> = match kind {
                "mcts" => Box::new(Mcts::new(knowledge)),
                _ => Box::new(AlphaBeta::new(knowledge)),
            };
            search.settings().threads = threads;
            let result = search.search(&game, &limits, &AtomicBool::new(false), &mut |_| ());
            assert_eq!(meeting.met.lock().unwrap().len(), threads, "{kind}");
            assert!(result.report.nodes >= 2_000, "{kind}: {}", result.report.nodes);
        }
    }
}
