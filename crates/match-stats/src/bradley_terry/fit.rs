//! The maximum of the likelihood, by Newton's method.

use crate::tally::HeadToHead;

/// A maximum and its curvature, in natural logarithms of odds.
pub(super) struct Fit {
    /// The ratings, which are 0 on average, then the worth of moving first (0 if ignored).
    pub(super) values: Vec<f64>,
    /// Their variances and covariances.
    pub(super) covariance: Vec<Vec<f64>>,
}

/// A term of the logarithm of the likelihood: `wins ln s(x) + losses ln s(-x)` with `s(x) = 1 / (1 + exp(-x))`. `x` is the
/// rating of `plus`, less that of `minus`, plus the worth of moving first if `first`. `None` has the average rating, 0.
struct FitTerm {
    plus: Option<usize>,
    minus: Option<usize>,
    first: bool,
    wins: f64,
    losses: f64,
}

/// The most likely ratings. Where a whole step of Newton's method leads down, it is shortened. `None` if rounding makes the
/// information matrix singular.
pub(super) fn fit(
    players: usize,
    games: &[HeadToHead],
    with_first_move: bool,
    with_prior: bool,
) -> Option<Fit> {
    let mut terms: Vec<FitTerm> = games.iter().map(|games| term(games, with_first_move)).collect();
    if with_prior {
        let draw = |plus, first| FitTerm { plus, minus: None, first, wins: 0.5, losses: 0.5 };
        terms.extend((0..players).map(|player| draw(Some(player), false)));
        terms.extend(with_first_move.then(|| draw(None, true)));
    }
    let mut values = vec![0.0; players + 1];
    let mut likelihood = log_likelihood(&terms, &values);
    loop {
        let (gradient, covariance) = slope(&terms, &values, players)?;
        let step: Vec<f64> = covariance.iter().map(|row| dot(row, &gradient)).collect();
        // The root of this is the distance to the maximum in standard errors.
        if dot(&step, &gradient) < 1e-16 {
            return Some(Fit { values, covariance });
        }
        let moved = (0..60).find_map(|halvings| {
            let share = 0.5_f64.powi(halvings);
            let next: Vec<f64> = values.iter().zip(&step).map(|(value, step)| value + share * step).collect();
            let reached = log_likelihood(&terms, &next);
            (reached > likelihood).then_some((next, reached))
        });
        let Some((next, reached)) = moved else {
            // No step leads up by more than rounding. A whole step is still right, because it does not depend on the
            // likelihoods that were rounded.
            values.iter_mut().zip(&step).for_each(|(value, step)| *value += step);
            let (_, covariance) = slope(&terms, &values, players)?;
            return Some(Fit { values, covariance });
        };
        (values, likelihood) = (next, reached);
    }
}

fn term(games: &HeadToHead, with_first_move: bool) -> FitTerm {
    let HeadToHead { first, second, tally } = *games;
    let half_draws = tally.draws as f64 / 2.0;
    FitTerm {
        plus: Some(first),
        minus: Some(second),
        first: with_first_move,
        wins: tally.wins as f64 + half_draws,
        losses: tally.losses as f64 + half_draws,
    }
}

impl FitTerm {
    fn difference(&self, values: &[f64]) -> f64 {
        let of = |player: Option<usize>| player.map_or(0.0, |player| values[player]);
        let first = if self.first { values[values.len() - 1] } else { 0.0 };
        of(self.plus) - of(self.minus) + first
    }
}

fn log_likelihood(terms: &[FitTerm], values: &[f64]) -> f64 {
    // ln s(x), without exponentials that overflow.
    let ln_score = |x: f64| x.min(0.0) - (-x.abs()).exp().ln_1p();
    let of = |term: &FitTerm| {
        let x = term.difference(values);
        term.wins * ln_score(x) + term.losses * ln_score(-x)
    };
    terms.iter().map(of).sum()
}

/// The gradient of the logarithm of the likelihood and the inverse of the information matrix, both for ratings that are 0
/// on average.
fn slope(terms: &[FitTerm], values: &[f64], players: usize) -> Option<(Vec<f64>, Vec<Vec<f64>>)> {
    let n = players + 1;
    let (mut gradient, mut information) = (vec![0.0; n], vec![vec![0.0; n]; n]);
    for term in terms {
        let score = 1.0 / (1.0 + (-term.difference(values)).exp());
        let surplus = term.wins - (term.wins + term.losses) * score;
        let weight = (term.wins + term.losses) * score * (1.0 - score);
        let part = [
            term.plus.map(|player| (player, 1.0)),
            term.minus.map(|player| (player, -1.0)),
            term.first.then_some((players, 1.0)),
        ];
        for (i, sign) in part.into_iter().flatten() {
            gradient[i] += sign * surplus;
            for (j, other) in part.into_iter().flatten() {
                information[i][j] += sign * other * weight;
            }
        }
    }
    // Subtracting the average from the gradient and from rows and columns keeps the sum of the ratings at 0.
    centre(&mut gradient, players);
    for row in &mut information {
        centre(row, players);
    }
    let columns: Vec<f64> =
        (0..n).map(|j| average(information[..players].iter().map(|row| row[j]))).collect();
    for row in &mut information[..players] {
        row.iter_mut().zip(&columns).for_each(|(entry, average)| *entry -= average);
    }
    // A common change of all ratings has no curvature now. It gets the average one, so that there is an inverse, and loses
    // it again afterwards.
    let scale = average((0..players).map(|i| information[i][i]));
    // A single player has no curvature.
    let scale = if scale > 0.0 { scale } else { 1.0 };
    for row in &mut information[..players] {
        row[..players].iter_mut().for_each(|entry| *entry += scale);
    }
    let ignored = !terms.iter().any(|term| term.first);
    if ignored {
        information[players][players] = 1.0;
    }
    let mut covariance = inverse(&information)?;
    let common = 1.0 / (scale * (players * players) as f64);
    for row in covariance.iter_mut().take(players) {
        row[..players].iter_mut().for_each(|entry| *entry -= common);
    }
    if ignored {
        covariance[players][players] = 0.0;
    }
    Some((gradient, covariance))
}

fn centre(row: &mut [f64], players: usize) {
    let average = average(row[..players].iter().copied());
    row[..players].iter_mut().for_each(|entry| *entry -= average);
}

fn average(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len().max(1) as f64;
    values.sum::<f64>() / n
}

/// The inverse of a symmetric, positive definite matrix, by its Cholesky decomposition; `None` if it is not
/// positive definite.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    // matrix = lower × its transpose
    let mut lower = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let rest = matrix[i][j] - dot(&lower[i][..j], &lower[j][..j]);
            if i > j {
                lower[i][j] = rest / lower[j][j];
            } else if rest > 0.0 {
                lower[i][i] = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    // The rows of `inverse_lower` are columns of the inverse of `lower`, so that sums run along rows.
    let mut inverse_lower = vec![vec![0.0; n]; n];
    for column in 0..n {
        inverse_lower[column][column] = 1.0 / lower[column][column];
        for i in column + 1..n {
            let sum = dot(&lower[i][column..i], &inverse_lower[column][column..i]);
            inverse_lower[column][i] = -sum / lower[i][i];
        }
    }
    let entry = |i: usize, j: usize| dot(&inverse_lower[i][i.max(j)..], &inverse_lower[j][i.max(j)..]);
    Some((0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_the_identity() {
        let matrix = [vec![4.0, 2.0, -1.0], vec![2.0, 5.0, 0.5], vec![-1.0, 0.5, 3.0]];
        let inverse = inverse(&matrix).unwrap();
        for (i, row) in matrix.iter().enumerate() {
            for j in 0..3 {
                let column: Vec<f64> = inverse.iter().map(|row| row[j]).collect();
                assert!((dot(row, &column) - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_has_no_inverse() {
        assert_eq!(inverse(&[vec![1.0, 2.0], vec![2.0, 1.0]]), None);
        assert_eq!(inverse(&[vec![0.0]]), None);
        assert_eq!(inverse(&[vec![f64::NAN]]), None);
        assert_eq!(inverse(&[]), Some(vec![]));
    }
}
