//! The jobs of the engine: what runs on the search thread after `go`, `query claim` and `bench`.

pub(crate) mod bench;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod proof;
pub(crate) mod search;
mod search_moves;

use std::time::Duration;

use protocol::server::JobResult;

/// The last line of a job that counts nodes.
fn summary(nodes: u64, time: Duration) -> JobResult {
    let nps = nodes_per_second(nodes, time);
    JobResult::Summary(format!("nodes {nodes} time {} nps {nps}", time.as_millis()))
}

fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}
