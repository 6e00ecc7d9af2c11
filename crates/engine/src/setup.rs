//! How the engine searches: what the searches of all games are made from.

use std::sync::Arc;
use std::thread::available_parallelism;

use abstract_game::Position;
use resources::memory::{self, Unavailable};
use search::proof::Prover;
use search::{Searcher, SolvedSearch};

use crate::game_engine::{GameEngine, ParametersOf, PositionOf, SearchKind};
use crate::level::{Level, LevelSearcher};

/// How the engine searches.
///
/// ```
/// let mut setup = agon_engine::Setup::default();
/// setup.hash = 16;
/// setup.elo = Some(1300);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setup {
    /// The memory of the transposition table or search tree, in MiB, at least 1.
    pub hash: usize,
    /// The number of threads, at least 1; more than eight for each processor are not started.
    pub threads: usize,
    /// The search; `None` for the [stronger one](GameEngine::SEARCH) of the game.
    pub search: Option<SearchKind>,
    /// Whether a part of each turn is spent on proofs of who wins, in games that have a solver.
    pub solver: bool,
    /// The number of lines to report, at least 1.
    pub multipv: usize,
    /// The seed of the random numbers of Monte-Carlo tree search and of the levels.
    pub seed: u64,
    /// The Elo number of the level to play at, from 1000 (level 1) to 1700 (level 8); `None` for full strength.
    pub elo: Option<u32>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { hash: 64, threads: 1, search: None, solver: true, multipv: 1, seed: 0, elo: None }
    }
}

/// A search of a game.
pub type BoxedSearch<G> = Box<dyn Searcher<PositionOf<G>>>;

/// A proof search of a game, with its knowledge.
pub(crate) type GameProver<G> = Prover<PositionOf<G>, <G as GameEngine>::Knowledge>;

impl Setup {
    /// Creates a search of a game with these parameters; [`searcher`](crate::searcher) takes the game's own.
    ///
    /// # Errors
    /// The memory of the table or tree is not available.
    pub fn new_search<G: GameEngine>(
        &self,
        parameters: &ParametersOf<G>,
    ) -> Result<BoxedSearch<G>, Unavailable> {
        G::new_search(self, parameters)
    }

    /// What [`GameEngine::new_search`] is for every game.
    pub(crate) fn build_search<G: GameEngine>(
        &self,
        parameters: &ParametersOf<G>,
    ) -> Result<BoxedSearch<G>, Unavailable> {
        if let Some(elo) = self.elo {
            let level = Level::of(&parameters.play.level, elo);
            let knowledge = Arc::new(parameters.knowledge.clone());
            let mut search = LevelSearcher::new(knowledge, level, parameters.proof);
            search.settings().seed = self.seed;
            return Ok(Box::new(search));
        }
        memory::check(self.hash)?;
        let mut search: BoxedSearch<G> = match self.search.unwrap_or(G::SEARCH) {
            SearchKind::AlphaBeta => Box::new(G::alpha_beta(parameters)),
            SearchKind::Mcts => Box::new(G::mcts(parameters)),
        };
        if self.solver
            && let Some(solver) = G::solver()
        {
            search = Box::new(SolvedSearch::new(search, solver).with_parameters(parameters.solved));
        }
        search.set_hash(self.hash).map_err(|_| Unavailable { mebibytes: self.hash })?;
        self.configure(&mut *search);
        Ok(search)
    }

    /// The same with half the memory, a quarter and so on, until there is enough.
    pub(crate) fn fitting_search<G: GameEngine>(&self, parameters: &ParametersOf<G>) -> BoxedSearch<G> {
        memory::fit(self.hash, |hash| Setup { hash, ..self.clone() }.new_search::<G>(parameters).ok())
    }

    /// A prover with a table of this memory, or of half of it, a quarter and so on, until there is enough.
    pub(crate) fn prover<G: GameEngine>(&self, parameters: &ParametersOf<G>) -> GameProver<G> {
        let mut prover =
            Prover::new(Arc::new(parameters.knowledge.clone()), 1).with_parameters(parameters.proof);
        memory::fit(self.hash, |hash| prover.set_hash(hash).ok());
        prover
    }

    /// A prover with the solver of the game, if it has one and the setup allows it: half of the memory for each.
    pub(crate) fn solving_prover<G: GameEngine>(&self, parameters: &ParametersOf<G>) -> GameProver<G> {
        let Some(mut solver) = G::solver().filter(|_| self.solver) else {
            return self.prover::<G>(parameters);
        };
        let hash = (self.hash / 2).max(1);
        memory::fit(hash, |hash| {
            solver.set_hash(hash);
            Some(())
        });
        Setup { hash, ..self.clone() }.prover::<G>(parameters).with_solver(Some(solver))
    }

    /// Applies what needs no new search.
    pub(crate) fn configure<P: Position>(&self, search: &mut dyn Searcher<P>) {
        // More threads than this only wait for each other.
        let useful = available_parallelism().map_or(usize::MAX, |processors| 8 * processors.get());
        let settings = search.settings();
        settings.threads = self.threads.min(useful);
        (settings.lines, settings.seed) = (self.multipv, self.seed);
    }
}
