//! The results of a tournament so far.

use std::collections::{BTreeMap, BTreeSet};

use abstract_game::Player;
use match_stats::{Hypothesis, Pentanomial, Sprt, SprtStatus};

use super::error::TournamentError;
use super::ready::Tournament;
use super::summary::{Summary, half_points};
use crate::schedule::Scheduled;
use crate::store::{FinishedRow, Store};

/// The results of a tournament so far, by all workers.
///
/// See [`Tournament`] for an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The counts of the table.
    pub summary: Summary,
    /// The games with their results, for formats whose later games depend on them.
    pub scheduled: Scheduled,
    /// Number of games scheduled so far.
    pub known: usize,
    /// Total number of games, if the format determines it.
    pub total: Option<usize>,
    /// The test after the last pair before which all pairs are finished.
    pub test: Option<SprtStatus>,
    /// The first games that ended through a fault.
    pub faults: Vec<FinishedRow>,
    /// Whether all games are finished.
    pub complete: bool,
    /// The reason why no more games will be scheduled, if the tournament is closed.
    pub verdict: Option<String>,
    /// The numbers of the games in `scheduled` that are finished.
    finished: BTreeSet<usize>,
    /// The pairs of the test.
    pairs: Option<Pairs>,
    /// The last sequence number read from the store.
    read: u64,
}

impl Tournament {
    /// The results of the tournament in a store so far.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn results(&self, store: &Store) -> Result<Results, TournamentError> {
        let mut results = Results::new(self);
        results.read(self, store)?;
        if self.schedule().needs_results() {
            // The table of a round needs its unfinished games, too. Their state does not matter: some may have been
            // finished since.
            for row in store.schedule() {
                let (game, _) = row?;
                if !results.finished.contains(&game.number) {
                    results.scheduled.add(&game, None);
                }
            }
        }
        Ok(results)
    }
}

impl Results {
    /// No results yet.
    pub(crate) fn new(tournament: &Tournament) -> Results {
        let schedule = tournament.schedule();
        Results {
            summary: Summary::new(tournament.names(), tournament.engines()),
            scheduled: Scheduled::default(),
            known: 0,
            total: schedule.total(),
            test: None,
            faults: Vec::new(),
            complete: false,
            verdict: None,
            finished: BTreeSet::new(),
            pairs: tournament.settings().sprt.map(Pairs::new),
            read: 0,
        }
    }

    /// Expected total number of games.
    #[must_use]
    pub fn expected(&self) -> usize {
        match (&self.verdict, self.total) {
            (None, Some(total)) => total,
            _ => self.known,
        }
    }

    /// Reads the new results of the store.
    pub(crate) fn read(&mut self, tournament: &Tournament, store: &Store) -> Result<(), TournamentError> {
        // The verdict and the numbers come first: the results read after them are not older.
        let verdict = store.verdict()?;
        let counts = store.counts()?;
        for row in store.finished(self.read) {
            let row = row?;
            tournament.check_row(&row)?;
            self.read = row.sequence;
            self.add(tournament, row);
        }
        self.known = counts.finished + counts.open + counts.running;
        self.complete = verdict.is_some() && counts.open + counts.running == 0;
        self.verdict = verdict;
        Ok(())
    }

    fn add(&mut self, tournament: &Tournament, row: FinishedRow) {
        let game = &row.game;
        self.summary.add(game, &tournament.deciders(game), &row.result);
        let points = Player::BOTH.map(|player| half_points(&row.result.ending, player) as u64);
        if tournament.schedule().needs_results() {
            self.scheduled.add(game, Some(points));
            self.finished.insert(game.number);
        }
        if let Some(pairs) = &mut self.pairs {
            let of_first = points[usize::from(game.entrants[0] != 0)];
            self.test = Some(pairs.add(game.pair, of_first));
        }
        if row.result.ending.cause.is_fault() && self.faults.len() < Results::FAULTS {
            self.faults.push(row);
        }
    }

    /// The decision of the test, in words, unless the tournament is closed already.
    pub(crate) fn decision(&self) -> Option<String> {
        let pairs = self.pairs.as_ref().filter(|_| self.verdict.is_none())?;
        Some(format!("{} accepted", pairs.decided?))
    }

    /// The verdict of a tournament that was played to its end.
    pub const COMPLETE: &'static str = "complete";

    /// Maximum number of [faults](Self::faults).
    pub const FAULTS: usize = 10;
}

/// The pairs of a test, counted in the order of the schedule. Short games are often finished first; if they were counted
/// first, the decision would depend on the machine.
#[derive(Clone, Debug, PartialEq)]
struct Pairs {
    sprt: Sprt,
    /// For each pair not counted yet: the number of finished games, and the first team's half points.
    open: BTreeMap<usize, (usize, u64)>,
    /// Number of pairs counted.
    counted: usize,
    results: Pentanomial,
    decided: Option<Hypothesis>,
}

impl Pairs {
    fn new(sprt: Sprt) -> Pairs {
        Pairs { sprt, open: BTreeMap::new(), counted: 0, results: Pentanomial::default(), decided: None }
    }

    /// Adds a game's result and returns the state of the test. Pairs after the decision are not counted.
    fn add(&mut self, pair: usize, half_points: u64) -> SprtStatus {
        let entry = self.open.entry(pair).or_default();
        *entry = (entry.0 + 1, entry.1 + half_points);
        while let Some(&(2, points)) = self.open.get(&(self.counted + 1)).filter(|_| self.decided.is_none()) {
            self.counted += 1;
            self.open.remove(&self.counted);
            self.results.add(usize::try_from(points).unwrap_or(usize::MAX));
            self.decided = self.sprt.verdict(&self.results);
        }
        self.sprt.status(&self.results)
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
        let mut last = None;
        for &(pair, points) in &results {
            forth.add(pair, points);
            last = Some(forth.add(pair, points));
        }
        let decided = forth.counted;
        assert!(forth.decided == Some(Hypothesis::H1) && decided < 60, "{decided}");
        // Backwards, the same is decided after the same pair, when the first one is there.
        let mut back = Pairs::new(sprt);
        for &(pair, points) in results.iter().rev() {
            back.add(pair, points);
            let status = back.add(pair, points);
            assert_eq!(back.counted > 0, pair == 1);
            if pair == 1 {
                assert_eq!(Some(status), last);
            }
        }
        assert_eq!((back.counted, back.decided), (decided, forth.decided));
    }
}
