//! Changes to a tournament by people: results taken back, changed engines accepted, more games.

use std::time::SystemTime;

use database::{Result, from_row, values};

use super::handle::Store;
use super::rows::{GameResult, RESULT};
use super::sums::add_up_again;

/// A result that was [taken back](Store::void).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoidedRow {
    /// When it was taken back, by the clock of the store.
    pub at: SystemTime,
    /// Why.
    pub reason: String,
    /// The number of the game.
    pub game: usize,
    /// The result.
    pub result: GameResult,
}

from_row!(VoidedRow: at, reason, game, result);

/// The decision that games by another version of an engine count, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// When it was made, by the clock of the store.
    pub at: SystemTime,
    /// The engine, from 0.
    pub engine: usize,
    /// The fingerprint of the other version.
    pub fingerprint: String,
    /// The name of the decision.
    pub name: String,
    /// The number of games that were finished before.
    pub games: usize,
}

from_row!(Decision: at, engine, fingerprint, name, games);

impl Store {
    /// Takes the results of these games back: they are open again, and their results and records are kept with the
    /// reason. Games without a result are skipped. A closed tournament is open again, with the games that were
    /// withdrawn. Returns the number of results.
    pub fn void(&self, games: &[usize], reason: &str) -> Result<usize> {
        self.0.write(|connection, _| {
            // Locked, so that the tournament is not closed meanwhile.
            connection.one::<u64>("SELECT scheduled FROM state {for update}", &[])?;
            let mut voided = 0;
            for &game in games {
                let kept = connection.execute(
                    &format!(
                        "INSERT INTO voided (voided_at, reason, game, worker, finished_at, {RESULT}, content) \
                         SELECT {{now}}, CAST($1 AS TEXT), number, worker, finished_at, {RESULT}, content FROM game \
                         JOIN result ON result.game = number JOIN record ON record.game = number WHERE number = $2"
                    ),
                    values![reason, game],
                )?;
                if kept > 0 {
                    voided += 1;
                    connection.execute("DELETE FROM result WHERE game = $1", values![game])?;
                    connection.execute("DELETE FROM record WHERE game = $1", values![game])?;
                    connection.execute(
                        "UPDATE game SET state = 'open', worker = NULL, claim = NULL, claimed_at = NULL \
                         WHERE number = $1",
                        values![game],
                    )?;
                }
            }
            if voided > 0 {
                connection.execute(
                    "UPDATE state SET voided = voided + $1, closed_at = NULL, verdict = NULL",
                    values![voided],
                )?;
                add_up_again(connection)?;
                connection.execute("UPDATE game SET state = 'open' WHERE state = 'withdrawn'", &[])?;
            }
            Ok(voided)
        })
    }

    /// The results that were taken back, in that order.
    pub fn voided(&self) -> Result<Vec<VoidedRow>> {
        let voided = format!("SELECT voided_at, reason, game, {RESULT} FROM voided ORDER BY number");
        self.0.read(|connection| connection.all(&voided, &[]))
    }

    /// Accepts another version of an engine under the name of a decision.
    pub fn accept(&self, engine: usize, fingerprint: &str, name: &str) -> Result<()> {
        self.0.write(|connection, _| {
            let accept = "INSERT INTO decision (decided_at, engine, fingerprint, name, games) SELECT {now}, \
                          CAST($1 AS {integer}), CAST($2 AS TEXT), CAST($3 AS TEXT), finished - voided FROM state";
            connection.execute(accept, values![engine, fingerprint, name]).map(drop)
        })
    }

    /// The decisions, in their order.
    pub fn decisions(&self) -> Result<Vec<Decision>> {
        let decisions = "SELECT decided_at, engine, fingerprint, name, games FROM decision ORDER BY number";
        self.0.read(|connection| connection.all(decisions, &[]))
    }

    /// Replaces the settings `before` of the tournament; with `verdict`, it is open again if it was closed with that.
    /// Returns false if it has other settings.
    pub fn redefine(&self, before: &str, definition: &str, verdict: &str) -> Result<bool> {
        self.0.write(|connection, retried| {
            let changed = connection.execute(
                "UPDATE tournament SET definition = $1 WHERE definition = $2",
                values![definition, before],
            )?;
            if changed > 0 {
                connection.execute(
                    "UPDATE state SET closed_at = NULL, verdict = NULL WHERE verdict = $1",
                    values![verdict],
                )?;
            }
            let by_this = "SELECT count(*) FROM tournament WHERE definition = $1";
            Ok(changed > 0 || retried && connection.one::<u64>(by_this, values![definition])? > 0)
        })
    }
}
