//! The evaluations of the engine as linear functions of weights.

use abstract_game::Rules;
use agon_engine::games::{self, PlayerVisitor};
use agon_engine::{GameEngine, Term};
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

/// The features of the position with a text.
type FeaturesOf = dyn Fn(&str) -> Result<Option<Features>, String> + Send + Sync;

/// An evaluation that is a linear function of its weights.
pub struct Evaluation {
    /// The weights.
    pub weights: Vec<Weight>,
    features: Box<FeaturesOf>,
}

impl Evaluation {
    /// The features of each of these positions; `None` for a position that is not quiet.
    ///
    /// # Errors
    /// A text is not a position.
    pub fn features(&self, positions: &[String]) -> Result<Vec<Option<Features>>, String> {
        positions.par_iter().map(|text| (self.features)(text)).collect()
    }
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
/// for game in games::names() {
///     let Some(evaluation) = evaluation_of(game, Weights::Terms) else { continue };
///     let start = games::by_name(game)?.start().position_text();
///     let features = evaluation.features(&[start])?;
///     let (offset, features) = features[0].as_ref().expect("nothing is decided at the start");
///     assert_eq!((*offset, features.len()), (0.0, evaluation.weights.len()));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluation_of(game: &str, weights: Weights) -> Option<Evaluation> {
    games::visit(game, weights)?
}

impl PlayerVisitor for Weights {
    type Output = Option<Evaluation>;

    fn visit<G: GameEngine>(self) -> Option<Evaluation> {
        let (rules, knowledge) = (G::Rules::default(), G::Knowledge::default());
        let terms = G::terms(&knowledge, &rules.start());
        if terms.is_empty() {
            return None;
        }
        let (weights, changed) = match self {
            Weights::Terms => {
                let weight = |term: &Term| Weight { name: term.name.to_owned(), value: 1.0 };
                (terms.iter().map(weight).collect(), Vec::new())
            }
            Weights::Parameters => {
                let weight = |one: Parameter<'_>| Weight {
                    name: format!("{}.{}", <G::Rules as Rules>::TITLE, one.name),
                    value: one.get() as f64,
                };
                let mut parameters = G::PARAMETERS.knowledge;
                (parameters.list().into_iter().map(weight).collect(), changed::<G>())
            }
        };
        let features = move |text: &str| {
            let position = rules.read_position(text).map_err(|error| format!("`{text}`: {error}"))?;
            // A position whose static result is known is never evaluated.
            let analysis = knowledge.analyse(&position);
            if knowledge.static_result(&position, &analysis, &mut Vec::new()) != StaticResult::Open {
                return Ok(None);
            }
            let terms = G::terms(&knowledge, &position);
            if self == Weights::Terms {
                return Ok(Some((0.0, terms.iter().map(|term| f64::from(term.centipawns)).collect())));
            }
            let mut offset = f64::from(Term::sum(&terms));
            let evaluate = |knowledge| f64::from(Term::sum(&G::terms(knowledge, &position)));
            let slopes = changed.iter().map(|(value, (more, most), (less, least))| {
                let slope = (evaluate(more) - evaluate(less)) / (most - least);
                offset -= slope * value;
                slope
            });
            let slopes = slopes.collect();
            Ok(Some((offset, slopes)))
        };
        Some(Evaluation { weights, features: Box::new(features) })
    }
}

/// The value of a parameter, and the knowledge with it one more and one less, each with the value there.
type Changed<K> = (f64, (K, f64), (K, f64));

/// The changes of each parameter of a game's knowledge.
fn changed<G: GameEngine>() -> Vec<Changed<G::Knowledge>> {
    let moved = |index: usize, change| {
        let mut parameters = G::PARAMETERS.knowledge;
        let mut number = parameters.list().swap_remove(index);
        number.set(number.get() + change);
        let value = number.get() as f64;
        drop(number);
        (parameters, value)
    };
    let mut parameters = G::PARAMETERS.knowledge;
    let list = parameters.list();
    let values = list.iter().map(|one| one.get() as f64).enumerate();
    values.map(|(index, value)| (value, moved(index, 1), moved(index, -1))).collect()
}
