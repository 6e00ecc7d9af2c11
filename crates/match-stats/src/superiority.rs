//! How likely it is that the better result belongs to the better player.

use super::Pentanomial;

impl Pentanomial {
    /// The likelihood of superiority (LOS): how sure it is that the player is the stronger one, from 0 to 1; ½ if
    /// nothing speaks for either. `None` without pairs.
    ///
    /// With mean `m` and variance `v` over `n` pairs it is `Φ((m - 1/2) / √(v / n))`, as in fishtest and
    /// fastchess, `Φ` being the normal distribution. It does not say *how much* stronger.
    ///
    /// Where all pairs have the same score, `v` is 0 and says nothing. Then it is bounded: if the player were not
    /// the stronger one, its pairs would have the score `c` > ½ with a probability of `1 / 2c` at the most, and `n`
    /// in a row with one of `(1 / 2c)ⁿ`; the likelihood is 1 less that, at least.
    ///
    /// ```
    /// use match_stats::Pentanomial;
    /// let los = Pentanomial::new([332, 433, 498, 333, 334]).los().unwrap();
    /// assert!((los - 0.0505).abs() < 0.0001);
    /// // Five pairs won: 1 - (1/2)^5.
    /// assert_eq!(Pentanomial::new([0, 0, 0, 0, 5]).los(), Some(0.96875));
    /// ```
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        let (mean, variance) = (self.mean()?, self.variance()?);
        let n = self.total() as f64;
        if self.counts().iter().filter(|&&count| count > 0).count() < 2 {
            let doubt = |score: f64| (0.5 / score).powf(n);
            return Some(match mean {
                score if score > 0.5 => 1.0 - doubt(score),
                score if score < 0.5 => doubt(1.0 - score),
                _ => 0.5,
            });
        }
        Some(normal_distribution((mean - 0.5) / (variance / n).sqrt()))
    }
}

/// The probability that a normally distributed number (mean 0, variance 1) is below `x`.
///
/// Near 0 by the series `½ + φ(x) (x + x³/3 + x⁵/15 + ...)` (G. Marsaglia, "Evaluating the Normal Distribution",
/// Journal of Statistical Software 11(4), 2004), in the tails by Laplace's continued fraction.
pub(super) fn normal_distribution(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    if x.abs() < 3.0 {
        let (mut term, mut sum, mut odd) = (x, x, 3.0);
        while term.abs() > 1e-17 {
            term *= x * x / odd;
            sum += term;
            odd += 2.0;
        }
        return 0.5 + density * sum;
    }
    let fraction = (1..=60).rev().fold(x.abs(), |rest, k| x.abs() + f64::from(k) / rest);
    let tail = density / fraction;
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_of_the_tables() {
        // Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.1: 15 decimals, 10 from 3 on.
        for (x, expected, precise) in [
            (0.0, 0.5, 1e-15),
            (0.5, 0.691_462_461_274_013, 1e-15),
            (1.0, 0.841_344_746_068_543, 1e-15),
            (2.0, 0.977_249_868_051_821, 1e-15),
            (3.0, 0.998_650_102_0, 1e-10),
            (4.0, 0.999_968_328_8, 1e-10),
            (5.0, 0.999_999_713_3, 1e-10),
        ] {
            let found = normal_distribution(x);
            assert!((found - expected).abs() < precise, "Φ({x}) {found}");
            assert!((normal_distribution(-x) + found - 1.0).abs() < 1e-15, "Φ({x})");
        }
        let step = normal_distribution(3.0) - normal_distribution(3.0 - 1e-12);
        assert!(step.abs() < 1e-13, "series and fraction meet: {step}");
        assert_eq!((normal_distribution(60.0), normal_distribution(-60.0)), (1.0, 0.0));
    }

    /// fastchess, app/tests/elo_test.cpp, "EloPentanomial 1" to 3, in per cent with two decimals.
    #[test]
    fn values_published_by_fastchess() {
        for (counts, percent) in [
            ([34, 54, 31 + 32, 64, 75], 100.0),
            ([332, 433, 457 + 41, 333, 334], 5.05),
            ([7_895, 8_757, 5_485 + 200, 568, 9_999], 0.0),
        ] {
            let found = Pentanomial::new(counts).los().unwrap() * 100.0;
            assert!((found - percent).abs() < 0.005, "{found} is not {percent}");
        }
    }

    #[test]
    fn equal_pairs_are_no_certainty() {
        let los = |counts| Pentanomial::new(counts).los();
        assert_eq!(los([0; 5]), None);
        assert_eq!(los([0, 0, 9, 0, 0]), Some(0.5));
        assert_eq!(los([0, 0, 0, 0, 1]), Some(0.5));
        assert_eq!(los([0, 0, 0, 2, 0]), Some(1.0 - 4.0 / 9.0));
        assert_eq!(los([3, 0, 0, 0, 0]), Some(0.125));
        assert_eq!(los([1, 0, 0, 0, 1]), Some(0.5));
    }
}
