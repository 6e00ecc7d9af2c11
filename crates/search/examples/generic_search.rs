//! Searches for the best turn of any game, without knowledge of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::prelude::*;
use abstract_game::{Match, turn};
use games::snorkels_core::Snorkels;
use search::{AlphaBeta, NoKnowledge, SearchLimits, Searcher};

fn best_turn<R: Rules>(game: &Match<R::Position>) -> String {
    let mut search = AlphaBeta::new(Arc::new(NoKnowledge));
    let limits = SearchLimits::nodes(10_000);
    let result = search.search(game, &limits, &AtomicBool::new(false), &mut |_| ());
    format!("{}: {}", turn::write(game.position(), &result.turn), result.report.score)
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Match::new(Snorkels::new().with("size", 3)?.start());
    for turn in ["a1", "b2", "c3", "b1"] {
        game.play_turn(turn)?;
    }
    println!("{game:#}\n{}", best_turn::<Snorkels>(&game));
    Ok(())
}
