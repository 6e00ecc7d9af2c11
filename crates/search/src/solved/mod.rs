//! A search that asks an exact solver about its root.

use std::collections::TryReserveError;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use abstract_game::{Match, Position, Turn, Verdict};

use crate::clock::Instant;
use crate::control::{SearchControl, process_cpu_time};
use crate::{Score, ScoreKind, SearchLimits, SearchReport, SearchResult, Searcher, TimeBudget};

crate::parameters! {
    /// The tunable parameters of [`SolvedSearch`]: parts of each limit.
    pub struct SolvedParameters {
        /// For the proof of a win before the search.
        pub proof: f32 = 0.4, 0.0 to 0.9;
        /// For the proof that the opponent does not win after the turn that the search has chosen.
        pub verification: f32 = 0.4, 0.0 to 0.9;
    }
}

/// The nodes of a search for the distance of a win that the solver has proved.
const DISTANCE_NODES: u64 = 2_000;

/// The nodes of a solver between two looks at the clock: less than a millisecond.
const SLICE: u64 = 256;

/// An exact solver of positions in which a turn is one action. It keeps what it has found.
pub trait RootSolver<P: Position>: Send {
    /// Forgets everything.
    fn new_game(&mut self);

    /// Sets the memory, in MiB, at least 1. Forgets everything.
    fn set_hash(&mut self, mebibytes: usize);

    /// Whether the solver can solve a position and those after it.
    fn accepts(&self, position: &P) -> bool;

    /// Searches an accepted position up to `nodes` more nodes. Returns the number searched and the result for the player to
    /// act; `None` while it is open.
    fn solve(&mut self, position: &P, nodes: u64) -> (u64, Option<Verdict>);

    /// An action that wins in a position that [`solve`](Self::solve) has proved to be a win. `None` if it has forgotten the
    /// proof, and cannot find it again within a moment.
    fn winning_action(&mut self, position: &P) -> Option<P::Action>;

    /// Whether earlier searches have proved that the player to act wins.
    fn is_known_win(&self, position: &P) -> bool;
}

/// Asks a solver about an accepted position until a limit is reached. Calls `progress` after each slice.
pub(crate) fn solve<P: Position>(
    solver: &mut dyn RootSolver<P>,
    position: &P,
    control: &SearchControl<'_>,
    progress: &mut dyn FnMut(),
) -> Option<Verdict> {
    while !control.check_limits() {
        let left = control.limits().nodes.map_or(SLICE, |nodes| (nodes - control.nodes()).min(SLICE));
        let (nodes, verdict) = solver.solve(position, left);
        control.count(nodes);
        if verdict.is_some() {
            return verdict;
        }
        progress();
    }
    None
}

/// The limits of one turn, and what is used of them.
struct Budget {
    limits: SearchLimits,
    start: Instant,
    cpu_start: Option<Duration>,
    nodes: u64,
}

impl Budget {
    fn new(limits: SearchLimits) -> Self {
        Budget { limits, start: Instant::now(), cpu_start: process_cpu_time(), nodes: 0 }
    }

    /// What is left until a share of the limits is used, or until the hard limit of the time if `hard`.
    fn until(&self, share: f64, hard: bool) -> SearchLimits {
        let elapsed = self.start.elapsed();
        let cpu =
            self.cpu_start.zip(process_cpu_time()).map_or(elapsed, |(start, now)| now.saturating_sub(start));
        let nodes = |nodes: u64| ((nodes as f64 * share) as u64).saturating_sub(self.nodes).max(1);
        let time = |budget: TimeBudget| {
            let soft = budget.soft.mul_f64(share).saturating_sub(elapsed);
            let hard = if hard && !budget.is_fixed() { budget.hard.saturating_sub(elapsed) } else { soft };
            TimeBudget { soft, hard }
        };
        SearchLimits {
            nodes: self.limits.nodes.map(nodes),
            time: self.limits.time.map(time),
            cpu_time: self.limits.cpu_time.map(|limit| limit.mul_f64(share).saturating_sub(cpu)),
            ..self.limits
        }
    }
}

/// A search with a solver. After a win that the solver proves within its share of the limits, a short search looks for the
/// distance. Otherwise the search leaves out the actions that the solver has refuted, and the solver tries to refute the chosen
/// one.
///
/// The solver is asked if nodes or time are limited, not in an analysis without end, of several lines or to a depth.
pub struct SolvedSearch<P: Position> {
    search: Box<dyn Searcher<P>>,
    solver: Box<dyn RootSolver<P>>,
    parameters: SolvedParameters,
    lines: usize,
}

impl<P: Position> SolvedSearch<P> {
    /// Combines a search and a solver.
    #[must_use]
    pub fn new(search: Box<dyn Searcher<P>>, solver: Box<dyn RootSolver<P>>) -> Self {
        SolvedSearch { search, solver, parameters: SolvedParameters::DEFAULT, lines: 1 }
    }

    /// The same with the given parameters.
    #[must_use]
    pub fn with_parameters(self, parameters: SolvedParameters) -> Self {
        SolvedSearch { parameters, ..self }
    }

    /// Solves a position within limits. Returns the result for the player to act.
    fn solve(&mut self, position: &P, budget: &mut Budget, share: f64, stop: &AtomicBool) -> Option<Verdict> {
        let limits = budget.until(share, false);
        let control = SearchControl::new(limits, stop);
        let verdict = solve(&mut *self.solver, position, &control, &mut || ());
        budget.nodes += control.nodes();
        verdict
    }

    /// Searches the actions that are not refuted, or all if all are refuted.
    fn search_others(
        &mut self,
        game: &Match<P>,
        known: &Known<P::Action>,
        budget: &mut Budget,
        share: f64,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P> {
        self.search.leave_out(known.refuted.clone());
        let limits = budget.until(share, true);
        let corrected = |own: &SearchReport<P::Action>| {
            let is_complete = known.refuted.is_empty() || known.refuted.len() == known.actions;
            let score = match own.score.is_loss() {
                true if is_complete => own.score,
                // An action that is left out may resist longer.
                true => Score::LOSS,
                false if known.is_lost() => Score::LOSS,
                false => own.score,
            };
            SearchReport { score, ..own.clone() }
        };
        let mut send = |own: &SearchReport<P::Action>| report(&corrected(own));
        let mut result = self.search_within(game, &limits, budget, stop, &mut send);
        result.report = corrected(&result.report);
        self.search.leave_out(Vec::new());
        result
    }

    /// Searches within limits. The reports count the nodes and the time since the start of the budget.
    fn search_within(
        &mut self,
        game: &Match<P>,
        limits: &SearchLimits,
        budget: &mut Budget,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P> {
        let (nodes, time) = (budget.nodes, budget.start.elapsed());
        let total = |report: &SearchReport<P::Action>| SearchReport {
            nodes: nodes + report.nodes,
            time: time + report.time,
            ..report.clone()
        };
        let mut result = self.search.search(game, limits, stop, &mut |own| report(&total(own)));
        result.report = total(&result.report);
        budget.nodes = result.report.nodes;
        result
    }

    /// A win that a short search finds, with its distance; `None` if it finds none.
    fn nearest_win(
        &mut self,
        game: &Match<P>,
        budget: &mut Budget,
        stop: &AtomicBool,
    ) -> Option<SearchResult<P>> {
        let rest = budget.until(1.0, true);
        let nodes = rest.nodes.map_or(DISTANCE_NODES, |nodes| nodes.min(DISTANCE_NODES));
        let limits = SearchLimits { nodes: Some(nodes), ..rest };
        let result = self.search_within(game, &limits, budget, stop, &mut |_| ());
        matches!(result.report.score.kind(), ScoreKind::Win(_)).then_some(result)
    }
}

/// What the solver has proved about a position that is not won.
struct Known<A> {
    verdict: Option<Verdict>,
    refuted: Vec<A>,
    /// The number of actions.
    actions: usize,
}

impl<A> Known<A> {
    fn is_lost(&self) -> bool {
        self.verdict == Some(Verdict::Loss) || self.refuted.len() == self.actions
    }
}

/// The report of a win without a distance.
fn won<P: Position>(action: P::Action, budget: &Budget) -> SearchResult<P> {
    let report = SearchReport {
        depth: 1,
        selective_depth: 1,
        multipv: 1,
        score: Score::WIN,
        nodes: budget.nodes,
        time: budget.start.elapsed(),
        hashfull: 0,
        principal_variation: vec![action],
        visits: Vec::new(),
    };
    SearchResult { turn: Turn::from([action]), report }
}

impl<P: Position> Searcher<P> for SolvedSearch<P> {
    fn new_game(&mut self) {
        self.search.new_game();
        self.solver.new_game();
    }

    fn set_hash(&mut self, mebibytes: usize) -> Result<(), TryReserveError> {
        let solver = (mebibytes / 4).max(1);
        self.search.set_hash(mebibytes.saturating_sub(solver).max(1))?;
        self.solver.set_hash(solver);
        Ok(())
    }

    fn set_threads(&mut self, threads: usize) {
        self.search.set_threads(threads);
    }

    fn set_multipv(&mut self, lines: usize) {
        self.lines = lines;
        self.search.set_multipv(lines);
    }

    fn set_seed(&mut self, seed: u64) {
        self.search.set_seed(seed);
    }

    fn leave_out(&mut self, actions: Vec<P::Action>) {
        self.search.leave_out(actions);
    }

    fn search(
        &mut self,
        game: &Match<P>,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P> {
        assert!(game.result().is_none(), "the match is over");
        let is_limited = limits.nodes.is_some() || limits.is_timed();
        let position = game.position();
        let is_asked = is_limited && !limits.infinite && limits.depth.is_none() && self.lines == 1;
        if !is_asked || !self.solver.accepts(position) {
            return self.search.search(game, limits, stop, report);
        }
        let mut budget = Budget::new(*limits);
        let mut share = f64::from(self.parameters.proof);
        let verdict = self.solve(position, &mut budget, share, stop);
        if verdict == Some(Verdict::Win)
            && let Some(action) = self.solver.winning_action(position)
        {
            let near = self.nearest_win(game, &mut budget, stop);
            let result = near.unwrap_or_else(|| won(action, &budget));
            report(&result.report);
            return result;
        }
        let mut refuted = position.actions();
        refuted.retain(|&action| {
            let after = position.after_unchecked(action);
            match after.end() {
                Some(end) => end.verdict(position.player_to_act()) == Verdict::Loss,
                None => self.solver.is_known_win(&after),
            }
        });
        share = (1.0 - f64::from(self.parameters.verification)).max(share);
        let mut known = Known { verdict, refuted, actions: position.count_actions() };
        loop {
            let mut result = self.search_others(game, &known, &mut budget, share, stop, report);
            let &[action] = &result.turn[..] else { return result };
            let after = position.after_unchecked(action);
            if verdict.is_some() || result.report.score.is_decisive() || after.end().is_some() {
                return result;
            }
            // Half of the rest to verify, and half of the rest of that to search again.
            share = f64::midpoint(share, 1.0);
            if self.solve(&after, &mut budget, share, stop) != Some(Verdict::Win) {
                return result;
            }
            known.refuted.push(action);
            if known.is_lost() {
                result.report.score = Score::LOSS;
                report(&result.report);
                return result;
            }
            share = f64::midpoint(share, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::TryReserveError;
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use abstract_game::{Match, Verdict};
    use snorkels_core::{Position, Snorkels};

    use super::{RootSolver, SolvedSearch};
    use crate::clock::test_clock::advance;
    use crate::{Score, SearchLimits, SearchReport, SearchResult, Searcher, TimeBudget};

    type Action = <Position as abstract_game::Position>::Action;

    /// What a search and a solver were asked, in order.
    type Log = Arc<Mutex<Vec<String>>>;

    /// Searches 10 nodes in 50 ms and plays the first action that is not left out.
    struct Search {
        log: Log,
        left_out: Vec<Action>,
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

        fn set_threads(&mut self, threads: usize) {
            add(&self.log, &format!("search: threads {threads}"));
        }

        fn set_multipv(&mut self, lines: usize) {
            add(&self.log, &format!("search: lines {lines}"));
        }

        fn set_seed(&mut self, seed: u64) {
            add(&self.log, &format!("search: seed {seed}"));
        }

        fn leave_out(&mut self, actions: Vec<Action>) {
            self.left_out = actions;
        }

        fn search(
            &mut self,
            game: &Match<Position>,
            limits: &SearchLimits,
            _: &AtomicBool,
            report: &mut dyn FnMut(&SearchReport<Action>),
        ) -> SearchResult<Position> {
            let nodes = limits.nodes.map_or(String::new(), |nodes| format!(" {nodes} nodes"));
            let time = limits.time.map_or(String::new(), |time| {
                format!(" {}/{} ms", time.soft.as_millis(), time.hard.as_millis())
            });
            let without = self.left_out.len();
            add(&self.log, &format!("search:{nodes}{time} without {without}"));
            advance(50);
            let actions = game.position().actions();
            let action =
                *actions.iter().find(|action| !self.left_out.contains(action)).unwrap_or(&actions[0]);
            let report_of_this = SearchReport {
                depth: 1,
                selective_depth: 1,
                multipv: 1,
                score: self.score,
                nodes: 10,
                time: Duration::from_millis(50),
                hashfull: 0,
                principal_variation: vec![action],
                visits: Vec::new(),
            };
            report(&report_of_this);
            SearchResult { turn: [action].into_iter().collect(), report: report_of_this }
        }
    }

    /// Solves a position with its last nodes if the number of stones is in the list; 1 ms a call.
    struct Solver {
        log: Log,
        results: Vec<(u64, Verdict)>,
        known_wins: fn(&Position) -> bool,
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

        fn solve(&mut self, _: &Position, nodes: u64) -> (u64, Option<Verdict>) {
            add(&self.log, &format!("solver: {nodes} nodes"));
            advance(1);
            match self.results.first_mut() {
                Some((calls @ 1.., _)) => *calls -= 1,
                Some(_) => return (nodes, Some(self.results.remove(0).1)),
                None => {}
            }
            (nodes, None)
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
        Match::new(Snorkels::new().with_size(size).expect("a size").with_pie(false).start())
    }

    /// A search with a solver that finds these results, each after a number of calls.
    fn solved(
        results: &[(u64, Verdict)],
        known_wins: fn(&Position) -> bool,
    ) -> (SolvedSearch<Position>, Log) {
        let log = Log::default();
        let search = Search { log: Arc::clone(&log), left_out: Vec::new(), score: Score::DRAW };
        let solver = Solver { log: Arc::clone(&log), results: results.to_vec(), known_wins };
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
        SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
    }

    fn never(_: &Position) -> bool {
        false
    }

    /// 40% of the nodes for the proof, 20% (rounded down) for the search, half of the rest to verify its action.
    #[test]
    fn nodes_are_shared() {
        let (result, log) = run(solved(&[], never), &nodes(1_000), 3);
        let expected = [
            "solver: 256 nodes",
            "solver: 144 nodes",
            "search: 199 nodes without 0",
            "solver: 256 nodes",
            "solver: 133 nodes",
        ];
        assert_eq!(log, expected);
        assert_eq!(result.report.nodes, 410, "of the proof and the search");
        assert_eq!(result.turn[0], game(3).position().actions()[0]);
        assert_eq!(result.report.time, Duration::from_millis(52));
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

    #[test]
    fn a_proved_win_is_played_at_once() {
        let (result, log) = run(solved(&[(1, Verdict::Win)], never), &nodes(10_000), 3);
        assert_eq!(log, ["solver: 256 nodes", "solver: 256 nodes", "search: 2000 nodes without 0"]);
        assert_eq!(
            (result.report.score, result.report.nodes),
            (Score::WIN, 522),
            "10 nodes found no distance"
        );
        assert_eq!(Some(&result.turn[0]), game(3).position().actions().last());
        assert_eq!(result.report.principal_variation, result.turn.to_vec());
        assert_eq!(result.report.time, Duration::from_millis(52));
    }

    #[test]
    fn a_short_search_finds_the_distance_of_a_proved_win() {
        let (mut search, log) = solved(&[(0, Verdict::Win)], never);
        let score = Score::win_in(3);
        search.search = Box::new(Search { log: Arc::clone(&log), left_out: Vec::new(), score });
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
        ];
        assert_eq!(log, expected);
        assert_eq!(result.turn[0], game(3).position().actions()[1]);
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
        search.set_multipv(2);
        assert_eq!(run((search, log), &nodes(100), 3).1, ["search: lines 2", "search: 100 nodes without 0"]);
    }

    #[test]
    fn the_solver_has_a_quarter_of_the_memory() {
        let (mut search, log) = solved(&[], never);
        for mebibytes in [1, 64] {
            search.set_hash(mebibytes).expect("the fake does not fail");
        }
        search.new_game();
        search.set_threads(3);
        search.set_seed(5);
        let expected = [
            "search: hash 1",
            "solver: hash 1",
            "search: hash 48",
            "solver: hash 16",
            "search: new game",
            "solver: new game",
            "search: threads 3",
            "search: seed 5",
        ];
        assert_eq!(*log.lock().expect("no panic"), expected);
        search.leave_out(game(3).position().actions());
        assert_eq!(
            run((search, log), &SearchLimits::default(), 3).1.pop().as_deref(),
            Some("search: without 9")
        );
    }
}
