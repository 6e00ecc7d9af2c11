//! `go`: a search for the best turn.

use std::sync::PoisonError;

use abstract_game::{Match, turn};
use protocol::GoLimits;
use protocol::server::{Job, JobResult, Output};

use crate::game_engine::{GameEngine, PositionOf};
use crate::info::InfoWriter;
use crate::options::EngineOptions;
use crate::search_setup::{SharedSearch, new_search, search_limits};

/// Searches the current position within the limits of `go`.
pub(crate) fn job<G: GameEngine>(
    game: Match<PositionOf<G>>,
    search: SharedSearch<PositionOf<G>>,
    limits: GoLimits,
    options: EngineOptions,
) -> Job {
    Box::new(move |stop, out| {
        if game.result().is_some() {
            return JobResult::NoTurn;
        }
        let limits = search_limits::<G>(&game, &limits, &options);
        let writer = InfoWriter {
            root: game.position().clone(),
            show_wdl: options.show_wdl,
            show_multipv: options.multipv > 1,
        };
        let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
        let search = search.get_or_insert_with(|| new_search::<G>(&options));
        let result = search.search(&game, &limits, stop.flag(), &mut |report| {
            out(Output::Info(writer.info(report)));
        });
        JobResult::Turn(turn::write(game.position(), &result.turn))
    })
}
