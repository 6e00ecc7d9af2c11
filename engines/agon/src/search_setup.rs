//! Creates and configures searches from the engine's options and the limits of `go`.

use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;

use abstract_game::{Match, Position};
use protocol::GoLimits;
use protocol::server::EngineError;
use search::{
    AlphaBeta, Knowledge as _, Mcts, RemainingTime, SearchLimits, Searcher, SolvedSearch, TimeBudget,
};

use crate::game_engine::{GameEngine, PositionOf};
use crate::level::{Level, LevelSearcher};
use crate::memory;
use crate::options::{EngineOptions, SearchKind};

/// The search that a session and its jobs share. `None` until it is needed, because its memory is large.
pub(crate) type SharedSearch<P> = Arc<Mutex<Option<Box<dyn Searcher<P>>>>>;

/// A search of a session's game.
type BoxedSearch<G> = Box<dyn Searcher<PositionOf<G>>>;

/// Creates a search of the chosen kind with the given options, unless there is too little memory.
pub(crate) fn new_search<G: GameEngine>(options: &EngineOptions) -> Result<BoxedSearch<G>, EngineError> {
    let knowledge = Arc::new(G::Knowledge::default());
    if let Some(elo) = options.level_elo() {
        let mut search = LevelSearcher::new(knowledge, Level::of::<G>(elo));
        search.set_seed(options.seed);
        return Ok(Box::new(search));
    }
    let hash = options.hash;
    let refused = || {
        let available = match memory::available() {
            usize::MAX => String::new(),
            available => format!("; {available} MiB are"),
        };
        EngineError::new(format!("{hash} MiB are not available for the search{available}"))
    };
    if hash > memory::available() {
        return Err(refused());
    }
    let mut search: BoxedSearch<G> = match options.search {
        SearchKind::AlphaBeta => Box::new(AlphaBeta::new(knowledge)),
        SearchKind::Mcts => Box::new(Mcts::new(knowledge)),
    };
    if options.solver
        && let Some(solver) = G::solver()
    {
        search = Box::new(SolvedSearch::new(search, solver));
    }
    search.set_hash(hash).map_err(|_| refused())?;
    configure(&mut *search, options);
    Ok(search)
}

/// The same with half the memory, a quarter and so on, until there is enough.
pub(crate) fn fitting_search<G: GameEngine>(options: &EngineOptions) -> BoxedSearch<G> {
    memory::fit(options.hash, |hash| new_search::<G>(&EngineOptions { hash, ..options.clone() }).ok())
}

/// Applies the options that need no new search.
pub(crate) fn configure<P: Position>(search: &mut dyn Searcher<P>, options: &EngineOptions) {
    // More threads than this only wait for each other.
    let useful = available_parallelism().map_or(usize::MAX, |processors| 8 * processors.get());
    search.set_threads(options.threads.min(useful));
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
    let own = game.player_to_act().index();
    // Without a clock of its own the player has the time of the other clock.
    let clock = [own, 1 - own].map(|player| &limits.clock[player]);
    let clock = clock.into_iter().find(|clock| clock.time.is_some()).unwrap_or(clock[0]);
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
