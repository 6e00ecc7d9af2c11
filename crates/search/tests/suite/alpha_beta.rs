//! Alpha-beta compared with minimax, on a game whose players may act twice in a row.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::reference::brute_force::brute_force;
use abstract_game::sample::{Heaps, TakeTwo};
use abstract_game::{Match, Position, Rules, Turn, turn};
use search::{AlphaBeta, NoKnowledge, Score, SearchLimits, SearchReport, SearchResult, Searcher};

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

#[test]
fn one_thread_sends_the_same_reports_each_time() {
    let limits = SearchLimits { nodes: Some(5_000), ..SearchLimits::default() };
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
    alpha_beta.set_threads(4);
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

#[test]
fn multipv_lines_differ_and_are_sorted() {
    let game = game("3,4,2 1 2");
    let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
    alpha_beta.set_multipv(3);
    let mut latest: Vec<Option<SearchReport<_>>> = vec![None; 4];
    let limits = SearchLimits { depth: Some(6), ..SearchLimits::default() };
    alpha_beta.search(&game, &limits, &AtomicBool::new(false), &mut |report| {
        latest[report.multipv] = Some(report.clone());
    });
    let lines: Vec<_> = latest.into_iter().flatten().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
    assert!(lines.windows(2).all(|pair| pair[0].principal_variation[0] != pair[1].principal_variation[0]));
}

#[test]
fn the_principal_variation_can_be_played() {
    let game = Match::new(TakeTwo::default().start());
    let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
    alpha_beta.search(
        &game,
        &SearchLimits { depth: Some(9), ..SearchLimits::default() },
        &AtomicBool::new(false),
        &mut |report| {
            let line: Turn<_> = report.principal_variation.iter().copied().collect();
            turn::try_play(game.position(), &line).expect("every action of the line is legal");
        },
    );
}
