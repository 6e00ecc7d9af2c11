//! `genfens`: openings for matches of engines, as OpenBench asks for them.

use abstract_game::facade::AnyMatch;
use abstract_game::random::SplitMix64;
use abstract_game::{Match, Rules};
use protocol::server::{EngineError, Job, JobResult, Output};

use crate::game_engine::GameEngine;
use crate::opening::{OpeningChecks, OpeningJudgement, judge};
use crate::ugi::search_setup::SearchSetup;

/// The number of random turns: the least, and how many numbers there are from it on.
const TURNS: (u64, u64) = (4, 5);
/// The attempts for one opening.
const ATTEMPTS: usize = 1_000;

/// Makes openings by random turns. The arguments are `N [seed S] [nodes NODES] [score CENTIPAWNS] [prove NODES]`; other words are
/// skipped. The job is not stopped: the same arguments give the same openings.
pub(crate) fn job<G: GameEngine>(
    rules: G::Rules,
    arguments: &[String],
    setup: &SearchSetup<G>,
) -> Result<Job, EngineError> {
    let number = |text: Option<&String>| text.and_then(|text| text.parse::<u64>().ok());
    let count = number(arguments.first()).filter(|&count| count > 0);
    let count =
        count.ok_or_else(|| EngineError::new("expected a number of openings, then perhaps `seed S`"))?;
    let value = |name: &str, default: u64| match arguments.iter().position(|word| word == name) {
        None => Ok(default),
        Some(at) => number(arguments.get(at + 1))
            .ok_or_else(|| EngineError::new(format!("expected a number after `{name}`"))),
    };
    let seed = value("seed", 0)?;
    let defaults = OpeningChecks::DEFAULT;
    let checks = OpeningChecks {
        nodes: value("nodes", defaults.nodes)?,
        score: value("score", defaults.score.into())?.try_into().unwrap_or(u16::MAX),
        effort: value("prove", defaults.effort)?,
    };
    let parameters = setup.parameters.clone();
    Ok(Box::new(move |_, out| {
        let mut random = SplitMix64::new(seed);
        for number in 1..=count {
            let opening = (0..ATTEMPTS).find_map(|_| {
                let mut game = Match::new(rules.start());
                for _ in 0..TURNS.0 + random.next_u64() % TURNS.1 {
                    let Some(turn) = game.random_turn(&mut random) else { break };
                    game.play_turn(&turn).expect("a random turn is legal");
                }
                // A new match: the opening is a position without its history.
                let game = Match::new(game.position().clone());
                let accepted = judge::<G>(&game, &parameters, &checks) == OpeningJudgement::Accepted;
                accepted.then(|| game.position().to_string())
            });
            let Some(opening) = opening else {
                return JobResult::Summary(format!(
                    "info string error: genfens: of {ATTEMPTS} random positions none is an opening: expected a higher \
                     `score`, or fewer nodes after `nodes` or `prove`"
                ));
            };
            let line = format!("info string genfens {opening}");
            if number == count {
                return JobResult::Summary(line);
            }
            out(Output::Line(line));
        }
        unreachable!("there is at least one opening")
    }))
}
