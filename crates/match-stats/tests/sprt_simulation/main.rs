//! The error rates of the sequential test, on simulated pairs between players of known strength.

#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

use abstract_game::random::SplitMix64;
use match_stats::{EloModel, Hypothesis, Sprt};

use self::simulation::{GameModel, simulate};

mod simulation;

const RUNS: u64 = 2_000;

/// A measured error rate may be above `rate` by three standard errors of a binomial count of `RUNS`.
fn allowed(rate: f64) -> f64 {
    rate + 3.0 * (rate * (1.0 - rate) / RUNS as f64).sqrt()
}

/// The random bits of one run: `seed` with the numbers of the true Elo and of the run mixed in.
fn random_bits(seed: u64, elo: u64, run: u64) -> impl FnMut() -> u64 {
    let mix =
        |key: u64, part: u64| SplitMix64::new(key ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64();
    let elo_seed = mix(SplitMix64::new(seed).next_u64(), elo);
    let mut random = SplitMix64::new(mix(SplitMix64::new(elo_seed).next_u64(), run));
    move || random.next_u64()
}

fn check(model: EloModel, alpha: f64, beta: f64, games: &GameModel, seed: u64) {
    let sprt = Sprt::new(model, "0,40".parse().unwrap(), alpha, beta).unwrap();
    let at = |elo: f64| {
        let pair = games.pair(model, elo).unwrap();
        let outcomes = simulate(&sprt, &pair, RUNS, 100_000, |run| random_bits(seed, elo as u64, run));
        println!("{sprt}; true Elo {elo}: {outcomes:?}, {:.0} pairs on average", outcomes.average_pairs());
        assert_eq!((outcomes.runs(), outcomes.undecided), (RUNS, 0), "{sprt}");
        outcomes
    };
    let (h0, middle, h1) = (at(0.0), at(20.0), at(40.0));
    let (false_alarms, misses) = (h0.share(Hypothesis::H1), h1.share(Hypothesis::H0));
    assert!(false_alarms <= allowed(alpha), "{sprt}: accepts H1 in {false_alarms} of the runs at H0");
    assert!(misses <= allowed(beta), "{sprt}: accepts H0 in {misses} of the runs at H1");
    // Rates far below alpha and beta would mean that the test takes longer than necessary.
    assert!(false_alarms >= alpha / 3.0 && misses >= beta / 3.0, "{sprt}: {false_alarms}, {misses}");
    // Between the hypotheses the test takes longest.
    assert!(middle.average_pairs() > h0.average_pairs().max(h1.average_pairs()), "{sprt}");
}

#[test]
fn the_logistic_test_keeps_its_error_rates() {
    check(EloModel::Logistic, 0.05, 0.05, &GameModel { draw_ratio: 0.0, biases: vec![-200.0, 200.0] }, 1);
    check(EloModel::Logistic, 0.05, 0.1, &GameModel { draw_ratio: 0.6, biases: vec![0.0, 100.0, 200.0] }, 2);
}

#[test]
fn the_normalised_test_keeps_its_error_rates() {
    check(EloModel::Normalised, 0.05, 0.05, &GameModel { draw_ratio: 0.0, biases: vec![-200.0, 200.0] }, 3);
    check(
        EloModel::Normalised,
        0.05,
        0.1,
        &GameModel { draw_ratio: 0.6, biases: vec![0.0, 100.0, 200.0] },
        4,
    );
}
