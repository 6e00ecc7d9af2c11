//! Time management of the searches, on a clock that passes only where an evaluation lets it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use abstract_game::sample::{Heaps, Take, TakeTwo};
use abstract_game::{Match, Position as _, Rules as _};

use crate::clock::test_clock::{advance, now};
use crate::mcts::MctsParameters;
use crate::{
    AlphaBeta, Evaluation, Mcts, MoveOrdering, Playouts, SearchLimits, SearchReport, Searcher, TimeBudget,
};

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

/// One millisecond an evaluation. Iterations end after 13, 169, 258, 446, 970, 3,411, 4,196 and 7,126 ms; the clock is read every
/// 1,024 nodes.
#[test]
fn alpha_beta_ends_at_its_limits() {
    // Limits; completed depth; nodes; time.
    for (limits, expected) in [
        // A fixed time is used up.
        (time(4_000, 4_000), (6, 6_935, 4_071)),
        // After 60% of the soft limit no iteration begins.
        (time(1_000, 100_000), (5, 1_693, 970)),
        (time(10_000, 100_000), (8, 12_326, 7_126)),
        // Even without time the first iteration ends, and 13 evaluations choose the second action of the turn.
        (time(0, 0), (1, 12, 26)),
        // The soft limit does not end an infinite search, but the hard limit does.
        (SearchLimits { infinite: true, ..time(1_000, 4_000) }, (6, 6_935, 4_071)),
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
    alpha_beta.leave_out(others);
    assert_eq!(search(&mut alpha_beta, LARGE, &time(100_000, 100_000)).depth, 1);
    let limits = SearchLimits { depth: Some(3), ..SearchLimits::default() };
    assert_eq!(search(&mut alpha_beta, LARGE, &limits).depth, 3, "without a limit of time it does");
}

/// In this position only the action `a1` takes the last counter of the first heap.
const ONE_IS_BEST: &str = "1,9,9,9 1 1";

fn one_is_best(position: &Heaps, _: u64) -> (i32, u64) {
    (if position.to_string().starts_with('0') { 800 } else { 50 }, 1)
}

#[test]
fn mcts_does_not_end_before_a_share_of_the_time() {
    for (time_before_early_end, playouts) in [(0.13, 208), (0.75, 304)] {
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
        (one_is_best, time(400, 1_000), 208),
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
