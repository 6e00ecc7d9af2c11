//! The jobs behind `go mate`, `go prove` and `query claim`.

use std::sync::Arc;
use std::time::Duration;

use abstract_game::{Match, Player as Side, Position, Verdict, turn};
use protocol::server::{Job, JobResult, Output};
use protocol::{GoLimits, Info, WinClaim};
use search::proof::{Outcome, Progress, Proof, Prover};
use search::{Knowledge as _, Limits, Report, Score};

use crate::Player;
use crate::go::limits;
use crate::info::Reporter;
use crate::options::Options;
use crate::room::PositionOf;

/// What is to be proved.
#[derive(Clone, Copy)]
pub(crate) enum Question {
    /// A win for the player to act within so many turns.
    Mate(u32),
    /// The result, whatever it is.
    Result,
}

const BETWEEN_REPORTS: Duration = Duration::from_millis(500);

pub(crate) fn job<G: Player>(
    game: Match<PositionOf<G>>,
    question: Question,
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
        let mut progress = |progress: Progress| {
            if progress.time >= reported + BETWEEN_REPORTS {
                reported = progress.time;
                out(Output::Info(on_the_way(progress)));
            }
        };
        let proof = match question {
            Question::Mate(turns) => prover.mate(&game, turns, &limits, stop.flag(), &mut progress),
            Question::Result => prover.prove(&game, &limits, stop.flag(), &mut progress),
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
pub(crate) fn claim<G: Player>(game: Match<PositionOf<G>>, claim: WinClaim, options: &Options) -> Job {
    let hash = options.hash;
    Box::new(move |stop, _| {
        let claimant = match claim.claimant {
            None => game.player_to_act(),
            Some(index) => Side::BOTH[index.min(1)],
        };
        let answer = match game.result() {
            Some(end) if end.winner == Some(claimant) => "proved 0 turns".to_owned(),
            Some(_) => "refuted".to_owned(),
            None => {
                let mut prover = Prover::new(Arc::new(G::Knowledge::default()), hash);
                let limits = Limits { nodes: Some(claim.nodes.unwrap_or(CLAIM_NODES)), ..Limits::default() };
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
fn shortest(forced_win: &mut dyn FnMut(u32) -> Outcome, most: u32) -> String {
    for turns in 1..=most {
        match forced_win(turns) {
            Outcome::Proved { turns } => return format!("proved {turns} turns"),
            Outcome::Refuted { for_good: true } => return "refuted".to_owned(),
            Outcome::Refuted { for_good: false } => {}
            Outcome::Unknown => return "unknown".to_owned(),
        }
    }
    "refuted".to_owned()
}

fn on_the_way(progress: Progress) -> Info {
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
fn report<P: Position>(proof: &Proof<P>, estimate: Score) -> Report<P::Action> {
    let depth = within(proof.turns);
    Report {
        depth,
        selective_depth: depth,
        line: 1,
        score: proof.score().unwrap_or(estimate),
        nodes: proof.nodes,
        time: proof.time,
        hash_full: proof.hash_full,
        principal_variation: proof.principal_variation.clone(),
    }
}

/// A result for good holds for as many turns as can be told.
fn within(turns: u32) -> u32 {
    turns.min(u32::from(Score::FARTHEST))
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
