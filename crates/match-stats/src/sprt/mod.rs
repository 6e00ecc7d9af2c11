//! The sequential probability ratio test (SPRT): games are played until one of two hypotheses is accepted.

mod settings;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use settings::{EloBounds, EloModel, SprtError};

use crate::elo::{score_of, t_value_of};
use crate::likelihood::{log_ratio_of_means, log_ratio_of_t_values};
use crate::pentanomial::Pentanomial;

/// A hypothesis of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Hypothesis {
    /// The difference is `elo0`: a tested change does not help, or not enough.
    H0,
    /// The difference is `elo1`: the change helps.
    H1,
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Hypothesis::H0 => "H0",
            Hypothesis::H1 => "H1",
        })
    }
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
/// let pairs = Pentanomial::new([300, 900, 4100, 1200, 400]);
/// assert_eq!(sprt.verdict(&pairs), Some(Hypothesis::H1));
/// assert_eq!(sprt.verdict(&Pentanomial::default()), None);
/// # Ok::<(), match_stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Raw", into = "Raw")]
pub struct Sprt {
    model: EloModel,
    elo: EloBounds,
    alpha: f64,
    beta: f64,
}

/// A test as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
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

impl TryFrom<Raw> for Sprt {
    type Error = SprtError;

    fn try_from(raw: Raw) -> Result<Sprt, SprtError> {
        Sprt::new(raw.model, EloBounds::new(raw.elo0, raw.elo1)?, raw.alpha, raw.beta)
    }
}

impl From<Sprt> for Raw {
    fn from(sprt: Sprt) -> Raw {
        let Sprt { model, elo, alpha, beta } = sprt;
        Raw { model, elo0: elo.elo0(), elo1: elo.elo1(), alpha, beta }
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
        for elo in [elo.elo0(), elo.elo1()] {
            if elo.abs() > model.limit() {
                return Err(SprtError::Range { elo, model });
            }
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            // Refuses NaN, too.
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Rate { name, value });
            }
        }
        Ok(Sprt { model, elo, alpha, beta })
    }

    /// The unit of the bounds.
    #[must_use]
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// The Elo differences of the two hypotheses.
    #[must_use]
    pub const fn elo(&self) -> EloBounds {
        self.elo
    }

    /// The rate of accepting H1 if H0 is true.
    #[must_use]
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The rate of accepting H0 if H1 is true.
    #[must_use]
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// The log-likelihood ratio: the natural logarithm of the likelihood of the results under H1 divided by that under H0. 0
    /// without pairs.
    #[must_use]
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        let (elo0, elo1) = (self.elo.elo0(), self.elo.elo1());
        match self.model {
            EloModel::Logistic => log_ratio_of_means(pairs, score_of(elo0), score_of(elo1)),
            EloModel::Normalised => log_ratio_of_t_values(pairs, t_value_of(elo0), t_value_of(elo1)),
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
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The accepted hypothesis, or `None` while the test is undecided. Ask after each pair; the first answer counts.
    #[must_use]
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Hypothesis> {
        self.status(pairs).verdict
    }

    /// The state of the test after these pairs.
    #[must_use]
    pub fn status(&self, pairs: &Pentanomial) -> SprtStatus {
        let (llr, (lower, upper)) = (self.llr(pairs), self.bounds());
        let verdict = if llr >= upper {
            Some(Hypothesis::H1)
        } else if llr <= lower {
            Some(Hypothesis::H0)
        } else {
            None
        };
        SprtStatus { llr, lower, upper, verdict }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { model, elo, alpha, beta } = self;
        write!(f, "SPRT {model} [{}, {}], alpha {alpha}, beta {beta}", elo.elo0(), elo.elo1())
    }
}

/// The state of a test.
///
/// ```
/// # use match_stats::{EloModel, Pentanomial, Sprt};
/// let sprt = Sprt::new(EloModel::Normalised, "0,20".parse()?, 0.05, 0.05)?;
/// let pairs = Pentanomial::new([10, 40, 70, 50, 20]);
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
            Some(accepted) => write!(f, "{accepted} accepted"),
            None => f.write_str("undecided"),
        }
    }
}

#[cfg(test)]
mod tests;
