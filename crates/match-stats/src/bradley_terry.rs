//! Bradley-Terry ratings of many players.

use petgraph::algo::{bellman_ford, kosaraju_scc};
use petgraph::graph::{DiGraph, NodeIndex};
use thiserror::Error;

use crate::score::{EloEstimate, Tally};

/// Elo for one natural logarithm of odds, `400 / ln 10`.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Whether moving first is worth something in the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstMoveAdvantage {
    /// It is worth an unknown number of Elo, estimated together with the ratings.
    #[default]
    Estimated,
    /// It is worth nothing.
    Ignored,
}

/// The games of two players in which one of them moved first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadToHead {
    /// The number of the player who moved first, from 0.
    pub first: usize,
    /// The number of the player who moved second.
    pub second: usize,
    /// The results of the first player.
    pub tally: Tally,
}

/// Why games cannot be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RatingError {
    /// The number of a player is not below the number of players.
    #[error("games of player {0} cannot be rated: the {1} players are numbered from 0")]
    NoSuchPlayer(usize, usize),
    /// A player met itself.
    #[error("games of player {0} against itself cannot be rated: expected two different players")]
    AgainstItself(usize),
    /// The numbers of games differ by a factor of about 10^15 or more.
    #[error("the games cannot be rated: their numbers are too uneven for floating-point numbers")]
    TooUneven,
}

/// The most likely ratings for the results.
///
/// Made by [`bradley_terry`].
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The rating of each player, relative to the average of all, which is 0.
    pub players: Vec<EloEstimate>,
    /// The worth of moving first; `None` if ignored.
    pub first_move: Option<EloEstimate>,
    /// Whether virtual draws were added because the results alone have no finite ratings.
    pub with_prior: bool,
    /// Variances and covariances of the ratings, in Elo².
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// The rating of player `a` less that of player `b`. The interval accounts for the covariance of the two ratings, so it
    /// does not follow from their intervals. `None` if there is no such player.
    pub fn difference(&self, a: usize, b: usize) -> Option<EloEstimate> {
        let elo = self.players.get(a)?.elo - self.players.get(b)?.elo;
        let of = &self.covariance;
        Some(estimate(elo, of[a][a] + of[b][b] - 2.0 * of[a][b]))
    }
}

/// Rates `players` players by their games: the maximum likelihood of the model of Bradley and Terry (1952).
///
/// The expected score of a first player of rating `r` against `q` is `1 / (1 + 10^((q - r - a) / 400))`, where `a` is the
/// worth of moving first. A draw counts as half a win and half a loss. The ratings maximise the likelihood of the results;
/// they are shifted so that their average is 0.
///
/// The 95% intervals are 1.96 standard errors to each side, from the inverse of the Fisher information. They take games as
/// independent and draws as decided by a coin. So they are too wide where many games are drawn, or where the two games of a
/// pair tend to cancel out.
///
/// **Prior.** The results have no finite ratings if some players scored nothing against all the others, if groups have not
/// met, or if the worth of moving first cannot be separated from the strength of those who did. Only then every player gets
/// one virtual draw against an average player, and the worth of moving first gets one virtual draw between equals.
///
/// # Errors
/// A player does not exist or met itself, or the numbers of games are so uneven (beyond some 10^15 to 1) that rounding hides
/// the small ones.
///
/// ```
/// use match_stats::{FirstMoveAdvantage, HeadToHead, Tally, bradley_terry};
/// let games = [
///     HeadToHead { first: 0, second: 1, tally: Tally { wins: 8, draws: 0, losses: 2 } },
///     HeadToHead { first: 1, second: 0, tally: Tally { wins: 4, draws: 0, losses: 6 } },
///     HeadToHead { first: 1, second: 2, tally: Tally { wins: 7, draws: 2, losses: 1 } },
///     HeadToHead { first: 2, second: 1, tally: Tally { wins: 5, draws: 0, losses: 5 } },
/// ];
/// let ratings = bradley_terry(3, &games, FirstMoveAdvantage::Estimated)?;
/// assert_eq!(ratings.players[0].to_string(), "+145 [+15, +276]");
/// assert_eq!(ratings.first_move.unwrap().to_string(), "+103 [-19, +226]");
/// assert!(!ratings.with_prior);
/// # Ok::<(), match_stats::RatingError>(())
/// ```
pub fn bradley_terry(
    players: usize,
    games: &[HeadToHead],
    first_move: FirstMoveAdvantage,
) -> Result<Ratings, RatingError> {
    for &HeadToHead { first, second, .. } in games {
        if let Some(player) = [first, second].into_iter().find(|&player| player >= players) {
            return Err(RatingError::NoSuchPlayer(player, players));
        }
        if first == second {
            return Err(RatingError::AgainstItself(first));
        }
    }
    let with_first_move = first_move == FirstMoveAdvantage::Estimated;
    let with_prior = !has_finite_maximum(players, games, with_first_move);
    let terms = terms(players, games, with_first_move, with_prior);
    let parameters = players + usize::from(with_first_move);
    let (values, mut covariance) = maximise(&terms, players, parameters).ok_or(RatingError::TooUneven)?;
    covariance.iter_mut().flatten().for_each(|entry| *entry *= ELO_PER_LOGIT.powi(2));
    let in_elo = |i: usize| estimate(values[i] * ELO_PER_LOGIT, covariance[i][i]);
    Ok(Ratings {
        players: (0..players).map(in_elo).collect(),
        first_move: with_first_move.then(|| in_elo(players)),
        with_prior,
        covariance,
    })
}

fn estimate(elo: f64, variance: f64) -> EloEstimate {
    // Rounding can make a variance of 0 (a single player) a negative one. Adding 0.0 turns -0 into 0.
    EloEstimate::new(elo + 0.0, variance.max(0.0).sqrt())
}

/// Whether the likelihood of the results, with or without a worth of moving first, has one finite maximum.
///
/// It has none if the parameters can move in some direction for ever without making any result less likely. Such a
/// direction changes the ratings by `r` and the worth of moving first by `a`. If `i` moved first against `j`, `r_i - r_j + a`
/// is not negative where `i` scored, and not positive where `j` scored.
/// - With `a = 0` there is such a direction unless every player is connected to every other over games in which the former
///   scored (Ford, "Solution of a ranking problem from binary comparisons", 1957): one strong component.
/// - With `a = 1` or `a = -1` these are inequalities between differences. They have a solution unless they have a cycle with
///   a negative sum (Bellman and Ford).
fn has_finite_maximum(players: usize, games: &[HeadToHead], with_first_move: bool) -> bool {
    // An edge from each player who scored to the opponent, with the side of the former: 1 first, -1 second.
    let mut scored = DiGraph::<(), f64>::with_capacity(players, 2 * games.len());
    let nodes: Vec<NodeIndex> = (0..players).map(|_| scored.add_node(())).collect();
    for &HeadToHead { first, second, tally } in games {
        if tally.wins > 0 || tally.draws > 0 {
            scored.add_edge(nodes[first], nodes[second], 1.0);
        }
        if tally.losses > 0 || tally.draws > 0 {
            scored.add_edge(nodes[second], nodes[first], -1.0);
        }
    }
    let has_negative_cycle =
        |a: f64| bellman_ford(&scored.map(|_, ()| (), |_, side| side * a), NodeIndex::new(0)).is_err();
    kosaraju_scc(&scored).len() == 1 && (!with_first_move || [1.0, -1.0].into_iter().all(has_negative_cycle))
}

/// A term of the logarithm of the likelihood: `wins ln s(x) + losses ln s(-x)` with `s(x) = 1 / (1 + exp(-x))`.
struct FitTerm {
    /// `x` as a sum of parameters, each with its factor. The parameters are the ratings, then the worth of moving first, in
    /// natural logarithms of odds. The factors of the ratings sum to 0, so a common change of all ratings changes no term.
    parameters: Vec<(usize, f64)>,
    wins: f64,
    losses: f64,
}

impl FitTerm {
    fn x(&self, values: &[f64]) -> f64 {
        self.parameters.iter().map(|&(i, factor)| factor * values[i]).sum()
    }
}

/// The terms of the games and of the prior.
fn terms(players: usize, games: &[HeadToHead], with_first_move: bool, with_prior: bool) -> Vec<FitTerm> {
    let first_move = with_first_move.then_some((players, 1.0));
    let term = |HeadToHead { first, second, tally }: &HeadToHead| {
        let parameters = [(*first, 1.0), (*second, -1.0)].into_iter().chain(first_move).collect();
        let half_draws = tally.draws as f64 / 2.0;
        FitTerm { parameters, wins: tally.wins as f64 + half_draws, losses: tally.losses as f64 + half_draws }
    };
    let mut terms: Vec<FitTerm> = games.iter().map(term).collect();
    if with_prior {
        let draw = |parameters| FitTerm { parameters, wins: 0.5, losses: 0.5 };
        let average = 1.0 / players as f64;
        let against_average =
            |i: usize| (0..players).map(|j| (j, if i == j { 1.0 - average } else { -average })).collect();
        terms.extend((0..players).map(|player| draw(against_average(player))));
        terms.extend(first_move.map(|first_move| draw(vec![first_move])));
    }
    terms
}

/// The parameters of the maximum of the likelihood, by Newton's method, and their variances and covariances. `None` if
/// rounding makes the information matrix singular.
///
/// A step that changes each `x` by at most `d` changes the information by a factor of at most `exp(d)`. So `ln(1 + d)` of
/// `d` steps always leads up, and never into the flat parts where the information vanishes (Sun and Tran-Dinh, "Generalized
/// self-concordant functions", Mathematical Programming 178, 2019).
fn maximise(terms: &[FitTerm], players: usize, parameters: usize) -> Option<(Vec<f64>, Vec<Vec<f64>>)> {
    let mut values = vec![0.0; parameters];
    let mut last_distance = f64::INFINITY;
    loop {
        let (gradient, covariance) = slope(terms, &values, players)?;
        let step: Vec<f64> = covariance.iter().map(|row| dot(row, &gradient)).collect();
        // The square of the distance to the maximum in standard errors.
        let distance = dot(&step, &gradient);
        let d = terms.iter().map(|term| term.x(&step).abs()).fold(0.0, f64::max);
        // So close to the maximum every step shortens the distance, until only rounding is left.
        if distance < 1e-16 || d < 0.5 && distance >= last_distance {
            return Some((values, covariance));
        }
        last_distance = distance;
        let share = if d > 0.0 { d.ln_1p() / d } else { 1.0 };
        values.iter_mut().zip(&step).for_each(|(value, step)| *value += share * step);
    }
}

/// The gradient of the logarithm of the likelihood and the inverse of the information matrix, both for ratings that are 0
/// on average.
fn slope(terms: &[FitTerm], values: &[f64], players: usize) -> Option<(Vec<f64>, Vec<Vec<f64>>)> {
    let n = values.len();
    let (mut gradient, mut information) = (vec![0.0; n], vec![vec![0.0; n]; n]);
    for term in terms {
        let x = term.x(values);
        // Both, because 1 less a score near 1 is mostly rounding.
        let [score, lost] = [x, -x].map(|x| 1.0 / (1.0 + (-x).exp()));
        let games = term.wins + term.losses;
        for &(i, factor) in &term.parameters {
            gradient[i] += factor * (term.wins * lost - term.losses * score);
            for &(j, other) in &term.parameters {
                information[i][j] += factor * other * games * score * lost;
            }
        }
    }
    // A common change of all ratings has no curvature. It gets the average one, so that there is an inverse, and loses it
    // again afterwards. A single player has none.
    let average = (0..players).map(|i| information[i][i]).sum::<f64>() / players as f64;
    let scale = if average > 0.0 { average } else { 1.0 };
    add_to_ratings(&mut information, players, scale);
    let mut covariance = inverse(&information)?;
    add_to_ratings(&mut covariance, players, -1.0 / (scale * (players * players) as f64));
    Some((gradient, covariance))
}

/// Adds a number to the entries for two ratings.
fn add_to_ratings(matrix: &mut [Vec<f64>], players: usize, added: f64) {
    matrix[..players].iter_mut().flat_map(|row| &mut row[..players]).for_each(|entry| *entry += added);
}

/// The inverse of a symmetric, positive definite matrix, by elimination; `None` if it is not positive definite.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    // The matrix, and beside it the identity, which the steps that turn the matrix into the identity turn into the inverse.
    let beside = |(i, row): (usize, &Vec<f64>)| -> Vec<f64> {
        row.iter().copied().chain((0..n).map(|j| f64::from(u8::from(i == j)))).collect()
    };
    let mut rows: Vec<Vec<f64>> = matrix.iter().enumerate().map(beside).collect();
    for k in 0..n {
        let pivot = rows[k][k];
        if pivot.is_nan() || pivot <= 0.0 {
            return None;
        }
        rows[k].iter_mut().for_each(|entry| *entry /= pivot);
        let reduced = rows[k].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let factor = row[k];
            row.iter_mut().zip(&reduced).for_each(|(entry, other)| *entry -= factor * other);
        }
    }
    Some(rows.into_iter().map(|mut row| row.split_off(n)).collect())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests;
