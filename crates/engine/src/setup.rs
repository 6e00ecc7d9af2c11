//! How the engine searches, in every game.

use std::thread::available_parallelism;

use abstract_game::Position;
use search::Searcher;

/// The search that chooses the engine's turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchKind {
    /// Alpha-beta.
    AlphaBeta,
    /// Monte-Carlo tree search.
    Mcts,
}

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
    /// The search; `None` for the [stronger one](crate::GameEngine::SEARCH) of the game.
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

impl Setup {
    /// Applies what needs no new search.
    pub(crate) fn configure<P: Position>(&self, search: &mut dyn Searcher<P>) {
        // More threads than this only wait for each other.
        let useful = available_parallelism().map_or(usize::MAX, |processors| 8 * processors.get());
        let settings = search.settings();
        settings.threads = self.threads.min(useful);
        (settings.lines, settings.seed) = (self.multipv, self.seed);
    }
}
