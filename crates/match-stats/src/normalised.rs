//! Normalised Elo: a difference of strength in units of the spread of results.

use super::pentanomial::Z95;
use super::{EloEstimate, Pentanomial};

/// Normalised Elo for one standard deviation of a game's score, `800 / ln 10`. With it, normalised and logistic
/// Elo are the same for small differences where nothing is drawn and openings are even.
const ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// `(mean - 1/2) / standard deviation` of a pair's score where the normalised Elo is `elo`.
pub(super) fn t_value_of(elo: f64) -> f64 {
    elo / ELO_PER_DEVIATION * std::f64::consts::SQRT_2
}

/// The other way.
pub(super) fn elo_of_t_value(t: f64) -> f64 {
    t / std::f64::consts::SQRT_2 * ELO_PER_DEVIATION
}

impl Pentanomial {
    /// The normalised Elo with its 95% interval; `None` where all pairs have the same score, as there is no
    /// spread to measure by, and without pairs.
    ///
    /// With mean `m` and variance `v` of a pair's score, normalised Elo is `(m - 1/2) / √(2v)` times
    /// `800 / ln 10 = 347.4`. Twice `v` is the variance *per game*: a pair's score is the average of
    /// two games. It says how hard a difference is to see: to see half of it takes four times the pairs, however
    /// many games are drawn. The definition is Michel Van den Bergh's ("Comments on normalized Elo").
    ///
    /// The interval is the value ± 1.96 standard errors. With `t = (m - 1/2) / √v`, skewness `g` and kurtosis
    /// `k` of the pairs' scores, the standard error of `t` over `n` pairs is
    /// `√((1 - g t + (k - 1) t² / 4) / n)` (E. Mertens, "Comments on variance of the IID estimator in Lo (2002)").
    /// fastchess leaves out all but the 1, which is the same for small differences.
    ///
    /// ```
    /// use match_stats::Pentanomial;
    /// let pairs = Pentanomial::new([34, 54, 63, 64, 75]);
    /// assert_eq!(pairs.normalised_elo().unwrap().to_string(), "+58 [+29, +87]");
    /// assert_eq!(Pentanomial::new([0, 0, 0, 0, 8]).normalised_elo(), None);
    /// ```
    #[must_use]
    pub fn normalised_elo(&self) -> Option<EloEstimate> {
        let (mean, sigma) = (self.mean()?, self.variance()?.sqrt());
        // Counted and not told by the variance, which may be rounded.
        if self.counts().iter().filter(|&&count| count > 0).count() < 2 {
            return None;
        }
        let n = self.total() as f64;
        let moment = |power| self.weighted(|score| ((score - mean) / sigma).powi(power)) / n;
        let t = (mean - 0.5) / sigma;
        let error = ((1.0 - moment(3) * t + (moment(4) - 1.0) * t * t / 4.0) / n).max(0.0).sqrt();
        let [elo, low, high] = [t, t - Z95 * error, t + Z95 * error].map(elo_of_t_value);
        Some(EloEstimate { elo, low, high })
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::random::SplitMix64;

    use super::*;

    /// fastchess, app/tests/elo_test.cpp, "EloPentanomial 1" to 3, to two decimals; the error is half the interval.
    #[test]
    fn values_published_by_fastchess() {
        for (counts, elo, error) in [
            ([34, 54, 31 + 32, 64, 75], 57.94, 28.28),
            ([332, 433, 457 + 41, 333, 334], -9.17, 10.96),
            ([7_895, 8_757, 5_485 + 200, 568, 9_999], -19.01, 2.65),
        ] {
            let found = Pentanomial::new(counts).normalised_elo().unwrap();
            assert!((found.elo - elo).abs() < 0.005, "{found:?} is not {elo}");
            // Without the terms of skewness and kurtosis.
            let n = counts.iter().sum::<u64>() as f64;
            let simple = Z95 * ELO_PER_DEVIATION / (2.0 * n).sqrt();
            assert!((simple - error).abs() < 0.02, "{simple} is not {error}");
            let half = (found.high - found.low) / 2.0;
            assert!((half / error - 1.0).abs() < 0.05, "{half} is far from {error}");
        }
    }

    #[test]
    fn a_worked_example() {
        // m = 0.575, v = 0.069375 as in `pairs`: 0.075 / √0.13875 × 347.4356 = 69.955.
        let found = Pentanomial::new([5, 15, 40, 25, 15]).normalised_elo().unwrap();
        assert!((found.elo - 69.955).abs() < 1e-3, "{found:?}");
        assert!(found.low < found.elo && found.elo < found.high);
    }

    #[test]
    fn without_draws_and_bias_small_differences_are_those_of_logistic_elo() {
        // A game is won with probability s, so pairs have the probabilities (1-s)², 2s(1-s), s².
        let s = crate::score_of(4.0);
        let n = 1e9;
        let counts = [(1.0 - s).powi(2), 0.0, 2.0 * s * (1.0 - s), 0.0, s * s].map(|p| (p * n) as u64);
        let found = Pentanomial::new(counts).normalised_elo().unwrap();
        assert!((found.elo - 4.0).abs() < 0.001, "{found:?}");
    }

    #[test]
    fn there_is_none_without_spread() {
        assert_eq!(Pentanomial::default().normalised_elo(), None);
        for i in 0..5 {
            let mut counts = [0; 5];
            counts[i] = 7;
            assert_eq!(Pentanomial::new(counts).normalised_elo(), None);
        }
    }

    /// 4,000 tournaments of 400 pairs between players of very different strength: the interval holds the true value in
    /// 95% of them, give or take 3 standard errors (1.03%). That of fastchess, without skewness, does not.
    #[test]
    fn the_interval_holds_the_true_value_as_often_as_it_says() {
        let probabilities = [0.01, 0.02, 0.1, 0.27, 0.6];
        let truth = {
            let counts = probabilities.map(|p: f64| (p * 1e6).round() as u64);
            Pentanomial::new(counts).normalised_elo().unwrap().elo
        };
        let mut random = SplitMix64::new(5);
        let (mut held, mut held_simple) = (0, 0);
        for _ in 0..4_000 {
            let mut pairs = Pentanomial::default();
            for _ in 0..400 {
                let draw = random.below(100);
                pairs.add([1, 3, 13, 40].iter().filter(|&&limit| draw >= limit).count());
            }
            let found = pairs.normalised_elo().unwrap();
            held += usize::from((found.low..=found.high).contains(&truth));
            let simple = Z95 * ELO_PER_DEVIATION / 800_f64.sqrt();
            held_simple += usize::from((found.elo - truth).abs() <= simple);
        }
        assert!((3_759..=3_841).contains(&held), "{held}");
        assert!(held_simple < 3_600, "{held_simple}");
    }
}
