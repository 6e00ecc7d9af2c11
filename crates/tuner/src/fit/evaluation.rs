//! The evaluations of the engine as linear functions of weights.

use std::marker::PhantomData;

use abstract_game::Rules;
use agon::games::{nika::NikaEngine, snorkels::SnorkelsEngine, symbol::SymbolEngine};
use agon::{GameEngine, PositionOf};
use search::{Knowledge, StaticResult};

/// A weight of an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Weight {
    /// Its name.
    pub name: String,
    /// Its value in the engine.
    pub value: f64,
}

/// An evaluation that is a linear function of its weights.
pub trait Evaluation: Send + Sync {
    /// The weights.
    fn weights(&self) -> Vec<Weight>;

    /// The offset and the features of a position: see [`Sample`](super::Sample). `None` if the position is not quiet.
    ///
    /// # Errors
    /// The text is not a position.
    fn features(&self, position: &str) -> Result<Option<(f64, Vec<f64>)>, String>;
}

/// The evaluation of a game in the engine: one weight per term, a factor that is 1 in the engine. `None` if the engine does
/// not know the game.
///
/// ```
/// let evaluation = tuner::fit::evaluation_of("snorkels").expect("a game of the engine");
/// let (offset, features) = evaluation.features("7/7/7/7/7/7/7 p 1 -")?.expect("nothing can be captured");
/// assert_eq!((offset, features.len()), (0.0, evaluation.weights().len()));
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn evaluation_of(game: &str) -> Option<Box<dyn Evaluation>> {
    let all: [Box<dyn Evaluation>; 3] = [
        Box::new(Terms::<SnorkelsEngine>(PhantomData)),
        Box::new(Terms::<SymbolEngine>(PhantomData)),
        Box::new(Terms::<NikaEngine>(PhantomData)),
    ];
    let names = [name::<SnorkelsEngine>(), name::<SymbolEngine>(), name::<NikaEngine>()];
    all.into_iter().zip(names).find(|(_, name)| *name == game).map(|(evaluation, _)| evaluation)
}

fn name<G: GameEngine>() -> &'static str {
    <G::Rules as Rules>::NAME
}

/// A factor for each term of a game's evaluation.
struct Terms<G>(PhantomData<fn() -> G>);

impl<G: GameEngine> Terms<G> {
    fn read(position: &str) -> Result<PositionOf<G>, String> {
        G::Rules::default().read_position(position).map_err(|error| format!("`{position}`: {error}"))
    }
}

impl<G: GameEngine> Evaluation for Terms<G> {
    fn weights(&self) -> Vec<Weight> {
        let position = Self::read(G::BENCH[0]).expect("the bench positions are valid");
        let weight = |term: agon::Term| Weight { name: term.name.to_owned(), value: 1.0 };
        G::terms(&position).into_iter().map(weight).collect()
    }

    fn features(&self, position: &str) -> Result<Option<(f64, Vec<f64>)>, String> {
        let position = Self::read(position)?;
        let knowledge = G::Knowledge::default();
        let analysis = knowledge.analyse(&position);
        let mut actions = Vec::new();
        // A position decided statically is never evaluated.
        let is_open = knowledge.static_result(&position, &analysis, &mut actions) == StaticResult::Open;
        actions.clear();
        knowledge.noisy_actions(&position, &analysis, &mut actions);
        let features = || G::terms(&position).iter().map(|term| f64::from(term.centipawns)).collect();
        Ok((is_open && actions.is_empty()).then(|| (0.0, features())))
    }
}
