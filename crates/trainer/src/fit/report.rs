//! What a fit shows: which terms earn their place.

use std::fmt;

use arena::table::Table;
use rayon::prelude::*;

use super::evaluation::Weight;
use super::logistic::{Fit, FitSettings, GameSamples, Sample, count, fit, mean_loss};
use crate::error::TrainerError;

/// The two-sided 95% quantile of the normal distribution.
const Z95: f64 = 1.96;

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
    /// Whether the term makes the evaluation better on games that the fit has not seen: it earns its place if the loss is higher
    /// without it, by more than chance, and harms if it is lower by more than chance.
    pub fn verdict(&self) -> &'static str {
        let chance = Z95 * self.increase_error;
        match self.increase {
            more if more > chance => "earns its place",
            less if less < -chance => "harms",
            _ => "unclear",
        }
    }
}

/// A fit with what each term adds to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The terms.
    pub terms: Vec<TermReport>,
    /// The fit of all terms to the training games.
    pub fit: Fit,
    /// The mean losses of evaluations, for training and validation.
    losses: [(&'static str, [f64; 2]); 4],
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
    ) -> Result<Report, TrainerError> {
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
        let terms: Result<_, TrainerError> = weights.iter().enumerate().map(term).collect();
        let losses = |weights: &[f64]| [training, validation].map(|games| mean_loss(games, weights));
        let scale = fit(&whole(training, &start), &FitSettings::new(vec![1.0]))?.weights[0];
        let scaled: Vec<f64> = start.iter().map(|weight| weight * scale).collect();
        let none = vec![0.0; start.len()];
        let losses = [
            ("no evaluation", losses(&none)),
            ("before", losses(&start)),
            ("before, best scale", losses(&scaled)),
            ("fitted", losses(&fitted.weights)),
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
        for (name, [training, validation]) in self.losses {
            losses.row([name.to_owned(), format!("{training:.6}"), format!("{validation:.6}")]);
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
                term.verdict().to_owned(),
            ]);
        }
        write!(f, "{terms}")
    }
}
