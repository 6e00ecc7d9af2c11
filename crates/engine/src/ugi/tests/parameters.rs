//! Each number that a build for tuning offers as an option changes something, and each engine has its own.

use std::cell::LazyCell;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use abstract_game::conformance::sized;
use abstract_game::{Match, Position as _, Rules as _};
use protocol::server::{JobResult, StopSignal};
use protocol::{JobRequest, Start};
use search::proof::Prover;
use search::{Parameters as _, RemainingTime, Score, SearchLimits, Searcher, SolvedSearch};

use crate::game_engine::{GameEngine, ParametersOf, PositionOf};
use crate::games::nika::NikaEngine;
use crate::games::snorkels::SnorkelsEngine;
use crate::games::symbol::SymbolEngine;
use crate::level::Level;
use crate::ugi::handler::{GameHandler, Handler, effective};
use crate::ugi::options::EngineOptions;

/// Numbers whose effect needs a clock, threads or a score that leaves two windows, in every game alike: the tests of
/// `search` see it.
const OF_ANY_GAME: [&str; 14] = [
    "AlphaBeta.aspiration-max-width",
    "Mcts.virtual-loss",
    "Mcts.forced-playouts",
    "Mcts.time-before-early-end",
    "Proof.bounds-work",
    "Proof.line-nodes",
    "Table.age",
    "Table.deeper",
    "Time.last-iteration",
    "Time.node-share",
    "Time.unstable",
    "Time.stable",
    "Time.stable-iterations",
    "Time.score-drop",
];

/// What shows the effect of parameters whose names begin with a prefix.
type Observation<G> = (&'static str, fn(&ParametersOf<G>) -> String);

/// The positions of the bench and of the suite of the game.
fn positions<G: GameEngine>() -> Vec<PositionOf<G>> {
    let path = format!("{}/tests/positions/{}.txt", env!("CARGO_MANIFEST_DIR"), G::Rules::NAME);
    let suite = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rows = suite.lines().filter(|line| !line.starts_with('#'));
    let suite = rows.filter_map(|line| line.split(" | ").next());
    let texts = G::BENCH.positions.iter().copied().chain(suite);
    texts.map(|text| G::Rules::default().read_position(text).expect("a position")).collect()
}

/// Evaluations, and what is not of a search.
fn at_a_glance<G: GameEngine>(parameters: &ParametersOf<G>) -> String {
    let knowledge = &parameters.knowledge;
    let mut evaluations = Vec::new();
    for position in positions::<G>() {
        let later = position.actions().into_iter().take(40).map(|action| position.after_unchecked(action));
        for position in later.filter(|position| position.end().is_none()).chain([position.clone()]) {
            evaluations.extend(G::terms(knowledge, &position).iter().map(|term| term.centipawns));
        }
    }
    let levels = (0..8).map(|step| Level::of(&parameters.play.level, 1_000 + 100 * step));
    let levels: Vec<_> = levels.collect();
    let wdl = [-200, 100].map(|score| G::wdl(parameters).per_mille(Score::centipawns(score)));
    let turns = G::turns_left(parameters, &G::Rules::default().start());
    let budgets = [None, Some(1), Some(2)].map(|turns_to_control| {
        let (left, increment) = (Duration::from_secs(100), Duration::from_secs(1));
        let clock = RemainingTime { left, increment, turns_to_control };
        let budget = clock.budget(turns, Duration::ZERO, &parameters.time);
        (budget, budget.claim_check(&parameters.time))
    });
    format!("{evaluations:?} {levels:?} {wdl:?} {turns} {budgets:?}")
}

/// The results of a search of positions.
fn results<G: GameEngine>(
    search: &mut dyn Searcher<PositionOf<G>>,
    positions: impl IntoIterator<Item = PositionOf<G>>,
    limits: &SearchLimits,
) -> String {
    search.set_hash(1).expect("the memory is available");
    let result = |position| {
        search.new_game();
        search.settings().seed = 1;
        let game = Match::new(position);
        let report = search.search(&game, limits, &AtomicBool::new(false), &mut |_| ()).report;
        let visits: Vec<u32> = report.visits.iter().map(|&(_, visits)| visits).collect();
        format!("{} {} {visits:?}\n", report.nodes, report.score)
    };
    positions.into_iter().map(result).collect()
}

fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits::nodes(nodes)
}

fn alpha_beta<G: GameEngine>(parameters: &ParametersOf<G>, depth: u32, every: usize) -> String {
    let limits = SearchLimits::depth(depth);
    results::<G>(&mut G::alpha_beta(parameters), positions::<G>().into_iter().step_by(every), &limits)
}

/// A deeper search of the positions of the bench.
fn deep_alpha_beta<G: GameEngine>(parameters: &ParametersOf<G>, more_plies: u32) -> String {
    let limits = SearchLimits::depth(G::BENCH.depth + more_plies);
    let positions = positions::<G>().into_iter().take(G::BENCH.positions.len());
    results::<G>(&mut G::alpha_beta(parameters), positions, &limits)
}

fn mcts<G: GameEngine>(parameters: &ParametersOf<G>) -> String {
    results::<G>(&mut G::mcts(parameters), positions::<G>(), &nodes(100))
}

fn proofs<G: GameEngine>(parameters: &ParametersOf<G>) -> String {
    // A solver is asked after `first-nodes`.
    let (turns, number) = if G::solver().is_some() { (9, 60_000) } else { (5, 5_000) };
    let prove = |position| {
        let game = Match::new(position);
        let prover = Prover::new(Arc::new(parameters.knowledge.clone()), 1);
        let mut prover = prover.with_parameters(parameters.proof).with_solver(G::solver());
        let stop = AtomicBool::new(false);
        let proof = prover.prove(&game, &nodes(2_000), &stop, &mut |_| ());
        let mate = prover.mate(&game, turns, &nodes(number), &stop, &mut |_| ());
        let found = [proof, mate].map(|found| (found.verdict, found.turns, found.nodes));
        format!("{found:?}\n")
    };
    positions::<G>().into_iter().take(G::BENCH.positions.len()).map(prove).collect()
}

fn solved<G: GameEngine>(parameters: &ParametersOf<G>) -> String {
    let Some(solver) = G::solver() else { return String::new() };
    let search = SolvedSearch::new(Box::new(G::alpha_beta(parameters)), solver);
    results::<G>(&mut search.with_parameters(parameters.solved), positions::<G>(), &nodes(2_000))
}

/// Exactly the numbers that the game does not list as without effect change something.
fn each_parameter_has_an_effect<G: GameEngine>() {
    // For each part of the list the fastest first; the numbers of the knowledge have no prefix.
    let observations: [Observation<G>; 12] = [
        ("", at_a_glance::<G>),
        ("", mcts::<G>),
        ("", |parameters| alpha_beta::<G>(parameters, G::BENCH.depth - 1, 3)),
        ("", |parameters| deep_alpha_beta::<G>(parameters, 3)),
        ("AlphaBeta", |parameters| alpha_beta::<G>(parameters, G::BENCH.depth - 1, 3)),
        ("AlphaBeta", |parameters| deep_alpha_beta::<G>(parameters, 3)),
        ("AlphaBeta", |parameters| alpha_beta::<G>(parameters, G::BENCH.depth + 2, 2)),
        ("AlphaBeta", |parameters| deep_alpha_beta::<G>(parameters, 8)),
        ("Mcts", mcts::<G>),
        ("Proof", proofs::<G>),
        ("Solved", solved::<G>),
        ("Time", at_a_glance::<G>),
    ];
    let defaults = observations.map(|(_, observe)| LazyCell::new(move || observe(&G::PARAMETERS)));
    let mut parameters = G::PARAMETERS;
    let list: Vec<_> =
        parameters.list().into_iter().map(|one| (one.name.clone(), one.get(), one.min, one.max)).collect();
    let effective: Vec<_> = effective::<G>(&mut parameters).map(|one| one.name.clone()).collect();
    let mut wrong = Vec::new();
    for (index, (name, value, min, max)) in list.iter().enumerate().step_by(sized(4, 1)) {
        assert!(min < max && (min..=max).contains(&value), "{name}");
        assert_eq!(list.iter().filter(|other| other.0 == *name).count(), 1, "{name}");
        if OF_ANY_GAME.contains(&name.as_str()) {
            continue;
        }
        let moved = [*min, *max, min + (max - min) / 20].map(|other| {
            let mut moved = G::PARAMETERS;
            moved.list()[index].set(other);
            moved
        });
        let part = name.split_once('.').map_or("", |(part, _)| part);
        let is_listed = !effective.contains(name);
        // The last two of alpha-beta take long. So "without effect" is shown by the searches before them.
        let number = if is_listed && part == "AlphaBeta" { 6 } else { observations.len() };
        let has_effect = observations[..number]
            .iter()
            .zip(&defaults)
            .filter(|((of, _), _)| *of == part)
            .any(|((_, observe), default)| moved.iter().any(|moved| observe(moved) != **default));
        if has_effect == is_listed {
            wrong.push(name);
        }
    }
    let unknown = |name: &&&str| list.iter().all(|one| one.0 != **name);
    assert_eq!(G::WITHOUT_EFFECT.iter().find(unknown), None, "there is no such parameter");
    assert!(wrong.is_empty(), "listed as without effect or not, but wrongly: {wrong:?}");
}

#[test]
fn each_parameter_of_snorkels_has_an_effect() {
    each_parameter_has_an_effect::<SnorkelsEngine>();
}

#[test]
fn each_parameter_of_symbol_has_an_effect() {
    each_parameter_has_an_effect::<SymbolEngine>();
}

#[test]
fn each_parameter_of_nika_has_an_effect() {
    each_parameter_has_an_effect::<NikaEngine>();
}

/// The last line of the bench without its time, and the evaluation.
fn behaviour(handler: &mut Handler<NikaEngine>) -> (String, String) {
    let job =
        handler.job(&JobRequest::Bench(vec!["3".to_owned()]), &EngineOptions::default()).expect("a bench");
    let result = job(&StopSignal::default(), &mut |_| ());
    let JobResult::Summary(summary) = result else { panic!("no summary: {result:?}") };
    let nodes = summary.split(' ').nth(1).expect("`nodes N time T nps R`").to_owned();
    (nodes, handler.print(protocol::Print::Eval).expect("an evaluation"))
}

#[test]
fn two_engines_have_their_own_parameters() {
    let [mut one, mut other] = [(); 2].map(|()| Handler::<NikaEngine>::new());
    for handler in [&mut one, &mut other] {
        handler
            .set_position(&Start::Fen(NikaEngine::BENCH.positions[2].to_owned()), &[])
            .expect("a position");
    }
    let default = behaviour(&mut one);
    assert_eq!(behaviour(&mut other), default);
    one.set_parameter("standing", "300").expect("a parameter").expect("a number");
    one.set_parameter("AlphaBeta.lmr-percent", "100").expect("a parameter").expect("a number");
    let (nodes, evaluation) = behaviour(&mut one);
    assert!(nodes != default.0 && evaluation != default.1, "{nodes}\n{evaluation}");
    assert_eq!(behaviour(&mut other), default);
    assert!(one.set_parameter("standing", "many").expect("a parameter").is_err());
    assert!(one.set_own("Symbol.tempo", "3").is_none(), "another game");
    assert!(one.set_parameter("Solved.proof", "3").is_none(), "without effect");
}
