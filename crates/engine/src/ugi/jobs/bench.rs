//! `bench`: searches fixed positions to a fixed depth with one thread. The node count is the same on every
//! run and machine, so a different count means that a change affects the search.

use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
use std::time::Duration;

use abstract_game::{Match, Rules};
use protocol::Info;
use protocol::server::{EngineError, Job, Output};
use search::SearchLimits;
use search::clock::Instant;

use super::summary;
use crate::game_engine::{GameEngine, ParametersOf, PositionOf};
use crate::setup::{SearchKind, Setup};
use crate::ugi::search_setup::SearchSetup;

/// The hash size of the bench, in MiB.
const HASH: usize = 16;

/// Searches the bench positions of a game; an argument replaces the game's default depth. Of the options only
/// `Search` has an effect.
pub(crate) fn job<G: GameEngine>(arguments: &[String], setup: &SearchSetup<G>) -> Result<Job, EngineError> {
    let depth = match arguments.first() {
        None => G::BENCH.depth,
        Some(text) => text
            .parse()
            .ok()
            .filter(|&depth| depth > 0)
            .ok_or_else(|| EngineError::new(format!("bench takes a depth from 1, not `{text}`")))?,
    };
    // A few playouts reach the depth of the bench, so it is one of alpha-beta unless the option says otherwise.
    let search = setup.options.setup.search.or(Some(SearchKind::AlphaBeta));
    let bench = Setup { search, hash: HASH, ..Setup::default() };
    Ok(search_all::<G>(bench, setup.parameters.clone(), SearchLimits::depth(depth)))
}

/// Searches the bench positions of a game for a time. The arguments are the number of threads (default: all processors),
/// the hash size in MiB (default: 64 for each thread) and the time in seconds (default: 10).
pub(crate) fn speed_test<G: GameEngine>(
    arguments: &[String],
    setup: &SearchSetup<G>,
) -> Result<Job, EngineError> {
    let processors = available_parallelism().map_or(1, std::num::NonZero::get);
    let [mut threads, mut hash, mut seconds] = [processors, 0, 10];
    for (value, text) in [&mut threads, &mut hash, &mut seconds].into_iter().zip(arguments) {
        *value = text.parse().ok().filter(|number| (1..=1 << 16).contains(number)).ok_or_else(|| {
            EngineError::new(format!(
                "`{text}` is not a number from 1 to 65536: expected [THREADS] [MIB] [S]"
            ))
        })?;
    }
    if hash == 0 {
        hash = 64 * threads;
    }
    let bench = Setup { search: setup.options.setup.search, hash, threads, ..Setup::default() };
    let time = Duration::from_secs(seconds as u64) / positions::<G>().len() as u32;
    Ok(search_all::<G>(bench, setup.parameters.clone(), SearchLimits::time(time)))
}

/// The positions of the bench.
fn positions<G: GameEngine>() -> Vec<PositionOf<G>> {
    let rules = G::Rules::default();
    let read = |text: &&str| rules.read_position(text).expect("the bench positions are valid");
    if G::BENCH.positions.is_empty() {
        vec![rules.start()]
    } else {
        G::BENCH.positions.iter().map(read).collect()
    }
}

/// Searches each position of the bench within the limits.
fn search_all<G: GameEngine>(setup: Setup, parameters: ParametersOf<G>, limits: SearchLimits) -> Job {
    Box::new(move |stop, out| {
        let mut search = setup.fitting_search::<G>(&parameters);
        let start = Instant::now();
        let mut nodes = 0;
        for position in positions::<G>() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let text = position.to_string();
            search.new_game();
            let result = search.search(&Match::new(position), &limits, stop, &mut |_| ());
            nodes += result.report.nodes;
            out(Output::Line(format!("{} nodes {}", result.report.nodes, text)));
        }
        if stop.load(Ordering::Relaxed) {
            out(Output::Info(Info::string("the bench was stopped: the counts are not complete")));
        }
        summary(nodes, start.elapsed())
    })
}
