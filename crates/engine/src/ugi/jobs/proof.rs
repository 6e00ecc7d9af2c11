//! `go mate`, `go prove` and `query claim`: proof searches.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use abstract_game::{Match, Player, Position, Verdict, turn};
use protocol::server::{Job, JobResult, Output};
use protocol::{GoLimits, Info, WinClaim};
use search::clock::Instant;
use search::proof::{Proof, ProofProgress, ProofResult};
use search::{Evaluation as _, Score, SearchLimits, SearchReport};

use super::nodes_per_second;
use crate::game_engine::{GameEngine, PositionOf};
use crate::setup::Setup;
use crate::ugi::info::{InfoWriter, finished};
use crate::ugi::search_setup::SearchSetup;

/// The interval between two progress lines.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

/// The node limit of `query claim` without one.
const CLAIM_NODES: u64 = 400_000;

/// The hash size of a proof that runs while the clock does, in MiB.
const CLAIM_HASH: usize = 16;

/// Runs a proof search, for a win of the player to act within a number of turns or for the result with best play, and plays the
/// turn of the proof, otherwise a turn that is not known to lose.
pub(crate) fn job<G: GameEngine>(
    game: Match<PositionOf<G>>,
    mate: Option<u32>,
    limits: &GoLimits,
    setup: SearchSetup<G>,
) -> Job {
    let (limits, received) = (setup.limits(&game, limits), Instant::now());
    Box::new(move |stop, out| {
        if let Some(end) = game.result() {
            out(Output::Info(finished(&game, end)));
            return JobResult::NoTurn;
        }
        let estimate = setup.knowledge().static_score(game.position());
        let mut prover = setup.options.setup.solving_prover::<G>(&setup.parameters);
        let before = received.elapsed();
        let mut last_progress = Duration::ZERO;
        let mut progress = |progress: ProofProgress| {
            if progress.time >= last_progress + PROGRESS_INTERVAL {
                last_progress = progress.time;
                out(Output::Info(progress_info(progress)));
            }
        };
        let proof = match mate {
            Some(turns) => prover.mate(&game, turns, &limits, stop, &mut progress),
            None => prover.prove(&game, &limits, stop, &mut progress),
        };
        let writer = InfoWriter {
            root: game.position().clone(),
            wdl: setup.options.show_wdl.then(|| G::wdl(&setup.parameters)),
            show_multipv: false,
            before,
        };
        out(Output::Info(writer.info(&report(&proof, estimate))));
        out(Output::Info(Info::string(proof_line(&proof, game.position()))));
        JobResult::Turn(turn::write(game.position(), &proof.turn))
    })
}

/// Checks the claim that a player can force a win within a number of turns, and finds the fewest turns.
pub(crate) fn claim<G: GameEngine>(
    game: Match<PositionOf<G>>,
    claim: WinClaim,
    setup: SearchSetup<G>,
) -> Job {
    Box::new(move |stop, _| {
        let claimant = match claim.claimant {
            None => game.player_to_act(),
            Some(index) => Player::BOTH[index.min(1)],
        };
        let response = match game.result() {
            Some(end) if end.winner == Some(claimant) => "proved 0 turns".to_owned(),
            Some(_) => "refuted".to_owned(),
            None => {
                let mut prover = setup.options.setup.prover::<G>(&setup.parameters);
                let limits = SearchLimits::nodes(claim.nodes.unwrap_or(CLAIM_NODES));
                shortest_win(
                    &mut |turns| prover.forced_win(&game, claimant, turns, &limits, stop),
                    claim.turns,
                )
            }
        };
        JobResult::Summary(format!("response {response}"))
    })
}

/// Whether the opponent of the player to act is proved to win within the turns of a claim, by a part of the limits.
pub(crate) fn opponent_wins<G: GameEngine>(
    setup: &SearchSetup<G>,
    game: &Match<PositionOf<G>>,
    limits: &SearchLimits,
    stop: &AtomicBool,
) -> bool {
    let mut own = SearchLimits::nodes(limits.nodes.unwrap_or(CLAIM_NODES).min(CLAIM_NODES));
    own.time = limits.time.map(|time| time.claim_check(&setup.parameters.time));
    let opponent = game.player_to_act().opponent();
    let mut prover = Setup { hash: CLAIM_HASH, ..Setup::default() }.prover::<G>(&setup.parameters);
    let result = prover.forced_win(game, opponent, WinClaim::TURNS, &own, stop);
    matches!(result, ProofResult::Proved { .. })
}

/// Searches for a win within one turn, two turns and so on, so that the first found is the shortest.
fn shortest_win(forced_win: &mut dyn FnMut(u32) -> ProofResult, max_turns: u32) -> String {
    for turns in 1..=max_turns {
        match forced_win(turns) {
            ProofResult::Proved { turns } => return format!("proved {turns} turns"),
            ProofResult::Refuted { unbounded: true } => return "refuted".to_owned(),
            ProofResult::Refuted { unbounded: false } => {}
            ProofResult::Unknown => return "unknown".to_owned(),
        }
    }
    "refuted".to_owned()
}

fn progress_info(progress: ProofProgress) -> Info {
    let ProofProgress { turns, nodes, time, .. } = progress;
    Info {
        depth: Some(turns),
        nodes: Some(nodes),
        time: Some(time),
        nps: Some(nodes_per_second(nodes, time)),
        ..Info::default()
    }
}

/// The proof as a search report; `estimate` is the score of an unknown result.
fn report<P: Position>(proof: &Proof<P>, estimate: Score) -> SearchReport<P::Action> {
    let depth = bounded(proof.turns);
    let line = proof.principal_variation.clone();
    let mut report = SearchReport::new(line, proof.score().unwrap_or(estimate));
    (report.depth, report.selective_depth) = (depth, depth);
    (report.nodes, report.time, report.hashfull) = (proof.nodes, proof.time, proof.hashfull);
    report
}

/// Limits an unbounded number of turns to the maximum distance of a score.
fn bounded(turns: u32) -> u32 {
    turns.min(u32::from(Score::MAX_TURNS))
}

/// The text of the last `info string`: `proof win in 7 turns`, or `proof win` where the distance is not known.
fn proof_line<P: Position>(proof: &Proof<P>, position: &P) -> String {
    let turns = position.max_remaining_turns().unwrap_or(u32::MAX).min(bounded(proof.turns));
    match (proof.verdict, proof.is_bound) {
        (Some(Verdict::Draw), _) => "proof draw".to_owned(),
        (Some(Verdict::Win), true) => "proof win".to_owned(),
        (Some(Verdict::Loss), true) => "proof loss".to_owned(),
        (Some(Verdict::Win), false) => format!("proof win in {turns} turns"),
        (Some(Verdict::Loss), false) => format!("proof loss in {turns} turns"),
        (None, _) => format!("proof unknown in {turns} turns"),
    }
}
