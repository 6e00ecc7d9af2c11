//! The solver before and after the search, with a search and a solver that note what they are asked.

use std::collections::TryReserveError;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use abstract_game::{Match, Verdict};
use games::snorkels_core::{Position, Snorkels};

use super::{Reports, RootSolver, SolvedSearch, SolverProgress};
use crate::clock::test_clock::advance;
use crate::{Score, SearchLimits, SearchReport, SearchResult, SearchSettings, Searcher, TimeBudget};

type Action = <Position as abstract_game::Position>::Action;

/// What a search and a solver were asked, in order.
type Log = Arc<Mutex<Vec<String>>>;

/// Searches 10 nodes in 50 ms and plays the first action that is not left out.
struct Search {
    log: Log,
    settings: SearchSettings<Action>,
    score: Score,
}

impl Searcher<Position> for Search {
    fn new_game(&mut self) {
        add(&self.log, "search: new game");
    }

    fn set_hash(&mut self, mebibytes: usize) -> Result<(), TryReserveError> {
        add(&self.log, &format!("search: hash {mebibytes}"));
        Ok(())
    }

    fn settings(&mut self) -> &mut SearchSettings<Action> {
        &mut self.settings
    }

    fn static_line(&self, position: &Position) -> Option<SearchReport<Action>> {
        Some(SearchReport::new(position.actions()[..1].to_vec(), Score::DRAW))
    }

    fn search(
        &mut self,
        game: &Match<Position>,
        limits: &SearchLimits,
        _: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<Action>),
    ) -> SearchResult<Position> {
        let nodes = limits.nodes.map_or(String::new(), |nodes| format!(" {nodes} nodes"));
        let time = limits
            .time
            .map_or(String::new(), |time| format!(" {}/{} ms", time.soft.as_millis(), time.hard.as_millis()));
        let without = self.settings.left_out.len();
        add(&self.log, &format!("search:{nodes}{time} without {without}"));
        advance(50);
        let actions = game.position().actions();
        let action =
            *actions.iter().find(|action| !self.settings.left_out.contains(action)).unwrap_or(&actions[0]);
        let time = Duration::from_millis(50);
        let report_of_this = SearchReport { nodes: 10, time, ..SearchReport::new(vec![action], self.score) };
        report(&report_of_this);
        SearchResult { turn: [action].into_iter().collect(), report: report_of_this }
    }
}

/// Solves a position with its last nodes if the number of stones is in the list; 1 ms a call.
struct Solver {
    log: Log,
    results: Vec<(u64, Verdict)>,
    known_wins: fn(&Position) -> bool,
    least_number: u32,
}

impl RootSolver<Position> for Solver {
    fn new_game(&mut self) {
        add(&self.log, "solver: new game");
    }

    fn set_hash(&mut self, mebibytes: usize) {
        add(&self.log, &format!("solver: hash {mebibytes}"));
    }

    fn accepts(&self, position: &Position) -> bool {
        position.count_actions() < 20
    }

    fn solve(&mut self, _: &Position, nodes: u64, _: usize) -> SolverProgress {
        add(&self.log, &format!("solver: {nodes} nodes"));
        advance(1);
        let verdict = match self.results.first_mut() {
            Some((0, _)) => Some(self.results.remove(0).1),
            Some((calls, _)) => {
                *calls -= 1;
                None
            }
            None => None,
        };
        SolverProgress { nodes, verdict, least_number: self.least_number }
    }

    fn winning_action(&mut self, position: &Position) -> Option<Action> {
        position.actions().last().copied()
    }

    fn is_known_win(&self, position: &Position) -> bool {
        (self.known_wins)(position)
    }
}

fn add(log: &Log, line: &str) {
    log.lock().expect("no panic").push(line.to_owned());
}

fn game(size: u8) -> Match<Position> {
    Match::new(Snorkels::new().with("size", size).expect("a size").with_pie(false).start())
}

/// A search with a solver that finds these results, each after a number of calls.
fn solved(results: &[(u64, Verdict)], known_wins: fn(&Position) -> bool) -> (SolvedSearch<Position>, Log) {
    let log = Log::default();
    let search = Search { log: Arc::clone(&log), settings: SearchSettings::default(), score: Score::DRAW };
    let solver = Solver { log: Arc::clone(&log), results: results.to_vec(), known_wins, least_number: 1 };
    (SolvedSearch::new(Box::new(search), Box::new(solver)), log)
}

fn run(
    (mut search, log): (SolvedSearch<Position>, Log),
    limits: &SearchLimits,
    size: u8,
) -> (SearchResult<Position>, Vec<String>) {
    let game = game(size);
    let mut last = None;
    let stop = AtomicBool::new(false);
    let result = search.search(&game, limits, &stop, &mut |report| last = Some(report.clone()));
    assert_eq!(last.as_ref(), Some(&result.report), "the last report is that of the result");
    let log = log.lock().expect("no panic").clone();
    (result, log)
}

fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits::nodes(nodes)
}

fn never(_: &Position) -> bool {
    false
}

/// 40% of the nodes for the proof, 20% (rounded down) for the search, half of the rest to verify its action, and the rest for the
/// search.
#[test]
fn nodes_are_shared() {
    let (result, log) = run(solved(&[], never), &nodes(1_000), 3);
    let expected = [
        "solver: 256 nodes",
        "solver: 144 nodes",
        "search: 199 nodes without 0",
        "solver: 256 nodes",
        "solver: 133 nodes",
        "search: 201 nodes without 0",
    ];
    assert_eq!(log, expected);
    assert_eq!(result.report.nodes, 809, "of the proof, the searches and the verification");
    assert_eq!(result.turn[0], game(3).position().actions()[0]);
    assert_eq!(result.report.time, Duration::from_millis(104));
}

/// The square of the least number is compared with 15 times the nodes that are left of the solver's part: of 4,000 nodes, or of
/// 40 ms with 256 nodes a millisecond.
#[test]
fn a_proof_that_would_take_too_long_is_given_up() {
    let time = TimeBudget { soft: Duration::from_millis(100), hard: Duration::from_millis(100) };
    let timed = SearchLimits { time: Some(time), ..SearchLimits::default() };
    for (limits, least_number, slices) in
        [(nodes(10_000), 236, 2), (nodes(10_000), 237, 1), (timed, 381, 3), (timed, 387, 1)]
    {
        let (mut search, log) = solved(&[], never);
        let solver = Solver { log: Arc::clone(&log), results: Vec::new(), known_wins: never, least_number };
        search.solver = Box::new(solver);
        let (_, log) = run((search, log), &limits, 3);
        assert_eq!(log.iter().take_while(|line| *line == "solver: 256 nodes").count(), slices, "{log:?}");
        assert!(log.last().is_some_and(|line| line.starts_with("search")), "the rest is for the search");
    }
}

#[test]
fn time_is_shared() {
    let budget =
        |soft, hard| TimeBudget { soft: Duration::from_millis(soft), hard: Duration::from_millis(hard) };
    for (time, expected) in
        [(budget(20, 400), "search: 4/392 ms without 0"), (budget(20, 20), "search: 4/4 ms without 0")]
    {
        let limits = SearchLimits { time: Some(time), ..SearchLimits::default() };
        let (_, log) = run(solved(&[], never), &limits, 3);
        // The proof has 40% of 20 ms; after the search no time is left.
        assert_eq!(log[..8], vec!["solver: 256 nodes"; 8], "{log:?}");
        assert_eq!(log[8..], [expected]);
    }
    let limits = SearchLimits { cpu_time: Some(Duration::ZERO), ..SearchLimits::default() };
    assert_eq!(run(solved(&[], never), &limits, 3).1, ["search: without 0"]);
}

/// The solver takes 1 ms a call: 400 for the proof and 200 for the verification.
#[test]
fn the_last_line_is_reported_again_while_the_solver_works() {
    let (mut search, _) = solved(&[], never);
    let (mut reports, stop) = (Vec::new(), AtomicBool::new(false));
    search.search(&game(3), &nodes(256 * 1_000), &stop, &mut |report| {
        reports.push((report.nodes, report.time.as_millis()));
    });
    let expected = [
        (0, 0),
        (51_200, 200),
        (102_400, 400),
        (102_410, 450),
        (153_610, 650),
        (204_799, 850),
        (204_809, 900),
    ];
    assert_eq!(reports, expected);
}

#[test]
fn the_depth_does_not_begin_again() {
    let mut depths = Vec::new();
    let mut send = |report: &SearchReport<Action>| depths.push(report.depth);
    let mut reports = Reports::new(&mut send);
    let report = |depth| SearchReport { depth, ..SearchReport::new(Vec::new(), Score::DRAW) };
    [1, 2, 3, 1, 2, 3, 4].into_iter().for_each(|depth| reports.iteration(report(depth)));
    // What is chosen is reported, also if another search was deeper.
    reports.result(&report(2));
    reports.result(&report(2));
    assert_eq!(depths, [1, 2, 3, 3, 4, 2]);
}

#[test]
fn a_proved_win_is_played_at_once() {
    let (result, log) = run(solved(&[(1, Verdict::Win)], never), &nodes(10_000), 3);
    assert_eq!(log, ["solver: 256 nodes", "solver: 256 nodes", "search: 2000 nodes without 0"]);
    assert_eq!((result.report.score, result.report.nodes), (Score::WIN, 522), "10 nodes found no distance");
    assert_eq!(Some(&result.turn[0]), game(3).position().actions().last());
    assert_eq!(result.report.principal_variation, result.turn.to_vec());
    assert_eq!(result.report.time, Duration::from_millis(52));
}

#[test]
fn a_short_search_finds_the_distance_of_a_proved_win() {
    let (mut search, log) = solved(&[(0, Verdict::Win)], never);
    let score = Score::win_in(3);
    search.search = Box::new(Search { log: Arc::clone(&log), settings: SearchSettings::default(), score });
    let (result, log) = run((search, log), &nodes(1_000), 3);
    assert_eq!(log, ["solver: 256 nodes", "search: 744 nodes without 0"]);
    assert_eq!((result.report.score, result.report.nodes), (score, 266));
    assert_eq!(Some(&result.turn[0]), game(3).position().actions().first());
}

#[test]
fn a_lost_position_is_not_verified() {
    let (result, log) = run(solved(&[(0, Verdict::Loss)], never), &nodes(1_000), 3);
    assert_eq!(log, ["solver: 256 nodes", "search: 343 nodes without 0"]);
    assert_eq!(result.report.score, Score::LOSS, "the search found no distance");
}

/// If the opponent wins after the chosen action, the search is repeated without it.
#[test]
fn a_refuted_action_is_not_played() {
    let open = [(2, Verdict::Win), (0, Verdict::Loss)];
    let (result, log) = run(solved(&open, never), &nodes(1_000), 3);
    let expected = [
        "solver: 256 nodes",
        "solver: 144 nodes",
        "search: 199 nodes without 0",
        "solver: 256 nodes",
        "search: 233 nodes without 1",
        "solver: 256 nodes",
        "search: 68 nodes without 0",
    ];
    assert_eq!(log, expected);
    assert_eq!(result.turn[0], game(3).position().actions()[1]);
}

#[test]
fn a_chosen_action_that_is_proved_to_win_is_a_win() {
    let (result, log) = run(solved(&[(2, Verdict::Loss)], never), &nodes(1_000), 3);
    let expected = [
        "solver: 256 nodes",
        "solver: 144 nodes",
        "search: 199 nodes without 0",
        "solver: 256 nodes",
        "search: 334 nodes without 0",
    ];
    assert_eq!(log, expected);
    assert_eq!((result.report.score, result.turn[0]), (Score::WIN, game(3).position().actions()[0]));
}

/// Also if the solver proves that of each action, but not of the position.
#[test]
fn known_refutations_are_left_out() {
    let (result, log) = run(solved(&[], |_| true), &nodes(1_000), 3);
    assert_eq!(log, ["solver: 256 nodes", "solver: 144 nodes", "search: 199 nodes without 9"]);
    assert_eq!(result.report.score, Score::LOSS);
}

#[test]
fn a_solver_is_asked_about_one_line_of_a_limited_search_only() {
    let depth = SearchLimits { depth: Some(3), ..nodes(100) };
    let infinite = SearchLimits { infinite: true, ..nodes(100) };
    for (limits, size, expected) in [
        (depth, 3, "search: 100 nodes without 0"),
        (infinite, 3, "search: 100 nodes without 0"),
        (nodes(100), 5, "search: 100 nodes without 0"),
        (SearchLimits::default(), 3, "search: without 0"),
    ] {
        assert_eq!(run(solved(&[], never), &limits, size).1, [expected]);
    }
    let (mut search, log) = solved(&[], never);
    search.settings().lines = 2;
    assert_eq!(search.search.settings().lines, 2);
    assert_eq!(run((search, log), &nodes(100), 3).1, ["search: 100 nodes without 0"]);
}

#[test]
fn the_solver_has_a_quarter_of_the_memory() {
    let (mut search, log) = solved(&[], never);
    for mebibytes in [1, 64] {
        search.set_hash(mebibytes).expect("the fake does not fail");
    }
    search.new_game();
    (search.settings().threads, search.settings().seed) = (3, 5);
    let SearchSettings { threads, seed, .. } = *search.search.settings();
    assert_eq!((threads, seed), (3, 5));
    let expected = [
        "search: hash 1",
        "solver: hash 1",
        "search: hash 48",
        "solver: hash 16",
        "search: new game",
        "solver: new game",
    ];
    assert_eq!(*log.lock().expect("no panic"), expected);
    search.settings().left_out = game(3).position().actions();
    assert_eq!(run((search, log), &SearchLimits::default(), 3).1.pop().as_deref(), Some("search: without 9"));
}
