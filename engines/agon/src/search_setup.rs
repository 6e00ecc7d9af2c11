//! Creates and configures searches from the engine's options and the limits of `go`.

use std::sync::{Arc, Mutex};

use abstract_game::{Match, Position};
use protocol::GoLimits;
use search::{AlphaBeta, Knowledge as _, Mcts, RemainingTime, SearchLimits, Searcher, TimeBudget};

use crate::game_engine::{GameEngine, PositionOf};
use crate::options::{EngineOptions, SearchKind};

/// The search that a session and its jobs share. `None` until it is needed, because its memory is large.
pub(crate) type SharedSearch<P> = Arc<Mutex<Option<Box<dyn Searcher<P>>>>>;

/// Creates a search of the chosen kind with the given options.
pub(crate) fn new_search<G: GameEngine>(options: &EngineOptions) -> Box<dyn Searcher<PositionOf<G>>> {
    let knowledge = Arc::new(G::Knowledge::default());
    let mut search: Box<dyn Searcher<PositionOf<G>>> = match options.search {
        SearchKind::AlphaBeta => Box::new(AlphaBeta::new(knowledge)),
        SearchKind::Mcts => Box::new(Mcts::new(knowledge)),
    };
    search.set_hash(options.hash);
    configure(&mut *search, options);
    search
}

/// Applies the options that need no new search.
pub(crate) fn configure<P: Position>(search: &mut dyn Searcher<P>, options: &EngineOptions) {
    search.set_threads(options.threads);
    search.set_multipv(options.multipv);
    search.set_seed(options.seed);
}

/// Converts the limits of `go` to limits of a search; a game clock becomes a time budget for this turn.
pub(crate) fn search_limits<G: GameEngine>(
    game: &Match<PositionOf<G>>,
    limits: &GoLimits,
    options: &EngineOptions,
) -> SearchLimits {
    let overhead = options.move_overhead;
    let clock = &limits.clock[game.player_to_act().index()];
    let time = if limits.infinite {
        None
    } else if let Some(time) = limits.move_time {
        Some(TimeBudget::exactly(time, overhead))
    } else {
        clock.time.map(|left| {
            let turns_to_control = limits.moves_to_go;
            let remaining = RemainingTime { left, increment: clock.increment, turns_to_control };
            remaining.budget(G::Knowledge::default().turns_left(game.position()), overhead)
        })
    };
    SearchLimits {
        depth: limits.depth,
        nodes: limits.nodes,
        time,
        cpu_time: limits.cpu_time.filter(|_| !limits.infinite),
        infinite: limits.infinite,
    }
}
