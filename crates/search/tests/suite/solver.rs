//! With more than one thread a solver works beside the search. Both are scripts here, which wait for each other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use abstract_game::{Match, Verdict};
use games::snorkels_core::{Position, Snorkels};
use search::{
    RootSolver, Score, SearchLimits, SearchReport, SearchResult, SearchSettings, Searcher, SolvedSearch,
};

type Action = <Position as abstract_game::Position>::Action;

/// What search and solver know of each other.
#[derive(Default)]
struct Shared {
    events: Mutex<Vec<String>>,
    changed: Condvar,
    /// The nodes of the solver.
    solved: AtomicU64,
    /// The caller's.
    stop: AtomicBool,
}

impl Shared {
    fn note(&self, event: &str) {
        self.events.lock().unwrap().push(event.to_owned());
        self.changed.notify_all();
    }

    /// Waits until something has been noted.
    fn wait(&self, event: &str) {
        let is_missing = |events: &mut Vec<String>| !events.iter().any(|noted| noted == event);
        let events = self.events.lock().unwrap();
        let (events, waited) =
            self.changed.wait_timeout_while(events, Duration::from_secs(60), is_missing).unwrap();
        drop(events);
        assert!(!waited.timed_out(), "{event}: it did not happen");
    }
}

/// What a search does after it has reported its first action.
type SearchScript = fn(&Shared, call: u32, stop: &AtomicBool);

struct Search {
    shared: Arc<Shared>,
    script: SearchScript,
    calls: u32,
    settings: SearchSettings<Action>,
}

/// Waits until a search must stop.
fn until_stopped(_: &Shared, _: u32, stop: &AtomicBool) {
    while !stop.load(Relaxed) {
        std::thread::yield_now();
    }
}

impl Searcher<Position> for Search {
    fn settings(&mut self) -> &mut SearchSettings<Action> {
        &mut self.settings
    }

    fn search(
        &mut self,
        game: &Match<Position>,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<Action>),
    ) -> SearchResult<Position> {
        self.calls += 1;
        self.shared.note(&format!("{} threads", self.settings.threads));
        self.shared.note(&format!("search {}: nodes {:?}", self.calls, limits.nodes));
        let actions = game.position().actions();
        let action = *actions.iter().find(|action| !self.settings.left_out.contains(action)).unwrap();
        let mut of_this = SearchReport::new(vec![action], Score::DRAW);
        of_this.nodes = 10;
        report(&of_this);
        self.shared.note("reported");
        (self.script)(&self.shared, self.calls, stop);
        SearchResult { turn: [action].into_iter().collect(), report: of_this }
    }
}

/// What a solver finds out about the root (`None`) or the position after an action.
type SolverScript = fn(&Shared, Option<Action>) -> Option<Verdict>;

struct Solver {
    shared: Arc<Shared>,
    script: SolverScript,
}

impl RootSolver<Position> for Solver {
    fn new_game(&mut self) {}

    fn set_hash(&mut self, _: usize) {}

    fn accepts(&self, _: &Position) -> bool {
        true
    }

    fn solve(&mut self, position: &Position, nodes: u64) -> (u64, Option<Verdict>) {
        self.shared.solved.fetch_add(nodes, Relaxed);
        let root = start();
        let played = root.actions().into_iter().find(|&action| root.after(action) == *position);
        (nodes, (self.script)(&self.shared, played))
    }

    fn winning_action(&mut self, position: &Position) -> Option<Action> {
        position.actions().last().copied()
    }

    fn is_known_win(&self, _: &Position) -> bool {
        false
    }
}

fn start() -> Position {
    Snorkels::new().with("size", 3).unwrap().with_pie(false).start()
}

fn action(number: usize) -> Action {
    start().actions()[number]
}

fn nodes() -> SearchLimits {
    SearchLimits::nodes(9_000)
}

/// Longer than a test takes.
const HOUR: Duration = Duration::from_secs(3_600);

fn timed() -> SearchLimits {
    SearchLimits::time(HOUR)
}

/// Searches with three threads. The last report is that of the result, and counts the nodes of both.
fn run(
    search: SearchScript,
    solver: SolverScript,
    limits: &SearchLimits,
) -> (SearchResult<Position>, Arc<Shared>) {
    let shared = Arc::new(Shared::default());
    let search =
        Search { shared: Arc::clone(&shared), script: search, calls: 0, settings: SearchSettings::default() };
    let mut both =
        SolvedSearch::new(Box::new(search), Box::new(Solver { shared: Arc::clone(&shared), script: solver }));
    both.settings().threads = 3;
    let mut last = None;
    let result =
        both.search(&Match::new(start()), limits, &shared.stop, &mut |report| last = Some(report.clone()));
    assert_eq!(last.as_ref(), Some(&result.report));
    let after = both.settings();
    assert_eq!((after.threads, after.left_out.len()), (3, 0), "as before");
    let events = shared.events.lock().unwrap();
    let searches = events.iter().filter(|event| event.starts_with("search")).count() as u64;
    assert_eq!(result.report.nodes, 10 * searches + shared.solved.load(Relaxed), "{events:?}");
    drop(events);
    (result, shared)
}

/// The search has two of three threads and two thirds of the nodes. The solver still works when the search has used its share.
#[test]
fn search_and_solver_work_at_the_same_time() {
    let search = |shared: &Shared, _: u32, _: &AtomicBool| shared.wait("solver");
    let solver = |shared: &Shared, _| {
        shared.note("solver");
        shared.wait("reported");
        None
    };
    let (result, shared) = run(search, solver, &nodes());
    assert_eq!(result.report.nodes, 10 + 3_000);
    assert_eq!(result.turn[0], action(0));
    let mut events = shared.events.lock().unwrap().clone();
    events.retain(|event| event != "solver");
    assert_eq!(events, ["2 threads", "search 1: nodes Some(6000)", "reported"]);
}

#[test]
fn a_proved_win_stops_the_search_and_is_played() {
    let solver = |shared: &Shared, played: Option<Action>| {
        shared.wait("reported");
        played.is_none().then_some(Verdict::Win)
    };
    let until_first_is_stopped = |shared: &Shared, call, stop: &AtomicBool| {
        // The second search looks for the distance of the win.
        if call == 1 {
            until_stopped(shared, call, stop);
        }
    };
    let (result, _) = run(until_first_is_stopped, solver, &timed());
    assert_eq!((result.turn[0], result.report.score), (action(8), Score::WIN));
    // The same after the best action.
    let solver = |shared: &Shared, played: Option<Action>| {
        shared.wait("reported");
        played.map(|_| Verdict::Loss)
    };
    let (result, _) = run(until_first_is_stopped, solver, &timed());
    assert_eq!((result.turn[0], result.report.score), (action(0), Score::WIN));
}

#[test]
fn a_refuted_action_stops_the_search_and_is_left_out_of_the_next() {
    let search = |shared: &Shared, call, stop: &AtomicBool| {
        if call < 3 {
            until_stopped(shared, call, stop);
        }
    };
    let solver = |_: &Shared, played: Option<Action>| {
        played.filter(|played| [action(0), action(1)].contains(played)).map(|_| Verdict::Win)
    };
    let (result, shared) = run(search, solver, &timed());
    assert_eq!((result.turn[0], result.report.score), (action(2), Score::DRAW));
    assert_eq!(shared.events.lock().unwrap().iter().filter(|event| *event == "reported").count(), 3);
    // Until no action is left.
    let (result, _) = run(until_stopped, |_, played| played.map(|_| Verdict::Win), &timed());
    assert_eq!((result.turn[0], result.report.score), (action(8), Score::LOSS));
}

#[test]
fn the_search_of_a_lost_position_goes_on() {
    let search = |shared: &Shared, _: u32, stop: &AtomicBool| {
        shared.wait("lost");
        assert!(!stop.load(Relaxed));
    };
    let solver = |shared: &Shared, _| {
        shared.wait("reported");
        shared.note("lost");
        Some(Verdict::Loss)
    };
    let (result, _) = run(search, solver, &nodes());
    assert_eq!((result.turn[0], result.report.score), (action(0), Score::LOSS));
}

/// Whether the solver works or not, because it has used its nodes.
#[test]
fn the_callers_stop_ends_both() {
    let search = |shared: &Shared, call, stop: &AtomicBool| {
        shared.wait("solver");
        shared.stop.store(true, Relaxed);
        until_stopped(shared, call, stop);
    };
    let solver = |shared: &Shared, _| {
        shared.note("solver");
        None
    };
    for nodes in [100, u64::MAX] {
        let (result, _) = run(search, solver, &SearchLimits::nodes(nodes));
        assert_eq!(result.turn[0], action(0));
    }
}

/// A solver without a limit of its own would never end.
#[test]
fn the_solver_ends_with_a_search_whose_time_is_limited() {
    let search = |shared: &Shared, _: u32, _: &AtomicBool| shared.wait("solver");
    let solver = |shared: &Shared, _| {
        shared.note("solver");
        None
    };
    for limits in [timed(), SearchLimits::cpu_time(HOUR)] {
        assert_eq!(run(search, solver, &limits).0.turn[0], action(0));
    }
}

#[test]
fn a_panic_of_one_ends_the_other() {
    let solver = |shared: &Shared, _| {
        shared.wait("reported");
        panic!("the panic of this test")
    };
    assert!(catch_unwind(AssertUnwindSafe(|| run(until_stopped, solver, &timed()))).is_err());
    let search = |_: &Shared, _: u32, _: &AtomicBool| panic!("the panic of this test");
    let limits = SearchLimits::nodes(u64::MAX);
    assert!(catch_unwind(AssertUnwindSafe(|| run(search, |_, _| None, &limits))).is_err());
}
