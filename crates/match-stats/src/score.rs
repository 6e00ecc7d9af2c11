//! Wins, draws and losses, scores and Elo.

use std::fmt;
use std::ops::AddAssign;

/// Numbers of wins, draws and losses of one player.
///
/// ```
/// use match_stats::Tally;
/// let mut tally = Tally::default();
/// tally += Tally::WIN;
/// tally += Tally::DRAW;
/// assert_eq!((tally.games(), tally.points(), tally.score()), (2, 1.5, Some(0.75)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// One won game.
    pub const WIN: Tally = Tally { wins: 1, draws: 0, losses: 0 };
    /// One drawn game.
    pub const DRAW: Tally = Tally { wins: 0, draws: 1, losses: 0 };
    /// One lost game.
    pub const LOSS: Tally = Tally { wins: 0, draws: 0, losses: 1 };

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// One point for a win, half a point for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, from 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// The number of standard errors to each side that hold 95% of a normal distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// The normalised Elo of one standard deviation of a game's score, `800 / ln 10`. With it, normalised and logistic Elo are
/// the same for small differences without draws and with even openings.
pub(crate) const ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// The scores of a pair, per game.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The sum of `value(score)` over the scores of a pair, with their weights.
pub(crate) fn weighted_sum(weights: &[f64; 5], value: impl Fn(f64) -> f64) -> f64 {
    SCORES.iter().zip(weights).map(|(score, weight)| weight * value(*score)).sum()
}

/// The Elo difference with the expected score `s`: `-400 log10(1/s - 1)`. `None` if `s` is not between 0 and 1, because no
/// finite difference has it.
///
/// ```
/// use match_stats::elo_of;
/// assert_eq!(elo_of(0.5), Some(0.0));
/// assert!((elo_of(0.75).unwrap() - 190.85).abs() < 0.01);
/// assert_eq!(elo_of(1.0), None);
/// ```
pub fn elo_of(score: f64) -> Option<f64> {
    // `+ 0.0` makes the zero of an even score a positive one.
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10() + 0.0)
}

/// The expected score, from 0 to 1, of an Elo difference `d`: `1 / (1 + 10^(-d/400))`.
///
/// ```
/// use match_stats::score_of;
/// assert!((score_of(190.85) - 0.75).abs() < 1e-5);
/// ```
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// `(mean - 1/2) / standard deviation` of a pair's score with this normalised Elo.
pub(crate) fn t_value_of(elo: f64) -> f64 {
    elo / ELO_PER_DEVIATION * std::f64::consts::SQRT_2
}

/// The normalised Elo of this value of `(mean - 1/2) / standard deviation` of a pair's score.
pub(crate) fn elo_of_t_value(t: f64) -> f64 {
    t / std::f64::consts::SQRT_2 * ELO_PER_DEVIATION
}

/// A score with its 95% confidence interval, all from 0 to 1.
///
/// [`Pentanomial::estimate`](crate::Pentanomial::estimate) computes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreEstimate {
    /// The score.
    pub score: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl ScoreEstimate {
    /// The Elo as text: `+120 [+85, +158]`. A score of 100% gives a bound, `above +301`; a score of 0% gives `below
    /// -301`; both give `too early` while the other side may still be the stronger one.
    pub fn elo_text(&self) -> String {
        match (elo_of(self.score), elo_of(self.low), elo_of(self.high)) {
            (Some(elo), low, high) => {
                let low = low.map_or("-inf".to_owned(), whole);
                let high = high.map_or("+inf".to_owned(), whole);
                format!("{} [{low}, {high}]", whole(elo))
            }
            (None, Some(low), _) if low > 0.0 => format!("above {}", whole(low)),
            (None, None, Some(high)) if high < 0.0 => format!("below {}", whole(high)),
            (None, Some(_), _) | (None, None, Some(_)) => "too early".to_owned(),
            (None, None, None) => "unknown".to_owned(),
        }
    }
}

/// An Elo difference with its 95% confidence interval; all numbers are finite.
///
/// ```
/// use match_stats::EloEstimate;
/// let estimate = EloEstimate { elo: 20.4, low: -3.0, high: 43.8 };
/// assert_eq!(estimate.to_string(), "+20 [-3, +44]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The difference.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl EloEstimate {
    /// From the difference and its standard error.
    pub(crate) fn new(elo: f64, error: f64) -> EloEstimate {
        EloEstimate { elo, low: elo - Z95 * error, high: elo + Z95 * error }
    }
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} [{}, {}]", whole(self.elo), whole(self.low), whole(self.high)))
    }
}

fn whole(elo: f64) -> String {
    // Adding 0.0 turns -0 into 0.
    format!("{:+.0}", elo.round() + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_of_well_known_scores() {
        // 10/11 is ten to one: exactly 400. The tables give 0.64 for 100.
        assert!((elo_of(10.0 / 11.0).unwrap() - 400.0).abs() < 1e-9);
        assert!((score_of(100.0) - 0.640_065).abs() < 1e-6);
        assert!((elo_of(0.25).unwrap() + 190.848_5).abs() < 1e-4);
        for bad in [0.0, 1.0, -0.1, 1.1, f64::NAN] {
            assert_eq!(elo_of(bad), None);
        }
    }

    #[test]
    fn texts_of_scores_have_bounds_and_no_minus_zero() {
        let text = |score, low, high| ScoreEstimate { score, low, high }.elo_text();
        assert_eq!(text(0.5, 0.25, 0.75), "+0 [-191, +191]");
        assert_eq!(text(0.4999, 0.4, 0.6), "+0 [-70, +70]");
        assert_eq!(text(0.9, 0.8, 1.0), "+382 [+241, +inf]");
        assert_eq!(text(1.0, 0.75, 1.0), "above +191");
        assert_eq!(text(0.0, 0.0, 0.25), "below -191");
        assert_eq!([text(1.0, 0.5, 1.0), text(0.0, 0.0, 0.95)], ["too early", "too early"]);
        assert_eq!(text(0.5, 0.0, 1.0), "+0 [-inf, +inf]");
    }
}
