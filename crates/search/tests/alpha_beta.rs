//! Alpha-beta against brute force, on a game whose player may act twice in a row.

mod support;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::sample::{Heaps, TakeTwo};
use abstract_game::{Match, Position, Rules, Turn, turn};
use search::{AlphaBeta, NoKnowledge, Score, SearchLimits, SearchReport, SearchResult, Searcher};
use support::brute_force;

fn game(text: &str) -> Match<Heaps> {
    Match::new(TakeTwo::default().read_position(text).expect("a position of Take Two"))
}

fn search(
    search: &mut dyn Searcher<Heaps>,
    game: &Match<Heaps>,
    limits: SearchLimits,
) -> (SearchResult<Heaps>, Vec<String>) {
    let mut said = Vec::new();
    let answer = search.search(game, &limits, &AtomicBool::new(false), &mut |report: &SearchReport<_>| {
        said.push(format!(
            "{} {} {} {:?}",
            report.depth, report.score, report.nodes, report.principal_variation
        ));
    });
    (answer, said)
}

#[test]
fn finds_the_brute_force_result_and_distance() {
    let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
    for heaps in ["1,0,0", "3,0,0", "4,0,0", "2,3,0", "4,4,0", "1,2,3", "3,4,2", "6,2,1", "4,4,3"] {
        for (player, takes_left) in [(1, 2), (1, 1), (2, 2), (2, 1)] {
            let game = game(&format!("{heaps} {player} {takes_left}"));
            let (answer, _) = search(&mut alpha_beta, &game, SearchLimits::default());
            assert_eq!(answer.report.score, brute_force(game.position()), "{}", game.position());
            let after = turn::try_play(game.position(), &answer.turn).expect("the turn is legal");
            assert!(after.at_turn_start(), "the turn is whole");
        }
    }
}

#[test]
fn one_thread_says_the_same_each_time() {
    let limits = SearchLimits { nodes: Some(5_000), ..SearchLimits::default() };
    let game = Match::new(TakeTwo::default().start());
    let run = || {
        let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
        let (answer, said) = search(&mut alpha_beta, &game, limits);
        alpha_beta.new_game();
        assert_eq!(search(&mut alpha_beta, &game, limits).1, said, "also after a new game");
        assert!(answer.report.nodes <= 5_000, "{} nodes", answer.report.nodes);
        said
    };
    assert_eq!(run(), run());
}

#[test]
fn several_threads_find_the_same_result() {
    let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
    alpha_beta.set_threads(4);
    let game = game("4,4,3 1 2");
    for _ in 0..20 {
        alpha_beta.new_game();
        let (answer, _) = search(&mut alpha_beta, &game, SearchLimits::default());
        assert!(answer.report.score.is_decisive());
        assert_eq!(answer.report.score > Score::DRAW, brute_force(game.position()) > Score::DRAW);
    }
}

#[test]
fn stopped_at_once_it_still_plays_a_legal_turn() {
    let game = Match::new(TakeTwo::default().start());
    let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
    let mut reports = 0;
    let answer =
        alpha_beta.search(&game, &SearchLimits::default(), &AtomicBool::new(true), &mut |_| reports += 1);
    assert!(turn::try_play(game.position(), &answer.turn).unwrap().at_turn_start());
    assert_eq!(reports, 1, "a report comes before every answer");
}

#[test]
fn several_lines_are_different_and_in_order() {
    let game = game("3,4,2 1 2");
    let mut alpha_beta = AlphaBeta::new(Arc::new(NoKnowledge));
    alpha_beta.set_multipv(3);
    let mut latest: Vec<Option<SearchReport<_>>> = vec![None; 4];
    let limits = SearchLimits { depth: Some(6), ..SearchLimits::default() };
    alpha_beta.search(&game, &limits, &AtomicBool::new(false), &mut |report| {
        latest[report.line] = Some(report.clone());
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
