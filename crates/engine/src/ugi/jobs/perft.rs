//! `go perft`: counts action sequences.

use abstract_game::{Match, Position as _, perft, turn};
use protocol::Info;
use protocol::server::{Job, Output};
use search::clock::Instant;

use super::summary;
use crate::game_engine::{GameEngine, PositionOf};

/// Counts the sequences of `depth` actions, with one output line per first action.
pub(crate) fn job<G: GameEngine>(game: Match<PositionOf<G>>, depth: u32) -> Job {
    Box::new(move |stop, out| {
        let start = Instant::now();
        let position = game.position();
        let mut nodes = u64::from(depth == 0);
        let actions = if depth == 0 || game.result().is_some() { Vec::new() } else { position.actions() };
        for action in actions {
            let child = position.after_unchecked(action);
            let Some(count) = perft::par_count(&child, depth - 1, stop) else {
                out(Output::Info(Info::string("perft was stopped: the counts are not complete")));
                break;
            };
            nodes += count;
            out(Output::Line(format!("{}: {count}", turn::write(position, &[action]))));
        }
        summary(nodes, start.elapsed())
    })
}
