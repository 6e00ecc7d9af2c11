use proptest::prelude::*;

use super::*;
use crate::score::Z95;
use crate::{elo_of, score_of};

fn head_to_head(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> HeadToHead {
    HeadToHead { first, second, tally: Tally { wins, draws, losses } }
}

fn logits(elo: f64) -> f64 {
    elo / ELO_PER_LOGIT
}

/// Citations between four journals of statistics (Stigler 1994; Agresti, Categorical Data Analysis, 2nd edition,
/// p. 448): Biometrika, Communications in Statistics, JASA, JRSS-B. The estimates and standard errors, relative
/// to Biometrika, are those of Firth, "Bradley-Terry models in R", Journal of Statistical Software 12(1), 2005.
#[test]
fn citations_of_journals() {
    let cited = [
        head_to_head(0, 1, 730, 0, 33),
        head_to_head(0, 2, 498, 0, 320),
        head_to_head(0, 3, 221, 0, 284),
        head_to_head(1, 2, 68, 0, 813),
        head_to_head(1, 3, 17, 0, 276),
        head_to_head(2, 3, 142, 0, 325),
    ];
    let ratings = bradley_terry(4, &cited, FirstMoveAdvantage::Ignored).unwrap();
    for (journal, expected, error) in
        [(1, -2.949_07, 0.102_55), (2, -0.479_57, 0.060_59), (3, 0.268_95, 0.070_83)]
    {
        let found = ratings.difference(journal, 0).unwrap();
        assert!((logits(found.elo) - expected).abs() < 5e-6, "{} is not {expected}", logits(found.elo));
        let found_error = logits(found.high - found.elo) / Z95;
        assert!((found_error - error).abs() < 5e-6, "{found_error} is not {error}");
    }
    assert!(ratings.first_move.is_none() && !ratings.with_prior);
    assert_eq!(ratings.difference(4, 0), None);
}

/// The American League of baseball, 1987: home team, away team, and their wins (Agresti, Categorical Data Analysis,
/// 2nd edition, p. 438). 0 Baltimore, 1 Boston, 2 Cleveland, 3 Detroit, 4 Milwaukee, 5 New York, 6 Toronto.
const BASEBALL: [(usize, usize, u64, u64); 42] = [
    (4, 3, 4, 3),
    (4, 6, 4, 2),
    (4, 5, 4, 3),
    (4, 1, 6, 1),
    (4, 2, 4, 2),
    (4, 0, 6, 0),
    (3, 4, 3, 3),
    (3, 6, 4, 2),
    (3, 5, 4, 3),
    (3, 1, 6, 0),
    (3, 2, 6, 1),
    (3, 0, 4, 3),
    (6, 4, 2, 5),
    (6, 3, 4, 3),
    (6, 5, 2, 4),
    (6, 1, 4, 3),
    (6, 2, 4, 2),
    (6, 0, 6, 0),
    (5, 4, 3, 3),
    (5, 3, 5, 1),
    (5, 6, 2, 5),
    (5, 1, 4, 3),
    (5, 2, 4, 2),
    (5, 0, 6, 1),
    (1, 4, 5, 1),
    (1, 3, 2, 5),
    (1, 6, 3, 3),
    (1, 5, 4, 2),
    (1, 2, 5, 2),
    (1, 0, 6, 0),
    (2, 4, 2, 5),
    (2, 3, 3, 3),
    (2, 6, 3, 4),
    (2, 5, 4, 3),
    (2, 1, 4, 2),
    (2, 0, 2, 4),
    (0, 4, 2, 5),
    (0, 3, 1, 5),
    (0, 6, 1, 6),
    (0, 5, 2, 4),
    (0, 1, 1, 6),
    (0, 2, 3, 4),
];

fn baseball(first_move: FirstMoveAdvantage) -> Ratings {
    let games = BASEBALL.map(|(home, away, won, lost)| head_to_head(home, away, won, 0, lost));
    bradley_terry(7, &games, first_move).unwrap()
}

/// Agresti's table 10.11, as in the tests of the R package BradleyTerry2 (tests/testthat/test-baseball.R): log
/// abilities relative to Baltimore, with standard errors of 0.3.
#[test]
fn baseball_without_home_advantage() {
    let ratings = baseball(FirstMoveAdvantage::Ignored);
    for (team, expected) in [(4, 1.58), (3, 1.44), (6, 1.29), (5, 1.25), (1, 1.11), (2, 0.68)] {
        let found = ratings.difference(team, 0).unwrap();
        assert!((logits(found.elo) - expected).abs() < 0.005, "team {team}: {}", logits(found.elo));
        assert!((logits(found.high - found.elo) / Z95 - 0.3).abs() < 0.05, "{found:?}");
    }
}

/// The same with home advantage, whose log odds are 0.302; abilities that sum to 1.
#[test]
fn baseball_with_home_advantage() {
    let ratings = baseball(FirstMoveAdvantage::Estimated);
    let advantage = ratings.first_move.unwrap();
    assert!((logits(advantage.elo) - 0.302).abs() < 0.0005, "{}", logits(advantage.elo));
    assert!(advantage.low > 0.0);
    let abilities: Vec<f64> = ratings.players.iter().map(|player| logits(player.elo).exp()).collect();
    let total: f64 = abilities.iter().sum();
    let expected = [(4, 0.220), (3, 0.190), (6, 0.164), (5, 0.157), (1, 0.137), (2, 0.088), (0, 0.044)];
    for (team, expected) in expected {
        let found = abilities[team] / total;
        assert!((found - expected).abs() < 0.0005, "team {team}: {found} is not {expected}");
    }
}

#[test]
fn two_players_are_rated_by_their_score() {
    let both = [head_to_head(0, 1, 5, 2, 3), head_to_head(1, 0, 2, 4, 4)];
    // 5 + 1 + 4 + 2 of 20 points.
    let difference = bradley_terry(2, &both, FirstMoveAdvantage::Ignored).unwrap().difference(0, 1).unwrap();
    assert!((difference.elo - elo_of(0.6).unwrap()).abs() < 1e-6, "{difference:?}");
    // The information of 20 games at a score of 0.6 is 20 × 0.24.
    let error = Z95 * ELO_PER_LOGIT / 4.8_f64.sqrt();
    assert!((difference.high - difference.elo - error).abs() < 1e-6, "{difference:?}");
    // As the first player 0 got 6 of 10 points, as the second 6 too: moving first is worth nothing.
    let first = bradley_terry(2, &both, FirstMoveAdvantage::Estimated).unwrap().first_move.unwrap();
    assert!(first.elo.abs() < 1e-6, "{first:?}");
}

#[test]
fn the_worth_of_moving_first_is_estimated_with_the_strength() {
    // Scores in millions of games, from ratings 120, 0, -120 and 50 Elo for the first move.
    let truth = [120.0, 0.0, -120.0];
    let games: Vec<HeadToHead> = [(0, 1), (1, 0), (1, 2), (2, 1), (0, 2)]
        .into_iter()
        .map(|(i, j)| {
            let wins = (1e6 * score_of(truth[i] - truth[j] + 50.0)).round() as u64;
            head_to_head(i, j, wins, 0, 1_000_000 - wins)
        })
        .collect();
    let ratings = bradley_terry(3, &games, FirstMoveAdvantage::Estimated).unwrap();
    for (found, expected) in ratings.players.iter().zip(truth) {
        assert!((found.elo - expected).abs() < 0.01, "{found:?} is not {expected}");
    }
    assert!((ratings.first_move.unwrap().elo - 50.0).abs() < 0.01);
}

#[test]
fn virtual_draws_make_ratings_finite() {
    // 0 won everything, 3 lost everything.
    let games = [
        head_to_head(0, 1, 9, 0, 0),
        head_to_head(1, 2, 5, 0, 4),
        head_to_head(2, 1, 6, 0, 3),
        head_to_head(2, 3, 9, 0, 0),
    ];
    let ratings = bradley_terry(4, &games, FirstMoveAdvantage::Ignored).unwrap();
    assert!(ratings.with_prior);
    let elo: Vec<f64> = ratings.players.iter().map(|player| player.elo).collect();
    assert!(elo[0] > elo[2] + 200.0 && elo[2] > elo[1] && elo[1] > elo[3] + 200.0, "{elo:?}");
    assert!(ratings.players.iter().all(|player| player.high - player.low < 1_500.0), "{ratings:?}");

    // Two groups that have not met, and a player without games.
    let games = [head_to_head(0, 1, 6, 0, 3), head_to_head(2, 3, 2, 0, 7)];
    let ratings = bradley_terry(5, &games, FirstMoveAdvantage::Ignored).unwrap();
    assert!(ratings.with_prior && ratings.players[4].elo.abs() < 1e-6, "{ratings:?}");
    assert!(ratings.players[3].elo > ratings.players[0].elo && ratings.players[0].elo > 0.0, "{ratings:?}");

    // Who moves first always wins: with 20 games and a virtual draw its score is 20.5 of 21.
    let games = [head_to_head(0, 1, 10, 0, 0), head_to_head(1, 0, 10, 0, 0)];
    assert!(!bradley_terry(2, &games, FirstMoveAdvantage::Ignored).unwrap().with_prior);
    let ratings = bradley_terry(2, &games, FirstMoveAdvantage::Estimated).unwrap();
    let first = ratings.first_move.unwrap();
    assert!(ratings.with_prior && ratings.players[0].elo.abs() < 1e-6, "{ratings:?}");
    assert!((first.elo - elo_of(20.5 / 21.0).unwrap()).abs() < 1e-6, "{first:?}");
}

/// Whole steps of Newton's method, and shortened ones that lead up only a little, reach ratings so far apart here that the
/// information vanishes.
#[test]
fn very_one_sided_results_are_rated() {
    let games = [
        head_to_head(0, 1, 0, 0, 401),
        head_to_head(0, 1, 0, 3, 0),
        head_to_head(1, 2, 0, 0, 3),
        head_to_head(3, 4, 0, 1, 72),
        head_to_head(3, 1, 427, 3, 0),
        head_to_head(2, 3, 0, 2, 0),
        head_to_head(0, 3, 79, 0, 0),
    ];
    let ratings = bradley_terry(5, &games, FirstMoveAdvantage::Estimated).unwrap();
    assert!(!ratings.with_prior && ratings.first_move.unwrap().elo > 1_500.0, "{ratings:?}");
}

#[test]
fn players_without_games_have_ratings() {
    assert_eq!(bradley_terry(0, &[], FirstMoveAdvantage::Ignored).unwrap().players, []);
    let nothing = EloEstimate { elo: 0.0, low: 0.0, high: 0.0 };
    for first_move in [FirstMoveAdvantage::Ignored, FirstMoveAdvantage::Estimated] {
        assert_eq!(bradley_terry(1, &[], first_move).unwrap().players, [nothing]);
        let ratings = bradley_terry(3, &[], first_move).unwrap();
        assert!(
            ratings.with_prior && ratings.players.iter().all(|player| player.high > 300.0),
            "{ratings:?}"
        );
    }
}

#[test]
fn impossible_games_are_refused() {
    let error = |games| bradley_terry(2, &[games], FirstMoveAdvantage::Estimated).unwrap_err().to_string();
    assert_eq!(
        error(head_to_head(0, 2, 1, 0, 0)),
        "games of player 2 cannot be rated: the 2 players are numbered from 0"
    );
    assert_eq!(
        error(head_to_head(1, 1, 1, 0, 0)),
        "games of player 1 against itself cannot be rated: expected two different players"
    );
}

#[test]
fn huge_numbers_of_games_are_rated_or_refused() {
    for (many, few) in [(1_000_000_000_000, 1), (u64::MAX, 1), (u64::MAX, 0), (u64::MAX, u64::MAX)] {
        let games = [
            head_to_head(0, 1, many, 0, few),
            head_to_head(1, 0, 1, 0, 1),
            head_to_head(1, 2, 1, 0, 1),
            head_to_head(2, 0, few, many, 1),
        ];
        for first_move in [FirstMoveAdvantage::Ignored, FirstMoveAdvantage::Estimated] {
            match bradley_terry(3, &games, first_move) {
                Ok(ratings) => {
                    let all = ratings.players.iter().chain(&ratings.first_move);
                    for EloEstimate { elo, low, high } in all {
                        assert!(elo.is_finite() && low <= elo && elo <= high, "{many} {few} {ratings:?}");
                    }
                }
                Err(error) => assert_eq!((many, error), (u64::MAX, RatingError::TooUneven)),
            }
        }
    }
}

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

fn tournament() -> impl Strategy<Value = (usize, Vec<HeadToHead>, FirstMoveAdvantage)> {
    let count = || prop_oneof![3 => Just(0_u64), 2 => 1_u64..4, 1 => 4_u64..1_000];
    let first_move = prop_oneof![Just(FirstMoveAdvantage::Ignored), Just(FirstMoveAdvantage::Estimated)];
    (2_usize..6).prop_flat_map(move |players| {
        let pair = (0..players, 1..players, count(), count(), count())
            .prop_map(move |(i, by, w, d, l)| head_to_head(i, (i + by) % players, w, d, l));
        (Just(players), prop::collection::vec(pair, 0..12), first_move.clone())
    })
}

proptest! {
    /// At the maximum of the likelihood the expected points of each player are the points it has, and so are those of all
    /// first players together.
    #[test]
    fn expected_points_are_the_points(tournament in tournament()) {
        let (players, games, first_move) = tournament;
        let ratings = bradley_terry(players, &games, first_move).unwrap();
        let all = ratings.players.iter().chain(&ratings.first_move);
        for EloEstimate { elo, low, high } in all {
            prop_assert!(elo.is_finite() && low.is_finite() && low <= elo && elo <= high && high.is_finite());
        }
        let sum: f64 = ratings.players.iter().map(|player| player.elo).sum();
        prop_assert!(sum.abs() < 1e-6, "{sum}");

        let mut surplus = vec![0.0; players + 1];
        let advantage = ratings.first_move.map_or(0.0, |first| first.elo);
        let mut count = |i: usize, j: Option<usize>, games: f64, points: f64, elo: f64| {
            let surprise = points - games * score_of(elo);
            surplus[i] += surprise;
            if let Some(j) = j {
                surplus[j] -= surprise;
            }
            surprise
        };
        let mut first = 0.0;
        for HeadToHead { first: i, second: j, tally } in games {
            let elo = ratings.players[i].elo - ratings.players[j].elo + advantage;
            first += count(i, Some(j), tally.games() as f64, tally.points(), elo);
        }
        if ratings.with_prior {
            for i in 0..players {
                count(i, None, 1.0, 0.5, ratings.players[i].elo);
            }
            first += 0.5 - score_of(advantage);
        }
        // Ratings that are 0 on average cannot move together, so the rest is the same for all players.
        let common = surplus[..players].iter().sum::<f64>() / players as f64;
        for surplus in &surplus[..players] {
            prop_assert!((surplus - common).abs() < 1e-4, "{surplus} {common}");
        }
        prop_assert!(first_move == FirstMoveAdvantage::Ignored || first.abs() < 1e-4, "{first}");
    }

    /// Against all directions with small whole numbers, which are enough for three players.
    #[test]
    fn a_maximum_exists_unless_some_direction_is_unbounded(
        results in prop::array::uniform6((0_u64..2, 0_u64..2)),
        ignored: bool,
    ) {
        let games: Vec<HeadToHead> = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
            .into_iter()
            .zip(results)
            .map(|((i, j), (wins, losses))| head_to_head(i, j, wins, 0, losses))
            .collect();
        let sides = if ignored { 0..=0 } else { -1..=1 };
        let unbounded = sides.into_iter().any(|a| {
            (-3_i32..=3).any(|r1| (-3_i32..=3).any(|r2| {
                let r = [0, r1, r2];
                (a, r1, r2) != (0, 0, 0) && games.iter().all(|HeadToHead { first, second, tally }| {
                    let gain = r[*first] - r[*second] + a;
                    (tally.wins == 0 || gain >= 0) && (tally.losses == 0 || gain <= 0)
                })
            }))
        });
        prop_assert_eq!(has_finite_maximum(3, &games, !ignored), !unbounded);
    }
}
