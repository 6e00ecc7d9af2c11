//! `genfens`: openings for matches of engines, as OpenBench asks for them.

use std::sync::atomic::AtomicBool;

use abstract_game::facade::AnyMatch;
use abstract_game::random::SplitMix64;
use abstract_game::{Match, Rules};
use protocol::server::{EngineError, Job, JobResult, Output};
use search::{ScoreKind, SearchLimits};

use crate::game_engine::GameEngine;
use crate::options::EngineOptions;
use crate::search_setup::fitting_search;

/// The number of random turns: the least, and how many numbers there are from it on.
const TURNS: (u64, u64) = (4, 5);
/// An opening is balanced if a search of this number of nodes has a score of at most this, in centipawns.
const BALANCED: (u64, i16) = (500, 250);
/// The attempts for one opening. After them the last one counts.
const ATTEMPTS: usize = 100;

/// Makes openings by random turns. The arguments are `N [seed S]`; other words are skipped. The job is not stopped: the
/// same arguments give the same openings.
pub(crate) fn job<G: GameEngine>(rules: G::Rules, arguments: &[String]) -> Result<Job, EngineError> {
    let number = |text: Option<&String>| text.and_then(|text| text.parse::<u64>().ok());
    let count = number(arguments.first()).filter(|&count| count > 0);
    let count =
        count.ok_or_else(|| EngineError::new("expected a number of openings, then perhaps `seed S`"))?;
    let seed = arguments.iter().position(|word| word == "seed").map(|at| number(arguments.get(at + 1)));
    let seed = seed.unwrap_or(Some(0)).ok_or_else(|| EngineError::new("expected a number after `seed`"))?;
    Ok(Box::new(move |_, out| {
        let mut random = SplitMix64::new(seed);
        let options = EngineOptions { hash: 1, ..EngineOptions::default() };
        let mut search = fitting_search::<G>(&options);
        let limits = SearchLimits { nodes: Some(BALANCED.0), ..SearchLimits::default() };
        let mut opening = || {
            let mut text = rules.start().to_string();
            for _ in 0..ATTEMPTS {
                let mut game = Match::new(rules.start());
                for _ in 0..TURNS.0 + random.next_u64() % TURNS.1 {
                    let Some(turn) = game.random_turn(&mut random) else { break };
                    game.play_turn(&turn).expect("a random turn is legal");
                }
                if game.result().is_some() {
                    continue;
                }
                text = game.position().to_string();
                search.new_game();
                let report = search.search(&game, &limits, &AtomicBool::new(false), &mut |_| ()).report;
                if matches!(report.score.kind(), ScoreKind::Centipawns(score) if score.abs() <= BALANCED.1) {
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
