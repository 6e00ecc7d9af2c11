//! The maximum of the likelihood.

use super::cholesky::{dot, inverse};
use super::{FirstMoveAdvantage, HeadToHead};

/// A maximum and how sharp it is, in natural logarithms of odds.
pub(super) struct Fit {
    /// The ratings, which are 0 on average, and at the end the worth of moving first (0 if ignored).
    pub(super) values: Vec<f64>,
    /// Their variances and covariances.
    pub(super) covariance: Vec<Vec<f64>>,
}

/// One line of the likelihood: `wins ln s(x) + losses ln s(-x)` with `s(x) = 1 / (1 + exp(-x))`, where `x` is the
/// rating of `plus`, less that of `minus`, plus the worth of moving first if `first`. What is `None` is 0, the
/// average.
struct Term {
    plus: Option<usize>,
    minus: Option<usize>,
    first: bool,
    wins: f64,
    losses: f64,
}

/// The most likely ratings, by Newton's method with shorter steps where a whole one leads down. `None` if
/// rounding makes the information singular.
pub(super) fn fit(
    players: usize,
    meetings: &[HeadToHead],
    first_move: FirstMoveAdvantage,
    with_prior: bool,
) -> Option<Fit> {
    let mut terms: Vec<Term> = meetings.iter().map(|meetings| term(meetings, first_move)).collect();
    if with_prior {
        let draw = |plus, first| Term { plus, minus: None, first, wins: 0.5, losses: 0.5 };
        terms.extend((0..players).map(|player| draw(Some(player), false)));
        terms.extend((first_move == FirstMoveAdvantage::Estimated).then(|| draw(None, true)));
    }
    let mut values = vec![0.0; players + 1];
    let mut likelihood = log_likelihood(&terms, &values);
    loop {
        let (gradient, covariance) = slope(&terms, &values, players)?;
        let step: Vec<f64> = covariance.iter().map(|row| dot(row, &gradient)).collect();
        // The way to the maximum, in standard errors, is the root of this.
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
            // No step leads up by more than rounding. A whole one is still right: Newton's method does not
            // compare likelihoods, in which the last digits of the way are lost.
            values.iter_mut().zip(&step).for_each(|(value, step)| *value += step);
            let (_, covariance) = slope(&terms, &values, players)?;
            return Some(Fit { values, covariance });
        };
        (values, likelihood) = (next, reached);
    }
}

fn term(meetings: &HeadToHead, first_move: FirstMoveAdvantage) -> Term {
    let HeadToHead { first, second, tally } = *meetings;
    let half_draws = tally.draws as f64 / 2.0;
    Term {
        plus: Some(first),
        minus: Some(second),
        first: first_move == FirstMoveAdvantage::Estimated,
        wins: tally.wins as f64 + half_draws,
        losses: tally.losses as f64 + half_draws,
    }
}

impl Term {
    fn difference(&self, values: &[f64]) -> f64 {
        let of = |player: Option<usize>| player.map_or(0.0, |player| values[player]);
        let first = if self.first { values[values.len() - 1] } else { 0.0 };
        of(self.plus) - of(self.minus) + first
    }
}

fn log_likelihood(terms: &[Term], values: &[f64]) -> f64 {
    // ln s(x), without exponentials that overflow.
    let ln_score = |x: f64| x.min(0.0) - (-x.abs()).exp().ln_1p();
    let of = |term: &Term| {
        let x = term.difference(values);
        term.wins * ln_score(x) + term.losses * ln_score(-x)
    };
    terms.iter().map(of).sum()
}

/// The gradient of the logarithm of the likelihood, and the inverse of the information, both for ratings that
/// stay 0 on average.
fn slope(terms: &[Term], values: &[f64], players: usize) -> Option<(Vec<f64>, Vec<Vec<f64>>)> {
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
    // Taking the average away from the gradient and from rows and columns keeps the ratings' sum at 0.
    centre(&mut gradient, players);
    for row in &mut information {
        centre(row, players);
    }
    let columns: Vec<f64> =
        (0..n).map(|j| average(information[..players].iter().map(|row| row[j]))).collect();
    for row in &mut information[..players] {
        row.iter_mut().zip(&columns).for_each(|(entry, average)| *entry -= average);
    }
    // What is the same for all players can have any curvature now. It gets that of the others, so that there is
    // an inverse, and loses it again afterwards.
    let scale = average((0..players).map(|i| information[i][i]));
    // A single player has no curvature at all.
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
