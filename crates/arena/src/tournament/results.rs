//! The results of a tournament so far.

use match_stats::{Pentanomial, SprtStatus};

use super::definition::TournamentError;
use super::ready::Tournament;
use super::sprt::SequentialTest;
use super::summary::Summary;
use crate::store::{Decision, FinishedRow, Store, VoidedRow};

/// The results of a tournament so far, by all workers.
///
/// See [`Tournament`] for an example.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The counts of the table.
    pub summary: Summary,
    /// The rounds as text, if the format has more to show than standings.
    pub rounds: Option<String>,
    /// Number of games scheduled so far.
    pub known: usize,
    /// Total number of games, if the format determines it.
    pub total: Option<usize>,
    /// The test after the last pair before which all pairs are finished.
    pub test: Option<SprtStatus>,
    /// The results of the pairs that the test counts.
    pub test_pairs: Option<Pentanomial>,
    /// The first games that ended through a fault.
    pub faults: Vec<FinishedRow>,
    /// Number of different openings of finished pairs.
    pub openings: u64,
    /// Number of finished pairs whose teams had finished one with the same opening before.
    pub repeated: u64,
    /// The results that were taken back; only read with [all results](Tournament::results).
    pub voided: Vec<VoidedRow>,
    /// The decisions that other versions of engines count, too; only read with [all results](Tournament::results).
    pub decisions: Vec<Decision>,
    /// Whether all games are finished.
    pub complete: bool,
    /// The reason why no more games will be scheduled, if the tournament is closed.
    pub verdict: Option<String>,
}

impl Tournament {
    /// The results of the tournament in a store so far. It takes the same time after any number of games.
    ///
    /// # Errors
    /// The store cannot be read, or holds games of another tournament.
    pub fn results(&self, store: &Store) -> Result<Results, TournamentError> {
        let mut test = self.settings().sprt.map(SequentialTest::new);
        if let Some(test) = &mut test {
            test.read(store)?;
        }
        let standing = self.standing(store, test.as_ref())?;
        Ok(Results { voided: store.voided()?, decisions: store.decisions()?, ..standing })
    }

    /// The results with the state of a test.
    pub(super) fn standing(
        &self,
        store: &Store,
        test: Option<&SequentialTest>,
    ) -> Result<Results, TournamentError> {
        let sums = store.sums(Results::FAULTS)?;
        let (mut summary, counts) = (Summary::of(self, &sums)?, &sums.status.counts);
        let names: Vec<&str> = self.names().collect();
        let table = self.schedule().table(&sums.encounters.into_iter().collect(), &names)?;
        let rounds;
        (summary.order, rounds) = table.unzip();
        Ok(Results {
            summary,
            known: counts.finished + counts.open + counts.running,
            total: self.schedule().total(),
            test: test.map(SequentialTest::status),
            test_pairs: test.map(SequentialTest::results),
            openings: sums.pairs.iter().map(|sum| sum.openings).sum(),
            repeated: sums.pairs.iter().map(|sum| sum.repeated).sum(),
            complete: sums.status.complete(),
            rounds,
            faults: sums.faults,
            verdict: sums.status.verdict,
            ..Results::default()
        })
    }
}

impl Results {
    /// Expected total number of games.
    pub fn expected(&self) -> usize {
        match (&self.verdict, self.total) {
            // The number of games may have been raised since.
            (None, Some(total)) => total.max(self.known),
            _ => self.known,
        }
    }

    /// The verdict of a tournament that was played to its end.
    pub const COMPLETE: &'static str = "complete";

    /// Maximum number of [faults](Self::faults).
    pub const FAULTS: usize = 10;
}
