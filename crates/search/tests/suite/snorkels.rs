//! Small Snorkels boards with known results.
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use abstract_game::{Match, Player, Verdict};
use games::snorkels_core::{Position, Snorkels};
use search::proof::{Proof, ProofResult, Prover};
use search::{AlphaBeta, Mcts, NoKnowledge, ScoreKind, SearchLimits, Searcher};

static NO_STOP: AtomicBool = AtomicBool::new(false);

/// The empty board without the pie rule.
fn board(size: u8) -> Position {
    let mut rules = Snorkels::default();
    rules.set_option("size", &size.to_string()).unwrap();
    rules.set_option("pie", "false").unwrap();
    rules.start()
}

/// The empty board and the board after each first placement.
fn openings(size: u8) -> Vec<Match<Position>> {
    let start = board(size);
    let after = start.actions().into_iter().map(|action| {
        let mut game = Match::new(start);
        game.try_play(action).unwrap();
        game
    });
    std::iter::once(Match::new(start)).chain(after).collect()
}

fn prove(prover: &mut Prover<Position, NoKnowledge>, game: &Match<Position>) -> Proof<Position> {
    prover.prove(game, &SearchLimits::default(), &NO_STOP, &mut |_| {})
}

#[test]
fn mcts_and_proof_search_agree_on_every_first_placement() {
    for (size, verdict, turns) in [(2, Verdict::Loss, 4), (3, Verdict::Win, 7)] {
        let start_time = Instant::now();
        let mut prover = Prover::new(Arc::new(NoKnowledge), 16);
        let mut mcts = Mcts::without_knowledge();
        let proof = prove(&mut prover, &Match::new(board(size)));
        assert_eq!((proof.verdict, proof.turns), (Some(verdict), turns));
        assert_eq!(proof.principal_variation.len() as u32, turns);
        let proved = start_time.elapsed();
        for game in openings(size) {
            let proof = prove(&mut prover, &game);
            let limits = SearchLimits::nodes(1_000_000);
            mcts.new_game();
            let result = mcts.search(&game, &limits, &NO_STOP, &mut |_| {});
            let found = match result.report.score.kind() {
                ScoreKind::Win(Some(turns)) => (Some(Verdict::Win), u32::from(turns)),
                ScoreKind::Loss(Some(turns)) => (Some(Verdict::Loss), u32::from(turns)),
                _ => panic!("not proved: {}", game.position()),
            };
            assert_eq!(found.0, proof.verdict, "{}", game.position());
            if found.0 == Some(Verdict::Win) {
                assert!(found.1 >= proof.turns);
            }
            println!(
                "{}: {:?} in {} turns, {} nodes, {} playouts",
                game.position(),
                found.0,
                proof.turns,
                proof.nodes,
                result.report.nodes
            );
        }
        println!("{size}x{size}: first proof {proved:?}, all {:?}", start_time.elapsed());
    }
}

#[test]
fn proof_search_proves_four_by_four() {
    let start_time = Instant::now();
    let mut prover = Prover::new(Arc::new(NoKnowledge), 256);
    let game = Match::new(board(4));
    let proof = prove(&mut prover, &game);
    println!("4x4: {} nodes in {:?}", proof.nodes, start_time.elapsed());
    assert!(proof.verdict == Some(Verdict::Loss) && proof.is_bound && proof.turns >= 14, "{proof:?}");
    let mut end = board(4);
    proof.principal_variation.iter().for_each(|&action| end.play(action));
    assert_eq!(end.end().and_then(|end| end.winner), Some(Player::P2), "{proof:?}");
    assert!(proof.principal_variation.len() as u32 <= proof.turns, "{proof:?}");
    // The distance is another question.
    let mut within =
        |attacker, turns| prover.forced_win(&game, attacker, turns, &SearchLimits::default(), &NO_STOP);
    assert_eq!(within(Player::P2, 13), ProofResult::Refuted { unbounded: false });
    assert_eq!(within(Player::P2, 14), ProofResult::Proved { turns: 14 });
    let refuted = within(Player::P1, 13);
    assert!(matches!(refuted, ProofResult::Refuted { .. }), "{refuted:?}");
    let proof = prove(&mut prover, &game);
    assert_eq!((proof.verdict, proof.turns), (Some(Verdict::Loss), 14));
    assert_eq!(proof.principal_variation.len(), 14);
}

#[test]
fn cpu_time_ends_a_search() {
    // Without the limit it would take years.
    let game = Match::new(Snorkels::default().start());
    let limits = SearchLimits::cpu_time(Duration::from_millis(30));
    let searches: [Box<dyn Searcher<_>>; 2] =
        [Box::new(AlphaBeta::new(Arc::new(NoKnowledge))), Box::new(Mcts::without_knowledge())];
    for mut search in searches {
        let result = search.search(&game, &limits, &AtomicBool::new(false), &mut |_| ());
        assert!(!result.report.score.is_decisive() && result.report.nodes > 0);
    }
}
