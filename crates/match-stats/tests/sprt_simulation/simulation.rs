//! Simulated pairs of games between players of known strength, to measure error rates and lengths of tests.

use match_stats::{EloModel, Hypothesis, Pentanomial, Sprt, elo_of, score_of};

/// The BayesElo model of games: the share of draws, and how much openings favour the first player.
///
/// A player whose strength is `x` Elo above its opponent's, with an opening worth `b` Elo to it, wins with the probability
/// `1 / (1 + 10^((d - x - b) / 400))` and loses with `1 / (1 + 10^((d + x + b) / 400))`. The rest, which `d` determines, are
/// draws. In the second game of a pair `b` changes its sign.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameModel {
    /// The share of drawn games between equals from an even opening, from 0 to below 1.
    pub(crate) draw_ratio: f64,
    /// The worth of the openings to the first player, in Elo; all are equally likely. An empty list is one even opening.
    pub(crate) biases: Vec<f64>,
}

impl GameModel {
    /// The results of a pair for a player who is stronger than its opponent by `elo`, in the unit of `model`: logistic Elo
    /// of the average score, or normalised Elo. `None` if no strength between -2,000 and 2,000 has this difference, or if the
    /// numbers of the model are out of range.
    pub(crate) fn pair(&self, model: EloModel, elo: f64) -> Option<PairDistribution> {
        let in_range = (0.0..1.0).contains(&self.draw_ratio) && self.biases.iter().all(|b| b.is_finite());
        let measure = |strength: f64| match model {
            EloModel::Logistic => elo_of(self.pair_at(strength).mean()),
            EloModel::Normalised => self.pair_at(strength).normalised_elo(),
        };
        let (mut low, mut high) = (-2_000.0, 2_000.0);
        if !(in_range && measure(low)? < elo && elo < measure(high)?) {
            return None;
        }
        // 60 bisections of 4,000 Elo leave less than the last digit.
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            *(if measure(middle)? < elo { &mut low } else { &mut high }) = middle;
        }
        Some(self.pair_at(f64::midpoint(low, high)))
    }

    fn pair_at(&self, strength: f64) -> PairDistribution {
        let even = [0.0];
        let biases = if self.biases.is_empty() { &even[..] } else { &self.biases };
        let draws = 400.0 * ((1.0 + self.draw_ratio) / (1.0 - self.draw_ratio)).log10();
        let mut probabilities = [0.0; 5];
        for bias in biases {
            let [first, second] = [*bias, -bias].map(|bias| {
                let (win, loss) = (score_of(strength + bias - draws), score_of(-strength - bias - draws));
                [loss, 1.0 - win - loss, win]
            });
            for (i, p) in first.iter().enumerate() {
                for (j, q) in second.iter().enumerate() {
                    probabilities[i + j] += p * q / biases.len() as f64;
                }
            }
        }
        PairDistribution(probabilities)
    }
}

/// A probability distribution of the results of a pair of games: the probabilities of 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PairDistribution(pub(crate) [f64; 5]);

impl PairDistribution {
    /// The half points of a random pair, from 0 to 4. `random_bits` is a uniformly distributed number.
    pub(crate) fn sample(&self, random_bits: u64) -> usize {
        // An f64 from 0 to 1 has 53 bits.
        let mut rest = (random_bits >> 11) as f64 / (1_u64 << 53) as f64;
        for (half_points, p) in self.0[..4].iter().enumerate() {
            if rest < *p {
                return half_points;
            }
            rest -= p;
        }
        4
    }

    fn mean(&self) -> f64 {
        self.average(|score| score)
    }

    fn normalised_elo(&self) -> Option<f64> {
        let mean = self.mean();
        let variance = self.average(|score| (score - mean).powi(2));
        let per_deviation = 800.0 / std::f64::consts::LN_10;
        let deviations = (mean - 0.5) / variance.sqrt() / std::f64::consts::SQRT_2;
        (variance > 0.0).then_some(deviations * per_deviation)
    }

    /// The average of `value(score)` for the score of a pair per game.
    fn average(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]).map(|(share, score)| share * value(score)).sum()
    }
}

/// The numbers of simulated tests by their end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SimulationCounts {
    /// Tests that accepted H0.
    pub(crate) h0: u64,
    /// Tests that accepted H1.
    pub(crate) h1: u64,
    /// Tests without a decision after the maximum number of pairs.
    pub(crate) undecided: u64,
    /// The pairs of all tests.
    pub(crate) pairs: u64,
}

impl SimulationCounts {
    /// The number of tests.
    pub(crate) const fn runs(&self) -> u64 {
        self.h0 + self.h1 + self.undecided
    }

    /// The share of tests that accepted this hypothesis; 0 without tests.
    pub(crate) fn share(&self, accepted: Hypothesis) -> f64 {
        let count = match accepted {
            Hypothesis::H0 => self.h0,
            Hypothesis::H1 => self.h1,
        };
        count as f64 / self.runs().max(1) as f64
    }

    /// The average number of pairs of a test; 0 without tests.
    pub(crate) fn average_pairs(&self) -> f64 {
        self.pairs as f64 / self.runs().max(1) as f64
    }
}

/// Runs a test `runs` times on simulated pairs, each time until it decides or has had `max_pairs`. The test is asked
/// for its verdict after every pair, as in a tournament.
///
/// `generator(run)` returns the source of uniformly distributed random bits of the run with that number, from 0. Equal
/// sources give equal counts.
pub(crate) fn simulate<R: FnMut() -> u64>(
    sprt: &Sprt,
    pair: &PairDistribution,
    runs: u64,
    max_pairs: u64,
    generator: impl Fn(u64) -> R,
) -> SimulationCounts {
    let mut counts = SimulationCounts::default();
    for run in 0..runs {
        let mut random_bits = generator(run);
        let mut pairs = Pentanomial::default();
        let mut verdict = None;
        while verdict.is_none() && pairs.total() < max_pairs {
            pairs.add(pair.sample(random_bits()));
            verdict = sprt.verdict(&pairs);
        }
        counts.pairs += pairs.total();
        *match verdict {
            Some(Hypothesis::H0) => &mut counts.h0,
            Some(Hypothesis::H1) => &mut counts.h1,
            None => &mut counts.undecided,
        } += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use abstract_game::random::SplitMix64;

    use super::*;

    const NO_DRAWS: GameModel = GameModel { draw_ratio: 0.0, biases: Vec::new() };

    #[test]
    fn without_draws_equals_win_every_second_pair_by_one_game_each() {
        let pair = NO_DRAWS.pair(EloModel::Logistic, 0.0).unwrap();
        let expected = [0.25, 0.0, 0.5, 0.0, 0.25];
        assert!(pair.0.iter().zip(expected).all(|(p, e)| (p - e).abs() < 1e-9));
    }

    #[test]
    fn the_stronger_player_is_found() {
        let sprt = Sprt::new(EloModel::Normalised, "0,100".parse().unwrap(), 0.05, 0.05).unwrap();
        let model = GameModel { draw_ratio: 0.3, biases: vec![-100.0, 100.0] };
        let stronger = model.pair(EloModel::Normalised, 100.0).unwrap();
        let counts = simulate(&sprt, &stronger, 100, 10_000, |run| {
            let mut random = SplitMix64::new(run);
            move || random.next_u64()
        });
        assert_eq!(counts.runs(), 100);
        assert!(counts.share(Hypothesis::H1) > 0.8);
    }

    /// The README of Michel Van den Bergh's `pentanomial`: draw_elo 327 and biases -90 and 200 give, in self
    /// play, these probabilities.
    #[test]
    fn a_published_model() {
        let odds = 10_f64.powf(327.0 / 400.0);
        let model = GameModel { draw_ratio: (odds - 1.0) / (odds + 1.0), biases: vec![-90.0, 200.0] };
        let pair = model.pair(EloModel::Logistic, 0.0).unwrap();
        let expected = [0.0159, 0.2189, 0.5303, 0.2189, 0.0159];
        for (found, expected) in pair.0.iter().zip(expected) {
            assert!((found - expected).abs() < 5e-5, "{found} is not {expected}");
        }
    }

    #[test]
    fn a_pair_has_the_given_strength() {
        let model = GameModel { draw_ratio: 0.4, biases: vec![-50.0, 0.0, 250.0] };
        for elo in [-150.0, 0.0, 7.5, 100.0] {
            let pair = model.pair(EloModel::Logistic, elo).unwrap();
            assert!((elo_of(pair.mean()).unwrap() - elo).abs() < 1e-6);
            let pair = model.pair(EloModel::Normalised, elo).unwrap();
            assert!((pair.normalised_elo().unwrap() - elo).abs() < 1e-6);
            assert!((pair.0.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        assert_eq!(model.pair(EloModel::Logistic, 5_000.0), None);
        assert_eq!(GameModel { draw_ratio: 1.0, biases: vec![] }.pair(EloModel::Logistic, 0.0), None);
        assert_eq!(GameModel { draw_ratio: 0.5, biases: vec![f64::NAN] }.pair(EloModel::Logistic, 0.0), None);
    }

    #[test]
    fn samples_follow_the_probabilities() {
        let pair = GameModel { draw_ratio: 0.5, biases: vec![100.0] }.pair(EloModel::Logistic, 30.0).unwrap();
        let (mut random, mut counts) = (SplitMix64::new(3), [0_u32; 5]);
        for _ in 0..100_000 {
            counts[pair.sample(random.next_u64())] += 1;
        }
        for (p, count) in pair.0.iter().zip(counts) {
            // Four standard errors.
            let allowed = 4.0 * (p * (1.0 - p) * 100_000.0).sqrt();
            assert!((f64::from(count) - p * 100_000.0).abs() < allowed, "{counts:?}");
        }
    }

    #[test]
    fn equal_seeds_give_equal_counts_and_the_maximum_ends_a_test() {
        let sprt = Sprt::new(EloModel::Logistic, "0,50".parse().unwrap(), 0.05, 0.05).unwrap();
        let pair = NO_DRAWS.pair(EloModel::Logistic, 25.0).unwrap();
        let run = |seed: u64| {
            simulate(&sprt, &pair, 20, 60, |run| {
                let mut random = SplitMix64::new(seed ^ (run << 32));
                move || random.next_u64()
            })
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
        assert!(run(1).undecided > 0 && run(1).pairs <= 20 * 60);
    }
}
