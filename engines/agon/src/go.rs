//! The jobs behind `go`: search and perft here, proofs in their own file.

use std::sync::PoisonError;
use std::time::Instant;

use abstract_game::{Match, perft, turn};
use protocol::server::{Job, JobResult, Output};
use protocol::{Go, GoLimits, GoTask, Info};
use search::{Knowledge, RemainingTime, SearchLimits, TimeBudget};

use crate::GameEngine;
use crate::info::Reporter;
use crate::options::Options;
use crate::proof::{self, ProofTask};
use crate::session::{PositionOf, SharedSearch, new_search};

/// What `go` asks for, ready to run.
pub(crate) fn job<G: GameEngine>(
    game: Match<PositionOf<G>>,
    search: SharedSearch<PositionOf<G>>,
    go: &Go,
    options: &Options,
) -> Job {
    match go.task {
        GoTask::Perft(depth) => perft_job::<G>(game, depth),
        GoTask::Search => search_job::<G>(game, search, go.limits.clone(), options.clone()),
        GoTask::Mate(turns) => proof::job::<G>(game, ProofTask::Mate(turns), &go.limits, options),
        GoTask::Prove => proof::job::<G>(game, ProofTask::Result, &go.limits, options),
    }
}

fn search_job<G: GameEngine>(
    game: Match<PositionOf<G>>,
    search: SharedSearch<PositionOf<G>>,
    asked: GoLimits,
    options: Options,
) -> Job {
    Box::new(move |stop, out| {
        if game.result().is_some() {
            return JobResult::NoTurn;
        }
        let limits = limits::<G>(&game, &asked, &options);
        let reporter = Reporter {
            root: game.position().clone(),
            show_wdl: options.show_wdl,
            show_line: options.lines > 1,
        };
        let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
        let search = search.get_or_insert_with(|| new_search::<G>(&options));
        let answer = search.search(&game, &limits, stop.flag(), &mut |report| {
            out(Output::Info(reporter.info(report)));
        });
        JobResult::Turn(turn::write(game.position(), &answer.turn))
    })
}

/// The limits in the words of the searches: a clock becomes a share of it.
pub(crate) fn limits<G: GameEngine>(
    game: &Match<PositionOf<G>>,
    asked: &GoLimits,
    options: &Options,
) -> SearchLimits {
    let overhead = options.move_overhead;
    let clock = &asked.clock[game.player_to_act().index()];
    let time = if asked.infinite {
        None
    } else if let Some(time) = asked.move_time {
        Some(TimeBudget::exactly(time, overhead))
    } else {
        clock.time.map(|left| {
            let clock =
                RemainingTime { left, increment: clock.increment, turns_to_control: asked.moves_to_go };
            clock.budget(G::Knowledge::default().turns_left(game.position()), overhead)
        })
    };
    SearchLimits { depth: asked.depth, nodes: asked.nodes, time, infinite: asked.infinite }
}

fn perft_job<G: GameEngine>(game: Match<PositionOf<G>>, depth: u32) -> Job {
    Box::new(move |stop, out| {
        let began = Instant::now();
        let position = game.position();
        let mut nodes = u64::from(depth == 0);
        let actions = if depth == 0 || game.result().is_some() {
            Vec::new()
        } else {
            abstract_game::Position::actions(position)
        };
        for action in actions {
            let after = abstract_game::Position::after(position, action);
            let Some(count) = perft::par_count_until(&after, depth - 1, stop.flag()) else {
                out(Output::Info(Info::string("perft was stopped: the counts are not complete")));
                break;
            };
            nodes += count;
            out(Output::Line(format!("{}: {count}", turn::write(position, &[action]))));
        }
        let time = began.elapsed();
        let per_second = if time.is_zero() { 0 } else { (nodes as f64 / time.as_secs_f64()) as u64 };
        JobResult::Summary(format!("nodes {nodes} time {} nps {per_second}", time.as_millis()))
    })
}
