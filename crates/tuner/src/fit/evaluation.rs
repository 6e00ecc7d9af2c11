//! The evaluations of the engine as linear functions of weights.

use std::marker::PhantomData;

use abstract_game::Rules;
use agon::games::{nika::NikaEngine, snorkels::SnorkelsEngine, symbol::SymbolEngine};
use agon::{GameEngine, PositionOf};
use rayon::prelude::*;
use search::{Evaluation as _, StaticResult};

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
    /// Each [setting](search::Setting) of the game, as far as the evaluation depends on it. The features are the
    /// differences of the evaluation when the setting changes by 1.
    #[cfg(feature = "tune")]
    Settings,
}

/// The evaluation of a game in the engine; `None` if the engine does not know the game.
///
/// ```
/// use tuner::fit::{Weights, evaluation_of};
/// let evaluation = evaluation_of("snorkels", Weights::Terms).expect("a game of the engine");
/// let features = evaluation.features(&["7/7/7/7/7/7/7 p 1 -".to_owned()])?;
/// let (offset, features) = features[0].as_ref().expect("nothing can be captured");
/// assert_eq!((*offset, features.len()), (0.0, evaluation.weights().len()));
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn evaluation_of(game: &str, weights: Weights) -> Option<Box<dyn Evaluation>> {
    let of_game = [of::<SnorkelsEngine>, of::<SymbolEngine>, of::<NikaEngine>];
    of_game.iter().find_map(|of| of(game, weights))
}

fn of<G: GameEngine>(game: &str, weights: Weights) -> Option<Box<dyn Evaluation>> {
    (game == <G::Rules as Rules>::NAME).then(|| match weights {
        Weights::Terms => Box::new(Terms::<G>(PhantomData)) as Box<dyn Evaluation>,
        #[cfg(feature = "tune")]
        Weights::Settings => Box::new(Settings::<G>(PhantomData)),
    })
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
        let position = read::<G>(G::BENCH.positions[0]).expect("the bench positions are valid");
        let weight = |term: agon::Term| Weight { name: term.name.to_owned(), value: 1.0 };
        G::terms(&position).into_iter().map(weight).collect()
    }

    fn features(&self, positions: &[String]) -> Result<Vec<Option<Features>>, String> {
        let features = |text: &String| {
            let position = read::<G>(text)?;
            let terms = || G::terms(&position).iter().map(|term| f64::from(term.centipawns)).collect();
            Ok(is_quiet::<G>(&position).then(|| (0.0, terms())))
        };
        positions.par_iter().map(features).collect()
    }
}

/// The settings of a game.
#[cfg(feature = "tune")]
struct Settings<G>(PhantomData<fn() -> G>);

/// Settings are values of the whole process: one computation at a time changes them.
#[cfg(feature = "tune")]
static CHANGING: std::sync::Mutex<()> = std::sync::Mutex::new(());

#[cfg(feature = "tune")]
impl<G: GameEngine> Evaluation for Settings<G> {
    fn weights(&self) -> Vec<Weight> {
        let weight = |setting: &&search::Setting| Weight {
            name: format!("{}.{}", <G::Rules as Rules>::TITLE, setting.name()),
            value: f64::from(setting.default()),
        };
        G::settings().iter().map(weight).collect()
    }

    fn features(&self, positions: &[String]) -> Result<Vec<Option<Features>>, String> {
        let _changing = CHANGING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let parsed = positions.par_iter().map(|text| read::<G>(text)).collect::<Result<Vec<_>, _>>()?;
        let quiet: Vec<bool> = parsed.par_iter().map(is_quiet::<G>).collect();
        let evaluate = |(position, quiet): (&PositionOf<G>, &bool)| {
            let terms = if *quiet { agon::Term::sum(&G::terms(position)) } else { 0 };
            f64::from(terms)
        };
        let all = || -> Vec<f64> { parsed.par_iter().zip(&quiet).map(evaluate).collect() };
        let mut features: Vec<Features> = all().into_iter().map(|value| (value, Vec::new())).collect();
        for setting in G::settings() {
            let default = setting.default();
            let [more, less] = [default.saturating_add(1), default.saturating_sub(1)]
                .map(|value| value.clamp(setting.min(), setting.max()));
            let [after, before] = [more, less].map(|value| {
                setting.set(value);
                all()
            });
            setting.set(default);
            for ((offset, slopes), (after, before)) in features.iter_mut().zip(after.iter().zip(before)) {
                let slope = (after - before) / f64::from(more - less);
                *offset -= slope * f64::from(default);
                slopes.push(slope);
            }
        }
        Ok(features.into_iter().zip(quiet).map(|(features, quiet)| quiet.then_some(features)).collect())
    }
}
