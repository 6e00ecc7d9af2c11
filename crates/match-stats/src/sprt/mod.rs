//! The sequential probability ratio test: play until it is clear which of two hypotheses holds.

mod settings;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use settings::{EloBounds, EloModel, SprtError};

use super::likelihood::{log_ratio_of_means, log_ratio_of_t_values};
use super::normalised::t_value_of;
use super::{Pentanomial, score_of};

/// A hypothesis that a test decided for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Hypothesis {
    /// The difference is `elo0` rather than `elo1`: in a test of a change, it does not help (enough).
    H0,
    /// The difference is `elo1` rather than `elo0`: the change helps.
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
/// After each pair the test weighs two hypotheses about the first player: that it is stronger by `elo0` (H0), or
/// by `elo1` (H1). The log-likelihood ratio (LLR) says by how much more likely the results are under H1;
/// when it leaves the interval of [`bounds`](Sprt::bounds), the test has decided. If the difference is `elo0`,
/// it decides for H1 with a probability of about `alpha` or less; if it is `elo1`, for H0 with one of `beta`.
///
/// The likelihoods are those of all five results of a pair, each taken at its maximum under its
/// hypothesis (a generalised test, GSPRT), as in fishtest and fastchess. Counts of 0 are taken as 0.001.
///
/// As data (TOML, JSON) it has the keys `model`, `elo0`, `elo1`, `alpha` and `beta`; if not said, the model
/// is `normalised`, and both rates are 0.05.
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

/// How a test is written in TOML and JSON.
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
    /// The error rate that is used where none is said.
    pub const USUAL_RATE: f64 = 0.05;

    /// A test between two strengths, with the rates of wrong decisions for H1 (`alpha`) and for H0
    /// (`beta`).
    ///
    /// # Errors
    /// If a bound is beyond [`EloModel::limit`], or a rate not above 0 and below 0.5.
    pub fn new(model: EloModel, elo: EloBounds, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        for elo in [elo.elo0(), elo.elo1()] {
            if elo.abs() > model.limit() {
                return Err(SprtError::Range { elo, model });
            }
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            // A NaN is neither above nor below.
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Rate { name, value });
            }
        }
        Ok(Sprt { model, elo, alpha, beta })
    }

    /// What the Elo of the bounds are.
    #[must_use]
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// The two strengths.
    #[must_use]
    pub const fn elo(&self) -> EloBounds {
        self.elo
    }

    /// The rate of decisions for H1 if H0 is true.
    #[must_use]
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The rate of decisions for H0 if H1 is true.
    #[must_use]
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// The logarithm (natural) of how much more likely the results are under H1 than under H0. 0 without pairs.
    #[must_use]
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        let (elo0, elo1) = (self.elo.elo0(), self.elo.elo1());
        match self.model {
            EloModel::Logistic => log_ratio_of_means(pairs, score_of(elo0), score_of(elo1)),
            EloModel::Normalised => log_ratio_of_t_values(pairs, t_value_of(elo0), t_value_of(elo1)),
        }
    }

    /// Where the test ends: at or below the first value for H0, at or above the second for H1. They are
    /// `ln(beta / (1 - alpha))` and `ln((1 - beta) / alpha)`.
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

    /// What the test decided, if it did. It is to be asked after each pair, and its first answer counts.
    #[must_use]
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Hypothesis> {
        self.status(pairs).verdict
    }

    /// How the test stands.
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

/// How a test stands; its text is for people.
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
    /// Where H0 is accepted.
    pub lower: f64,
    /// Where H1 is accepted.
    pub upper: f64,
    /// What the test decided, if it did.
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
