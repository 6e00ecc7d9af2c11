//! Monte-Carlo tree search on games small enough to know the truth.
#![allow(clippy::unwrap_used, reason = "what is wrong in a test may panic")]

mod truth;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use abstract_game::sample::{Heaps, TakeTwo};
use abstract_game::{Match, Player, Position, Rules, Verdict};
use search::{
    Knowledge, Mcts, NoKnowledge, RemainingTime, Score, ScoreKind, SearchLimits, SearchReport, SearchResult,
    Searcher, TimeBudget,
};
use truth::play_turn;
use truth::ring::{Ring, Step};
use truth::solver::Solver;

static GO: AtomicBool = AtomicBool::new(false);

fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
}

fn take_two(text: &str) -> Match<Heaps> {
    Match::new(TakeTwo::default().read_position(text).unwrap())
}

fn mcts<P: Position>() -> Mcts<P, NoKnowledge> {
    Mcts::new(Arc::new(NoKnowledge))
}

fn search<P: Position, K: Knowledge<P>>(
    mcts: &mut Mcts<P, K>,
    game: &Match<P>,
    limits: &SearchLimits,
) -> SearchResult<P> {
    let mut last = Vec::new();
    let answer = mcts.search(game, limits, &GO, &mut |report| last.push(report.clone()));
    assert!(last.contains(&answer.report), "the answer's report was never sent");
    let mut after = game.clone();
    play_turn(&mut after, &answer.turn);
    assert!(answer.report.principal_variation.starts_with(&answer.turn));
    answer
}

/// What a search reports, without the time, which differs from run to run.
fn timeless<P: Position>(
    mcts: &mut Mcts<P, NoKnowledge>,
    game: &Match<P>,
    limits: &SearchLimits,
) -> Vec<SearchReport<P::Action>> {
    let mut reports = Vec::new();
    mcts.search(game, limits, &GO, &mut |report| {
        reports.push(SearchReport { time: Duration::ZERO, ..report.clone() });
    });
    reports
}

/// Every position of up to three small heaps, also within a turn.
fn small_heaps() -> Vec<Match<Heaps>> {
    let mut all = Vec::new();
    for (a, b, c) in (0..5).flat_map(|a| (0..5).flat_map(move |b| (0..3).map(move |c| (a, b, c)))) {
        for takes in [1, 2] {
            for player in [1, 2] {
                if a + b + c > 0 {
                    all.push(take_two(&format!("{a},{b},{c} {player} {takes}")));
                }
            }
        }
    }
    all
}

fn is_proved(score: Score, truth: (Verdict, u32)) -> bool {
    match (score.kind(), truth.0) {
        // The first proof found need not be the shortest.
        (ScoreKind::Win(turns), Verdict::Win) => u32::from(turns) >= truth.1,
        (ScoreKind::Loss(turns), Verdict::Loss) => turns > 0,
        (ScoreKind::Centipawns(0), Verdict::Draw) => true,
        _ => false,
    }
}

#[test]
fn mcts_proves_every_small_position() {
    let mut solver = Solver::new();
    let mut mcts = mcts();
    for game in small_heaps() {
        let truth = solver.value(game.position());
        let answer = search(&mut mcts, &game, &nodes(1_000_000));
        assert!(answer.report.nodes < 1_000_000, "not proved: {}", game.position());
        assert!(is_proved(answer.report.score, truth), "{}: {truth:?} {answer:?}", game.position());
        let mut after = game.position().clone();
        for &action in &answer.turn {
            after.play(action);
        }
        let next = after.end().map_or_else(|| solver.value(&after).0.reversed(), |_| Verdict::Win);
        assert_eq!(next, truth.0, "{} {answer:?}", game.position());
    }
}

#[test]
fn mcts_proves_draws() {
    let mut solver = Solver::new();
    let mut drawn = 0;
    for turns in [1, 2, 3, 5] {
        for position in Ring::all(7, Some(turns)) {
            let truth = solver.value(&position);
            drawn += u32::from(truth.0 == Verdict::Draw);
            let answer = search(&mut mcts(), &Match::new(position.clone()), &nodes(100_000));
            assert!(answer.report.nodes < 100_000, "not proved: {position}");
            assert!(is_proved(answer.report.score, truth), "{position}: {truth:?} {answer:?}");
        }
    }
    assert!(drawn > 20, "{drawn}");
}

#[test]
fn mcts_proves_nothing_false_where_play_goes_in_circles() {
    let mut solver = Solver::new();
    let mut proved = 0;
    for position in [7, 8, 10].into_iter().flat_map(|size| Ring::all(size, None)) {
        let truth = solver.result_within(&position, 40);
        let answer = search(&mut mcts(), &Match::new(position.clone()), &nodes(3_000));
        if answer.report.score.is_decisive() {
            proved += 1;
            assert!(is_proved(answer.report.score, truth), "{position}: {truth:?} {answer:?}");
        }
    }
    assert!(proved > 400, "{proved}");
}

#[test]
fn mcts_is_the_same_every_time() {
    let game = take_two("5,6,7,4 1 2");
    let mut mcts = mcts();
    mcts.set_seed(7);
    mcts.set_multipv(3);
    let first = timeless(&mut mcts, &game, &nodes(3_000));
    assert_eq!(first.last().unwrap().nodes, 3_000);
    assert!(first.len() > 6, "{}", first.len());
    mcts.new_game();
    assert_eq!(timeless(&mut mcts, &game, &nodes(3_000)), first);
    mcts.new_game();
    mcts.set_seed(8);
    assert_ne!(timeless(&mut mcts, &game, &nodes(3_000)), first);
}

#[test]
fn mcts_lines_differ_and_are_sorted() {
    let mut mcts = mcts();
    mcts.set_multipv(4);
    let reports = timeless(&mut mcts, &take_two("5,6,7 1 2"), &nodes(2_000));
    let last = &reports[reports.len() - 4..];
    // The best comes last.
    for (number, report) in (1..).zip(last.iter().rev()) {
        assert_eq!(report.line, number);
        let first = report.principal_variation[0];
        assert_eq!(last.iter().filter(|other| other.principal_variation[0] == first).count(), 1);
    }
}

#[test]
fn mcts_threads_give_legal_turns() {
    let mut mcts = mcts();
    mcts.set_threads(4);
    mcts.set_hash(1);
    let mut game = take_two("9,9,9,9,9 1 2");
    while game.result().is_none() {
        let answer = search(&mut mcts, &game, &nodes(3_000));
        play_turn(&mut game, &answer.turn);
    }
    // Threads prove no worse.
    let mut solver = Solver::new();
    for game in small_heaps().into_iter().step_by(5) {
        let answer = search(&mut mcts, &game, &nodes(1_000_000));
        let truth = solver.value(game.position());
        assert!(is_proved(answer.report.score, truth), "{}: {truth:?} {answer:?}", game.position());
    }
}

#[test]
fn mcts_keeps_its_tree_over_whole_turns_of_both_sides() {
    let start = take_two("7,8,9,9 1 2");
    let mut mcts = mcts();
    search(&mut mcts, &start, &nodes(5_000));
    assert_eq!(mcts.reused_visits(), 0);
    // The same position again.
    search(&mut mcts, &start, &nodes(5_000));
    assert_eq!(mcts.reused_visits(), 5_000);
    let answer = search(&mut mcts, &start, &nodes(20_000));
    // A front-end sends the whole match anew each time.
    let mut game = take_two("7,8,9,9 1 2");
    play_turn(&mut game, &answer.turn);
    let reply = &answer.report.principal_variation[answer.turn.len()..];
    for &action in reply {
        if game.turns().len() < 2 {
            game.try_play(action).unwrap();
        }
    }
    assert_eq!(game.turns().len(), 2);
    let used = mcts.memory_used();
    search(&mut mcts, &game, &nodes(1));
    assert!(mcts.reused_visits() > 10, "{}", mcts.reused_visits());
    search(&mut mcts, &game, &nodes(1_000));
    assert!(mcts.memory_used() < used, "the rest of the tree is still there");
    // Or the position alone, within a turn.
    let mut game = Match::new(game.position().clone());
    let kept = mcts.reused_visits();
    search(&mut mcts, &game, &nodes(2_000));
    assert!(mcts.reused_visits() > kept);
    let first = game.position().actions()[0];
    game.try_play(first).unwrap();
    search(&mut mcts, &Match::new(game.position().clone()), &nodes(100));
    assert!(mcts.reused_visits() > 0);
    // Backwards there is no way.
    search(&mut mcts, &start, &nodes(100));
    assert_eq!(mcts.reused_visits(), 0);
}

#[test]
fn mcts_keeps_no_tree_of_another_match_where_history_counts() {
    let mut mcts = mcts();
    let turn = [Step::Forward, Step::Stay];
    let mut game = Match::new(Ring::new(9, [1, 6], None));
    search(&mut mcts, &game, &nodes(500));
    turn.iter().for_each(|&step| game.try_play(step).unwrap());
    search(&mut mcts, &game, &nodes(500));
    assert!(mcts.reused_visits() > 0);
    search(&mut mcts, &Match::new(game.position().clone()), &nodes(500));
    assert_eq!(mcts.reused_visits(), 0);
}

#[test]
fn mcts_stops_at_once_with_a_legal_turn() {
    for threads in [1, 3] {
        for text in ["9,9,9,9 1 2", "9,9,9,9 2 1", "1,1 1 2", "9,0,0 1 1", "1 2 2"] {
            let game = take_two(text);
            let mut mcts = mcts();
            mcts.set_threads(threads);
            let mut reports = 0;
            let stop = AtomicBool::new(true);
            let infinite = SearchLimits { infinite: true, ..SearchLimits::default() };
            let answer = mcts.search(&game, &infinite, &stop, &mut |_| reports += 1);
            assert_eq!(reports, 1);
            play_turn(&mut game.clone(), &answer.turn);
            assert!(answer.report.principal_variation.starts_with(&answer.turn));
        }
    }
    // A win at once is not missed even then, nor when it takes the whole turn.
    let answer = mcts().search(&take_two("3 1 2"), &nodes(0), &GO, &mut |_| {});
    assert_eq!(answer.report.score, Score::win_in(1));
    assert_eq!(answer.report.nodes, 0);
}

#[test]
fn mcts_goes_on_for_ever_until_stopped() {
    let stop = AtomicBool::new(false);
    let game = take_two("3 1 2");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        let began = Instant::now();
        let infinite = SearchLimits { infinite: true, ..SearchLimits::default() };
        let answer = mcts().search(&game, &infinite, &stop, &mut |_| {});
        assert!(began.elapsed() >= Duration::from_millis(45));
        assert_eq!(answer.report.score, Score::win_in(1));
    });
}

#[test]
fn mcts_stays_within_its_memory() {
    let mut mcts = mcts();
    mcts.set_hash(1);
    let mut game = take_two("9,9,9,9,9,9,9,9 1 2");
    for _ in 0..4 {
        let answer = search(&mut mcts, &game, &nodes(60_000));
        assert!(mcts.memory_used() <= 1 << 20, "{}", mcts.memory_used());
        assert!(answer.report.hashfull > 500, "{}", answer.report.hashfull);
        play_turn(&mut game, &answer.turn);
    }
    mcts.new_game();
    assert_eq!(mcts.memory_used(), 0);
}

#[test]
fn mcts_wastes_no_time_where_there_is_no_choice() {
    // Player 2 must step on; whether that wins nobody can prove.
    let ring = Ring { well: 50, peace: None, ..Ring::new(12, [0, 6], None) };
    let game = Match::new(Ring { player: Player::P2, first: Some(Step::Forward), ..ring });
    let limits = SearchLimits {
        time: Some(TimeBudget::exactly(Duration::from_secs(20), Duration::ZERO)),
        ..SearchLimits::default()
    };
    let began = Instant::now();
    let answer = search(&mut mcts(), &game, &limits);
    assert!(!answer.report.score.is_decisive());
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn mcts_keeps_to_its_time() {
    let game = take_two("9,9,9,9,9,9,9,9 1 2");
    let mut mcts = mcts();
    let time = TimeBudget::exactly(Duration::from_millis(60), Duration::ZERO);
    let began = Instant::now();
    search(&mut mcts, &game, &SearchLimits { time: Some(time), ..SearchLimits::default() });
    assert!((58..400).contains(&began.elapsed().as_millis()), "{:?}", began.elapsed());
    let clock =
        RemainingTime { left: Duration::from_secs(2), increment: Duration::ZERO, turns_to_control: None };
    let time = clock.budget(20, Duration::from_millis(10));
    let began = Instant::now();
    search(&mut mcts, &game, &SearchLimits { time: Some(time), ..SearchLimits::default() });
    assert!(began.elapsed() < time.hard + Duration::from_millis(300), "{:?}", began.elapsed());
}

#[test]
fn mcts_stops_at_the_depth() {
    for depth in [1, 2, 5] {
        let answer = search(
            &mut mcts(),
            &take_two("9,9,9,9 1 2"),
            &SearchLimits { depth: Some(depth), ..SearchLimits::default() },
        );
        assert!(answer.report.depth >= depth);
        assert!(answer.report.nodes < 1_000_000);
    }
    // A depth that cannot be reached is no reason never to end.
    search(
        &mut mcts(),
        &Match::new(Ring::new(5, [0, 1], None)),
        &SearchLimits { depth: Some(500), ..SearchLimits::default() },
    );
}

#[test]
fn mcts_sees_repetition_as_a_draw() {
    /// Sure to lose by evaluation alone.
    struct Gloomy;
    impl Knowledge<Ring> for Gloomy {
        fn playout_length(&self) -> u32 {
            0
        }
        fn evaluate(&self, position: &Ring) -> i32 {
            if position.player_to_act() == Player::P1 { -2_000 } else { 2_000 }
        }
    }
    // Far apart, both can go round in circles for ever, so that player 1 need not lose.
    let game = Match::new(Ring { well: 50, peace: None, ..Ring::new(12, [0, 6], None) });
    let mut mcts = Mcts::new(Arc::new(Gloomy));
    let answer = search(&mut mcts, &game, &nodes(30_000));
    assert!(!answer.report.score.is_decisive());
    assert!(answer.report.score > Score::centipawns(-1_500), "{answer:?}");
}
