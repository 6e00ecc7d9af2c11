//! Bradley-Terry ratings of many players.

mod existence;
mod fit;

use thiserror::Error;

use crate::elo::{EloEstimate, Z95};
use crate::tally::HeadToHead;

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

/// Why games cannot be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RatingError {
    /// A player number is too large.
    #[error("games of player {player} cannot be rated: the {players} players are numbered from 0")]
    NoSuchPlayer {
        /// The number of the player.
        player: usize,
        /// The number of players.
        players: usize,
    },
    /// A player met itself.
    #[error("games of player {player} against itself cannot be rated: expected two different players")]
    AgainstItself {
        /// The number of the player.
        player: usize,
    },
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
    #[must_use]
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
            return Err(RatingError::NoSuchPlayer { player, players });
        }
        if first == second {
            return Err(RatingError::AgainstItself { player: first });
        }
    }
    let with_first_move = first_move == FirstMoveAdvantage::Estimated;
    let with_prior = !existence::has_finite_maximum(players, games, with_first_move);
    let fit = fit::fit(players, games, with_first_move, with_prior).ok_or(RatingError::TooUneven)?;
    let in_elo = |i: usize| estimate(fit.values[i] * ELO_PER_LOGIT, variance(&fit, i, i));
    Ok(Ratings {
        players: (0..players).map(in_elo).collect(),
        first_move: with_first_move.then(|| in_elo(players)),
        with_prior,
        covariance: (0..players).map(|i| (0..players).map(|j| variance(&fit, i, j)).collect()).collect(),
    })
}

fn variance(fit: &fit::Fit, i: usize, j: usize) -> f64 {
    fit.covariance[i][j] * ELO_PER_LOGIT.powi(2)
}

fn estimate(elo: f64, variance: f64) -> EloEstimate {
    // Rounding can make a variance of 0 (a single player) a negative one. Adding 0.0 turns -0 into 0.
    let (elo, error) = (elo + 0.0, Z95 * variance.max(0.0).sqrt());
    EloEstimate { elo, low: elo - error, high: elo + error }
}

#[cfg(test)]
mod tests;
