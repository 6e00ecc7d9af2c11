//! The sequential probability ratio test (SPRT): games are played until one of two hypotheses is accepted.

use std::fmt;
use std::str::FromStr;

use derive_more::Display;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::likelihood::{given_mean, given_t_value, log_ratio};
use crate::pentanomial::Pentanomial;
use crate::score::{score_of, t_value_of};

/// The unit of a test's bounds.
#[derive(Clone, Copy, Debug, Default, Display, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Logistic Elo, as in rating tables: a difference is an expected score. The number of pairs that a test needs depends
    /// on the share of draws and on the openings.
    #[display("logistic")]
    Logistic,
    /// Normalised Elo: a difference in units of the spread of results, see
    /// [`Pentanomial::normalised_elo`](crate::Pentanomial::normalised_elo). The number of pairs that a test needs depends
    /// only on its bounds and error rates.
    #[default]
    #[display("normalised")]
    #[serde(alias = "normalized")]
    Normalised,
}

impl EloModel {
    /// The largest absolute value of a bound.
    pub const fn limit(self) -> f64 {
        match self {
            // A score of 99.7%.
            EloModel::Logistic => 1000.0,
            // 0.58 standard deviations of a game's score. The likelihood can be computed up to 230.
            EloModel::Normalised => 200.0,
        }
    }
}

/// The Elo differences of the hypotheses H0 and H1 of a test, written `0,5`.
///
/// ```
/// use match_stats::EloBounds;
/// let bounds: EloBounds = "-1.5,3".parse()?;
/// assert_eq!(bounds, EloBounds::new(-1.5, 3.0)?);
/// assert_eq!(bounds.to_string(), "-1.5,3");
/// assert!("5,0".parse::<EloBounds>().is_err());
/// # Ok::<(), match_stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, Display, PartialEq)]
#[display("{elo0},{elo1}")]
pub struct EloBounds {
    elo0: f64,
    elo1: f64,
}

impl EloBounds {
    /// The bounds `elo0` and `elo1`.
    ///
    /// # Errors
    /// A bound is not finite, or `elo0` is not the smaller one.
    pub fn new(elo0: f64, elo1: f64) -> Result<EloBounds, SprtError> {
        if elo0 < elo1 && elo0.is_finite() && elo1.is_finite() {
            // Adding 0.0 turns -0 into 0.
            Ok(EloBounds { elo0: elo0 + 0.0, elo1: elo1 + 0.0 })
        } else {
            let order = "the first must be below the second, and both finite";
            Err(SprtError(format!("the bounds of an SPRT are {elo0} and {elo1}: {order}")))
        }
    }
}

impl FromStr for EloBounds {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<EloBounds, SprtError> {
        let expected = "expected ELO0,ELO1, two numbers as in `0,5`";
        let bad = || SprtError(format!("`{text}` are no bounds of an SPRT: {expected}"));
        let (elo0, elo1) = text.split_once(',').ok_or_else(bad)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| bad());
        EloBounds::new(number(elo0)?, number(elo1)?)
    }
}

/// What is wrong with the settings of a test.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{0}")]
pub struct SprtError(String);

/// A hypothesis of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Hypothesis {
    /// The difference is `elo0`: a tested change does not help, or not enough.
    H0,
    /// The difference is `elo1`: the change helps.
    H1,
}

/// A sequential probability ratio test on pairs of games.
///
/// After each pair the test compares two hypotheses about the first player: that it is stronger by `elo0` (H0), or by `elo1`
/// (H1). The log-likelihood ratio (LLR) says how much more likely the results are under H1. When it leaves the interval of
/// [`bounds`](Sprt::bounds), the test accepts a hypothesis. If the difference is `elo0`, it accepts H1 with a probability of
/// about `alpha` or less; if the difference is `elo1`, it accepts H0 with a probability of about `beta` or less.
///
/// The likelihoods are those of all five results of a pair, at their maximum under each hypothesis (a generalised test,
/// GSPRT), as in fishtest and fastchess. Counts of 0 are taken as 0.001.
///
/// As data (TOML, JSON) it has the keys `model`, `elo0`, `elo1`, `alpha` and `beta`. The default model is `normalised`, the
/// default of both rates is 0.05.
///
/// ```
/// use match_stats::{Hypothesis, EloModel, Pentanomial, Sprt};
/// let sprt = Sprt::new(EloModel::Normalised, "0,5".parse()?, 0.05, 0.05)?;
/// assert_eq!(sprt.to_string(), "SPRT normalised [0, 5], alpha 0.05, beta 0.05");
///
/// let pairs = Pentanomial([300, 900, 4100, 1200, 400]);
/// assert_eq!(sprt.verdict(&pairs), Some(Hypothesis::H1));
/// assert_eq!(sprt.verdict(&Pentanomial::default()), None);
/// # Ok::<(), match_stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, Display, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Numbers")]
pub struct Sprt(Numbers);

/// The numbers of a test, checked or not.
#[derive(Clone, Copy, Debug, Display, PartialEq, Serialize, Deserialize)]
#[display("SPRT {model} [{elo0}, {elo1}], alpha {alpha}, beta {beta}")]
#[serde(deny_unknown_fields)]
struct Numbers {
    #[serde(default)]
    model: EloModel,
    elo0: f64,
    elo1: f64,
    #[serde(default = "usual_rate")]
    alpha: f64,
    #[serde(default = "usual_rate")]
    beta: f64,
}

fn usual_rate() -> f64 {
    Sprt::USUAL_RATE
}

impl TryFrom<Numbers> for Sprt {
    type Error = SprtError;

    fn try_from(Numbers { model, elo0, elo1, alpha, beta }: Numbers) -> Result<Sprt, SprtError> {
        Sprt::new(model, EloBounds::new(elo0, elo1)?, alpha, beta)
    }
}

impl Sprt {
    /// The default of both error rates.
    pub const USUAL_RATE: f64 = 0.05;

    /// A test between two strengths, with the rates of accepting H1 wrongly (`alpha`) and H0 wrongly (`beta`).
    ///
    /// # Errors
    /// A bound is beyond [`EloModel::limit`], or a rate is not between 0 and 0.5.
    pub fn new(model: EloModel, elo: EloBounds, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let EloBounds { elo0, elo1 } = elo;
        if let Some(elo) = [elo0, elo1].into_iter().find(|elo| elo.abs() > model.limit()) {
            let expected = format!("expected at most {} {model} Elo to either side of 0", model.limit());
            return Err(SprtError(format!("a bound of the SPRT is {elo} Elo: {expected}")));
        }
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            // Refuses NaN, too.
            if !(rate > 0.0 && rate < 0.5) {
                let expected = "expected an error rate above 0 and below 0.5";
                return Err(SprtError(format!("{name} of the SPRT is {rate}: {expected}")));
            }
        }
        Ok(Sprt(Numbers { model, elo0, elo1, alpha, beta }))
    }

    /// The log-likelihood ratio: the natural logarithm of the likelihood of the results under H1 divided by that under H0. 0
    /// without pairs.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        let bounds = [self.0.elo0, self.0.elo1];
        match self.0.model {
            EloModel::Logistic => log_ratio(pairs, bounds.map(score_of), given_mean),
            EloModel::Normalised => log_ratio(pairs, bounds.map(t_value_of), given_t_value),
        }
    }

    /// The log-likelihood ratios at which the test ends: at or below `ln(beta / (1 - alpha))` it accepts H0, at or above
    /// `ln((1 - beta) / alpha)` it accepts H1.
    ///
    /// ```
    /// # use match_stats::{EloModel, Sprt};
    /// let sprt = Sprt::new(EloModel::Logistic, "0,5".parse()?, 0.05, 0.05)?;
    /// let (lower, upper) = sprt.bounds();
    /// assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
    /// # Ok::<(), match_stats::SprtError>(())
    /// ```
    pub fn bounds(&self) -> (f64, f64) {
        let Numbers { alpha, beta, .. } = self.0;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The accepted hypothesis, or `None` while the test is undecided. Ask after each pair; the first answer counts.
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Hypothesis> {
        self.status(pairs).verdict
    }

    /// The state of the test after these pairs.
    pub fn status(&self, pairs: &Pentanomial) -> SprtStatus {
        let (llr, (lower, upper)) = (self.llr(pairs), self.bounds());
        let verdict = (llr >= upper).then_some(Hypothesis::H1);
        let verdict = verdict.or((llr <= lower).then_some(Hypothesis::H0));
        SprtStatus { llr, lower, upper, verdict }
    }
}

/// The state of a test.
///
/// ```
/// # use match_stats::{EloModel, Pentanomial, Sprt};
/// let sprt = Sprt::new(EloModel::Normalised, "0,20".parse()?, 0.05, 0.05)?;
/// let pairs = Pentanomial([10, 40, 70, 50, 20]);
/// assert_eq!(sprt.status(&pairs).to_string(), "LLR +1.71 (-2.94, +2.94), undecided");
/// # Ok::<(), match_stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtStatus {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The bound at or below which H0 is accepted.
    pub lower: f64,
    /// The bound at or above which H1 is accepted.
    pub upper: f64,
    /// The accepted hypothesis; `None` while undecided.
    pub verdict: Option<Hypothesis>,
}

impl fmt::Display for SprtStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtStatus { llr, lower, upper, verdict } = self;
        write!(f, "LLR {llr:+.2} ({lower:+.2}, {upper:+.2}), ")?;
        match verdict {
            Some(accepted) => write!(f, "{accepted:?} accepted"),
            None => f.write_str("undecided"),
        }
    }
}

#[cfg(test)]
mod tests;
