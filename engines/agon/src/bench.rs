//! The bench: fixed positions, fixed depth, one thread. Its node count is the same on every run and
//! machine, so it tells whether a change changed the search.

use std::time::Instant;

use abstract_game::{Match, Rules as _};
use protocol::server::{Job, JobResult, Output};
use search::SearchLimits;

use crate::GameEngine;
use crate::options::Options;
use crate::session::new_search;

const HASH: usize = 16;

pub(crate) fn job<G: GameEngine>(depth: u32, options: &Options) -> Job {
    let options = Options { search: options.search, hash: HASH, ..Options::default() };
    Box::new(move |stop, out| {
        let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
        let mut search = new_search::<G>(&options);
        let began = Instant::now();
        let mut nodes = 0;
        for text in G::BENCH {
            if stop.is_set() {
                break;
            }
            let position = G::Rules::default().read_position(text).expect("the bench's positions are valid");
            search.new_game();
            let answer = search.search(&Match::new(position), &limits, stop.flag(), &mut |_| ());
            nodes += answer.report.nodes;
            out(Output::Line(format!("{} nodes {}", answer.report.nodes, text)));
        }
        let time = began.elapsed();
        let per_second = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
        JobResult::Summary(format!("nodes {nodes} time {} nps {per_second}", time.as_millis()))
    })
}
