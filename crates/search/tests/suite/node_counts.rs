//! Node counts and results of every search on small positions. `node_counts.txt` has one line per case; a change of these
//! lines is a change of behaviour. Update: `AGON_UPDATE=1 cargo test -p agon-search --test suite node_counts`.

use std::fmt::{Display, Write as _};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::random::SplitMix64;
use abstract_game::sample::{Heaps, Take, TakeTwo};
use abstract_game::{Action as _, Match, Player, Position, Rules};
use search::alpha_beta::AlphaBetaParameters;
use search::mcts::MctsParameters;
use search::proof::{Proof, Prover};
use search::{
    AlphaBeta, Evaluation, Knowledge, Mcts, MoveOrdering, NoKnowledge, Playouts, SearchLimits, SearchReport,
    Searcher, StaticResult, URGENT,
};

use crate::reference::ring::{Ring, Step};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/node_counts.txt");

/// Knowledge from hashes, so that no two positions or actions are alike.
pub(crate) struct Hashed<P: Position> {
    pub(crate) playout_length: u32,
    /// Whether results within two turns are found without a search.
    pub(crate) static_results: bool,
    /// Whether every action with an even hash gains 100 centipawns.
    pub(crate) noisy: bool,
    /// Whether an unfinished turn with every eighth hash is unsettled.
    pub(crate) unsettled: bool,
    pub(crate) commute: fn(P::Action, P::Action) -> bool,
}

impl<P: Position> Clone for Hashed<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for Hashed<P> {}

impl<P: Position> Hashed<P> {
    pub(crate) const PLAIN: Hashed<P> = Hashed {
        playout_length: 0,
        static_results: false,
        noisy: false,
        unsettled: false,
        commute: |_, _| false,
    };
}

/// A number from 0 to `below - 1`.
fn hash(key: u64, below: u64) -> u64 {
    SplitMix64::new(key).next_u64() % below
}

/// Whether the player to act can win in this turn.
fn wins_now<P: Position>(position: &P) -> bool {
    let player = position.player_to_act();
    position.actions().into_iter().any(|action| {
        let after = position.after(action);
        match after.end() {
            Some(end) => end.winner == Some(player),
            None => after.player_to_act() == player && wins_now(&after),
        }
    })
}

/// Whether the player who acted before can end the turn so that the opponent does not win in the next one.
fn is_safe<P: Position>(after: &P) -> bool {
    match after.end() {
        Some(_) => true,
        None if after.at_turn_start() => !wins_now(after),
        None => after.actions().into_iter().any(|action| is_safe(&after.after(action))),
    }
}

impl<P: Position> Evaluation<P> for Hashed<P> {
    type Analysis = ();

    fn analyse(&self, _: &P) {}

    fn is_unsettled(&self, position: &P, (): &()) -> bool {
        self.unsettled && !position.at_turn_start() && hash(position.key(), 8) == 0
    }

    fn static_result(&self, position: &P, (): &(), actions: &mut Vec<P::Action>) -> StaticResult {
        if !self.static_results {
            return StaticResult::Open;
        }
        let all = position.actions();
        let player = position.player_to_act();
        let wins = |after: &P| match after.end() {
            Some(end) => end.winner == Some(player),
            None => after.player_to_act() == player && wins_now(after),
        };
        if let Some(&action) = all.iter().find(|&&action| wins(&position.after(action))) {
            actions.push(action);
            return StaticResult::Win(1);
        }
        actions.extend(all.iter().filter(|&&action| is_safe(&position.after(action))));
        match actions.len() {
            0 => StaticResult::Loss(2),
            safe if safe == all.len() => {
                actions.clear();
                StaticResult::Open
            }
            _ => StaticResult::Only,
        }
    }

    /// Small numbers, so that many positions have the same value; some are large.
    fn evaluate(&self, position: &P, (): &()) -> i32 {
        let value = hash(position.key(), 200) as i32 - 100;
        if hash(!position.key(), 10) == 0 { value * 9 } else { value }
    }
}

impl<P: Position> MoveOrdering<P> for Hashed<P> {
    fn noisy_actions(&self, position: &P, (): &(), least_gain: i32, actions: &mut Vec<P::Action>) {
        if self.noisy && least_gain <= 100 {
            let noisy = |action: &P::Action| hash(position.key() ^ u64::from(action.tag()), 2) == 0;
            actions.extend(position.actions().into_iter().filter(noisy));
        }
    }

    fn priorities(&self, position: &P, (): &(), actions: &[P::Action], priorities: &mut Vec<i32>) {
        priorities.extend(actions.iter().map(|&action| {
            let number = hash(position.key() ^ u64::from(action.tag()), 100) as i32;
            match number {
                0..5 => URGENT,
                5..10 => -URGENT,
                _ => number,
            }
        }));
    }

    fn priors(&self, position: &P, (): &(), actions: &[P::Action], priors: &mut Vec<f32>) {
        let prior = |action: &P::Action| hash(position.key() ^ u64::from(action.tag()), 20) as f32 / 8.0;
        priors.extend(actions.iter().map(prior));
    }

    fn commute(&self, _: &P, first: P::Action, second: P::Action) -> bool {
        (self.commute)(first, second)
    }
}

impl<P: Position> Playouts<P> for Hashed<P> {
    fn playout_length(&self) -> u32 {
        self.playout_length
    }
}

/// Whether two takes are from different heaps.
fn heaps_differ(first: Take, second: Take) -> bool {
    match (first, second) {
        (Take::From { heap: first, .. }, Take::From { heap: second, .. }) => second != first,
        _ => false,
    }
}

pub(crate) fn heaps(text: &str) -> Match<Heaps> {
    Match::new(TakeTwo::default().read_position(text).expect("a position"))
}

fn ring(size: u8, tokens: [u8; 2], played: &[Step]) -> Match<Ring> {
    // On a large ring both players can return for ever.
    let ring = Ring::new(size, tokens, None);
    let ring = if size < 12 { ring } else { Ring { well: 50, peace: None, ..ring } };
    let mut game = Match::new(ring);
    played.iter().for_each(|&step| game.try_play(step).expect("a legal step"));
    game
}

pub(crate) fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits::nodes(nodes)
}

fn depth(depth: u32) -> SearchLimits {
    SearchLimits::depth(depth)
}

fn line<P: Position>(mut position: P, actions: &[P::Action]) -> String {
    let mut text = String::new();
    for &action in actions {
        text.push(' ');
        text.push_str(&position.action_text(action));
        position.play(action);
    }
    text
}

/// The lines of the file.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn add(&mut self, name: &str, result: impl Display) {
        writeln!(self.0, "{name}: {result}").expect("writing to a String");
    }

    /// The nodes of each report of the best line, and the last report.
    fn search<P: Position>(
        &mut self,
        name: &str,
        search: &mut dyn Searcher<P>,
        game: &Match<P>,
        limits: &SearchLimits,
    ) {
        let mut reports: Vec<SearchReport<P::Action>> = Vec::new();
        let result =
            search.search(game, limits, &AtomicBool::new(false), &mut |report| reports.push(report.clone()));
        let nodes: Vec<String> = reports
            .iter()
            .map(|report| format!("{}{}", "/".repeat(report.multipv - 1), report.nodes))
            .collect();
        let mut text = nodes.join(" ");
        // Of each line the last report.
        let lines = reports.iter().map(|report| report.multipv).max().unwrap_or(1);
        let first = reports.len().saturating_sub(lines);
        for SearchReport { depth, selective_depth, score, hashfull, principal_variation, .. } in
            &reports[first..]
        {
            let line = line(game.position().clone(), principal_variation);
            write!(text, "; {score}, depth {depth}/{selective_depth}, {hashfull}‰,{line}").expect("a String");
        }
        if !result.report.visits.is_empty() {
            let visits: Vec<String> =
                result.report.visits.iter().map(|(_, visits)| visits.to_string()).collect();
            write!(text, "; visits {}", visits.join(" ")).expect("a String");
        }
        write!(text, "; plays{}", line(game.position().clone(), &result.turn)).expect("a String");
        self.add(name, text);
    }

    fn proof<P: Position>(&mut self, name: &str, game: &Match<P>, proof: &Proof<P>) {
        let Proof { verdict, turns, is_bound, nodes, hashfull, turn, principal_variation, .. } = proof;
        let (turn, line) =
            (line(game.position().clone(), turn), line(game.position().clone(), principal_variation));
        let verdict = verdict.map_or("open".to_owned(), |verdict| format!("{verdict:?}"));
        let bound = if *is_bound { "at most " } else { "" };
        self.add(name, format!("{verdict}, {bound}{turns}, {nodes} nodes, {hashfull}‰,{line}; plays{turn}"));
    }
}

fn alpha_beta(lines: &mut Lines) {
    let default = AlphaBetaParameters::default();
    let parameters = [
        ("default", default),
        (
            "no aspiration or reductions",
            AlphaBetaParameters { aspiration_window: 0, lmr_min_depth: u32::MAX, ..default },
        ),
        (
            "narrow aspiration",
            AlphaBetaParameters {
                aspiration_window: 5,
                aspiration_depth: 2,
                aspiration_widening: 3,
                aspiration_max_width: 60,
                ..default
            },
        ),
        (
            "many reductions",
            AlphaBetaParameters { lmr_min_depth: 2, lmr_full_depth_actions: 1, lmr_percent: 100, ..default },
        ),
        ("little history", AlphaBetaParameters { history_max_bonus: 3, ..default }),
        ("late move pruning", AlphaBetaParameters { late_moves: 3, ..default }),
        (
            "late move pruning in the principal variation",
            AlphaBetaParameters { late_moves: 5, late_pv_moves: 3, ..default },
        ),
        ("futility", AlphaBetaParameters { futility_margin: 40, futility_max_depth: 3, ..default }),
        (
            "reverse futility",
            AlphaBetaParameters { reverse_futility_margin: 40, reverse_futility_max_depth: 3, ..default },
        ),
    ];
    let plain = Hashed::<Heaps>::PLAIN;
    for (name, parameters) in parameters {
        let mut search = AlphaBeta::new(Arc::new(plain)).with_parameters(parameters);
        lines.search(&format!("alpha-beta, {name}"), &mut search, &heaps("7,8,9,9 1 2"), &depth(6));
    }
    for (row, delta_margin) in [(1, 100), (3, 100), (3, 0)] {
        let noisy = Hashed { noisy: true, static_results: true, ..plain };
        let parameters = AlphaBetaParameters { quiescence: row, delta_margin, ..default };
        let mut search = AlphaBeta::new(Arc::new(noisy)).with_parameters(parameters);
        let name = format!("alpha-beta, quiescence of {row}, margin {delta_margin}");
        lines.search(&name, &mut search, &heaps("7,8,9,9 1 2"), &depth(5));
    }
    let knowledge = [
        ("static results", Hashed { static_results: true, ..plain }),
        ("unsettled turns", Hashed { unsettled: true, ..plain }),
        ("actions that commute", Hashed { commute: heaps_differ, ..plain }),
    ];
    for (name, knowledge) in knowledge {
        let mut search = AlphaBeta::new(Arc::new(knowledge));
        lines.search(&format!("alpha-beta, {name}"), &mut search, &heaps("4,4,3 1 2"), &depth(7));
        lines.search(
            &format!("alpha-beta, {name}, in mid-turn"),
            &mut search,
            &heaps("5,4,3 2 1"),
            &depth(5),
        );
    }
    let mut search = AlphaBeta::new(Arc::new(plain));
    let game = heaps("5,5,6 1 2");
    lines.search("alpha-beta, first search", &mut search, &game, &nodes(700));
    lines.search("alpha-beta, next search", &mut search, &game, &nodes(700));
    let played = heaps("5,2,5 2 2");
    lines.search("alpha-beta, after a turn", &mut search, &played, &nodes(700));
    search.new_game();
    search.settings().left_out = game.position().actions()[..3].to_vec();
    lines.search("alpha-beta, actions left out", &mut search, &game, &depth(4));
    search.settings().left_out = game.position().actions();
    lines.search("alpha-beta, all left out", &mut search, &game, &depth(2));
    search.settings().left_out = Vec::new();
    search.settings().lines = 3;
    lines.search("alpha-beta, three lines", &mut search, &game, &depth(5));
    search.settings().lines = 1;
    search.set_hash(1).expect("the memory is available");
    lines.search("alpha-beta, full table", &mut search, &heaps("9,9,9,9,9,9 1 2"), &nodes(150_000));
    for (name, played) in [("", cycles(0)), (" with a history", cycles(1))] {
        let mut search = AlphaBeta::new(Arc::new(Hashed::PLAIN));
        lines.search(&format!("alpha-beta, ring{name}"), &mut search, &ring(12, [0, 6], &played), &depth(10));
    }
    let mut search = AlphaBeta::new(Arc::new(NoKnowledge));
    lines.search("alpha-beta, without knowledge", &mut search, &heaps("4,3,5 1 2"), &SearchLimits::default());
    lines.search("alpha-beta, win in one", &mut search, &heaps("3,1 1 2"), &SearchLimits::default());
}

/// Both players return to where they were, some times; then player 2 can do so again.
fn cycles(rounds: usize) -> Vec<Step> {
    use Step::{Back, Forward, Stay};
    let round = [Forward, Stay, Forward, Forward, Back, Stay, Back, Back];
    round.into_iter().cycle().take(8 * rounds + 6).collect()
}

fn mcts(lines: &mut Lines) {
    let plain = Hashed::<Heaps>::PLAIN;
    let knowledge = [
        ("evaluation", plain),
        ("playouts of 3 actions", Hashed { playout_length: 3, ..plain }),
        ("whole playouts", Hashed { playout_length: u32::MAX, ..plain }),
        ("static results", Hashed { static_results: true, ..plain }),
    ];
    for (name, knowledge) in knowledge {
        let mut search = Mcts::new(Arc::new(knowledge));
        lines.search(&format!("mcts, {name}"), &mut search, &heaps("5,4,3,3 1 2"), &nodes(2_000));
        lines.search(&format!("mcts, {name}, in mid-turn"), &mut search, &heaps("5,4,3,2 1 1"), &nodes(500));
    }
    let default = MctsParameters::default();
    let parameters = [
        ("exploration", MctsParameters { exploration: 2.0, ..default }),
        ("first play reduction", MctsParameters { first_play_reduction: -0.5, ..default }),
        ("prior weight", MctsParameters { prior_weight: 2.0, ..default }),
        ("late expansion", MctsParameters { visits_to_expand: 5, ..default }),
    ];
    for (name, parameters) in parameters {
        let mut search = Mcts::new(Arc::new(plain)).with_parameters(parameters);
        lines.search(&format!("mcts, {name}"), &mut search, &heaps("7,8,9 2 2"), &nodes(1_000));
    }
    let knowledge = Hashed { playout_length: u32::MAX, ..plain };
    let parameters = MctsParameters { max_playout_length: 4, playouts_to_expand: 3, ..default };
    let mut search = Mcts::new(Arc::new(knowledge)).with_parameters(parameters);
    search.settings().seed = 5;
    lines.search("mcts, cut playouts", &mut search, &heaps("7,8,9 2 2"), &nodes(1_000));
    let mut search = Mcts::new(Arc::new(plain));
    let game = heaps("9,9,9,9,9,9,9,9 1 2");
    search.set_hash(1).expect("it always succeeds");
    for name in ["first search", "next search"] {
        lines.search(&format!("mcts, full tree, {name}"), &mut search, &game, &nodes(20_000));
        lines.add(&format!("mcts, full tree, {name}, memory"), search.memory_used());
    }
    search.new_game();
    search.settings().lines = 3;
    search.settings().left_out = game.position().actions()[..20].to_vec();
    lines.search("mcts, three lines, actions left out", &mut search, &game, &nodes(800));
    search.settings().left_out = game.position().actions();
    lines.search("mcts, all left out", &mut search, &game, &nodes(300));
    let mut search = Mcts::new(Arc::new(plain));
    lines.search("mcts, depth 4", &mut search, &heaps("7,8,9 2 2"), &depth(4));
    lines.search("mcts, no playout", &mut search, &heaps("7,8,2 2 2"), &nodes(0));
    let mut search = Mcts::new(Arc::new(Hashed::PLAIN));
    let mut limits = depth(200);
    limits.nodes = Some(40_000);
    lines.search("mcts, unreachable depth", &mut search, &ring(12, [0, 6], &[]), &limits);
    for (name, played) in [("", cycles(0)), (" with a history", cycles(1))] {
        let mut search = Mcts::new(Arc::new(Hashed::PLAIN));
        lines.search(&format!("mcts, ring{name}"), &mut search, &ring(12, [0, 6], &played), &nodes(2_000));
    }
    let mut search = Mcts::without_knowledge();
    lines.search("mcts, without knowledge", &mut search, &heaps("5,6,7,4 1 2"), &nodes(2_000));
    lines.search("mcts, proved", &mut search, &heaps("4,3,4 1 2"), &nodes(100_000));
    lines.search("mcts, win in one", &mut search, &heaps("9,3,1 1 1"), &nodes(100));
}

/// Searches without time complete the turn by looking one action ahead.
fn stopped_at_once(lines: &mut Lines) {
    fn turns<P: Position>(search: &mut dyn Searcher<P>, positions: &[P]) -> String {
        let turn = |position: &P| {
            let (stop, limits) = (AtomicBool::new(true), SearchLimits::default());
            search.new_game();
            let result = search.search(&Match::new(position.clone()), &limits, &stop, &mut |_| ());
            format!("{} {}", line(position.clone(), &result.turn), result.report.score)
        };
        positions.iter().map(turn).collect::<Vec<_>>().join(";")
    }
    let rings: Vec<Ring> = Ring::all(7, None).into_iter().step_by(5).collect();
    let heaps = ["4,3,5 1 2", "9,9,2 2 2", "1,2 1 1", "7,1,1 1 2", "3,2 2 2", "4 2 1", "5,1 1 2"].map(heaps);
    let heaps = heaps.map(|game| game.position().clone());
    lines.add("alpha-beta, stopped, ring", turns(&mut AlphaBeta::new(Arc::new(Hashed::PLAIN)), &rings));
    lines.add("alpha-beta, stopped, heaps", turns(&mut AlphaBeta::new(Arc::new(Hashed::PLAIN)), &heaps));
    lines.add("mcts, stopped, ring", turns(&mut Mcts::new(Arc::new(Hashed::PLAIN)), &rings));
    lines.add("mcts, stopped, heaps", turns(&mut Mcts::new(Arc::new(Hashed::PLAIN)), &heaps));
}

fn proofs(lines: &mut Lines) {
    fn prove<P: Position, K: Knowledge<P>>(
        lines: &mut Lines,
        name: &str,
        prover: &mut Prover<P, K>,
        game: &Match<P>,
        limits: &SearchLimits,
    ) {
        let proof = prover.prove(game, limits, &AtomicBool::new(false), &mut |_| {});
        lines.proof(name, game, &proof);
    }
    let unlimited = SearchLimits::default();
    let stop = AtomicBool::new(false);
    let plain = Hashed::<Heaps>::PLAIN;
    for (name, knowledge) in [("hashed", plain), ("static", Hashed { static_results: true, ..plain })] {
        let mut prover = Prover::new(Arc::new(knowledge), 2);
        for text in ["4,3,5 1 2", "4,4,4 2 2", "6,5,4 2 1"] {
            prove(lines, &format!("proof, {name}, {text}"), &mut prover, &heaps(text), &unlimited);
        }
        let game = heaps("6,5,5 1 2");
        let proof = prover.mate(&game, 3, &unlimited, &stop, &mut |_| {});
        lines.proof(&format!("proof, {name}, mate"), &game, &proof);
        for attacker in Player::BOTH {
            let result = prover.forced_win(&game, attacker, 4, &unlimited, &stop);
            lines.add(&format!("proof, {name}, forced win of {attacker}"), format!("{result:?}"));
        }
    }
    let game = heaps("9,9,9,9 1 2");
    let mut prover = Prover::new(Arc::new(plain), 1);
    prove(lines, "proof, full table", &mut prover, &game, &nodes(100_000));
    prove(lines, "proof, again", &mut prover, &game, &nodes(5_000));
    let mut prover = Prover::new(Arc::new(Hashed::PLAIN), 1);
    for (name, game) in [
        ("ring of 9", ring(9, [1, 6], &[])),
        ("ring of 12", ring(12, [0, 6], &[])),
        ("ring of 12 with a history", ring(12, [0, 6], &cycles(1))),
        ("ring of 12 in mid-turn", ring(12, [0, 6], &[Step::Forward])),
    ] {
        prove(lines, &format!("proof, {name}"), &mut prover, &game, &nodes(2_000));
    }
}

#[test]
fn node_counts_are_unchanged() {
    let mut lines = Lines::default();
    lines.0.push_str("# Update: AGON_UPDATE=1 cargo test -p agon-search --test suite node_counts\n");
    alpha_beta(&mut lines);
    mcts(&mut lines);
    stopped_at_once(&mut lines);
    proofs(&mut lines);
    let found = lines.0;
    if std::env::var_os("AGON_UPDATE").is_some() {
        fs::write(FILE, &found).expect("the file can be written");
        return;
    }
    let expected = fs::read_to_string(FILE).expect("the file can be read");
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "if this is intended, run with AGON_UPDATE=1");
    }
    assert_eq!(
        found.lines().count(),
        expected.lines().count(),
        "if this is intended, run with AGON_UPDATE=1"
    );
}
