//! Monte-Carlo tree search on games that the reference solver solves.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::reference::evaluation::{Evaluation, pessimistic};
use crate::reference::play_turn;
use crate::reference::ring::{Ring, Step};
use crate::reference::solver::Solver;
use abstract_game::sample::{Heaps, TakeTwo};
use abstract_game::{Match, Player, Position, Rules, Verdict};
use search::mcts::MctsParameters;
use search::{
    Knowledge, Mcts, NoKnowledge, RemainingTime, Score, ScoreKind, SearchLimits, SearchReport, SearchResult,
    Searcher, TimeParameters,
};

static NO_STOP: AtomicBool = AtomicBool::new(false);

fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits::nodes(nodes)
}

fn take_two(text: &str) -> Match<Heaps> {
    Match::new(TakeTwo::default().read_position(text).unwrap())
}

fn mcts<P: Position>() -> Mcts<P, NoKnowledge> {
    Mcts::without_knowledge()
}

fn search<P: Position, K: Knowledge<P>>(
    mcts: &mut Mcts<P, K>,
    game: &Match<P>,
    limits: &SearchLimits,
) -> SearchResult<P> {
    let mut last = Vec::new();
    let result = mcts.search(game, limits, &NO_STOP, &mut |report| last.push(report.clone()));
    assert!(last.contains(&result.report), "the result's report was not sent");
    let mut after = game.clone();
    play_turn(&mut after, &result.turn);
    assert!(result.report.principal_variation.starts_with(&result.turn));
    result
}

/// The reports of a search with their time set to zero.
fn reports_without_time<P: Position>(
    mcts: &mut Mcts<P, NoKnowledge>,
    game: &Match<P>,
    limits: &SearchLimits,
) -> Vec<SearchReport<P::Action>> {
    let mut reports = Vec::new();
    mcts.search(game, limits, &NO_STOP, &mut |report| {
        let mut report = report.clone();
        report.time = Duration::ZERO;
        reports.push(report);
    });
    reports
}

/// Every position of up to three small heaps, including those within a turn.
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

fn is_proved(score: Score, expected: (Verdict, u32)) -> bool {
    match (score.kind(), expected.0) {
        // The first proof found may not be the shortest.
        (ScoreKind::Win(Some(turns)), Verdict::Win) => u32::from(turns) >= expected.1,
        (ScoreKind::Loss(Some(turns)), Verdict::Loss) => turns > 0,
        (ScoreKind::Centipawns(0), Verdict::Draw) => true,
        _ => false,
    }
}

#[test]
fn mcts_proves_every_small_position() {
    let mut solver = Solver::new();
    let mut mcts = mcts();
    for game in small_heaps() {
        let expected = solver.value(game.position());
        let result = search(&mut mcts, &game, &nodes(1_000_000));
        assert!(result.report.nodes < 1_000_000, "not proved: {}", game.position());
        assert!(is_proved(result.report.score, expected), "{}: {expected:?} {result:?}", game.position());
        let mut after = game.position().clone();
        for &action in &result.turn {
            after.play(action);
        }
        let next = after.end().map_or_else(|| solver.value(&after).0.reversed(), |_| Verdict::Win);
        assert_eq!(next, expected.0, "{} {result:?}", game.position());
    }
}

#[test]
fn mcts_proves_draws() {
    let mut solver = Solver::new();
    let mut drawn = 0;
    for turns in [1, 2, 3, 5] {
        for position in Ring::all(7, Some(turns)) {
            let expected = solver.value(&position);
            drawn += u32::from(expected.0 == Verdict::Draw);
            let result = search(&mut mcts(), &Match::new(position.clone()), &nodes(100_000));
            assert!(result.report.nodes < 100_000, "not proved: {position}");
            assert!(is_proved(result.report.score, expected), "{position}: {expected:?} {result:?}");
        }
    }
    assert!(drawn > 20, "{drawn}");
}

#[test]
fn mcts_proves_nothing_false_in_games_with_cycles() {
    let mut solver = Solver::new();
    let mut proved = 0;
    for position in [7, 8, 10].into_iter().flat_map(|size| Ring::all(size, None)) {
        let expected = solver.result_within(&position, 40);
        let result = search(&mut mcts(), &Match::new(position.clone()), &nodes(3_000));
        if result.report.score.is_decisive() {
            proved += 1;
            assert!(is_proved(result.report.score, expected), "{position}: {expected:?} {result:?}");
        }
    }
    assert!(proved > 400, "{proved}");
}

#[test]
fn mcts_is_reproducible() {
    let game = take_two("5,6,7,4 1 2");
    let mut mcts = mcts();
    mcts.settings().seed = 7;
    mcts.settings().lines = 3;
    let first = reports_without_time(&mut mcts, &game, &nodes(3_000));
    assert_eq!(first.last().unwrap().nodes, 3_000);
    assert!(first.len() > 6, "{}", first.len());
    mcts.new_game();
    assert_eq!(reports_without_time(&mut mcts, &game, &nodes(3_000)), first);
    mcts.new_game();
    mcts.settings().seed = 8;
    assert_ne!(reports_without_time(&mut mcts, &game, &nodes(3_000)), first);
}

#[test]
fn mcts_lines_differ_and_are_sorted() {
    let mut mcts = mcts();
    mcts.settings().lines = 4;
    let reports = reports_without_time(&mut mcts, &take_two("5,6,7 1 2"), &nodes(2_000));
    let last = &reports[reports.len() - 4..];
    for (number, report) in (1..).zip(last) {
        assert_eq!((report.depth, report.nodes), (last[0].depth, 2_000), "one report");
        assert_eq!(report.multipv, number);
        let first = report.principal_variation[0];
        assert_eq!(last.iter().filter(|other| other.principal_variation[0] == first).count(), 1);
    }
}

#[test]
fn mcts_threads_give_legal_turns() {
    let mut mcts = mcts();
    mcts.settings().threads = 4;
    mcts.set_hash(1).unwrap();
    let mut game = take_two("9,9,9,9,9 1 2");
    while game.result().is_none() {
        let result = search(&mut mcts, &game, &nodes(3_000));
        play_turn(&mut game, &result.turn);
    }
    // Several threads prove the same results.
    let mut solver = Solver::new();
    for game in small_heaps().into_iter().step_by(5) {
        let result = search(&mut mcts, &game, &nodes(1_000_000));
        let expected = solver.value(game.position());
        assert!(is_proved(result.report.score, expected), "{}: {expected:?} {result:?}", game.position());
    }
}

/// The visits of the root's actions that a search took over from earlier searches.
fn reused<P: Position>(result: &SearchResult<P>) -> u64 {
    let visits: u64 = result.report.visits.iter().map(|&(_, visits)| u64::from(visits)).sum();
    visits - result.report.nodes
}

#[test]
fn mcts_reuses_its_tree_after_turns_of_both_players() {
    let start = take_two("7,8,9,9 1 2");
    let mut mcts = mcts();
    assert_eq!(reused(&search(&mut mcts, &start, &nodes(5_000))), 0);
    // The same position again.
    assert_eq!(reused(&search(&mut mcts, &start, &nodes(5_000))), 5_000);
    let result = search(&mut mcts, &start, &nodes(20_000));
    // A front-end sends the whole match each time.
    let mut game = take_two("7,8,9,9 1 2");
    play_turn(&mut game, &result.turn);
    let reply = &result.report.principal_variation[result.turn.len()..];
    for &action in reply {
        if game.turns().len() < 2 {
            game.try_play(action).unwrap();
        }
    }
    assert_eq!(game.turns().len(), 2);
    let used = mcts.memory_used();
    let visits = reused(&search(&mut mcts, &game, &nodes(1)));
    assert!(visits > 10, "{visits}");
    let kept = reused(&search(&mut mcts, &game, &nodes(1_000)));
    assert!(mcts.memory_used() < used, "the rest of the tree was not freed");
    // The position without its history, also within a turn.
    let mut game = Match::new(game.position().clone());
    assert!(reused(&search(&mut mcts, &game, &nodes(2_000))) > kept);
    let first = game.position().actions()[0];
    game.try_play(first).unwrap();
    assert!(reused(&search(&mut mcts, &Match::new(game.position().clone()), &nodes(100))) > 0);
    // An earlier position is not in the tree.
    assert_eq!(reused(&search(&mut mcts, &start, &nodes(100))), 0);
}

#[test]
fn mcts_does_not_reuse_the_tree_of_another_match_in_games_with_repetition() {
    let mut mcts = mcts();
    let turn = [Step::Forward, Step::Stay];
    let mut game = Match::new(Ring::new(9, [1, 6], None));
    search(&mut mcts, &game, &nodes(500));
    turn.iter().for_each(|&step| game.try_play(step).unwrap());
    assert!(reused(&search(&mut mcts, &game, &nodes(500))) > 0);
    assert_eq!(reused(&search(&mut mcts, &Match::new(game.position().clone()), &nodes(500))), 0);
}

#[test]
fn mcts_stops_at_once_with_a_legal_turn() {
    for threads in [1, 3] {
        for text in ["9,9,9,9 1 2", "9,9,9,9 2 1", "1,1 1 2", "9,0,0 1 1", "1 2 2"] {
            let game = take_two(text);
            let mut mcts = mcts();
            mcts.settings().threads = threads;
            let mut reports = 0;
            let stop = AtomicBool::new(true);
            let infinite = SearchLimits::infinite();
            let result = mcts.search(&game, &infinite, &stop, &mut |_| reports += 1);
            assert_eq!(reports, 1);
            play_turn(&mut game.clone(), &result.turn);
            assert!(result.report.principal_variation.starts_with(&result.turn));
        }
    }
    // Even then it finds a win in one turn.
    let result = mcts().search(&take_two("3 1 2"), &nodes(0), &NO_STOP, &mut |_| {});
    assert_eq!(result.report.score, Score::win_in(1));
    assert_eq!(result.report.nodes, 0);
}

#[test]
fn an_infinite_mcts_runs_until_stopped() {
    let stop = AtomicBool::new(false);
    let game = take_two("3 1 2");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // Work that takes longer than the proof of the game.
            mcts().search(&take_two("9,9,9,9 1 2"), &nodes(20_000), &NO_STOP, &mut |_| {});
            stop.store(true, Ordering::Relaxed);
        });
        let infinite = SearchLimits::infinite();
        let result = mcts().search(&game, &infinite, &stop, &mut |_| {});
        assert!(stop.load(Ordering::Relaxed));
        assert_eq!(result.report.score, Score::win_in(1));
    });
}

#[test]
fn an_infinite_mcts_reports_a_proved_root_before_it_waits_for_the_stop() {
    let mut mcts = mcts();
    let game = take_two("1,1 1 2");
    search(&mut mcts, &game, &nodes(1_000));
    let stop = AtomicBool::new(false);
    let limits = SearchLimits::infinite();
    std::thread::scope(|scope| {
        let (sender, receiver) = std::sync::mpsc::channel();
        let stop = &stop;
        scope.spawn(move || {
            let first = receiver.recv_timeout(Duration::from_secs(20));
            stop.store(true, Ordering::Relaxed);
            let score: Score = first.expect("a report before the stop");
            assert!(matches!(score.kind(), ScoreKind::Win(_) | ScoreKind::Loss(_)), "{score:?}");
        });
        mcts.search(&game, &limits, stop, &mut |report| {
            // Only the first report is awaited.
            let _ = sender.send(report.score);
        });
    });
}

#[test]
fn mcts_stays_within_its_memory_limit() {
    for threads in [1, 2] {
        let mut mcts = mcts();
        mcts.set_hash(1).unwrap();
        mcts.settings().threads = threads;
        let mut game = take_two("9,9,9,9,9,9,9,9 1 2");
        for _ in 0..4 {
            // Making room halves what is used: the fullest report counts.
            let mut fullest = 0;
            let result = mcts.search(&game, &nodes(60_000), &NO_STOP, &mut |report| {
                fullest = fullest.max(report.hashfull);
            });
            assert!(mcts.memory_used() <= 1 << 20, "{}", mcts.memory_used());
            assert!(fullest > 500, "{fullest}");
            play_turn(&mut game, &result.turn);
        }
        mcts.new_game();
        assert_eq!(mcts.memory_used(), 0);
    }
}

#[test]
fn mcts_stops_early_if_the_turn_is_forced() {
    // Player 2 has one legal action; the result cannot be proved.
    let ring = Ring::wide();
    let game = Match::new(Ring { player: Player::P2, first: Some(Step::Forward), ..ring });
    let mut limits = SearchLimits::time(Duration::from_secs(20));
    let result = search(&mut mcts(), &game, &limits);
    assert!(!result.report.score.is_decisive());
    assert_eq!(result.report.nodes, 32, "the parameter `forced-playouts`");
    let parameters = MctsParameters { forced_playouts: 40, ..MctsParameters::DEFAULT };
    assert_eq!(search(&mut mcts().with_parameters(parameters), &game, &limits).report.nodes, 40);
    // Not with a choice, nor in an infinite search.
    limits.nodes = Some(500);
    let free = Match::new(Ring { first: None, ..game.position().clone() });
    assert_eq!(search(&mut mcts(), &free, &limits).report.nodes, 500);
    limits.infinite = true;
    assert_eq!(search(&mut mcts(), &game, &limits).report.nodes, 500);
}

#[test]
fn mcts_respects_its_time_budget() {
    let game = take_two("9,9,9,9,9,9,9,9 1 2");
    let mut mcts = mcts();
    let limits = SearchLimits::time(Duration::from_millis(60));
    let start_time = Instant::now();
    search(&mut mcts, &game, &limits);
    assert!(start_time.elapsed() >= Duration::from_millis(58), "{:?}", start_time.elapsed());
    let clock =
        RemainingTime { left: Duration::from_secs(2), increment: Duration::ZERO, turns_to_control: None };
    let mut limits = SearchLimits::default();
    limits.time = Some(clock.budget(20, Duration::from_millis(10), &TimeParameters::DEFAULT));
    // It would not end without the limit.
    let result = search(&mut mcts, &game, &limits);
    assert!(result.report.nodes > 0);
}

#[test]
fn mcts_stops_at_the_depth_limit() {
    for depth in [1, 2, 5] {
        let result = search(&mut mcts(), &take_two("9,9,9,9 1 2"), &SearchLimits::depth(depth));
        assert!(result.report.depth >= depth);
        assert!(result.report.nodes < 1_000_000);
    }
    // A depth that cannot be reached ends the search too.
    search(&mut mcts(), &Match::new(Ring::new(5, [0, 1], None)), &SearchLimits::depth(500));
}

#[test]
fn mcts_evaluates_repetition_as_a_draw() {
    // Far apart, both can repeat positions for ever, so player 1 does not lose.
    let game = Match::new(Ring::wide());
    let mut mcts = Mcts::new(Arc::new(Evaluation(pessimistic::<Ring>)));
    let result = search(&mut mcts, &game, &nodes(30_000));
    assert!(!result.report.score.is_decisive());
    assert!(result.report.score > Score::centipawns(-1_500), "{result:?}");
}

#[test]
fn a_state_of_the_match_is_a_draw_only_if_the_rules_say_so() {
    // Player 2 can return to the start.
    for rounds in [0, 1] {
        let game = Ring::before_return(rounds);
        assert_eq!(game.player_to_act(), Player::P2);
        let mut mcts = Mcts::new(Arc::new(Evaluation(pessimistic::<Ring>)));
        mcts.settings().lines = 2;
        let mut reports = Vec::new();
        mcts.search(&game, &nodes(20), &NO_STOP, &mut |report| reports.push(report.clone()));
        let line = reports.iter().rev().find(|report| report.principal_variation[0] == Step::Back);
        let score = line.expect("two actions, two lines").score;
        if rounds == 0 {
            assert!(score > Score::centipawns(1_000), "{score}");
        } else {
            assert!(score < Score::centipawns(600), "{score}");
        }
    }
}

#[test]
fn parameters_of_zero_do_no_harm() {
    let zero = MctsParameters {
        virtual_loss: 0,
        visits_to_expand: 0,
        playouts_to_expand: 0,
        ..MctsParameters::default()
    };
    for threads in [1, 2] {
        let mut mcts = mcts().with_parameters(zero);
        mcts.settings().threads = threads;
        let result = search(&mut mcts, &take_two("0,3,2 1 2"), &nodes(500));
        assert_eq!(result.report.score, Score::win_in(1));
    }
}
