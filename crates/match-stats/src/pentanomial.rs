//! The five results a pair of games can have.

use super::elo::ScoreEstimate;

/// How many standard errors to each side hold 95% of a normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// How often a player got 0, ½, 1, 1½ and 2 points from the two games of a pair.
///
/// ```
/// use match_stats::Pentanomial;
/// let mut pairs = Pentanomial::default();
/// pairs.add(4); // two wins, in half points
/// pairs.add(2); // a win and a loss
/// assert_eq!(pairs.counts(), [0, 0, 1, 0, 1]);
/// assert_eq!(pairs.mean(), Some(0.75));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial([u64; 5]);

impl Pentanomial {
    /// From counts of pairs that gave 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub const fn new(counts: [u64; 5]) -> Pentanomial {
        Pentanomial(counts)
    }

    /// Counts a pair that gave so many half points; more than 4 count as 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The counts of pairs that gave 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub const fn counts(&self) -> [u64; 5] {
        self.0
    }

    /// How many pairs.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The average score of a pair, from 0 to 1; `None` without pairs.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        (total > 0).then(|| self.weighted(|score| score) / total as f64)
    }

    /// The variance of a pair's score: the average of `(x - mean)²`.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        Some(self.weighted(|score| (score - mean).powi(2)) / self.total() as f64)
    }

    /// The score with its 95% interval; `None` without pairs.
    ///
    /// With `n` pairs, of which `n_i` have the score `x_i` (0, ¼, ½, ¾, 1):
    ///
    /// - mean `m = Σ n_i x_i / n`, variance `v = Σ n_i (x_i - m)² / n`;
    /// - the interval is `m ± 1.96 √(v / n)`, cut off at 0 and 1. This is how Fishtest, cutechess and
    ///   fastchess count, so numbers can be compared. It is an approximation that asks for some
    ///   dozens of pairs;
    /// - where all pairs have the same score `c`, `v` is 0 and that interval would be a claim of
    ///   certainty. Then, if other scores had a probability of more than `q = 1 - 0.05^(1/n)`, `n`
    ///   equal pairs in a row would have had less than 5%; so `q` bounds it, and the true score lies
    ///   between `c - q c` and `c + q (1 - c)`. At a score of 100% that is the bound
    ///   `0.05^(1/n)`.
    #[must_use]
    pub fn estimate(&self) -> Option<ScoreEstimate> {
        let (score, variance) = (self.mean()?, self.variance()?);
        let n = self.total() as f64;
        if self.0.iter().filter(|&&count| count > 0).count() == 1 {
            let other = 1.0 - 0.05_f64.powf(1.0 / n);
            let (low, high) = (score - other * score, score + other * (1.0 - score));
            return Some(ScoreEstimate { score, low, high });
        }
        let error = Z95 * (variance / n).sqrt();
        Some(ScoreEstimate { score, low: (score - error).max(0.0), high: (score + error).min(1.0) })
    }

    /// The sum of `weight(score)` over all pairs.
    pub(super) fn weighted(&self, weight: impl Fn(f64) -> f64) -> f64 {
        (0_u8..).zip(self.0).map(|(i, count)| count as f64 * weight(f64::from(i) / 4.0)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo_of;

    #[test]
    fn a_worked_example() {
        // 100 pairs: 5 × 0, 15 × 1/4, 40 × 1/2, 25 × 3/4, 15 × 1.
        // m  = (3.75 + 20 + 18.75 + 15) / 100 = 0.575
        // v  = (5·0.330625 + 15·0.105625 + 40·0.005625 + 25·0.030625 + 15·0.180625) / 100
        //    = (1.653125 + 1.584375 + 0.225 + 0.765625 + 2.709375) / 100 = 0.069375
        // se = √0.00069375 = 0.0263391; 1.96 se = 0.0516237
        let pairs = Pentanomial::new([5, 15, 40, 25, 15]);
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
    fn pairs_that_cancel_out_are_worth_less_than_they_look() {
        // Win-loss pairs have no variance between them; win-win and loss-loss pairs have all of it.
        let split = Pentanomial::new([1, 0, 98, 0, 1]).estimate().unwrap();
        let swings = Pentanomial::new([50, 0, 0, 0, 50]).estimate().unwrap();
        assert!(split.high - split.low < 0.06 && swings.high - swings.low > 0.19);
    }

    #[test]
    fn equal_pairs_give_a_bound_and_no_certainty() {
        // 0.05^(1/10) = 0.741134: with a true score below that, 10 pairs won in a row have had less
        // than 5%.
        let won = Pentanomial::new([0, 0, 0, 0, 10]).estimate().unwrap();
        assert!((won.low - 0.741_134).abs() < 1e-6 && (won.high - 1.0).abs() < 1e-12);
        assert_eq!(won.elo_text(), "above +183");
        assert_eq!(Pentanomial::new([10, 0, 0, 0, 0]).estimate().unwrap().elo_text(), "below -183");
        let even = Pentanomial::new([0, 0, 10, 0, 0]).estimate().unwrap();
        assert!(even.low < 0.38 && even.high > 0.62, "{even:?}");
    }

    #[test]
    fn nothing_is_known_without_pairs() {
        assert_eq!(Pentanomial::default().estimate(), None);
        assert_eq!(Pentanomial::default().variance(), None);
    }
}
