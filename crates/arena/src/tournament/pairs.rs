//! Pairs of games: those of a sequential test, and copies of each other.

use std::collections::{BTreeMap, BTreeSet};

use abstract_game::Player;
use match_stats::{Hypothesis, Pentanomial, Sprt, SprtStatus};

use super::definition::TournamentError;
use super::ready::Tournament;
use crate::schedule::Game;
use crate::store::{FinishedRow, GameResult, Store};

impl Tournament {
    /// The course of the sequential test: the log-likelihood ratio after each pair that it counts. Empty without a test.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn test_course(&self, store: &Store) -> Result<Vec<f64>, TournamentError> {
        let mut course = Vec::new();
        let Some(mut pairs) = self.settings().sprt.map(Pairs::new) else { return Ok(course) };
        for row in store.finished(0) {
            let FinishedRow { game, result, .. } = row?;
            pairs.add_game(&game, &result);
            while pairs.count_next() {
                course.push(pairs.status().llr);
            }
        }
        Ok(course)
    }
}

/// The pairs of a test, counted in the order of the schedule. Short games are often finished first; if they were counted
/// first, the decision would depend on the machine. Pairs that are copies of each other count once.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pairs {
    sprt: Sprt,
    /// For each pair not counted yet: the number of finished games, the first team's half points, and the hashes of the
    /// games with the first team as P1 and as P2.
    open: BTreeMap<usize, (usize, u64, Hashes)>,
    copies: Copies,
    /// Number of pairs counted.
    counted: usize,
    /// The results of the pairs counted, each of several copies once.
    pub(super) results: Pentanomial,
    pub(super) decided: Option<Hypothesis>,
}

impl Pairs {
    pub(super) fn new(sprt: Sprt) -> Pairs {
        Pairs {
            sprt,
            open: BTreeMap::new(),
            copies: Copies::default(),
            counted: 0,
            results: Pentanomial::default(),
            decided: None,
        }
    }

    /// Adds the result of a game.
    pub(super) fn add_game(&mut self, game: &Game, result: &GameResult) {
        let side = usize::from(game.entrants[0] != 0);
        let half_points = result.ending.half_points(Player::BOTH[side]) as u64;
        self.add(game.pair, half_points, side, result.hash);
    }

    /// Adds the result of a game in which the first team is P1 (`side` 0) or P2 (1), with the game's hash.
    fn add(&mut self, pair: usize, half_points: u64, side: usize, hash: Option<u64>) {
        let entry = self.open.entry(pair).or_default();
        (entry.0, entry.1, entry.2[side]) = (entry.0 + 1, entry.1 + half_points, hash);
    }

    /// Counts the next pair, if it is finished. Pairs after the decision are not counted.
    pub(super) fn count_next(&mut self) -> bool {
        let next = self.counted + 1;
        if self.decided.is_some() {
            return false;
        }
        let Some(&(2, points, hashes)) = self.open.get(&next) else { return false };
        self.open.remove(&next);
        self.counted = next;
        if self.copies.is_new([0, 1], hashes) {
            self.results.add(usize::try_from(points).unwrap_or(usize::MAX));
            self.decided = self.sprt.verdict(&self.results);
        }
        true
    }

    /// The state of the test after the pairs that are counted.
    pub(super) fn status(&self) -> SprtStatus {
        self.sprt.status(&self.results)
    }
}

/// The hashes of the two games of a pair, as far as they are known.
pub(super) type Hashes = [Option<u64>; 2];

/// Separates copies of pairs and games from new ones. Engines without randomness and without limits of time repeat their
/// games: counted each, they would make error bars too narrow.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Copies(BTreeSet<([usize; 2], [u64; 2])>);

impl Copies {
    /// Whether no pair of these teams had the same two games; `hashes` are those of the games with the first and the
    /// second team as P1. Games without a hash are new.
    pub(super) fn is_new(&mut self, teams: [usize; 2], hashes: Hashes) -> bool {
        let [Some(first), Some(second)] = hashes else { return true };
        self.0.insert((teams, [first, second]))
    }
}

#[cfg(test)]
mod tests {
    use match_stats::EloModel;

    use super::*;

    #[test]
    fn a_test_counts_pairs_in_their_order_and_stops_when_it_has_decided() {
        let sprt = Sprt::new(EloModel::Logistic, "0,200".parse().unwrap(), 0.05, 0.05).unwrap();
        let mut forth = Pairs::new(sprt);
        let results: Vec<(usize, u64)> =
            (1..=60).map(|pair| (pair, if pair % 3 == 0 { 1 } else { 2 })).collect();
        let count = |pairs: &mut Pairs| while pairs.count_next() {};
        for &(pair, points) in &results {
            forth.add(pair, points, 0, None);
            forth.add(pair, points, 1, None);
            count(&mut forth);
        }
        let decided = forth.counted;
        assert!(forth.decided == Some(Hypothesis::H1) && decided < 60, "{decided}");
        // Backwards, the same is decided after the same pair, when the first one is there.
        let mut back = Pairs::new(sprt);
        for &(pair, points) in results.iter().rev() {
            back.add(pair, points, 1, None);
            back.add(pair, points, 0, None);
            count(&mut back);
            assert_eq!(back.counted > 0, pair == 1);
        }
        assert_eq!(back.status(), forth.status());
        assert_eq!((back.counted, back.decided), (decided, forth.decided));
    }
}
