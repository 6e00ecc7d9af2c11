//! Proof search compared with the reference solver.
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::reference::graph::Graph;
use crate::reference::play_turn;
use crate::reference::ring::Ring;
use crate::reference::solver::Solver;
use abstract_game::random::SplitMix64;
use abstract_game::sample::{Heaps, TakeTwo};
use abstract_game::{Match, Player, Position, Rules, Verdict};
use games::snorkels_core::Snorkels;
use search::proof::{Proof, ProofProgress, ProofResult, Prover};
use search::{NoKnowledge, RootSolver, Score, SearchLimits, SolverProgress};

static NO_STOP: AtomicBool = AtomicBool::new(false);

fn prover<P: Position>() -> Prover<P, NoKnowledge> {
    Prover::new(Arc::new(NoKnowledge), 4)
}

fn prove<P: Position>(
    prover: &mut Prover<P, NoKnowledge>,
    game: &Match<P>,
    limits: &SearchLimits,
) -> Proof<P> {
    let proof = prover.prove(game, limits, &NO_STOP, &mut |_| {});
    play_turn(&mut game.clone(), &proof.turn);
    assert!(proof.principal_variation.starts_with(&proof.turn));
    proof
}

/// The verdict for the player to act, from an empty table. Asserts that it is reversed for the opponent.
fn verdict<P: Position>(game: &Match<P>, limits: &SearchLimits) -> Option<Verdict> {
    let ask = |player| prover().verdict(game, player, limits, &AtomicBool::new(false));
    let found = ask(game.player_to_act());
    assert_eq!(ask(game.player_to_act().opponent()), found.map(Verdict::reversed));
    found
}

fn take_two(text: &str) -> Match<Heaps> {
    Match::new(TakeTwo::default().read_position(text).unwrap())
}

/// Asserts that the line ends the game in exactly the number of turns of the proof.
fn check_line<P: Position>(game: &Match<P>, proof: &Proof<P>) {
    let mut position = game.position().clone();
    let mut turns = 0;
    for &action in &proof.principal_variation {
        position.play(action);
        turns += u32::from(position.at_turn_start());
    }
    let winner = position.end().expect("the line leads to the end").winner.unwrap();
    assert_eq!(winner == game.player_to_act(), proof.verdict == Some(Verdict::Win));
    assert_eq!(turns, proof.turns, "{} {proof:?}", game.position());
}

#[test]
fn proof_search_finds_every_result_and_its_shortest_distance() {
    let mut solver = Solver::new();
    let mut prover = prover();
    for (a, b, c) in (0..6).flat_map(|a| (0..5).flat_map(move |b| (0..3).map(move |c| (a, b, c)))) {
        for (takes, player) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
            if a + b + c == 0 {
                continue;
            }
            let game = take_two(&format!("{a},{b},{c} {player} {takes}"));
            let expected = solver.value(game.position());
            assert_eq!(expected, solver.result_within(game.position(), 20));
            let proof = prove(&mut prover, &game, &SearchLimits::default());
            assert_eq!((proof.verdict, proof.turns), (Some(expected.0), expected.1), "{}", game.position());
            assert_eq!(verdict(&game, &SearchLimits::default()), proof.verdict, "{}", game.position());
            check_line(&game, &proof);
        }
    }
}

#[test]
fn proof_search_proves_draws() {
    let mut solver = Solver::new();
    for turns in [1, 2, 3, 4, 7] {
        let mut prover = prover();
        for position in Ring::all(7, Some(turns)) {
            let game = Match::new(position.clone());
            let expected = solver.value(&position);
            let proof = prove(&mut prover, &game, &SearchLimits::default());
            assert_eq!(proof.verdict, Some(expected.0), "{position} {proof:?}");
            assert_eq!(verdict(&game, &SearchLimits::default()), proof.verdict, "{position}");
            if expected.0 == Verdict::Draw {
                assert_eq!(proof.turns, Proof::<Ring>::UNBOUNDED);
                assert_eq!(proof.score(), Some(Score::DRAW));
                // The turn keeps the draw.
                let mut after = position.clone();
                proof.turn.iter().for_each(|&action| after.play(action));
                assert!(
                    after.end().is_some_and(|end| end.winner.is_none())
                        || solver.value(&after).0 == Verdict::Draw
                );
            } else {
                assert_eq!(proof.turns, expected.1, "{position} {proof:?}");
                check_line(&game, &proof);
            }
        }
    }
}

#[test]
fn proof_search_in_games_with_cycles() {
    let mut solver = Solver::new();
    let mut prover = prover();
    let mut known = 0;
    for position in [7, 8, 9, 10].into_iter().flat_map(|size| Ring::all(size, None)) {
        let expected = solver.result_within(&position, 30);
        let proof = prove(&mut prover, &Match::new(position.clone()), &SearchLimits::nodes(10_000));
        match proof.verdict {
            Some(verdict) => {
                known += 1;
                assert_eq!(verdict, expected.0, "{position} {proof:?}");
                if verdict != Verdict::Draw {
                    assert_eq!(proof.turns, expected.1);
                }
            }
            None => assert_eq!(expected.0, Verdict::Draw, "{position} {proof:?}"),
        }
    }
    assert!(known > 400, "{known}");
}

/// A match with up to `most` random actions, none of which ends it.
pub(crate) fn random_match<P: Position>(start: P, most: usize, random: &mut SplitMix64) -> Match<P> {
    let mut game = Match::new(start);
    for _ in 0..random.below(most) {
        let actions = game.position().actions();
        let &action = random.choose(&actions).unwrap();
        let mut after = game.clone();
        after.try_play(action).unwrap();
        if after.result().is_none() {
            game = after;
        }
    }
    game
}

/// Asserts, of a match with few positions, that the verdict within `nodes` nodes is exact and that the bound of the proof holds.
/// Counts wins, draws, losses and undecided matches.
fn check_verdict<P: Position>(game: &Match<P>, nodes: u64, counts: &mut [u32; 4]) {
    let Some(graph) = Graph::new(game, 5_000) else { return };
    let limits = SearchLimits::nodes(nodes);
    let found = verdict(game, &limits);
    if let Some(found) = found {
        assert_eq!(found, graph.verdict(), "{game:?}");
    }
    counts[found.map_or(3, |verdict| verdict as usize)] += 1;
    let proof = prove(&mut prover(), game, &limits);
    if let Some(verdict @ (Verdict::Win | Verdict::Loss)) = proof.verdict {
        let actor = game.player_to_act();
        let winner = if verdict == Verdict::Win { actor } else { actor.opponent() };
        let won = prover().forced_win(game, winner, proof.turns, &limits, &NO_STOP);
        assert!(matches!(won, ProofResult::Proved { .. } | ProofResult::Unknown), "{game:?} {proof:?}");
    }
    assert!(proof.verdict.is_none_or(|verdict| verdict == graph.verdict()), "{game:?}");
}

#[test]
fn verdicts_in_games_with_cycles_are_exact() {
    let mut counts = [0; 4];
    for position in [7, 8, 9, 10].into_iter().flat_map(|size| Ring::all(size, None)) {
        check_verdict(&Match::new(position), 100_000, &mut counts);
    }
    let mut random = SplitMix64::new(6);
    for _ in 0..500 {
        let all = Ring::all([6, 8][random.below(2)], None);
        let start = random.choose(&all).unwrap().clone();
        check_verdict(&random_match(start, 200, &mut random), 100_000, &mut counts);
    }
    assert!(counts[..3].iter().all(|&count| count > 200) && counts[3] == 0, "{counts:?}");
}

#[test]
fn a_win_by_repetition_is_never_refuted() {
    let mut solver = Solver::new();
    let mut counts = [0; 4];
    for favoured in Player::BOTH {
        for position in [7, 8].into_iter().flat_map(|size| Ring::all(size, None)) {
            let position = Ring { favoured: Some(favoured), ..position };
            if position.at_turn_start() {
                let limits = SearchLimits::nodes(20_000);
                let found = verdict(&Match::new(position.clone()), &limits);
                let (expected, _) = solver.result_within(&position, 30);
                assert_eq!(found, (expected != Verdict::Draw).then_some(expected), "{position}");
                counts[found.map_or(3, |verdict| verdict as usize)] += 1;
            }
        }
    }
    assert!(counts[0] > 20 && counts[1] == 0 && counts[2] > 50 && counts[3] > 20, "{counts:?}");
}

/// A king, and one or both of `L` and `W`, of each player, without reserves.
pub(crate) fn random_symbol_position(random: &mut SplitMix64) -> games::symbol_core::Position {
    let mut board = [[None; 7]; 7];
    for (kinds, land) in [(b"KLW", [0, 1]), (b"klw", [5, 6])] {
        let first = 1 + random.below(2);
        for kind in [0, first, 3 - first].into_iter().take(2 + random.below(2)) {
            let ranks = if kind == 2 { &[2, 3, 4][..] } else { &land[..] };
            let mut free = ranks.iter().flat_map(|&rank| (0..7).map(move |file| (rank, file)));
            let cells: Vec<(usize, usize)> =
                free.by_ref().filter(|&(rank, file)| board[rank][file].is_none()).collect();
            let &(rank, file) = random.choose(&cells).unwrap();
            board[rank][file] = Some(char::from(kinds[kind]));
        }
    }
    let cell = |cell: &Option<char>| cell.map_or("x".to_owned(), String::from);
    let ranks: Vec<String> =
        board.iter().rev().map(|rank| rank.iter().map(cell).collect::<Vec<_>>().join(",")).collect();
    let text = format!("{} {} -/- - -", ranks.join("/"), 1 + random.below(2));
    games::symbol_core::Symbol::default()
        .read_position(&text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn verdicts_of_small_positions_of_symbol_are_exact() {
    let mut random = SplitMix64::new(7);
    let mut counts = [0; 4];
    for _ in 0..1_000 {
        let position = random_symbol_position(&mut random);
        if position.end().is_none() {
            check_verdict(&random_match(position, 12, &mut random), 5_000, &mut counts);
        }
    }
    // Draws by repetition are too many positions to refute.
    assert!(counts[0] > 10 && counts[2] > 20, "{counts:?}");
}

/// Whether `attacker` can force a win of the match within `turns` turns, with its repetition rules.
fn wins_match(game: &Match<Ring>, attacker: Player, turns: u32) -> bool {
    if let Some(end) = game.result() {
        return end.winner == Some(attacker);
    }
    if turns == 0 {
        return false;
    }
    let attacks = game.player_to_act() == attacker;
    let mut results = game.position().actions().into_iter().map(|action| {
        let mut after = game.clone();
        after.try_play(action).unwrap();
        wins_match(&after, attacker, turns - u32::from(after.position().at_turn_start()))
    });
    if attacks { results.any(|won| won) } else { results.all(|won| won) }
}

#[test]
fn proof_search_respects_the_history_of_the_match() {
    let mut random = SplitMix64::new(5);
    let mut solver = Solver::new();
    let mut prover = prover();
    let (mut changed, mut won) = (0, 0);
    for _ in 0..1_500 {
        // On a small ring random play repeats states often.
        let size = [6, 8][random.below(2)];
        let all = Ring::all(size, None);
        let start = random.choose(&all).unwrap().clone();
        let game = random_match(start, 200, &mut random);
        for attacker in Player::BOTH {
            for turns in 1..=4 {
                let expected = wins_match(&game, attacker, turns);
                let result = prover.forced_win(&game, attacker, turns, &SearchLimits::default(), &NO_STOP);
                assert_eq!(
                    matches!(result, ProofResult::Proved { .. }),
                    expected,
                    "{game:?} {attacker} {turns}"
                );
                changed += u32::from(expected != solver.wins(game.position(), attacker, turns));
                won += u32::from(expected);
            }
        }
    }
    assert!(changed > 5 && won > 100, "{changed} {won}");
}

#[test]
fn mate_does_not_search_beyond_its_turns() {
    let mut solver = Solver::new();
    let game = (1..=9)
        .flat_map(|a| (1..=9).map(move |b| take_two(&format!("{a},{b},9 1 2"))))
        .find(|game| matches!(solver.value(game.position()), (Verdict::Win, 5..)))
        .unwrap();
    let (_, turns) = solver.value(game.position());
    let mut prover = prover();
    let proof = prover.mate(&game, turns - 1, &SearchLimits::default(), &NO_STOP, &mut |_| {});
    assert_eq!((proof.verdict, proof.turns), (None, turns - 1));
    let mut seen = 0;
    let proof = prover.mate(&game, turns, &SearchLimits::default(), &NO_STOP, &mut |progress| {
        assert_eq!(progress.attacker, Player::P1);
        seen = progress.turns;
    });
    assert_eq!((proof.verdict, proof.turns), (Some(Verdict::Win), turns));
    assert_eq!(seen, turns - 1);
    let p2 = |prover: &mut Prover<_, _>, turns| {
        prover.forced_win(&game, Player::P2, turns, &SearchLimits::default(), &NO_STOP)
    };
    assert_eq!(p2(&mut prover, 3), ProofResult::Refuted { unbounded: false });
    assert_eq!(p2(&mut prover, 100), ProofResult::Refuted { unbounded: true });
}

#[test]
fn a_verdict_beyond_the_node_limit_is_unknown() {
    let limits = SearchLimits::nodes(5);
    assert_eq!(verdict(&take_two("5,4,3 1 2"), &limits), None);
}

#[test]
fn proof_search_stops_and_is_reproducible() {
    let game = take_two("9,9,9,9,9 1 2");
    let limits = SearchLimits::nodes(3_000);
    let mut prover = prover();
    let first = prove(&mut prover, &game, &limits);
    assert_eq!(first.verdict, None);
    assert_eq!(first.nodes, 3_000);
    prover.clear();
    let second = prove(&mut prover, &game, &limits);
    assert_eq!((second.turns, second.turn, second.nodes), (first.turns, first.turn, first.nodes));
    let proof = prover.prove(&game, &SearchLimits::default(), &AtomicBool::new(true), &mut |_| {});
    assert_eq!(proof.verdict, None);
    play_turn(&mut game.clone(), &proof.turn);
}

#[test]
fn a_small_table_gives_the_same_result() {
    let game = take_two("9,9,8,7 1 2");
    let mut small = Prover::new(Arc::new(NoKnowledge), 1);
    let mut large = Prover::new(Arc::new(NoKnowledge), 256);
    let limits = SearchLimits::nodes(3_000_000);
    let (small, large) = (prove(&mut small, &game, &limits), prove(&mut large, &game, &limits));
    assert!(large.verdict.is_some());
    if small.verdict.is_some() {
        assert_eq!(small.verdict, large.verdict);
        assert!(small.is_bound || large.is_bound || small.turns == large.turns);
    }
}

/// Solves a position with its third call, if at all.
struct ThirdCall<P: Position> {
    accepts: bool,
    result: Option<Verdict>,
    calls: u32,
    winning: fn(&P) -> Option<P::Action>,
}

impl<P: Position> RootSolver<P> for ThirdCall<P> {
    fn new_game(&mut self) {}

    fn set_hash(&mut self, _: usize) {}

    fn accepts(&self, _: &P) -> bool {
        self.accepts
    }

    fn solve(&mut self, _: &P, nodes: u64, _: usize) -> SolverProgress {
        self.calls += 1;
        SolverProgress { nodes, verdict: self.result.filter(|_| self.calls == 3), least_number: 1 }
    }

    fn winning_action(&mut self, position: &P) -> Option<P::Action> {
        (self.winning)(position)
    }

    fn is_known_win(&self, _: &P) -> bool {
        false
    }
}

type Board = games::snorkels_core::Position;

fn last_action(position: &Board) -> Option<<Board as Position>::Action> {
    position.actions().last().copied()
}

/// A board whose result is not found by 20,000 nodes, which a prover searches before it asks a solver.
#[test]
fn a_solver_is_asked_after_the_first_horizons() {
    let game = Match::new(Snorkels::new().with("size", 5).unwrap().with_pie(false).start());
    let run = |accepts, result, nodes, mate: Option<u32>| {
        let solver = ThirdCall { accepts, result, calls: 0, winning: last_action };
        let mut prover = Prover::new(Arc::new(NoKnowledge), 16).with_solver(Some(Box::new(solver)));
        let limits = SearchLimits::nodes(nodes);
        let mut progress = Vec::new();
        let mut add = |now: ProofProgress| progress.push((now.attacker, now.turns, now.nodes));
        let proof = match mate {
            Some(turns) => prover.mate(&game, turns, &limits, &NO_STOP, &mut add),
            None => prover.prove(&game, &limits, &NO_STOP, &mut add),
        };
        play_turn(&mut game.clone(), &proof.turn);
        (proof, progress)
    };
    let nodes = 100_000;
    let first = 20_000;
    let solved = first + 3 * 256;
    let unbounded = Proof::<Board>::UNBOUNDED;
    // Accepts, result, nodes, turns of a mate; verdict, turns, whether they are a bound, nodes.
    for (accepts, result, nodes, mate, expected) in [
        (true, Some(Verdict::Win), nodes, None, (Some(Verdict::Win), 25, true, solved)),
        (true, Some(Verdict::Loss), nodes, None, (Some(Verdict::Loss), 25, true, solved)),
        (true, Some(Verdict::Win), nodes, Some(25), (Some(Verdict::Win), 25, true, solved)),
        (true, Some(Verdict::Win), nodes, Some(24), (None, 7, false, nodes)),
        (true, Some(Verdict::Loss), nodes, Some(24), (None, unbounded, false, solved)),
        (true, None, 30_000, None, (None, 6, false, 30_000)),
        (true, Some(Verdict::Win), 10_000, None, (None, 5, false, 10_000)),
        (false, Some(Verdict::Win), 30_000, None, (None, 6, false, 30_000)),
    ] {
        let (proof, progress) = run(accepts, result, nodes, mate);
        let found = (proof.verdict, proof.turns, proof.is_bound, proof.nodes);
        let is_solved = proof.nodes == solved;
        assert_eq!(found, expected);
        if is_solved {
            // After each slice of 256 nodes but the last, for the player to act.
            let last = progress.last().expect("a report after each slice");
            assert_eq!(*last, (Player::P1, 6, first + 2 * 256));
        }
        if proof.verdict == Some(Verdict::Win) {
            assert_eq!(proof.principal_variation, [last_action(game.position()).unwrap()]);
        }
    }
}
