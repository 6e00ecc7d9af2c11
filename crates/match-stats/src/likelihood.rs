//! The generalised log-likelihood ratio of pentanomial counts.
//!
//! A hypothesis fixes one number of the unknown distribution of a pair's score: its mean, or its t-value, the mean less ½
//! divided by the standard deviation. The likelihood is that of the most likely distribution with this number. With the
//! shares `q_i` of the counts, it has the probabilities `p_i = q_i / (1 + θ φ_i)`, where `φ` is the gradient of the
//! constraint and `θ` solves `Σ q_i φ_i / (1 + θ φ_i) = 0`.
//!
//! The mathematics is Michel Van den Bergh's: "Comparing the approximations for the generalized log
//! likelihood ratio of a multinomial distribution", proposition 1.1, for the mean, and "Comments on normalized
//! Elo", section 4.1, for the quotient.

use crate::pentanomial::Pentanomial;
use crate::score::{SCORES, weighted_sum};

/// Replaces a count of 0, which would make the first result of that kind infinitely unlikely. fishtest and fastchess use the
/// same value.
const INSTEAD_OF_ZERO: f64 = 1e-3;

/// The log-likelihood ratio of the counts under two hypotheses, the second against the first. 0 without pairs. `divisors`
/// returns `1 + θ φ_i` for the shares of the counts and the number that a hypothesis fixes: [`given_mean`] or
/// [`given_t_value`].
pub(super) fn log_ratio(
    pairs: &Pentanomial,
    hypotheses: [f64; 2],
    divisors: impl Fn(&[f64; 5], f64) -> [f64; 5],
) -> f64 {
    if pairs.total() == 0 {
        return 0.0;
    }
    let counts = pairs.0.map(|n| if n == 0 { INSTEAD_OF_ZERO } else { n as f64 });
    let total: f64 = counts.iter().sum();
    let shares = counts.map(|n| n / total);
    let [d0, d1] = hypotheses.map(|number| divisors(&shares, number));
    (0..5).map(|i| counts[i] * (d0[i] / d1[i]).ln()).sum()
}

/// For a mean.
pub(super) fn given_mean(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let gradient = SCORES.map(|a| a - mean);
    divided_by(&gradient, solve(shares, &gradient, 0.0))
}

/// For a t-value between -0.94 and 0.94, where the iteration converges.
///
/// The gradient of `mean - 1/2 - t σ` depends on the mean and σ of the solution, so an iteration finds it, from the uniform
/// distribution. For the values of `t` of a test three to ten rounds are enough. Where they are not, the counts are hardly
/// possible under `t`, and the last digit of a large number is uncertain.
pub(super) fn given_t_value(shares: &[f64; 5], t: f64) -> [f64; 5] {
    let (mut mean, mut sigma, mut theta) = (0.5, 0.125_f64.sqrt(), 0.0);
    let mut divisors = [1.0; 5];
    for _ in 0..100 {
        let gradient = SCORES.map(|a| a - 0.5 - t * sigma / 2.0 * (1.0 + ((a - mean) / sigma).powi(2)));
        theta = solve(shares, &gradient, theta);
        divisors = divided_by(&gradient, theta);
        let likeliest = std::array::from_fn(|i| shares[i] / divisors[i]);
        let next_mean = weighted_sum(&likeliest, |a| a);
        let next_sigma = weighted_sum(&likeliest, |a| (a - next_mean).powi(2)).sqrt();
        let change = (next_mean - mean).abs() + (next_sigma - sigma).abs();
        (mean, sigma) = (next_mean, next_sigma);
        // With t = 0 the gradient does not depend on mean and sigma.
        if t == 0.0 || change < 1e-11 {
            break;
        }
    }
    divisors
}

fn divided_by(gradient: &[f64; 5], theta: f64) -> [f64; 5] {
    gradient.map(|g| 1.0 + theta * g)
}

/// The one `x` with `Σ q_i g_i / (1 + x g_i) = 0` for which all `1 + x g_i` are positive.
///
/// The sum falls from +∞ to -∞ between two poles. Where a share is small, the solution lies so near a pole that Newton's
/// method converges slowly. Multiplied by a factor that is 0 at the poles, the sum is smooth and has the same solution.
/// Bisection keeps the method between the poles.
fn solve(shares: &[f64; 5], gradient: &[f64; 5], start: f64) -> f64 {
    let least = gradient.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = gradient.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || greatest <= 0.0 {
        // No distribution has this gradient. 0 restarts the iteration from the shares.
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    let precise = (high - low) * 1e-12;
    let mut x = if low < start && start < high { start } else { 0.0 };
    for _ in 0..100 {
        let (mut sum, mut sum_slope) = (0.0, 0.0);
        for (q, g) in shares.iter().zip(gradient) {
            let part = g / (1.0 + x * g);
            sum += q * part;
            sum_slope -= q * part * part;
        }
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let (factor, factor_slope) =
            ((1.0 + x * greatest) * (1.0 + x * least), greatest + least + 2.0 * x * greatest * least);
        let newton = x - sum * factor / (sum_slope * factor + sum * factor_slope);
        if (newton - x).abs() <= precise {
            // Newton's method squares its error in each step, so this step is precise enough.
            return if low < newton && newton < high { newton } else { x };
        }
        x = if low < newton && newton < high { newton } else { f64::midpoint(low, high) };
    }
    x
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn moments(shares: &[f64; 5], divisors: &[f64; 5]) -> (f64, f64, f64) {
        let p: Vec<f64> = shares.iter().zip(divisors).map(|(q, d)| q / d).collect();
        let mean: f64 = (0..5).map(|i| p[i] * SCORES[i]).sum();
        let variance: f64 = (0..5).map(|i| p[i] * (SCORES[i] - mean).powi(2)).sum();
        (p.iter().sum(), mean, variance.sqrt())
    }

    fn shares() -> impl Strategy<Value = [f64; 5]> {
        let count = prop_oneof![Just(1e-3), 1.0..10.0, 10.0..1e6];
        prop::array::uniform5(count).prop_map(|counts: [f64; 5]| {
            let total: f64 = counts.iter().sum();
            counts.map(|n| n / total)
        })
    }

    proptest! {
        #[test]
        fn the_most_likely_distribution_has_the_given_mean(q in shares(), mean in 0.003..0.997) {
            let divisors = given_mean(&q, mean);
            let (total, found, _) = moments(&q, &divisors);
            prop_assert!(divisors.iter().all(|&d| d > 0.0));
            prop_assert!((total - 1.0).abs() < 1e-6 && (found - mean).abs() < 1e-6, "{total} {found}");
        }

        #[test]
        fn the_most_likely_distribution_has_the_given_t_value(q in shares(), t in -0.82..0.82) {
            let divisors = given_t_value(&q, t);
            let (total, mean, sigma) = moments(&q, &divisors);
            prop_assert!(divisors.iter().all(|&d| d > 0.0));
            prop_assert!((total - 1.0).abs() < 1e-6, "{total}");
            prop_assert!((mean - 0.5 - t * sigma).abs() < 1e-6, "{} is not {t}", (mean - 0.5) / sigma);
        }

        /// No step along the constraint makes the counts more likely, so the point is a maximum.
        #[test]
        fn no_neighbour_is_more_likely(q in shares(), mean in 0.1..0.9, j in 0_usize..3, sign in -1.0..1.0) {
            let divisors = given_mean(&q, mean);
            let p: Vec<f64> = q.iter().zip(divisors).map(|(q, d)| q / d).collect();
            // (1, -2, 1) on three neighbouring scores keeps total and mean.
            let step = sign * 0.1 * p[j].min(p[j + 1] / 2.0).min(p[j + 2]);
            let change: [f64; 3] = [step, -2.0 * step, step];
            let gain: f64 = (0..3).map(|i| q[j + i] * (change[i] / p[j + i]).ln_1p()).sum();
            prop_assert!(gain <= 1e-9, "{gain}");
        }
    }
}
