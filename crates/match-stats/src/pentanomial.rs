//! Pairs of games, counted by their score: mean and variance, Elo, normalised Elo, likelihood of superiority.

use crate::score::{EloEstimate, ScoreEstimate, Z95, elo_of_t_value, weighted_sum};

/// The numbers of pairs of games in which a player scored 0, ½, 1, 1½ and 2 points.
///
/// ```
/// use match_stats::Pentanomial;
/// let mut pairs = Pentanomial::default();
/// pairs.add(4); // two wins, in half points
/// pairs.add(2); // a win and a loss
/// assert_eq!(pairs.0, [0, 0, 1, 0, 1]);
/// assert_eq!(pairs.mean(), Some(0.75));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair with this number of half points; more than 4 count as 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The number of pairs.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The average score of a pair, from 0 to 1; `None` without pairs.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        (total > 0).then(|| self.weighted(|score| score) / total as f64)
    }

    /// The variance of a pair's score: the average of `(x - mean)²`. `None` without pairs.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        Some(self.weighted(|score| (score - mean).powi(2)) / self.total() as f64)
    }

    /// The score with its 95% interval; `None` without pairs.
    ///
    /// With `n` pairs, of which `n_i` have the score `x_i` (0, ¼, ½, ¾, 1):
    ///
    /// - mean `m = Σ n_i x_i / n`, variance `v = Σ n_i (x_i - m)² / n`;
    /// - the interval is `m ± 1.96 √(v / n)`, cut off at 0 and 1, as in Fishtest, cutechess and fastchess. It is an
    ///   approximation for some dozens of pairs or more;
    /// - if all pairs have the same score `c`, `v` is 0 and that interval would claim certainty. If other scores had a
    ///   probability above `q = 1 - 0.05^(1/n)`, `n` equal pairs in a row would have a probability below 5%. So `q` is a
    ///   bound, and the true score lies between `c - q c` and `c + q (1 - c)`. At a score of 100% that is the bound
    ///   `0.05^(1/n)`.
    pub fn estimate(&self) -> Option<ScoreEstimate> {
        let (score, variance) = (self.mean()?, self.variance()?);
        let n = self.total() as f64;
        if self.has_one_score() {
            let other = 1.0 - 0.05_f64.powf(1.0 / n);
            let (low, high) = (score - other * score, score + other * (1.0 - score));
            return Some(ScoreEstimate { score, low, high });
        }
        let error = Z95 * (variance / n).sqrt();
        Some(ScoreEstimate { score, low: (score - error).max(0.0), high: (score + error).min(1.0) })
    }

    /// The normalised Elo with its 95% interval. `None` without pairs, and if all pairs have the same score, because then
    /// there is no spread to measure with.
    ///
    /// With mean `m` and variance `v` of a pair's score, normalised Elo is `(m - 1/2) / √(2v)` times `800 / ln 10 =
    /// 347.4`. Twice `v` is the variance *per game*, because a pair's score is the average of two games. Normalised Elo says
    /// how hard a difference is to detect: half of it takes four times the pairs, for any share of draws. The definition is
    /// Michel Van den Bergh's ("Comments on normalized Elo").
    ///
    /// The interval is the value ± 1.96 standard errors. With `t = (m - 1/2) / √v`, skewness `g` and kurtosis `k` of the
    /// pairs' scores, the standard error of `t` over `n` pairs is `√((1 - g t + (k - 1) t² / 4) / n)` (E. Mertens, "Comments
    /// on variance of the IID estimator in Lo (2002)"). fastchess leaves out all but the 1, which is the same for small
    /// differences.
    ///
    /// ```
    /// use match_stats::Pentanomial;
    /// let pairs = Pentanomial([34, 54, 63, 64, 75]);
    /// assert_eq!(pairs.normalised_elo().unwrap().to_string(), "+58 [+29, +87]");
    /// assert_eq!(Pentanomial([0, 0, 0, 0, 8]).normalised_elo(), None);
    /// ```
    pub fn normalised_elo(&self) -> Option<EloEstimate> {
        let (mean, sigma) = (self.mean()?, self.variance()?.sqrt());
        if self.has_one_score() {
            return None;
        }
        let n = self.total() as f64;
        let moment = |power| self.weighted(|score| ((score - mean) / sigma).powi(power)) / n;
        let t = (mean - 0.5) / sigma;
        let error = ((1.0 - moment(3) * t + (moment(4) - 1.0) * t * t / 4.0) / n).max(0.0).sqrt();
        Some(EloEstimate::new(elo_of_t_value(t), elo_of_t_value(error)))
    }

    /// The likelihood of superiority (LOS): the probability, from 0 to 1, that the player is the stronger one. `None` without
    /// pairs.
    ///
    /// With mean `m` and variance `v` over `n` pairs it is `Φ((m - 1/2) / √(v / n))`, as in fishtest and fastchess, where `Φ`
    /// is the normal distribution. It does not say *how much* stronger the player is.
    ///
    /// If all pairs have the same score, `v` is 0, and the result is a bound. If the player were not the stronger one, a pair
    /// would have the score `c` > ½ with a probability of at most `1 / 2c`, and `n` pairs in a row with at most `(1 / 2c)ⁿ`.
    /// The likelihood is at least 1 less that.
    ///
    /// ```
    /// use match_stats::Pentanomial;
    /// let los = Pentanomial([332, 433, 498, 333, 334]).los().unwrap();
    /// assert!((los - 0.0505).abs() < 0.0001);
    /// // Five pairs won: 1 - (1/2)^5.
    /// assert_eq!(Pentanomial([0, 0, 0, 0, 5]).los(), Some(0.96875));
    /// ```
    pub fn los(&self) -> Option<f64> {
        let (mean, variance) = (self.mean()?, self.variance()?);
        let n = self.total() as f64;
        if self.has_one_score() {
            let doubt = |score: f64| (0.5 / score).powf(n);
            return Some(match mean {
                score if score > 0.5 => 1.0 - doubt(score),
                score if score < 0.5 => doubt(1.0 - score),
                _ => 0.5,
            });
        }
        Some(normal_distribution((mean - 0.5) / (variance / n).sqrt()))
    }

    /// Whether all pairs have the same score. The variance may be rounded, so the counts decide.
    fn has_one_score(&self) -> bool {
        self.0.iter().filter(|&&count| count > 0).count() == 1
    }

    /// The sum of `weight(score)` over all pairs.
    fn weighted(&self, weight: impl Fn(f64) -> f64) -> f64 {
        weighted_sum(&self.0.map(|count| count as f64), weight)
    }
}

/// The normal distribution (mean 0, variance 1): the probability of a number below `x`.
fn normal_distribution(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use abstract_game::random::SplitMix64;

    use super::*;
    use crate::score::{ELO_PER_DEVIATION, elo_of, score_of};

    #[test]
    fn a_worked_example() {
        // 100 pairs: 5 × 0, 15 × 1/4, 40 × 1/2, 25 × 3/4, 15 × 1.
        // m  = (3.75 + 20 + 18.75 + 15) / 100 = 0.575
        // v  = (5·0.330625 + 15·0.105625 + 40·0.005625 + 25·0.030625 + 15·0.180625) / 100
        //    = (1.653125 + 1.584375 + 0.225 + 0.765625 + 2.709375) / 100 = 0.069375
        // se = √0.00069375 = 0.0263391; 1.96 se = 0.0516237
        let pairs = Pentanomial([5, 15, 40, 25, 15]);
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} is not {b}");
        close(pairs.mean().unwrap(), 0.575);
        close(pairs.variance().unwrap(), 0.069_375);
        let estimate = pairs.estimate().unwrap();
        close(estimate.low, 0.575 - 0.051_623_7);
        close(estimate.high, 0.575 + 0.051_623_7);
        // -400 log10(0.425/0.575) = 400 × 0.131279 = 52.51
        assert!((elo_of(0.575).unwrap() - 52.51).abs() < 0.01);
        assert_eq!(estimate.elo_text(), "+53 [+16, +90]");
    }

    #[test]
    fn pairs_of_a_win_and_a_loss_have_no_variance() {
        // Win-loss pairs have no variance between them; win-win and loss-loss pairs have all of it.
        let split = Pentanomial([1, 0, 98, 0, 1]).estimate().unwrap();
        let swings = Pentanomial([50, 0, 0, 0, 50]).estimate().unwrap();
        assert!(split.high - split.low < 0.06 && swings.high - swings.low > 0.19);
    }

    #[test]
    fn equal_pairs_give_a_bound() {
        // 0.05^(1/10) = 0.741134: with a true score below that, 10 pairs won in a row have had less
        // than 5%.
        let won = Pentanomial([0, 0, 0, 0, 10]).estimate().unwrap();
        assert!((won.low - 0.741_134).abs() < 1e-6 && (won.high - 1.0).abs() < 1e-12);
        assert_eq!(won.elo_text(), "above +183");
        // Four pairs won are a bound of 47%, five one of 55%.
        let all_won = |pairs| Pentanomial([0, 0, 0, 0, pairs]).estimate().unwrap().elo_text();
        assert_eq!([1, 4, 5].map(all_won), ["too early", "too early", "above +34"]);
        assert_eq!(Pentanomial([10, 0, 0, 0, 0]).estimate().unwrap().elo_text(), "below -183");
        let even = Pentanomial([0, 0, 10, 0, 0]).estimate().unwrap();
        assert!(even.low < 0.38 && even.high > 0.62, "{even:?}");
    }

    #[test]
    fn there_is_no_estimate_without_pairs() {
        assert_eq!(Pentanomial::default().estimate(), None);
        assert_eq!(Pentanomial::default().variance(), None);
    }

    /// fastchess, app/tests/elo_test.cpp, "EloPentanomial 1" to 3, to two decimals; the error is half the interval.
    #[test]
    fn normalised_elo_published_by_fastchess() {
        for (counts, elo, error) in [
            ([34, 54, 31 + 32, 64, 75], 57.94, 28.28),
            ([332, 433, 457 + 41, 333, 334], -9.17, 10.96),
            ([7_895, 8_757, 5_485 + 200, 568, 9_999], -19.01, 2.65),
        ] {
            let found = Pentanomial(counts).normalised_elo().unwrap();
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
    fn a_worked_example_of_normalised_elo() {
        // m = 0.575, v = 0.069375 as in the other worked example: 0.075 / √0.13875 × 347.4356 = 69.955.
        let found = Pentanomial([5, 15, 40, 25, 15]).normalised_elo().unwrap();
        assert!((found.elo - 69.955).abs() < 1e-3, "{found:?}");
        assert!(found.low < found.elo && found.elo < found.high);
    }

    #[test]
    fn small_differences_without_draws_and_bias_equal_logistic_elo() {
        // A game is won with probability s, so pairs have the probabilities (1-s)², 2s(1-s), s².
        let s = score_of(4.0);
        let n = 1e9;
        let counts = [(1.0 - s).powi(2), 0.0, 2.0 * s * (1.0 - s), 0.0, s * s].map(|p| (p * n) as u64);
        let found = Pentanomial(counts).normalised_elo().unwrap();
        assert!((found.elo - 4.0).abs() < 0.001, "{found:?}");
    }

    #[test]
    fn there_is_no_normalised_elo_without_spread() {
        assert_eq!(Pentanomial::default().normalised_elo(), None);
        for i in 0..5 {
            let mut counts = [0; 5];
            counts[i] = 7;
            assert_eq!(Pentanomial(counts).normalised_elo(), None);
        }
    }

    /// 4,000 tournaments of 400 pairs between players of very different strength: the interval contains the true value in
    /// 95% of them, within 3 standard errors (1.03%). The interval of fastchess, without skewness, does not.
    #[test]
    fn the_interval_has_the_promised_coverage() {
        let probabilities = [0.01, 0.02, 0.1, 0.27, 0.6];
        let truth = {
            let counts = probabilities.map(|p: f64| (p * 1e6).round() as u64);
            Pentanomial(counts).normalised_elo().unwrap().elo
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

    #[test]
    fn the_normal_distribution_agrees_with_published_tables() {
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
        assert!(step.abs() < 1e-13, "there is no step: {step}");
        assert_eq!((normal_distribution(60.0), normal_distribution(-60.0)), (1.0, 0.0));
    }

    /// fastchess, app/tests/elo_test.cpp, "EloPentanomial 1" to 3, in per cent with two decimals.
    #[test]
    fn superiority_published_by_fastchess() {
        for (counts, percent) in [
            ([34, 54, 31 + 32, 64, 75], 100.0),
            ([332, 433, 457 + 41, 333, 334], 5.05),
            ([7_895, 8_757, 5_485 + 200, 568, 9_999], 0.0),
        ] {
            let found = Pentanomial(counts).los().unwrap() * 100.0;
            assert!((found - percent).abs() < 0.005, "{found} is not {percent}");
        }
    }

    #[test]
    fn equal_pairs_give_a_bound_of_superiority() {
        let los = |counts| Pentanomial(counts).los();
        assert_eq!(los([0; 5]), None);
        assert_eq!(los([0, 0, 9, 0, 0]), Some(0.5));
        assert_eq!(los([0, 0, 0, 0, 1]), Some(0.5));
        assert_eq!(los([0, 0, 0, 2, 0]), Some(1.0 - 4.0 / 9.0));
        assert_eq!(los([3, 0, 0, 0, 0]), Some(0.125));
        assert_eq!(los([1, 0, 0, 0, 1]), Some(0.5));
    }
}
