//! Time management: its numbers, and the searches on a clock that passes only where an evaluation lets it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use abstract_game::sample::{Heaps, Take, TakeTwo};
use abstract_game::{Match, Position as _, Rules as _};

use super::{Course, RemainingTime, TimeBudget, TimeParameters};
use crate::clock::test_clock::{advance, now};
use crate::mcts::MctsParameters;
use crate::{
    AlphaBeta, Evaluation, Mcts, MoveOrdering, Parameters as _, Playouts, SearchLimits, SearchReport,
    Searcher,
};

const PARAMETERS: &TimeParameters = &TimeParameters::DEFAULT;

#[test]
fn a_budget_never_exceeds_the_remaining_time() {
    for left in [0, 1, 20, 100, 1_000, 60_000] {
        for turns in [1, 2, 20, 200] {
            let left = Duration::from_millis(left);
            let clock = RemainingTime { left, increment: Duration::from_millis(100), turns_to_control: None };
            let budget = clock.budget(turns, Duration::from_millis(10), PARAMETERS);
            assert!(budget.soft <= budget.hard);
            assert!(budget.hard <= left.max(Duration::from_millis(1)), "{left:?} {turns} {budget:?}");
        }
    }
}

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn budget(soft: u64, hard: u64) -> TimeBudget {
    TimeBudget { soft: ms(soft), hard: ms(hard) }
}

/// Share of the rest plus 75% of the increment; at most 40% of the rest, 90% before a time control; the hard limit is
/// 2.5 times that.
#[test]
fn the_budget_of_a_turn() {
    // Left, increment, turns to the control, expected turns, overhead, all times in ms; the budget.
    for (left, increment, control, turns, overhead, expected) in [
        (10_000, 0, None, 20, 0, budget(500, 1_250)),
        (10_000, 400, None, 20, 0, budget(800, 2_000)),
        (10_100, 500, None, 20, 100, budget(800, 2_000)),
        (10_000, 0, Some(5), 20, 0, budget(2_000, 4_000)),
        (10_000, 0, Some(50), 20, 0, budget(500, 1_250)),
        (10_000, 0, Some(1), 20, 0, budget(9_000, 9_000)),
        (10_000, 0, None, 2, 0, budget(4_000, 4_000)),
        (10_000, 0, None, 0, 0, budget(9_000, 9_000)),
        (5, 0, None, 20, 10, budget(1, 1)),
    ] {
        let clock = RemainingTime { left: ms(left), increment: ms(increment), turns_to_control: control };
        assert_eq!(clock.budget(turns, ms(overhead), PARAMETERS), expected, "{clock:?} {turns} {overhead}");
    }
}

#[test]
fn the_parts_of_a_budget() {
    assert_eq!(TimeBudget::exactly(ms(100), ms(30)), budget(70, 70));
    assert_eq!(TimeBudget::exactly(ms(30), ms(100)), budget(1, 1), "at least 1 ms");
    assert!(budget(70, 70).is_fixed() && !budget(70, 71).is_fixed());
    assert_eq!(budget(1_000, 3_000).claim_check(PARAMETERS), budget(250, 750));
    let calm = Course { unchanged: 2, best_share: 0.6, drop: 0 };
    assert_eq!(budget(1_000, 3_000).last_iteration(&calm, PARAMETERS), ms(600));
    assert_eq!(budget(1_000, 1_000).last_iteration(&calm, PARAMETERS), ms(1_000));
}

#[test]
fn every_parameter_changes_a_time() {
    let clock = RemainingTime { left: ms(100_000), increment: ms(1_000), turns_to_control: None };
    let last_turn = RemainingTime { turns_to_control: Some(1), ..clock };
    let times = |parameters: &TimeParameters| {
        let budget = clock.budget(20, Duration::ZERO, parameters);
        let course = |unchanged, drop| Course { unchanged, best_share: 0.6, drop };
        let last = [course(0, 0), course(2, 0), course(4, 0), course(2, 50)]
            .map(|course| budget.last_iteration(&course, parameters));
        let others = [clock, last_turn].map(|clock| clock.budget(2, Duration::ZERO, parameters));
        (budget, last, others, budget.claim_check(parameters))
    };
    let mut defaults = *PARAMETERS;
    for index in 0..defaults.list().len() {
        let mut moved = *PARAMETERS;
        let mut one = moved.list().swap_remove(index);
        one.set(one.min);
        let name = one.name.clone();
        drop(one);
        assert_ne!(times(&moved), times(PARAMETERS), "{name}");
    }
}

#[test]
fn an_unstable_search_gets_more_time_within_the_hard_limit() {
    let [soft, hard] = [1_000, 2_500].map(Duration::from_millis);
    let budget = TimeBudget { soft, hard };
    let calm = Course { unchanged: 2, best_share: 0.6, drop: 0 };
    let limit = |course| budget.last_iteration(&course, PARAMETERS).as_millis();
    assert_eq!(limit(calm), 600);
    assert_eq!(limit(Course { unchanged: 0, ..calm }), 840);
    assert_eq!(limit(Course { unchanged: 4, ..calm }), 480);
    assert_eq!(limit(Course { best_share: 1.0, ..calm }), 360);
    assert_eq!(limit(Course { best_share: 0.1, ..calm }), 900);
    assert_eq!(limit(Course { drop: 50, ..calm }), 900);
    assert_eq!(limit(Course { drop: -50, ..calm }), 600);
    assert_eq!(limit(Course { unchanged: 0, best_share: 0.0, drop: 900 }), 2_500);
    let fixed = TimeBudget { soft: hard, hard };
    assert_eq!(fixed.last_iteration(&calm, PARAMETERS), hard);
}

/// The evaluation of a position for player 1 at a time, in milliseconds since the search began, and how long it takes.
type Evaluate = fn(&Heaps, u64) -> (i32, u64);

struct Ticking {
    evaluation: Evaluate,
    start: Duration,
}

impl Evaluation<Heaps> for Ticking {
    type Analysis = ();

    fn analyse(&self, _: &Heaps) {}

    fn evaluate(&self, position: &Heaps, (): &()) -> i32 {
        let (of_first, time) = (self.evaluation)(position, (now() - self.start).as_millis() as u64);
        advance(time);
        if position.player_to_act().index() == 0 { of_first } else { -of_first }
    }
}

impl MoveOrdering<Heaps> for Ticking {}

impl Playouts<Heaps> for Ticking {
    fn playout_length(&self) -> u32 {
        0
    }
}

fn ticking(evaluation: Evaluate) -> Arc<Ticking> {
    Arc::new(Ticking { evaluation, start: now() })
}

fn game(text: &str) -> Match<Heaps> {
    Match::new(TakeTwo::default().read_position(text).expect("a position"))
}

fn time(soft: u64, hard: u64) -> SearchLimits {
    let time = TimeBudget { soft: Duration::from_millis(soft), hard: Duration::from_millis(hard) };
    SearchLimits { time: Some(time), ..SearchLimits::default() }
}

fn search(search: &mut dyn Searcher<Heaps>, text: &str, limits: &SearchLimits) -> SearchReport<Take> {
    search.search(&game(text), limits, &AtomicBool::new(false), &mut |_| ()).report
}

/// Undecided for long.
const LARGE: &str = "9,9,9,9 1 2";

/// One millisecond an evaluation. Iterations end after 12, 168, 257, 521, 1,102, 3,479, 4,292 and 6,671 ms; the clock is read every
/// 1,024 nodes.
#[test]
fn alpha_beta_ends_at_its_limits() {
    // Limits; completed depth; nodes; time.
    for (limits, expected) in [
        // A fixed time is used up.
        (time(4_000, 4_000), (6, 6_809, 4_236)),
        // After 60% of the soft limit no iteration begins.
        (time(1_000, 100_000), (5, 1_670, 1_102)),
        (time(10_000, 100_000), (8, 10_699, 6_671)),
        // Even without time the first iteration ends, and 13 evaluations choose the second action of the turn.
        (time(0, 0), (1, 12, 25)),
        // The soft limit does not end an infinite search, but the hard limit does.
        (SearchLimits { infinite: true, ..time(1_000, 4_000) }, (6, 6_809, 4_236)),
    ] {
        let mut alpha_beta = AlphaBeta::new(ticking(|_, _| (0, 1)));
        let report = search(&mut alpha_beta, LARGE, &limits);
        let found = (report.depth, report.nodes, report.time.as_millis());
        assert_eq!(found, expected, "{limits:?}");
    }
}

#[test]
fn alpha_beta_does_not_think_about_a_forced_turn() {
    let mut alpha_beta = AlphaBeta::new(ticking(|_, _| (0, 1)));
    let mut others = game(LARGE).position().actions();
    others.pop();
    alpha_beta.settings().left_out = others;
    assert_eq!(search(&mut alpha_beta, LARGE, &time(100_000, 100_000)).depth, 1);
    let limits = SearchLimits::depth(3);
    assert_eq!(search(&mut alpha_beta, LARGE, &limits).depth, 3, "without a limit of time it does");
}

/// In this position only the action `a1` takes the last counter of the first heap.
const ONE_IS_BEST: &str = "1,9,9,9 1 1";

fn one_is_best(position: &Heaps, _: u64) -> (i32, u64) {
    (if position.to_string().starts_with('0') { 800 } else { 50 }, 1)
}

#[test]
fn mcts_does_not_end_before_a_share_of_the_time() {
    for (time_before_early_end, playouts) in [(0.13, 224), (0.75, 304)] {
        let parameters = MctsParameters { time_before_early_end, ..MctsParameters::DEFAULT };
        let mut mcts = Mcts::new(ticking(one_is_best)).with_parameters(parameters);
        assert_eq!(search(&mut mcts, ONE_IS_BEST, &time(400, 1_000)).nodes, playouts);
    }
}

/// Monte-Carlo tree search makes an evaluation in each playout, and looks at its plan every 16 playouts.
#[test]
fn mcts_ends_at_its_limits() {
    let even: Evaluate = |_, _| (0, 1);
    let infinite = |soft, hard| SearchLimits { infinite: true, ..time(soft, hard) };
    for (evaluation, limits, playouts) in [
        // A fixed time is used up, however clear the choice is.
        (one_is_best as Evaluate, time(400, 400), 400),
        // No action is ahead: up to the soft limit.
        (even, time(404, 1_000), 416),
        // One action is ahead by more visits than are left, but not before 13% of the soft limit.
        (one_is_best, time(400, 1_000), 224),
        (one_is_best, time(100, 1_000), 64),
        // Even without time there is a playout.
        (even, time(0, 0), 1),
        (one_is_best, infinite(100, 1_000), 1_000),
        (even, SearchLimits { nodes: Some(100), ..time(400, 400) }, 100),
    ] {
        let report = search(&mut Mcts::new(ticking(evaluation)), ONE_IS_BEST, &limits);
        assert_eq!(report.nodes, playouts, "{limits:?} {:?}", report.visits);
    }
}
