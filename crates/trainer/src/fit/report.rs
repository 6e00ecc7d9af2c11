//! What a fit shows: which terms earn their place.

use std::fmt;

use arena::table::Table;
use rayon::prelude::*;

use super::evaluation::Weight;
use super::logistic::{Fit, FitError, FitSettings, GameSamples, Sample, count, fit, mean_loss};

/// The two-sided 95% quantile of the normal distribution.
const Z95: f64 = 1.96;

/// Whether a term makes the evaluation better on games that the fit has not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The loss is higher without it, by more than chance.
    Earns,
    /// The difference is within chance.
    Unclear,
    /// The loss is lower without it, by more than chance.
    Harms,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Earns => "earns its place",
            Verdict::Unclear => "unclear",
            Verdict::Harms => "harms",
        })
    }
}

/// One term of the fitted evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct TermReport {
    /// Its name and its weight before the fit.
    pub weight: Weight,
    /// Its weight after the fit.
    pub fitted: f64,
    /// The standard error of the fitted weight; `None` if the positions do not determine it.
    pub error: Option<f64>,
    /// The increase of the mean loss on the validation games when all others are fitted without this term.
    pub increase: f64,
    /// The standard error of the increase.
    pub increase_error: f64,
}

impl TermReport {
    /// Whether the term earns its place.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let chance = Z95 * self.increase_error;
        match self.increase {
            more if more > chance => Verdict::Earns,
            less if less < -chance => Verdict::Harms,
            _ => Verdict::Unclear,
        }
    }
}

/// The losses of one evaluation.
#[derive(Clone, Debug, PartialEq)]
struct Losses {
    name: &'static str,
    training: f64,
    validation: f64,
}

/// A fit with what each term adds to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The terms.
    pub terms: Vec<TermReport>,
    /// The fit of all terms to the training games.
    pub fit: Fit,
    losses: Vec<Losses>,
    /// Games and positions for training and validation.
    sizes: [(usize, usize); 2],
}

impl Report {
    /// Fits the weights to the training games, and again without each term. Without validation games, losses are
    /// compared on the training games.
    ///
    /// # Errors
    /// There are no positions, or the fit does not converge.
    pub fn new(
        weights: &[Weight],
        training: &[GameSamples],
        validation: &[GameSamples],
        l2: f64,
    ) -> Result<Report, FitError> {
        let start: Vec<f64> = weights.iter().map(|weight| weight.value).collect();
        let settings = FitSettings { l2, ..FitSettings::new(start.clone()) };
        let fitted = fit(training, &settings)?;
        let judged = if count(validation) > 0 { validation } else { training };
        let without = |index: usize| {
            let mut settings = settings.clone();
            settings.start[index] = 0.0;
            settings.free[index] = false;
            fit(training, &settings)
        };
        let term = |(index, weight): (usize, &Weight)| {
            let (increase, increase_error) = increase(judged, &fitted.weights, &without(index)?.weights);
            Ok(TermReport {
                weight: weight.clone(),
                fitted: fitted.weights[index],
                error: fitted.errors[index],
                increase,
                increase_error,
            })
        };
        let terms: Result<_, FitError> = weights.iter().enumerate().map(term).collect();
        let losses = |name, weights: &[f64]| Losses {
            name,
            training: mean_loss(training, weights),
            validation: mean_loss(validation, weights),
        };
        let scale = fit(&whole(training, &start), &FitSettings::new(vec![1.0]))?.weights[0];
        let scaled: Vec<f64> = start.iter().map(|weight| weight * scale).collect();
        let none = vec![0.0; start.len()];
        let losses = vec![
            losses("no evaluation", &none),
            losses("before", &start),
            losses("before, best scale", &scaled),
            losses("fitted", &fitted.weights),
        ];
        let sizes = [training, validation].map(|games| (games.len(), count(games)));
        Ok(Report { terms: terms?, fit: fitted, losses, sizes })
    }
}

/// The samples with the whole evaluation as their only feature.
fn whole(games: &[GameSamples], weights: &[f64]) -> Vec<GameSamples> {
    let one = |sample: &Sample| Sample {
        offset: sample.offset,
        features: vec![sample.evaluation(weights) - sample.offset],
        result: sample.result,
    };
    games.iter().map(|game| game.iter().map(one).collect()).collect()
}

/// The increase of the mean loss from weights to others, with its standard error from games as clusters.
fn increase(games: &[GameSamples], weights: &[f64], others: &[f64]) -> (f64, f64) {
    let of_game = |game: &GameSamples| game.iter().map(|s| s.loss(others) - s.loss(weights)).sum::<f64>();
    let sums: Vec<f64> = games.par_iter().map(of_game).collect();
    let samples = count(games) as f64;
    let mean = sums.iter().sum::<f64>() / samples;
    let squares = sums.iter().zip(games).map(|(sum, game)| (sum - mean * game.len() as f64).powi(2));
    (mean, squares.sum::<f64>().sqrt() / samples)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [training, validation] = self.sizes;
        writeln!(f, "training: {} positions of {} games", training.1, training.0)?;
        writeln!(f, "validation: {} positions of {} games\n", validation.1, validation.0)?;
        let mut losses = Table::new(["mean loss (nats)", "training", "validation"]);
        for Losses { name, training, validation } in &self.losses {
            losses.row([(*name).to_owned(), format!("{training:.6}"), format!("{validation:.6}")]);
        }
        writeln!(f, "{losses}")?;
        let headings = ["term", "before", "fitted", "± 95%", "loss without, ×10⁻⁶", "± 95%", "verdict"];
        let mut terms = Table::new(headings);
        for term in &self.terms {
            let million = |loss: f64| loss * 1e6;
            terms.row([
                term.weight.name.clone(),
                format!("{:.3}", term.weight.value),
                format!("{:.3}", term.fitted),
                term.error.map_or_else(|| "-".to_owned(), |error| format!("{:.3}", Z95 * error)),
                format!("{:+.0}", million(term.increase)),
                format!("{:.0}", million(Z95 * term.increase_error)),
                term.verdict().to_string(),
            ]);
        }
        write!(f, "{terms}")
    }
}
