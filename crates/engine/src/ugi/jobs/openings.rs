//! `genfens`: openings for matches of engines, as OpenBench asks for them.

use std::sync::atomic::AtomicBool;

use abstract_game::facade::AnyMatch;
use abstract_game::random::SplitMix64;
use abstract_game::{Match, Rules};
use protocol::server::{EngineError, Job, JobResult, Output};
use search::{ScoreKind, SearchLimits};

use crate::game_engine::GameEngine;
use crate::setup::Setup;
use crate::ugi::search_setup::SearchSetup;

/// The number of random turns: the least, and how many numbers there are from it on.
const TURNS: (u64, u64) = (4, 5);
/// An opening is balanced if a search of this number of nodes has a score of at most this, in centipawns. The arguments `nodes` and
/// `score` replace them.
const BALANCED: (u64, u64) = (500, 250);
/// The attempts for one opening. After them the one with the score nearest to 0 counts.
const ATTEMPTS: usize = 1_000;

/// Makes openings by random turns. The arguments are `N [seed S] [nodes N] [score CENTIPAWNS]`; other words are skipped. The job
/// is not stopped: the same arguments give the same openings.
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
    let nodes = value("nodes", BALANCED.0)?;
    let greatest = value("score", BALANCED.1)?;
    let (setup, parameters) = (Setup { hash: 1, ..Setup::default() }, setup.parameters);
    Ok(Box::new(move |_, out| {
        let mut random = SplitMix64::new(seed);
        let mut search = setup.fitting_search::<G>(&parameters);
        let limits = SearchLimits::nodes(nodes);
        let mut opening = || {
            let (mut nearest, mut text) = (u64::MAX, rules.start().to_string());
            for _ in 0..ATTEMPTS {
                let mut game = Match::new(rules.start());
                for _ in 0..TURNS.0 + random.next_u64() % TURNS.1 {
                    let Some(turn) = game.random_turn(&mut random) else { break };
                    game.play_turn(&turn).expect("a random turn is legal");
                }
                if game.result().is_some() {
                    continue;
                }
                search.new_game();
                let report = search.search(&game, &limits, &AtomicBool::new(false), &mut |_| ()).report;
                let score = match report.score.kind() {
                    ScoreKind::Centipawns(score) => u64::from(score.unsigned_abs()),
                    ScoreKind::Win(_) | ScoreKind::Loss(_) => u64::MAX - 1,
                };
                if score < nearest {
                    (nearest, text) = (score, game.position().to_string());
                }
                if nearest <= greatest {
                    break;
                }
            }
            format!("info string genfens {text}")
        };
        for _ in 1..count {
            out(Output::Line(opening()));
        }
        JobResult::Summary(opening())
    }))
}
