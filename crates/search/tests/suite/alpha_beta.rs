//! Alpha-beta compared with minimax, on a game whose players may act twice in a row.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::reference::brute_force::brute_force;
use crate::reference::evaluation::{Evaluation, pessimistic};
use crate::reference::play_turn;
use crate::reference::ring::{Ring, Step};
use abstract_game::sample::{Heaps, Take, TakeTwo};
use abstract_game::{Match, Player, Position, Rules, Verdict, turn};
use search::{
    AlphaBeta, Mcts, MoveOrdering, NoKnowledge, Playouts, Score, ScoreKind, SearchLimits, SearchReport,
    SearchResult, Searcher,
};

fn game(text: &str) -> Match<Heaps> {
    Match::new(TakeTwo::default().read_position(text).expect("a position of Take Two"))
}

fn search(
    search: &mut dyn Searcher<Heaps>,
    game: &Match<Heaps>,
    limits: SearchLimits,
) -> (SearchResult<Heaps>, Vec<String>) {
    let mut reports = Vec::new();
    let result = search.search(game, &limits, &AtomicBool::new(false), &mut |report: &SearchReport<_>| {
        reports.push(format!(
            "{} {} {} {:?}",
            report.depth, report.score, report.nodes, report.principal_variation
        ));
    });
    (result, reports)
}

#[test]
fn finds_the_brute_force_result_and_distance() {
    let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
    for heaps in ["1,0,0", "3,0,0", "4,0,0", "2,3,0", "4,4,0", "1,2,3", "3,4,2", "6,2,1", "4,4,3"] {
        for (player, takes_left) in [(1, 2), (1, 1), (2, 2), (2, 1)] {
            let game = game(&format!("{heaps} {player} {takes_left}"));
            let (result, _) = search(&mut alpha_beta, &game, SearchLimits::default());
            assert_eq!(result.report.score, brute_force(game.position()), "{}", game.position());
            let after = turn::try_play(game.position(), &result.turn).expect("the turn is legal");
            assert!(after.at_turn_start(), "the turn is complete");
        }
    }
}

/// Depth counts actions: a turn of two needs twice as many.
#[test]
fn a_distance_is_proved_when_the_depth_has_all_its_actions() {
    for heaps in ["4,4,3", "3,4,2", "6,2,1"] {
        let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
        let (result, _) = search(&mut alpha_beta, &game(&format!("{heaps} 1 2")), SearchLimits::default());
        let (ScoreKind::Win(Some(turns)) | ScoreKind::Loss(Some(turns))) = result.report.score.kind() else {
            panic!("not proved: {heaps}")
        };
        assert_eq!(result.report.depth, 2 * u32::from(turns), "{heaps}");
    }
}

/// The knowledge of an order of two takes of a turn: it does not matter.
struct OneOrder;

impl search::Evaluation<Heaps> for OneOrder {
    type Analysis = ();

    fn analyse(&self, _: &Heaps) {}
}

impl Playouts<Heaps> for OneOrder {}

impl MoveOrdering<Heaps> for OneOrder {
    fn commute(&self, _: &Heaps, first: Take, second: Take) -> bool {
        match (first, second) {
            (Take::From { heap: first, .. }, Take::From { heap: second, .. }) => second != first,
            _ => false,
        }
    }
}

#[test]
fn one_order_of_two_actions_is_enough() {
    let nodes = SearchLimits::nodes(500_000);
    for heaps in ["3,0,0", "2,3,0", "1,2,3", "3,4,2", "4,4,3"] {
        for takes_left in [2, 1] {
            let game = game(&format!("{heaps} 1 {takes_left}"));
            let expected = brute_force(game.position());
            let is_right = |score: Score, expected: Score| {
                score.is_decisive() && (score > Score::DRAW) == (expected > Score::DRAW)
            };
            let score = search(&mut AlphaBeta::new(Arc::new(OneOrder)), &game, nodes).0.report.score;
            assert!(is_right(score, expected), "{}: {score}", game.position());
            let mut mcts = Mcts::new(Arc::new(OneOrder));
            let score = search(&mut mcts, &game, nodes).0.report.score;
            assert!(is_right(score, expected), "{}: {score}", game.position());
            // A search within the turn considers all actions.
            let mut within = game.clone();
            within.try_play(*within.position().actions().last().expect("an action")).expect("it is legal");
            if within.result().is_none() {
                let expected = brute_force(within.position());
                let score = search(&mut mcts, &within, nodes).0.report.score;
                assert!(is_right(score, expected), "{}: {score}", within.position());
            }
        }
    }
}

#[test]
fn the_same_searches_one_after_another_send_the_same_reports() {
    let limits = SearchLimits::nodes(2_000);
    let run = || {
        let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
        let mut game = Match::new(TakeTwo::default().start());
        let mut reports = Vec::new();
        while game.result().is_none() {
            let (result, more) = search(&mut alpha_beta, &game, limits);
            reports.extend(more);
            play_turn(&mut game, &result.turn);
        }
        reports
    };
    assert_eq!(run(), run());
}

/// The value for player 1 at a depth in actions, by exhaustive search. `path` has the states that are repetitions.
fn exhaustive(position: &Ring, path: &mut Vec<u64>, depth: u32) -> i32 {
    const DECIDED: i32 = 30_000;
    if let Some(end) = position.end() {
        return match end.verdict(Player::P1) {
            Verdict::Win => DECIDED,
            Verdict::Draw => 0,
            Verdict::Loss => -DECIDED,
        };
    }
    let starts = position.at_turn_start();
    if starts && path.contains(&position.repetition_key()) {
        return 0;
    }
    if depth == 0 {
        return -2_000;
    }
    path.extend(starts.then(|| position.repetition_key()));
    let after = position.actions().into_iter().map(|action| position.after(action));
    let values: Vec<i32> = after.map(|after| exhaustive(&after, path, depth - 1)).collect();
    path.truncate(path.len() - usize::from(starts));
    let best = if position.player_to_act() == Player::P1 { values.iter().max() } else { values.iter().min() };
    *best.expect("an action")
}

#[test]
fn a_return_to_the_root_is_a_repetition() {
    const DEPTH: u32 = 8;
    let mut returns = 0;
    for position in
        [4, 6, 8].into_iter().flat_map(|size| Ring::all(size, None)).filter(Position::at_turn_start)
    {
        // The values of the actions, with the root on the path and without.
        let value = exhaustive(&position, &mut Vec::new(), DEPTH);
        let after = position.actions().into_iter().map(|action| position.after(action));
        let values = after.map(|after| exhaustive(&after, &mut Vec::new(), DEPTH - 1));
        let is_first = position.player_to_act() == Player::P1;
        let without = if is_first { values.max() } else { values.min() };
        if value == 0 && without != Some(0) {
            returns += 1;
            let mut alpha_beta = AlphaBeta::new(Arc::new(Evaluation(pessimistic::<Ring>)));
            let limits = SearchLimits::depth(DEPTH);
            let mut score = |position: &Ring| {
                alpha_beta.new_game();
                let game = Match::new(position.clone());
                alpha_beta.search(&game, &limits, &AtomicBool::new(false), &mut |_| ()).report.score
            };
            assert_eq!(score(&position), Score::DRAW, "{position}");
            // Where a tie-break decides it, the return is no proof: the opponent may leave the cycle.
            let favoured = Ring { favoured: Some(position.player), ..position.clone() };
            assert!(score(&favoured) > Score::DRAW && !score(&favoured).is_decisive(), "{favoured}");
        }
    }
    assert!(returns > 0, "no position can return to the root");
}

#[test]
fn a_state_of_the_match_is_a_draw_only_if_the_rules_say_so() {
    // Player 2 can return to the start.
    for rounds in [0, 1] {
        let game = Ring::before_return(rounds);
        let mut alpha_beta = AlphaBeta::new(Arc::new(Evaluation(pessimistic::<Ring>)));
        alpha_beta.settings().lines = 2;
        let limits = SearchLimits::depth(2);
        let mut score = None;
        alpha_beta.search(&game, &limits, &AtomicBool::new(false), &mut |report| {
            if report.principal_variation[0] == Step::Back {
                score = Some(report.score);
            }
        });
        assert_eq!(score, Some(if rounds == 0 { Score::centipawns(2_000) } else { Score::DRAW }));
    }
}

#[test]
fn one_thread_sends_the_same_reports_each_time() {
    let limits = SearchLimits::nodes(5_000);
    let game = Match::new(TakeTwo::default().start());
    let run = || {
        let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
        let (result, reports) = search(&mut alpha_beta, &game, limits);
        alpha_beta.new_game();
        assert_eq!(search(&mut alpha_beta, &game, limits).1, reports, "also after a new game");
        assert!(result.report.nodes <= 5_000, "{} nodes", result.report.nodes);
        reports
    };
    assert_eq!(run(), run());
}

#[test]
fn several_threads_find_the_brute_force_result() {
    let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
    alpha_beta.settings().threads = 4;
    let game = game("4,4,3 1 2");
    for _ in 0..20 {
        alpha_beta.new_game();
        let (result, _) = search(&mut alpha_beta, &game, SearchLimits::default());
        assert!(result.report.score.is_decisive());
        assert_eq!(result.report.score > Score::DRAW, brute_force(game.position()) > Score::DRAW);
    }
}

#[test]
fn a_search_stopped_at_once_returns_a_legal_turn() {
    let game = Match::new(TakeTwo::default().start());
    let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
    let mut reports = 0;
    let result =
        alpha_beta.search(&game, &SearchLimits::default(), &AtomicBool::new(true), &mut |_| reports += 1);
    assert!(turn::try_play(game.position(), &result.turn).unwrap().at_turn_start());
    assert_eq!(reports, 1, "a report precedes every result");
}

/// Also where a limit has stopped an iteration after some of the lines.
#[test]
fn a_report_of_several_lines_is_complete_and_sorted() {
    let game = game("7,8,9,9 1 2");
    for limits in (100..3_000).step_by(70).map(SearchLimits::nodes).chain([SearchLimits::depth(5)]) {
        let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
        alpha_beta.settings().lines = 3;
        let mut reports: Vec<SearchReport<_>> = Vec::new();
        let result = alpha_beta
            .search(&game, &limits, &AtomicBool::new(false), &mut |report| reports.push(report.clone()));
        assert_eq!(reports.len() % 3, 0, "{limits:?}");
        for lines in reports.chunks(3) {
            let rank = |report: &SearchReport<_>| (report.multipv, report.depth, report.nodes);
            let (_, depth, nodes) = rank(&lines[0]);
            assert_eq!(
                [1, 2, 3].map(|rank| (rank, depth, nodes))[..],
                lines.iter().map(rank).collect::<Vec<_>>()
            );
            assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score), "{lines:?}");
            let first = |report: &SearchReport<_>| report.principal_variation[0];
            assert!(lines.windows(2).all(|pair| first(&pair[0]) != first(&pair[1])), "{lines:?}");
        }
        let last = &reports[reports.len() - 3];
        assert_eq!(result.report, *last);
        assert_eq!(result.turn[..], last.principal_variation[..result.turn.len()], "the best line is played");
    }
}

#[test]
fn the_principal_variation_can_be_played() {
    let game = Match::new(TakeTwo::default().start());
    let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
    alpha_beta.search(&game, &SearchLimits::depth(9), &AtomicBool::new(false), &mut |report| {
        turn::try_play(game.position(), &report.principal_variation)
            .expect("every action of the line is legal");
    });
}
