//! What the engine needs for each game beyond its rules.

use std::sync::Arc;

use abstract_game::{Position as _, Rules};
use resources::memory::{self, Unavailable};
use search::{AlphaBeta, Knowledge, Mcts, Parameters, RootSolver, Searcher, SolvedSearch};

use crate::level::{Level, LevelSearcher};
use crate::parameters::EngineParameters;
use crate::setup::{SearchKind, Setup};
use crate::training::{GameNetwork, PolicyTraining, SolverTraining};
use crate::wdl::WdlModel;

/// What the benches of a game work on.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// The positions of `bench`, with default rule options; without any it is the first position of the game.
    pub positions: &'static [&'static str],
    /// The default depth of `bench`, in actions.
    pub depth: u32,
    /// Positions with more to do than those of random games, for the measured kernels.
    pub busy: &'static [&'static str],
    /// The depth of the measured perft, in actions.
    pub perft_depth: u32,
    /// The depth of the measured alpha-beta search, in actions.
    pub search_depth: u32,
}

impl Bench {
    /// For a game of which only the rules are known.
    pub const BY_RULES: Bench =
        Bench { positions: &[], depth: 3, busy: &[], perft_depth: 2, search_depth: 2 };
}

/// The engine's part for one game: its rules, its knowledge for the searches, and its bench. Nothing but the evaluation's
/// knowledge needs to be known: the defaults are neutral.
pub trait GameEngine: Sized + Send + Sync + 'static {
    /// The rules of the game.
    type Rules: Rules;
    /// The numbers of evaluation, move ordering and playout policy.
    type Knowledge: Knowledge<PositionOf<Self>> + Parameters + Clone + Default + PartialEq + 'static;

    /// The parameters of the knowledge, and those of the searches that suit it.
    const PARAMETERS: EngineParameters<Self::Knowledge>;

    /// The parameters that change nothing in this game, by their names in the [list](Parameters::list): they are no options of a
    /// build for tuning. Those of the solver are left out by themselves in a game without one.
    const WITHOUT_EFFECT: &'static [&'static str] = &[];

    /// The search that wins more games with the same time.
    const SEARCH: SearchKind = SearchKind::AlphaBeta;

    /// What the benches work on.
    const BENCH: Bench = Bench::BY_RULES;

    /// An exact solver, if the game has one.
    fn solver() -> Option<Box<dyn RootSolver<PositionOf<Self>>>> {
        None
    }

    /// Its network, if it has one.
    #[must_use]
    fn network() -> Option<&'static GameNetwork<PositionOf<Self>, Self::Knowledge>> {
        None
    }

    /// Its policy for training, if it has one.
    #[must_use]
    fn policy() -> Option<&'static PolicyTraining<PositionOf<Self>>> {
        None
    }

    /// The policy of its solver for training, if it has one.
    #[must_use]
    fn solver_training() -> Option<&'static SolverTraining<PositionOf<Self>>> {
        None
    }

    /// The terms of the static evaluation of an unfinished position, for the player to act; none if there is no such evaluation.
    fn terms(_knowledge: &Self::Knowledge, _position: &PositionOf<Self>) -> Vec<Term> {
        Vec::new()
    }

    /// The chances of win, draw and loss by the score.
    #[must_use]
    fn wdl(parameters: &ParametersOf<Self>) -> WdlModel {
        WdlModel {
            factor: f64::from(parameters.play.wdl_score_percent) / 100.0,
            draw_width: parameters.play.wdl_draw_width.into(),
        }
    }

    /// The number of turns that time management divides the remaining time by, at least 1.
    #[must_use]
    fn turns_left(parameters: &ParametersOf<Self>, position: &PositionOf<Self>) -> u32 {
        let play = &parameters.play;
        let share = |turns: u32| turns.saturating_mul(play.turns_share) / 100;
        position.max_remaining_turns().map_or(play.turns_left, share).max(1)
    }

    /// An alpha-beta search for the game.
    #[must_use]
    fn alpha_beta(parameters: &ParametersOf<Self>) -> AlphaBeta<PositionOf<Self>, Self::Knowledge> {
        parameters.alpha_beta(Arc::new(parameters.knowledge.clone()))
    }

    /// A Monte-Carlo tree search for the game.
    #[must_use]
    fn mcts(parameters: &ParametersOf<Self>) -> Mcts<PositionOf<Self>, Self::Knowledge> {
        Mcts::new(Arc::new(parameters.knowledge.clone())).with_parameters(parameters.mcts)
    }

    /// The search of [`Setup::new_search`]. The games of the engine repeat the default here: a method without type parameters
    /// is compiled once, with this crate, and not again in each program that searches.
    ///
    /// # Errors
    /// The memory of the table or tree is not available.
    fn new_search(setup: &Setup, parameters: &ParametersOf<Self>) -> Result<BoxedSearch<Self>, Unavailable> {
        build_search::<Self>(setup, parameters)
    }
}

/// A search of a game.
pub type BoxedSearch<G> = Box<dyn Searcher<PositionOf<G>>>;

/// What [`GameEngine::new_search`] is for every game.
pub(crate) fn build_search<G: GameEngine>(
    setup: &Setup,
    parameters: &ParametersOf<G>,
) -> Result<BoxedSearch<G>, Unavailable> {
    if let Some(elo) = setup.elo {
        let level = Level::of(&parameters.play.level, elo);
        let knowledge = Arc::new(parameters.knowledge.clone());
        let mut search = LevelSearcher::new(knowledge, level, parameters.proof);
        search.settings().seed = setup.seed;
        return Ok(Box::new(search));
    }
    memory::check(setup.hash)?;
    let mut search: BoxedSearch<G> = match setup.search.unwrap_or(G::SEARCH) {
        SearchKind::AlphaBeta => Box::new(G::alpha_beta(parameters)),
        SearchKind::Mcts => Box::new(G::mcts(parameters)),
    };
    if setup.solver
        && let Some(solver) = G::solver()
    {
        search = Box::new(SolvedSearch::new(search, solver).with_parameters(parameters.solved));
    }
    search.set_hash(setup.hash).map_err(|_| Unavailable { mebibytes: setup.hash })?;
    setup.configure(&mut *search);
    Ok(search)
}

/// The positions of a game.
pub type PositionOf<G> = <<G as GameEngine>::Rules as Rules>::Position;

/// The parameters of the engine for a game.
pub type ParametersOf<G> = EngineParameters<<G as GameEngine>::Knowledge>;

/// One term of a static evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The name of the term.
    pub name: &'static str,
    /// Its value for the player to act, in centipawns.
    pub centipawns: i32,
}

impl Term {
    /// The evaluation: the sum of its terms, in centipawns.
    #[must_use]
    pub fn sum(terms: &[Term]) -> i32 {
        terms.iter().map(|term| term.centipawns).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::GameEngine as _;
    use crate::games::snorkels::SnorkelsEngine;

    #[test]
    fn a_share_of_the_greatest_number_of_turns_is_left() {
        let mut parameters = SnorkelsEngine::PARAMETERS;
        for (text, of_half, of_tenth) in
            [("7/7/7/7/7/7/7 p 1 -", 25, 5), ("P3/1G2/2P1/4 g 1 -", 6, 1), ("2/1P g 1 s", 2, 1)]
        {
            let position = text.parse().expect("a position");
            for (share, expected) in [(50, of_half), (10, of_tenth)] {
                parameters.play.turns_share = share;
                assert_eq!(SnorkelsEngine::turns_left(&parameters, &position), expected, "{text}");
            }
        }
    }
}
