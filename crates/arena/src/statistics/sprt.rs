//! The sequential probability ratio test: play until it is clear which of two hypotheses holds.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::likelihood::{log_ratio_of_means, log_ratio_of_t_values};
use super::normalised::t_value_of;
use super::{Pentanomial, score_of};

/// What the Elo of a test's bounds are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Elo as in tables: a difference stands for an expected score. How many pairs a test needs then
    /// depends on how many games are drawn and how the openings are.
    Logistic,
    /// A difference in units of the spread of results, see [`Pentanomial::normalised_elo`]. How many pairs
    /// a test needs depends on its bounds and error rates only.
    #[default]
    #[serde(alias = "normalized")]
    Normalised,
}

impl EloModel {
    /// How large a bound may be, to either side.
    #[must_use]
    pub const fn limit(self) -> f64 {
        match self {
            // A score of 99.7%. Beyond that any tournament tells the difference.
            EloModel::Logistic => 1000.0,
            // 0.58 standard deviations of a game's score; the likelihood is sure to be found up to 230.
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

/// The two strengths between which a test decides, written `0,5`.
///
/// ```
/// use arena::statistics::EloBounds;
/// let bounds: EloBounds = "-1.5,3".parse()?;
/// assert_eq!((bounds.elo0(), bounds.elo1()), (-1.5, 3.0));
/// assert_eq!(bounds.to_string(), "-1.5,3");
/// assert!("5,0".parse::<EloBounds>().is_err());
/// # Ok::<(), arena::statistics::SprtError>(())
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
    /// If they are not finite, or `elo0` is not the smaller one.
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

/// What is wrong with the settings of a test.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SprtError {
    /// No two numbers.
    #[error("`{0}` are no bounds of an SPRT: expected ELO0,ELO1, two numbers as in `0,5`")]
    Bounds(String),
    /// An unknown kind of Elo.
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
        /// The kind of Elo.
        model: EloModel,
    },
    /// An error rate is impossible or makes no sense.
    #[error("{name} of the SPRT is {value}: expected an error rate above 0 and below 0.5")]
    Rate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What it is.
        value: f64,
    },
}

/// A hypothesis that a test decided for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Accepted {
    /// The difference is `elo0` rather than `elo1`: in a test of a change, it does not help (enough).
    H0,
    /// The difference is `elo1` rather than `elo0`: the change helps.
    H1,
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Accepted::H0 => "H0",
            Accepted::H1 => "H1",
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
/// use arena::statistics::{Accepted, EloModel, Pentanomial, Sprt};
/// let sprt = Sprt::new(EloModel::Normalised, "0,5".parse()?, 0.05, 0.05)?;
/// assert_eq!(sprt.to_string(), "SPRT normalised [0, 5], alpha 0.05, beta 0.05");
///
/// let pairs = Pentanomial::new([300, 900, 4100, 1200, 400]);
/// assert_eq!(sprt.verdict(&pairs), Some(Accepted::H1));
/// assert_eq!(sprt.verdict(&Pentanomial::default()), None);
/// # Ok::<(), arena::statistics::SprtError>(())
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
        let Sprt { model, elo: EloBounds { elo0, elo1 }, alpha, beta } = sprt;
        Raw { model, elo0, elo1, alpha, beta }
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
        for elo in [elo.elo0, elo.elo1] {
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
        let EloBounds { elo0, elo1 } = self.elo;
        match self.model {
            EloModel::Logistic => log_ratio_of_means(pairs, score_of(elo0), score_of(elo1)),
            EloModel::Normalised => log_ratio_of_t_values(pairs, t_value_of(elo0), t_value_of(elo1)),
        }
    }

    /// Where the test ends: at or below the first value for H0, at or above the second for H1. They are
    /// `ln(beta / (1 - alpha))` and `ln((1 - beta) / alpha)`.
    ///
    /// ```
    /// # use arena::statistics::{EloModel, Sprt};
    /// let sprt = Sprt::new(EloModel::Logistic, "0,5".parse()?, 0.05, 0.05)?;
    /// let (lower, upper) = sprt.bounds();
    /// assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
    /// # Ok::<(), arena::statistics::SprtError>(())
    /// ```
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What the test decided, if it did. It is to be asked after each pair, and its first answer counts.
    #[must_use]
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Accepted> {
        self.status(pairs).verdict
    }

    /// How the test stands.
    #[must_use]
    pub fn status(&self, pairs: &Pentanomial) -> SprtStatus {
        let (llr, (lower, upper)) = (self.llr(pairs), self.bounds());
        let verdict = if llr >= upper {
            Some(Accepted::H1)
        } else if llr <= lower {
            Some(Accepted::H0)
        } else {
            None
        };
        SprtStatus { llr, lower, upper, verdict }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { model, elo: EloBounds { elo0, elo1 }, alpha, beta } = self;
        write!(f, "SPRT {model} [{elo0}, {elo1}], alpha {alpha}, beta {beta}")
    }
}

/// How a test stands; its text is for people.
///
/// ```
/// # use arena::statistics::{EloModel, Pentanomial, Sprt};
/// let sprt = Sprt::new(EloModel::Normalised, "0,20".parse()?, 0.05, 0.05)?;
/// let pairs = Pentanomial::new([10, 40, 70, 50, 20]);
/// assert_eq!(sprt.status(&pairs).to_string(), "LLR +1.71 (-2.94, +2.94), undecided");
/// # Ok::<(), arena::statistics::SprtError>(())
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
    pub verdict: Option<Accepted>,
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
mod tests {
    use super::*;

    fn sprt(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(model, EloBounds::new(elo0, elo1).unwrap(), 0.05, 0.05).unwrap()
    }

    /// The expected values of fastchess (app/tests/sprt_test.cpp), which gives two decimals and tells apart
    /// pairs of a win and a loss from pairs of two draws: they are added here. Its large value is off in
    /// the second decimal, since its iteration stops earlier; the next test has the exact one.
    #[test]
    fn ratios_published_by_fastchess() {
        use EloModel::{Logistic, Normalised};
        for (model, elo0, elo1, counts, llr) in [
            (Normalised, 0.0, 2.0, [365, 16_618, 36_029 + 200, 16_974, 390], 2.25),
            (Normalised, -1.75, 0.25, [127, 4_883, 10_311 + 401, 5_150, 104], 3.01),
            (Normalised, 0.0, 5.0, [0, 0, 0, 0, 5_550], 111.82),
            (Logistic, 0.5, 2.5, [223, 9_863, 20_279 + 1_000, 10_037, 246], -3.07),
            (Logistic, 0.0, 2.0, [871, 26_175, 55_003 + 980, 26_678, 821], -4.98),
        ] {
            let test = sprt(model, elo0, elo1);
            let found = test.llr(&Pentanomial::new(counts));
            let precise = 0.005 + 2e-4 * f64::abs(llr);
            assert!((found - llr).abs() < precise, "{test}: {found} is not {llr}");
        }
    }

    /// With all pairs won, the likeliest distribution with a given t-value is one of lost and won pairs. Its mean
    /// is `1/2 + t σ` and its variance `m (1 - m)`, so `m = 1/2 + t / (2 √(1 + t²))`, and the ratio is
    /// `n ln(m1 / m0)`, whatever stands for 0.
    #[test]
    fn all_pairs_won_have_a_ratio_that_can_be_written_down() {
        for (elo0, elo1) in [(0.0, 5.0), (-10.0, 30.0), (0.0, 200.0)] {
            let m = |elo: f64| {
                let t = elo * 10_f64.ln() / 800.0 * 2_f64.sqrt();
                0.5 + t / (2.0 * (1.0 + t * t).sqrt())
            };
            let expected = 100_000.0 * (m(elo1) / m(elo0)).ln();
            let found = sprt(EloModel::Normalised, elo0, elo1).llr(&Pentanomial::new([0, 0, 0, 0, 100_000]));
            assert!((found / expected - 1.0).abs() < 1e-5, "{found} is not {expected}");
        }
        let found = sprt(EloModel::Logistic, 0.0, 100.0).llr(&Pentanomial::new([0, 0, 0, 0, 100_000]));
        let expected = 100_000.0 * (score_of(100.0) / 0.5).ln();
        assert!((found / expected - 1.0).abs() < 1e-5, "{found} is not {expected}");
    }

    #[test]
    fn near_the_bounds_the_ratio_is_what_the_normal_approximation_says() {
        // fishtest's LLRcalc.py, LLR_alt2 (logistic) and LLR_normalized_alt: N (s1 - s0)(2m - s0 - s1) / 2v and
        // N ln((1 + (t - t0)²) / (1 + (t - t1)²)) / 2, for pairs.
        let pairs = Pentanomial::new([1_150, 3_900, 9_000, 4_100, 1_200]);
        let (n, m) = (pairs.total() as f64, pairs.mean().unwrap());
        let v = pairs.variance().unwrap();
        let (s0, s1) = (score_of(0.0), score_of(5.0));
        let expected = n * (s1 - s0) * (2.0 * m - s0 - s1) / v / 2.0;
        let found = sprt(EloModel::Logistic, 0.0, 5.0).llr(&pairs);
        assert!((found - expected).abs() < 0.01 * expected.abs(), "{found} is not {expected}");

        let t = (m - 0.5) / v.sqrt();
        let [t0, t1] = [0.0, 5.0].map(|elo: f64| elo * 10_f64.ln() / 800.0 * 2_f64.sqrt());
        let expected = n / 2.0 * ((1.0 + (t - t0).powi(2)) / (1.0 + (t - t1).powi(2))).ln();
        let found = sprt(EloModel::Normalised, 0.0, 5.0).llr(&pairs);
        assert!((found - expected).abs() < 0.01 * expected.abs(), "{found} is not {expected}");
    }

    #[test]
    fn turned_round_the_ratio_changes_its_sign() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            let (there, back) = (sprt(model, -3.0, 12.0), sprt(model, -12.0, 3.0));
            for counts in [[1, 2, 3, 4, 5], [0, 0, 7, 0, 1], [40, 0, 0, 0, 0], [0, 12, 3, 90, 0]] {
                let mut turned = counts;
                turned.reverse();
                let sum = there.llr(&Pentanomial::new(counts)) + back.llr(&Pentanomial::new(turned));
                assert!(sum.abs() < 1e-9, "{model} {counts:?}: {sum}");
            }
        }
    }

    #[test]
    fn every_result_has_a_finite_ratio() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            for (elo0, elo1) in [(0.0, 5.0), (-model.limit(), model.limit()), (0.0, 1e-9)] {
                let test = sprt(model, elo0, elo1);
                for code in 0..3_u64.pow(5) {
                    let digit = |i: u32| [0, 1, 1_000_000][(code / 3_u64.pow(i) % 3) as usize];
                    let counts = [digit(0), digit(1), digit(2), digit(3), digit(4)];
                    let llr = test.llr(&Pentanomial::new(counts));
                    assert!(llr.is_finite(), "{test} {counts:?}: {llr}");
                }
            }
        }
        assert_eq!(sprt(EloModel::Normalised, 1.0, 5.0).llr(&Pentanomial::default()), 0.0);
    }

    #[test]
    fn better_results_speak_for_h1() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            let test = sprt(model, 0.0, 10.0);
            let mut pairs = Pentanomial::new([20, 50, 100, 50, 20]);
            let mut before = f64::NEG_INFINITY;
            while test.verdict(&pairs).is_none() {
                let llr = test.llr(&pairs);
                assert!(llr > before, "{pairs:?}: {llr}");
                before = llr;
                pairs.add(4);
            }
            assert_eq!(test.verdict(&pairs), Some(Accepted::H1));
            assert!(test.status(&pairs).to_string().ends_with("H1 accepted"));
            assert_eq!(test.verdict(&Pentanomial::new([900, 0, 300, 0, 300])), Some(Accepted::H0));
        }
    }

    #[test]
    fn settings_that_make_no_sense_are_refused() {
        let message = |e: SprtError| e.to_string();
        let bounds = |text: &str| message(text.parse::<EloBounds>().unwrap_err());
        let expected = "expected ELO0,ELO1, two numbers as in `0,5`";
        for text in ["", "5", "0;5", "0,five", "0,5,10", "0..5"] {
            assert_eq!(bounds(text), format!("`{text}` are no bounds of an SPRT: {expected}"));
        }
        let order = "the first must be below the second, and both finite";
        assert_eq!(bounds("5,0"), format!("the bounds of an SPRT are 5 and 0: {order}"));
        assert_eq!(bounds("0,inf"), format!("the bounds of an SPRT are 0 and inf: {order}"));
        assert!(bounds("nan,1").ends_with(order) && bounds("1,1").ends_with(order));

        let test = |elo: &str, a, b| Sprt::new(EloModel::Normalised, elo.parse().unwrap(), a, b).unwrap_err();
        assert_eq!(
            message(test("0,201", 0.05, 0.05)),
            "a bound of the SPRT is 201 Elo: expected at most 200 normalised Elo to either side of 0"
        );
        let rate = "expected an error rate above 0 and below 0.5";
        assert_eq!(message(test("0,5", 0.0, 0.05)), format!("alpha of the SPRT is 0: {rate}"));
        assert_eq!(message(test("0,5", 0.05, 0.5)), format!("beta of the SPRT is 0.5: {rate}"));
        assert_eq!(message(test("0,5", f64::NAN, 0.5)), format!("alpha of the SPRT is NaN: {rate}"));
        assert_eq!(
            message("bayesian".parse::<EloModel>().unwrap_err()),
            "`bayesian` is no model of Elo: expected `logistic` or `normalised`"
        );
    }

    #[test]
    fn a_test_is_data() {
        let short: Sprt = toml::from_str("elo0 = 0\nelo1 = 5").unwrap();
        assert_eq!(short, sprt(EloModel::Normalised, 0.0, 5.0));
        let long = "model = \"logistic\"\nelo0 = -1.5\nelo1 = 2.0\nalpha = 0.1\nbeta = 0.01\n";
        let test: Sprt = toml::from_str(long).unwrap();
        assert_eq!(test.to_string(), "SPRT logistic [-1.5, 2], alpha 0.1, beta 0.01");
        assert_eq!(toml::to_string(&test).unwrap(), long);
        let json = serde_json::to_string(&test).unwrap();
        assert_eq!(serde_json::from_str::<Sprt>(&json).unwrap(), test);
        for wrong in
            ["elo0 = 5\nelo1 = 0", "elo0 = 0\nelo1 = 5\nalpha = 0.7", "elo0 = 0\nelo1 = 5\ngamma = 1"]
        {
            assert!(toml::from_str::<Sprt>(wrong).is_err(), "{wrong}");
        }
        assert_eq!("normalized".parse(), Ok(EloModel::Normalised));
    }
}
