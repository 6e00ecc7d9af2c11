//! The settings of a test.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The unit of a test's bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Logistic Elo, as in rating tables: a difference is an expected score. The number of pairs that a test needs depends
    /// on the share of draws and on the openings.
    Logistic,
    /// Normalised Elo: a difference in units of the spread of results, see
    /// [`Pentanomial::normalised_elo`](crate::Pentanomial::normalised_elo). The number of pairs that a test needs depends
    /// only on its bounds and error rates.
    #[default]
    #[serde(alias = "normalized")]
    Normalised,
}

impl EloModel {
    /// The largest absolute value of a bound.
    #[must_use]
    pub const fn limit(self) -> f64 {
        match self {
            // A score of 99.7%.
            EloModel::Logistic => 1000.0,
            // 0.58 standard deviations of a game's score. The likelihood can be computed up to 230.
            EloModel::Normalised => 200.0,
        }
    }
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalised => "normalised",
        })
    }
}

impl FromStr for EloModel {
    type Err = SprtError;

    /// Reads `logistic` or `normalised` (or `normalized`).
    fn from_str(text: &str) -> Result<EloModel, SprtError> {
        match text {
            "logistic" => Ok(EloModel::Logistic),
            "normalised" | "normalized" => Ok(EloModel::Normalised),
            _ => Err(SprtError::Model(text.to_owned())),
        }
    }
}

/// The Elo differences of the hypotheses H0 and H1 of a test, written `0,5`.
///
/// ```
/// use match_stats::EloBounds;
/// let bounds: EloBounds = "-1.5,3".parse()?;
/// assert_eq!((bounds.elo0(), bounds.elo1()), (-1.5, 3.0));
/// assert_eq!(bounds.to_string(), "-1.5,3");
/// assert!("5,0".parse::<EloBounds>().is_err());
/// # Ok::<(), match_stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
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
            Err(SprtError::Order { elo0, elo1 })
        }
    }

    /// The difference of hypothesis H0.
    #[must_use]
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference of hypothesis H1.
    #[must_use]
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }
}

impl fmt::Display for EloBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

impl FromStr for EloBounds {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<EloBounds, SprtError> {
        let bad = || SprtError::Bounds(text.to_owned());
        let (elo0, elo1) = text.split_once(',').ok_or_else(bad)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| bad());
        EloBounds::new(number(elo0)?, number(elo1)?)
    }
}

/// Errors in the settings of a test.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SprtError {
    /// The text is not two numbers.
    #[error("`{0}` are no bounds of an SPRT: expected ELO0,ELO1, two numbers as in `0,5`")]
    Bounds(String),
    /// The name of the Elo model is unknown.
    #[error("`{0}` is no model of Elo: expected `logistic` or `normalised`")]
    Model(String),
    /// The bounds are in the wrong order, equal, or not finite.
    #[error(
        "the bounds of an SPRT are {elo0} and {elo1}: the first must be below the second, and both finite"
    )]
    Order {
        /// The bound of H0.
        elo0: f64,
        /// The bound of H1.
        elo1: f64,
    },
    /// A bound is too far from 0.
    #[error("a bound of the SPRT is {elo} Elo: expected at most {limit} {model} Elo to either side of 0",
        limit = model.limit())]
    Range {
        /// The bound.
        elo: f64,
        /// Its unit.
        model: EloModel,
    },
    /// An error rate is out of range.
    #[error("{name} of the SPRT is {value}: expected an error rate above 0 and below 0.5")]
    Rate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// Its value.
        value: f64,
    },
}
