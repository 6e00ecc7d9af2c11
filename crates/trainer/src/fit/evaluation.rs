//! The evaluations of the engine as linear functions of weights.

use std::marker::PhantomData;

use abstract_game::Rules;
use agon_engine::games::{self, PlayerVisitor};
use agon_engine::{GameEngine, PositionOf};
use rayon::prelude::*;
use search::{Evaluation as _, Parameter, Parameters as _, StaticResult};

/// A weight of an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Weight {
    /// Its name.
    pub name: String,
    /// Its value in the engine.
    pub value: f64,
}

/// The evaluation of a position as a function of the weights: the offset, and the change by each weight, in centipawns.
pub type Features = (f64, Vec<f64>);

/// An evaluation that is a linear function of its weights.
pub trait Evaluation: Send + Sync {
    /// The weights.
    fn weights(&self) -> Vec<Weight>;

    /// The features of each of these positions; `None` for a position that is not quiet.
    ///
    /// # Errors
    /// A text is not a position.
    fn features(&self, positions: &[String]) -> Result<Vec<Option<Features>>, String>;
}

/// What a weight of the engine's evaluation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// A factor for each named term, 1 before the fit.
    #[default]
    Terms,
    /// Each [parameter](search::Parameter) of the game's knowledge, as far as the evaluation depends on it. The features are the
    /// differences of the evaluation when the parameter changes by 1.
    Parameters,
}

/// The evaluation of a game in the engine; `None` if the engine has none for this game.
///
/// ```
/// use trainer::fit::{Weights, evaluation_of};
/// let evaluation = evaluation_of("snorkels", Weights::Terms).expect("a game of the engine");
/// let features = evaluation.features(&["7/7/7/7/7/7/7 p 1 -".to_owned()])?;
/// let (offset, features) = features[0].as_ref().expect("nothing can be captured");
/// assert_eq!((*offset, features.len()), (0.0, evaluation.weights().len()));
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn evaluation_of(game: &str, weights: Weights) -> Option<Box<dyn Evaluation>> {
    games::visit(game, weights)?
}

impl PlayerVisitor for Weights {
    type Output = Option<Box<dyn Evaluation>>;

    fn visit<G: GameEngine>(self) -> Self::Output {
        let has_evaluation = !Terms::<G>(PhantomData).weights().is_empty();
        has_evaluation.then(|| match self {
            Weights::Terms => Box::new(Terms::<G>(PhantomData)) as Box<dyn Evaluation>,
            Weights::Parameters => Box::new(Numbers::<G>(PhantomData)),
        })
    }
}

fn read<G: GameEngine>(position: &str) -> Result<PositionOf<G>, String> {
    G::Rules::default().read_position(position).map_err(|error| format!("`{position}`: {error}"))
}

/// Whether the static result leaves a position open. A decided one is never evaluated.
fn is_quiet<G: GameEngine>(position: &PositionOf<G>) -> bool {
    let knowledge = G::Knowledge::default();
    let analysis = knowledge.analyse(position);
    knowledge.static_result(position, &analysis, &mut Vec::new()) == StaticResult::Open
}

/// A factor for each term of a game's evaluation.
struct Terms<G>(PhantomData<fn() -> G>);

impl<G: GameEngine> Evaluation for Terms<G> {
    fn weights(&self) -> Vec<Weight> {
        let position = G::Rules::default().start();
        let weight = |term: agon_engine::Term| Weight { name: term.name.to_owned(), value: 1.0 };
        G::terms(&G::Knowledge::default(), &position).into_iter().map(weight).collect()
    }

    fn features(&self, positions: &[String]) -> Result<Vec<Option<Features>>, String> {
        let knowledge = G::Knowledge::default();
        let features = |text: &String| {
            let position = read::<G>(text)?;
            let terms =
                || G::terms(&knowledge, &position).iter().map(|term| f64::from(term.centipawns)).collect();
            Ok(is_quiet::<G>(&position).then(|| (0.0, terms())))
        };
        positions.par_iter().map(features).collect()
    }
}

/// The parameters of a game's knowledge.
struct Numbers<G>(PhantomData<fn() -> G>);

impl<G: GameEngine> Evaluation for Numbers<G> {
    fn weights(&self) -> Vec<Weight> {
        let mut parameters = G::PARAMETERS.knowledge;
        let weight = |one: Parameter<'_>| Weight {
            name: format!("{}.{}", <G::Rules as Rules>::TITLE, one.name),
            value: one.get() as f64,
        };
        parameters.list().into_iter().map(weight).collect()
    }

    fn features(&self, positions: &[String]) -> Result<Vec<Option<Features>>, String> {
        // With each number one more and one less.
        let weights = self.weights().into_iter().enumerate();
        let changed = weights.map(|(index, weight)| {
            let knowledge = |change| {
                let mut parameters = G::PARAMETERS.knowledge;
                let mut number = parameters.list().swap_remove(index);
                number.set(number.get() + change);
                let value = number.get() as f64;
                drop(number);
                (G::knowledge(parameters), value)
            };
            (weight.value, knowledge(1), knowledge(-1))
        });
        let (knowledge, changed) = (G::Knowledge::default(), changed.collect::<Vec<_>>());
        let features = |text: &String| {
            let position = read::<G>(text)?;
            if !is_quiet::<G>(&position) {
                return Ok(None);
            }
            let evaluate = |knowledge| f64::from(agon_engine::Term::sum(&G::terms(knowledge, &position)));
            let mut offset = evaluate(&knowledge);
            let slopes = changed.iter().map(|(value, (more, most), (less, least))| {
                let slope = (evaluate(more) - evaluate(less)) / (most - least);
                offset -= slope * value;
                slope
            });
            let slopes = slopes.collect();
            Ok(Some((offset, slopes)))
        };
        positions.par_iter().map(features).collect()
    }
}
