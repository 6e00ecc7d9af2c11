//! The sequential test of a tournament of two.

use match_stats::{Hypothesis, Pentanomial, Sprt, SprtStatus};
use serde::{Deserialize, Serialize};

use super::definition::{TournamentError, invalid, unreadable};
use super::ready::Tournament;
use crate::store::{FinishedPair, Store};

/// The number of pairs after which the state is kept in the store again.
const KEEP: usize = 500;

/// The most pairs that a state can have.
const MOST: usize = usize::MAX / 2;

impl Tournament {
    /// The course of the sequential test: the log-likelihood ratio after each pair that it counts. Empty without a test.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn test_course(&self, store: &Store) -> Result<Vec<f64>, TournamentError> {
        let mut course = Vec::new();
        let Some(mut test) = self.settings().sprt.map(SequentialTest::new) else { return Ok(course) };
        for pair in store.pairs(0) {
            let more = test.add(&pair?);
            course.extend((test.counted.pairs > course.len()).then(|| test.status().llr));
            if !more {
                break;
            }
        }
        Ok(course)
    }
}

/// A sequential test. It counts pairs in the order of the schedule: short games are often finished first, and if they
/// were counted first, the decision would depend on the machine. Pairs that are copies of each other count once.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SequentialTest {
    sprt: Sprt,
    counted: Counted,
    /// The number of pairs when the state was kept in the store.
    kept: usize,
    /// The number of results that were taken back when the pairs were counted.
    voids: u64,
}

/// The pairs counted so far: all before the first unfinished one, but none after the decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Counted {
    pairs: usize,
    results: [u64; 5],
}

impl SequentialTest {
    pub(super) fn new(sprt: Sprt) -> SequentialTest {
        SequentialTest { sprt, counted: Counted::default(), kept: 0, voids: 0 }
    }

    /// Counts the new pairs of the store. Returns whether the tournament is closed.
    pub(super) fn read(&mut self, store: &Store) -> Result<bool, TournamentError> {
        let kept = store.test()?;
        if kept.voids != self.voids {
            *self = SequentialTest { voids: kept.voids, ..SequentialTest::new(self.sprt) };
        }
        if let Some(text) = kept.content {
            let there: Counted = serde_json::from_str(&text).map_err(unreadable)?;
            let counted = there.results.iter().try_fold(0, |sum: u64, &pairs| sum.checked_add(pairs));
            if counted.is_none_or(|counted| counted > there.pairs as u64 || there.pairs > MOST) {
                return invalid(format!("the state of the test is not one: {text}"));
            }
            self.kept = there.pairs;
            if there.pairs > self.counted.pairs {
                self.counted = there;
            }
        }
        if self.decided().is_none() {
            for pair in store.pairs(self.counted.pairs) {
                if !self.add(&pair?) {
                    break;
                }
            }
        }
        Ok(kept.closed_at.is_some())
    }

    /// Keeps the state in the store from time to time, so that others need not count all pairs.
    pub(super) fn keep(&mut self, store: &Store) -> Result<(), TournamentError> {
        if self.counted.pairs >= self.kept + KEEP {
            let text = serde_json::to_string(&self.counted).expect("numbers are JSON");
            store.keep_test(&text, self.voids)?;
            self.kept = self.counted.pairs;
        }
        Ok(())
    }

    /// Counts a pair if it is the next one. Returns whether the test goes on with the one after it.
    fn add(&mut self, pair: &FinishedPair) -> bool {
        let next = pair.number == self.counted.pairs + 1;
        if next {
            self.counted.pairs += 1;
            if !pair.copy {
                self.counted.results[pair.half_points.min(4)] += 1;
            }
        }
        next && self.decided().is_none()
    }

    /// The results of the pairs counted, each of several copies once.
    pub(super) fn results(&self) -> Pentanomial {
        Pentanomial(self.counted.results)
    }

    fn decided(&self) -> Option<Hypothesis> {
        self.sprt.verdict(&self.results())
    }

    /// The state after the last pair before which all pairs are finished.
    pub(super) fn status(&self) -> SprtStatus {
        self.sprt.status(&self.results())
    }

    /// The number of pairs counted.
    #[cfg(test)]
    pub(super) fn pairs(&self) -> usize {
        self.counted.pairs
    }

    /// The decision in words.
    pub(super) fn verdict(&self) -> Option<String> {
        Some(format!("{:?} accepted", self.decided()?))
    }
}
