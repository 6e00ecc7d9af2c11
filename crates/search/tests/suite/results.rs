//! A reported win or loss is true, and the turn keeps it, with every history of the match and at every node limit.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::conformance::sized;
use abstract_game::random::SplitMix64;
use abstract_game::{Match, Player, Position, Reason, Turn, Verdict, turn};
use search::proof::Prover;
use search::{AlphaBeta, Knowledge, Mcts, NoKnowledge, Score, ScoreKind, SearchLimits, Searcher};

use crate::proof::{random_match, random_symbol_position};
use crate::reference::evaluation::{Evaluation, pessimistic};
use crate::reference::graph::Graph;
use crate::reference::play_turn;
use crate::reference::ring::Ring;

static NO_STOP: AtomicBool = AtomicBool::new(false);

fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits::nodes(nodes)
}

/// A match of up to `most` turns that often returns to earlier states, and stops where a state stands for the second time or
/// can be reached for the third time.
fn returning_match<P: Position>(start: P, most: usize, random: &mut SplitMix64) -> Match<P> {
    let mut game = Match::new(start);
    for number in 0..most {
        let turns = turn::list(game.position(), 1_000);
        let mut after = Vec::new();
        for turn in turns {
            let mut next = game.clone();
            play_turn(&mut next, &turn);
            after.push(next);
        }
        let can_end =
            after.iter().any(|next| next.result().is_some_and(|end| end.reason == Reason::REPETITION));
        if number > 2 && (can_end || game.occurrences() > 1) && random.below(3) == 0 {
            break;
        }
        after.retain(|next| next.result().is_none());
        let returns: Vec<_> = after.iter().filter(|next| next.occurrences() > 1).collect();
        let chosen = if random.below(4) > 0 { random.choose(&returns).copied() } else { None };
        let Some(next) = chosen.or_else(|| random.choose(&after)) else { break };
        game = next.clone();
    }
    game
}

/// The exact result of an unfinished match for the player to act; `None` if it has too many positions.
fn exact<P: Position>(game: &Match<P>) -> Option<Verdict> {
    Some(Graph::new(game, 5_000)?.verdict())
}

fn claimed(score: Score) -> Option<Verdict> {
    match score.kind() {
        ScoreKind::Win(_) => Some(Verdict::Win),
        ScoreKind::Loss(_) => Some(Verdict::Loss),
        ScoreKind::Centipawns(_) => None,
    }
}

/// Asserts that a verdict is the exact one, and that the turn keeps it. Returns whether there is a verdict.
fn check<P: Position>(
    game: &Match<P>,
    expected: Verdict,
    found: Option<Verdict>,
    turn: &Turn<P::Action>,
    by: &str,
) -> bool {
    let mut after = game.clone();
    play_turn(&mut after, turn);
    let Some(found) = found else { return false };
    let root = || format!("{by}: {} after {:?}", game.position(), game.turn_starts());
    assert_eq!(found, expected, "{}", root());
    let kept = match after.result() {
        Some(end) => end.verdict(game.player_to_act()),
        None => exact(&after).expect("a part of the positions of the match").reversed(),
    };
    assert_eq!(kept, expected, "{turn:?} does not keep the result. {}", root());
    true
}

/// Asks every search about a match. Returns the number of verdicts.
fn check_searches<P: Position, K: Knowledge<P>>(
    game: &Match<P>,
    prover: &mut Prover<P, K>,
    searches: &mut [(&str, Box<dyn Searcher<P>>)],
    limit: u64,
) -> u32 {
    let Some(expected) = exact(game) else { return 0 };
    let proof = prover.prove(game, &nodes(limit), &NO_STOP, &mut |_| {});
    let mut verdicts = u32::from(check(game, expected, proof.verdict, &proof.turn, "prove"));
    let proof = prover.mate(game, 9, &nodes(limit), &NO_STOP, &mut |_| {});
    verdicts += u32::from(check(game, expected, proof.verdict, &proof.turn, "mate"));
    for (name, search) in searches {
        let result = search.search(game, &nodes(limit), &NO_STOP, &mut |_| {});
        let found = claimed(result.report.score);
        verdicts += u32::from(check(game, expected, found, &result.turn, &format!("{name} {limit}")));
    }
    verdicts
}

/// Searches that keep what they have learned from one match to the next.
fn searches<P: Position>() -> Vec<(&'static str, Box<dyn Searcher<P>>)> {
    vec![
        ("alpha-beta", Box::new(AlphaBeta::new(Arc::new(NoKnowledge)))),
        ("alpha-beta, pessimistic", Box::new(AlphaBeta::new(Arc::new(Evaluation(pessimistic::<P>))))),
        ("mcts", Box::new(Mcts::without_knowledge())),
    ]
}

#[test]
fn answers_keep_the_result_with_every_history() {
    let mut random = SplitMix64::new(11);
    let mut verdicts = 0;
    let mut last_chances = 0;
    for favoured in [None, Some(Player::P1), Some(Player::P2)] {
        let (mut prover, mut searches) = (Prover::new(Arc::new(NoKnowledge), 4), searches());
        for _ in 0..sized(50, 400) {
            let all = Ring::all([6, 8][random.below(2)], None);
            let start = Ring { favoured, ..random.choose(&all).expect("a position").clone() };
            let game = returning_match(start.clone(), 40, &mut random);
            last_chances += u32::from(game.occurrences() > 1);
            // The last turns of the match one by one, as a front-end sends them: the searches keep their tables.
            let first = game.turns().len().saturating_sub(6);
            for end in first..=game.turns().len() {
                let mut game_then = Match::new(start.clone());
                game.turns()[..end].iter().for_each(|turn| play_turn(&mut game_then, turn));
                verdicts += check_searches(&game_then, &mut prover, &mut searches, 3_000);
            }
        }
    }
    for _ in 0..sized(60, 300) {
        let position = random_symbol_position(&mut random);
        if position.end().is_none() {
            let game = returning_match(position, 20, &mut random);
            last_chances += u32::from(game.occurrences() > 1);
            let mut prover = Prover::new(Arc::new(NoKnowledge), 4);
            verdicts += check_searches(&game, &mut prover, &mut searches(), 3_000);
        }
    }
    println!("{verdicts} verdicts, {last_chances} matches whose state occurred before");
    assert!(verdicts > 300 && last_chances > 50, "{verdicts} {last_chances}");
}

/// Asks the searches of [`searches`], each from its start, with node limits from 1 to 2,000.
fn check_limits<P: Position>(game: &Match<P>, random: &mut SplitMix64) -> u32 {
    let Some(expected) = exact(game) else { return 0 };
    let mut verdicts = 0;
    let mut limit = 0;
    // Every small limit in the long size, and some of the others.
    while limit < 2_000 {
        limit += 1 + random.below(1 + limit as usize / sized(10, 100)) as u64;
        for (name, mut search) in searches::<P>() {
            search.set_hash(1).expect("the memory is available");
            let result = search.search(game, &nodes(limit), &NO_STOP, &mut |report| {
                if report.nodes < limit
                    && let Some(found) = claimed(report.score)
                {
                    assert_eq!(found, expected, "{name} {limit}: {} {report:?}", game.position());
                }
            });
            let found = claimed(result.report.score);
            verdicts += u32::from(check(game, expected, found, &result.turn, &format!("{name} {limit}")));
        }
    }
    verdicts
}

#[test]
fn results_are_true_at_every_node_limit() {
    let mut random = SplitMix64::new(12);
    let mut verdicts = 0;
    for _ in 0..sized(8, 20) {
        let all = Ring::all([6, 8][random.below(2)], None);
        let start = random.choose(&all).expect("a position").clone();
        verdicts += check_limits(&random_match(start, 40, &mut random), &mut random);
        let position = random_symbol_position(&mut random);
        if position.end().is_none() {
            verdicts += check_limits(&random_match(position, 12, &mut random), &mut random);
        }
    }
    println!("{verdicts} verdicts");
    assert!(verdicts > 300, "{verdicts}");
}
