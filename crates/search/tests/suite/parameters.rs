//! Every parameter changes something: each is moved to the ends of its range in turn.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use abstract_game::Match;
use abstract_game::sample::{Heaps, TakeTwo};
use abstract_game::{Player, Rules};
use search::alpha_beta::AlphaBetaParameters;
use search::mcts::MctsParameters;
use search::proof::{ProofParameters, Prover};
use search::{
    AlphaBeta, Mcts, Parameters, RootSolver, SearchLimits, Searcher, SolvedParameters, SolvedSearch,
    SolverProgress, TableParameters,
};

use crate::node_counts::{Hashed, heaps, nodes};
use crate::reference::ring::{Ring, Step};

static NO_STOP: AtomicBool = AtomicBool::new(false);

/// Of each parameter but those of `others`, the least or the greatest value changes the result.
fn each_changes<P: Parameters + Copy, R: PartialEq + Debug>(
    parameters: P,
    others: &[&str],
    result: impl Fn(P) -> R,
) {
    let expected = result(parameters);
    for index in 0.. {
        let moved = |to_max: bool| {
            let mut moved = parameters;
            let mut list = moved.list();
            if index >= list.len() {
                return None;
            }
            let one = &mut list[index];
            one.set(if to_max { one.max } else { one.min });
            let name = one.name.clone();
            drop(list);
            Some((name, moved))
        };
        let Some(((name, least), (_, greatest))) = moved(false).zip(moved(true)) else { return };
        assert!(
            others.contains(&name.as_str()) || result(least) != expected || result(greatest) != expected,
            "{name}"
        );
    }
}

/// The scores and nodes of the reports of searches, one after another.
fn reports<P: abstract_game::Position>(
    mut search: impl Searcher<P>,
    games: &[Match<P>],
    limits: &SearchLimits,
) -> Vec<String> {
    let mut reports = Vec::new();
    for game in games {
        search.search(game, limits, &NO_STOP, &mut |report| {
            reports.push(format!("{} {} {:?}", report.score, report.nodes, report.visits));
        });
    }
    reports
}

#[test]
fn of_alpha_beta() {
    let parameters = AlphaBetaParameters {
        aspiration_window: 10,
        late_moves: 5,
        late_pv_moves: 8,
        late_widening: 20,
        late_gap: 20,
        reverse_futility_margin: 60,
        futility_margin: 80,
        quiescence: 2,
        ..AlphaBetaParameters::DEFAULT
    };
    let limits = SearchLimits::depth(7);
    each_changes(parameters, &[], |parameters| {
        let knowledge = Hashed { noisy: true, unsettled: true, ..Hashed::PLAIN };
        let search = AlphaBeta::new(Arc::new(knowledge)).with_parameters(parameters);
        reports(search, &[heaps("7,8,9,9 1 2")], &limits)
    });
}

#[test]
fn of_the_transposition_table() {
    each_changes(TableParameters::DEFAULT, &[], |parameters| {
        let mut search = AlphaBeta::new(Arc::new(Hashed::PLAIN)).with_table_parameters(parameters);
        search.set_hash(1).unwrap();
        let games = ["9,9,9,9,9,9 1 2", "9,9,9,9,8,9 2 2", "9,9,9,9,8,8 1 2"].map(heaps);
        reports(search, &games, &nodes(150_000))
    });
}

/// `virtual-loss` and `time-before-early-end` have tests of their own, because they need threads or a clock.
#[test]
fn of_mcts() {
    each_changes(MctsParameters::DEFAULT, &["virtual-loss", "time-before-early-end"], |parameters| {
        let mut full = Mcts::new(Arc::new(Hashed::PLAIN)).with_parameters(parameters);
        full.set_hash(1).unwrap();
        let mut found = reports(full, &[heaps("9,9,9,9,9,9,9,9 1 2")], &nodes(20_000));
        let whole = Hashed { playout_length: u32::MAX, ..Hashed::PLAIN };
        let whole = Mcts::new(Arc::new(whole)).with_parameters(parameters);
        found.extend(reports(whole, &[heaps("7,8,9 2 2")], &nodes(1_000)));
        // One action is legal, and time is limited.
        let mut limits = SearchLimits::time(Duration::from_secs(3_600));
        limits.nodes = Some(1_000);
        let forced = Ring { player: Player::P2, first: Some(Step::Forward), ..Ring::wide() };
        let search = Mcts::new(Arc::new(Hashed::PLAIN)).with_parameters(parameters);
        found.extend(reports(search, &[Match::new(forced)], &limits));
        found
    });
}

/// A solver that finds nothing, and notes how often it is asked.
struct Silent;

impl RootSolver<Heaps> for Silent {
    fn new_game(&mut self) {}

    fn set_hash(&mut self, _: usize) {}

    fn accepts(&self, _: &Heaps) -> bool {
        true
    }

    fn solve(&mut self, _: &Heaps, nodes: u64, _: usize) -> SolverProgress {
        SolverProgress { nodes, verdict: None, least_number: 20 }
    }

    fn winning_action(&mut self, _: &Heaps) -> Option<<Heaps as abstract_game::Position>::Action> {
        None
    }

    fn is_known_win(&self, _: &Heaps) -> bool {
        false
    }
}

#[test]
fn of_proof_search() {
    let limits = nodes(200_000);
    each_changes(ProofParameters::DEFAULT, &[], |parameters| {
        let plain = Arc::new(Hashed::PLAIN);
        let mut found = Vec::new();
        let mut prover = Prover::new(Arc::clone(&plain), 1).with_parameters(parameters);
        // The second position overwrites most of what was found of the first.
        for text in ["6,5,5 1 2", "9,9,9,9 1 2", "6,5,5 1 2"] {
            let proof = prover.prove(&heaps(text), &limits, &NO_STOP, &mut |_| ());
            found.push((proof.verdict, proof.turns, proof.nodes, proof.principal_variation.len()));
        }
        let mut prover =
            Prover::new(plain, 1).with_parameters(parameters).with_solver(Some(Box::new(Silent)));
        let proof = prover.mate(&heaps("9,9,9 1 2"), 9, &limits, &NO_STOP, &mut |_| ());
        found.push((proof.verdict, proof.turns, proof.nodes, proof.principal_variation.len()));
        found
    });
}

/// With one thread: a turn of one action, so that there is something to verify.
#[test]
fn of_a_search_with_a_solver() {
    each_changes(SolvedParameters::DEFAULT, &[], |parameters| {
        let search = AlphaBeta::new(Arc::new(Hashed::PLAIN));
        let both = SolvedSearch::new(Box::new(search), Box::new(Silent)).with_parameters(parameters);
        let game = Match::new(TakeTwo::default().read_position("9,9,9 1 1").unwrap());
        reports(both, &[game], &nodes(2_000))
    });
}
