//! `bench`: searches fixed positions to a fixed depth with one thread. The node count is the same on every
//! run and machine, so a different count means that a change affects the search.

use std::time::Instant;

use abstract_game::{Match, Rules as _};
use protocol::server::{Job, JobResult, Output};
use search::SearchLimits;

use crate::game_engine::GameEngine;
use crate::options::EngineOptions;
use crate::search_setup::fitting_search;

/// The hash size of the bench, in MiB.
const HASH: usize = 16;

/// Searches the bench positions of a game; `depth` replaces the game's default depth. Of the options only
/// `Search` has an effect.
pub(crate) fn job<G: GameEngine>(depth: Option<u32>, options: &EngineOptions) -> Job {
    let depth = depth.unwrap_or(G::BENCH_DEPTH);
    let options = EngineOptions { search: options.search, hash: HASH, ..EngineOptions::default() };
    Box::new(move |stop, out| {
        let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
        let mut search = fitting_search::<G>(&options);
        let start = Instant::now();
        let mut nodes = 0;
        for text in G::BENCH {
            if stop.is_set() {
                break;
            }
            let position = G::Rules::default().read_position(text).expect("the bench positions are valid");
            search.new_game();
            let result = search.search(&Match::new(position), &limits, stop.flag(), &mut |_| ());
            nodes += result.report.nodes;
            out(Output::Line(format!("{} nodes {}", result.report.nodes, text)));
        }
        let time = start.elapsed();
        let nps = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
        JobResult::Summary(format!("nodes {nodes} time {} nps {nps}", time.as_millis()))
    })
}
