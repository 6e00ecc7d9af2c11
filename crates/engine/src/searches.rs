//! The searches of a game, made from a setup.

use std::sync::Arc;

use resources::memory::{self, Unavailable};
use search::proof::Prover;

use crate::game_engine::{BoxedSearch, GameEngine, ParametersOf, PositionOf};
use crate::setup::Setup;

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
}
