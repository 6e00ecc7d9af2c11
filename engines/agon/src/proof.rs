//! The jobs behind `go mate`, `go prove` and `query claim`.

use std::sync::Arc;
use std::time::Duration;

use abstract_game::{Match, Player, Position, Verdict, turn};
use protocol::server::{Job, JobResult, Output};
use protocol::{GoLimits, Info, WinClaim};
use search::proof::{Proof, ProofProgress, ProofResult, Prover};
use search::{Knowledge as _, Score, SearchLimits, SearchReport};

use crate::GameEngine;
use crate::go::limits;
use crate::info::Reporter;
use crate::options::Options;
use crate::session::PositionOf;

/// What is to be proved.
#[derive(Clone, Copy)]
pub(crate) enum ProofTask {
    /// A win for the player to act within so many turns.
    Mate(u32),
    /// The result, whatever it is.
    Result,
}

const BETWEEN_REPORTS: Duration = Duration::from_millis(500);

pub(crate) fn job<G: GameEngine>(
    game: Match<PositionOf<G>>,
    task: ProofTask,
    asked: &GoLimits,
    options: &Options,
) -> Job {
    let limits = limits::<G>(&game, asked, options);
    let options = options.clone();
    Box::new(move |stop, out| {
        if game.result().is_some() {
            return JobResult::NoTurn;
        }
        let knowledge = Arc::new(G::Knowledge::default());
        let estimate = Score::centipawns(knowledge.evaluate(game.position()));
        let mut prover = Prover::new(knowledge, options.hash);
        let mut reported = Duration::ZERO;
        let mut progress = |progress: ProofProgress| {
            if progress.time >= reported + BETWEEN_REPORTS {
                reported = progress.time;
                out(Output::Info(progress_info(progress)));
            }
        };
        let proof = match task {
            ProofTask::Mate(turns) => prover.mate(&game, turns, &limits, stop.flag(), &mut progress),
            ProofTask::Result => prover.prove(&game, &limits, stop.flag(), &mut progress),
        };
        let reporter =
            Reporter { root: game.position().clone(), show_wdl: options.show_wdl, show_line: false };
        out(Output::Info(reporter.info(&report(&proof, estimate))));
        out(Output::Info(Info::string(verdict(&proof, game.position()))));
        JobResult::Turn(turn::write(game.position(), &proof.turn))
    })
}

/// Without a limit of its own a claim may take so many nodes, some seconds.
const CLAIM_NODES: u64 = 400_000;

/// Whether it is true that a player can force a win within a number of turns, and if so in how many.
pub(crate) fn claim<G: GameEngine>(game: Match<PositionOf<G>>, claim: WinClaim, options: &Options) -> Job {
    let hash = options.hash;
    Box::new(move |stop, _| {
        let claimant = match claim.claimant {
            None => game.player_to_act(),
            Some(index) => Player::BOTH[index.min(1)],
        };
        let answer = match game.result() {
            Some(end) if end.winner == Some(claimant) => "proved 0 turns".to_owned(),
            Some(_) => "refuted".to_owned(),
            None => {
                let mut prover = Prover::new(Arc::new(G::Knowledge::default()), hash);
                let limits = SearchLimits {
                    nodes: Some(claim.nodes.unwrap_or(CLAIM_NODES)),
                    ..SearchLimits::default()
                };
                shortest(
                    &mut |turns| prover.forced_win(&game, claimant, turns, &limits, stop.flag(), &mut |_| ()),
                    claim.turns,
                )
            }
        };
        JobResult::Summary(format!("response {answer}"))
    })
}

/// Asks for a win within one turn, two turns and so on, so that the first found is the shortest.
fn shortest(forced_win: &mut dyn FnMut(u32) -> ProofResult, most: u32) -> String {
    for turns in 1..=most {
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
    let nps = progress.nodes as f64 / progress.time.as_secs_f64().max(1e-9);
    Info {
        depth: Some(progress.turns),
        nodes: Some(progress.nodes),
        time: Some(progress.time),
        nps: Some(nps as u64),
        ..Info::default()
    }
}

/// The proof as a report: what is not proved is estimated.
fn report<P: Position>(proof: &Proof<P>, estimate: Score) -> SearchReport<P::Action> {
    let depth = within(proof.turns);
    SearchReport {
        depth,
        selective_depth: depth,
        multipv: 1,
        score: proof.score().unwrap_or(estimate),
        nodes: proof.nodes,
        time: proof.time,
        hashfull: proof.hashfull,
        principal_variation: proof.principal_variation.clone(),
    }
}

/// A result for good holds for as many turns as can be told.
fn within(turns: u32) -> u32 {
    turns.min(u32::from(Score::MAX_TURNS))
}

fn verdict<P: Position>(proof: &Proof<P>, position: &P) -> String {
    let word = match proof.verdict {
        Some(Verdict::Win) => "win",
        Some(Verdict::Loss) => "loss",
        Some(Verdict::Draw) => "draw",
        None => "unknown",
    };
    let turns = position.max_remaining_turns().unwrap_or(u32::MAX).min(within(proof.turns));
    format!("proof {word} in {turns} turns")
}
