//! Schedules, claims and finishes games.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use database::{Attempt, Connection, Json, Result, StoreProblem, Value, corrupt, refused, values};
use parking_lot::Mutex;

use super::handle::Store;
use super::rows::{GAME, GameResult, RESULT};
use super::sums::add_sums;
use crate::openings::Opening;
use crate::schedule::Game;

/// A process that claims games, after it has [registered](Store::register). Its threads share it.
#[derive(Debug)]
pub struct Worker {
    /// Its number in the store, from 1.
    pub number: u64,
    claims: AtomicU64,
    /// Leases that end later than they should, as this process sees them: the database's clock has jumped back, or others
    /// have longer leases. With the time of its own clock since which each has not been renewed.
    long_leases: Mutex<HashMap<LeaseRow, Instant>>,
}

/// A lease of a running game: the game, the worker, the claim, and the end.
type LeaseRow = (u64, u64, u64, i64);

/// Identifies one claim of a game among all claims of that game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token {
    /// The number of the game.
    pub number: usize,
    worker: u64,
    claim: u64,
}

impl Token {
    fn values(&self) -> [Value; 3] {
        [self.number.into(), self.worker.into(), self.claim.into()]
    }
}

/// A game that a worker has claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedGame {
    /// The game.
    pub game: Game,
    /// Its opening, as [`Store::add_openings`] got it.
    pub opening: Opening,
    /// The claim.
    pub token: Token,
}

/// The answer to a worker that asks for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Play this game.
    Game(ClaimedGame),
    /// No game is open, but the lease of a running one can end.
    Wait {
        /// The number of running games.
        running: usize,
        /// The time until the first of their leases ends; zero if a game can be claimed at once.
        until: Duration,
    },
    /// All games that are scheduled so far are finished.
    NothingOpen {
        /// The number of scheduled games.
        scheduled: usize,
    },
    /// The tournament is closed.
    Closed {
        /// Why it was closed.
        verdict: String,
        /// The number of games that are still running, in other threads or processes.
        running: usize,
    },
}

/// The result of a claimed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The claim under which it was played.
    pub token: Token,
    /// Its result.
    pub result: GameResult,
    /// Its record.
    pub record: String,
}

/// Whether the store has kept a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kept {
    /// It is in the store.
    Yes,
    /// The lease ended, and another worker has claimed the game since or it was withdrawn.
    LeaseLost,
}

/// A lease in milliseconds; at most a hundred years, as the time at which it ends must be a number, too.
pub(super) fn lease_value(lease: Duration) -> Value {
    u64::try_from(lease.as_millis()).unwrap_or(u64::MAX).min(100 * 366 * 24 * 3600 * 1000).into()
}

impl Store {
    /// Adds games. Does nothing and returns false if the number of scheduled games is not `scheduled`, as another worker
    /// has added games, or if the tournament is closed. (False can also mean that this call was committed just before it
    /// lost its connection.)
    ///
    /// With `voids`, the games depend on the [encounters](super::Sums::encounters) of earlier rounds. They must still be
    /// those of a time when this number of results had been [taken back](Self::void): otherwise it does nothing.
    ///
    /// # Errors
    /// The numbers of the games do not continue from `scheduled` ([`StoreProblem::Invalid`]); an opening is not
    /// [made](Self::add_openings) yet ([`StoreProblem::Refused`]).
    pub fn extend(&self, scheduled: usize, voids: Option<u64>, games: &[Game]) -> Result<bool> {
        self.0.write(|connection, _| {
            let (found, closed, voided): (usize, Option<u64>, u64) =
                connection.one("SELECT scheduled, closed_at, voided FROM state {for update}", &[])?;
            if found != scheduled || closed.is_some() || voids.is_some_and(|voids| voids != voided) {
                return Ok(false);
            }
            for (expected, game) in (scheduled + 1..).zip(games) {
                if game.number != expected {
                    let problem =
                        format!("game {} cannot be added: the next number is {expected}", game.number);
                    return Err(StoreProblem::Invalid(problem).into());
                }
            }
            let rows = games.iter().map(|game| {
                let [p1, p2] = game.entrants;
                let numbers = [game.number, game.round, game.pair, game.opening, p1, p2];
                numbers.map(Value::from).into_iter().chain(["open".into()]).collect()
            });
            connection.insert(&format!("game ({GAME}, state)"), rows)?;
            connection.execute(
                "UPDATE state SET scheduled = $1, by_rounds = $2",
                values![scheduled + games.len(), i64::from(voids.is_some())],
            )?;
            Ok(true)
        })
    }

    /// Registers a process on a machine. The description of the host and the process's id are only reported to people.
    pub fn register(&self, host: &str, pid: u32) -> Result<Worker> {
        let number = self.0.write(|connection, _| {
            connection.one(
                "INSERT INTO worker (host, pid, started_at, seen_at) VALUES ($1, $2, {now}, {now}) \
                 RETURNING number",
                values![host, pid],
            )
        })?;
        Ok(Worker { number, claims: AtomicU64::new(1), long_leases: Mutex::default() })
    }

    /// Claims a game for the time of `lease`, but none of the entrants `without`, from 0: one whose lease has ended, or
    /// else the open one with the lowest number. If there is none, returns the reason.
    ///
    /// A lease has also ended if it was not renewed for the time of `lease` by the clock of this process, although it ends
    /// later by that of the database: that clock may have jumped back.
    pub fn claim(&self, worker: &Worker, lease: Duration, without: &[usize]) -> Result<Claim> {
        let without = without.iter().map(|entrant| format!(" AND p1 <> {entrant} AND p2 <> {entrant}"));
        let without: String = without.collect();
        let (process, claim) = (worker.number, worker.claims.fetch_add(1, Ordering::Relaxed));
        let values = [process.into(), claim.into(), lease_value(lease)];
        self.0.write(|connection, retried| {
            end_long_leases(connection, worker, lease)?;
            // An earlier attempt may have claimed a game already.
            let candidates = [retried.then_some(OWN), Some(ENDED_LEASE), Some("state = 'open'")];
            for candidates in candidates.into_iter().flatten() {
                // Found and claimed in one statement.
                let claimed: Option<(Game, Option<Json<Opening>>)> = connection.first(
                    &format!(
                        "UPDATE game SET state = 'running', worker = $1, claim = $2, claimed_at = {{now}}, \
                         lease_until = {{now}} + $3, progress = NULL WHERE number = (SELECT number FROM game \
                         WHERE {candidates}{without} \
                         ORDER BY number LIMIT 1 {{skip locked}}) RETURNING {GAME}, \
                         (SELECT content FROM opening WHERE opening.number = game.opening)"
                    ),
                    &values,
                )?;
                if let Some((game, opening)) = claimed {
                    let missing = || corrupt(format!("there is no opening {}", game.opening));
                    let token = Token { number: game.number, worker: process, claim };
                    let Json(opening) = opening.ok_or_else(missing)?;
                    return Ok(Claim::Game(ClaimedGame { game, opening, token }));
                }
            }
            nothing_to_claim(connection, lease)
        })
    }

    /// Renews leases: they begin again now. A claim that no longer holds is left out.
    pub fn renew(&self, worker: &Worker, tokens: &[Token], lease: Duration) -> Result<()> {
        self.0.write(|connection, _| {
            connection
                .execute("UPDATE worker SET seen_at = {now} WHERE number = $1", values![worker.number])?;
            let again = "lease_until = {now} + $1";
            tokens.iter().try_for_each(|&token| change(connection, token, again, lease_value(lease)))
        })
    }

    /// Keeps the records so far of running games, for those who watch; a game whose claim no longer holds is left out. NUL
    /// characters become U+FFFD.
    pub fn keep_progress(&self, games: &[(Token, String)]) -> Result<()> {
        self.0.write(|connection, _| {
            games.iter().try_for_each(|(token, record)| {
                change(connection, *token, "progress = $1", record.as_str().into())
            })
        })
    }

    /// Returns a game that was not finished: it is open again at once, or withdrawn if the tournament is closed. Does
    /// nothing if the claim no longer holds.
    pub fn release(&self, token: Token) -> Result<()> {
        self.0.write(|connection, _| {
            // Locked, so that the tournament is not closed between this statement and the next.
            let closed: Option<u64> = connection.one("SELECT closed_at FROM state {for update}", &[])?;
            let state = if closed.is_some() { "withdrawn" } else { "open" };
            let reset = "state = $1, worker = NULL, claim = NULL, claimed_at = NULL, lease_until = NULL, progress = NULL";
            change(connection, token, reset, state.into())
        })
    }

    /// Stores the results and records of games in one transaction, each if its claim still holds, and returns for each
    /// whether it did. A claim also holds after the end of its lease until another worker claims the game. The same
    /// call again has the same answer and no effect. NUL characters in texts become U+FFFD.
    pub fn finish(&self, deliveries: &[Delivery]) -> Result<Vec<Kept>> {
        self.0.write(|connection, _| {
            let kept = deliveries.iter().map(|delivery| keep(connection, delivery));
            let kept = kept.collect::<Attempt<Vec<(Kept, bool)>>>()?;
            let new = deliveries.iter().zip(&kept).filter(|(_, (_, new))| *new);
            add_results(connection, &new.map(|(delivery, _)| delivery).collect::<Vec<_>>())?;
            Ok(kept.into_iter().map(|(kept, _)| kept).collect())
        })
    }

    /// Closes the tournament: open games are withdrawn, running ones may be finished, none is added. With a definition,
    /// only while the settings are these: others may have [raised](Self::redefine) the number of games. Returns whether
    /// this call closed it; the verdict of the first call remains.
    pub fn close(&self, verdict: &str, definition: Option<&str>) -> Result<bool> {
        self.0.write(|connection, retried| {
            let closed = connection.execute(
                "UPDATE state SET closed_at = {now}, verdict = $1 WHERE closed_at IS NULL \
                 AND EXISTS (SELECT 1 FROM tournament WHERE definition = COALESCE(CAST($2 AS TEXT), definition))",
                values![verdict, definition.map(str::to_owned)],
            )?;
            if closed > 0 {
                connection.execute("UPDATE game SET state = 'withdrawn' WHERE state = 'open'", &[])?;
            }
            let by_this = "SELECT count(*) FROM state WHERE verdict = $1";
            Ok(closed > 0 || retried && connection.one::<u64>(by_this, values![verdict])? > 0)
        })
    }
}

/// The game that this claim holds.
const OWN: &str = "state = 'running' AND worker = $1 AND claim = $2";

/// Games whose lease has ended come first, as others may wait for their result. There are none in a closed tournament.
const ENDED_LEASE: &str = "state = 'running' AND lease_until <= {now} \
    AND NOT EXISTS (SELECT 1 FROM state WHERE closed_at IS NOT NULL)";

/// Shortest time without a renewal after which a lease that ends too late is ended.
const SHORTEST_LEASE: Duration = Duration::from_secs(1);

/// Ends the leases that were not renewed for the time of `lease`, but end even later.
fn end_long_leases(connection: &mut dyn Connection, worker: &Worker, lease: Duration) -> Attempt<()> {
    let long = "SELECT number, worker, claim, lease_until FROM game \
        WHERE state = 'running' AND lease_until > {now} + $1";
    let found: Vec<LeaseRow> = connection.all(long, &[lease_value(lease)])?;
    let mut known = worker.long_leases.lock();
    known.retain(|row, _| found.contains(row));
    for row @ (number, holder, claim, until) in found {
        if known.entry(row).or_insert_with(Instant::now).elapsed() >= lease.max(SHORTEST_LEASE) {
            connection.execute(
                "UPDATE game SET lease_until = {now} \
                 WHERE number = $1 AND worker = $2 AND claim = $3 AND lease_until = $4",
                values![number, holder, claim, until],
            )?;
        }
    }
    Ok(())
}

/// Why no game can be claimed.
fn nothing_to_claim(connection: &mut dyn Connection, lease: Duration) -> Attempt<Claim> {
    // Nobody will play the games that dead workers have left in a closed tournament.
    connection.execute(
        "UPDATE game SET state = 'withdrawn', progress = NULL WHERE state = 'running' AND lease_until <= {now} AND EXISTS \
         (SELECT 1 FROM state WHERE closed_at IS NOT NULL)",
        &[],
    )?;
    let (scheduled, verdict, running, until, open): (_, _, _, Option<i64>, u64) = connection.one(
        "SELECT scheduled, verdict, (SELECT count(*) FROM game WHERE state = 'running'), \
         (SELECT min(lease_until) FROM game WHERE state = 'running') - {now}, \
         (SELECT count(*) FROM (SELECT 1 FROM game WHERE state = 'open' LIMIT 1) AS open_game) \
         FROM state",
        &[],
    )?;
    let milliseconds = until.filter(|_| open == 0).unwrap_or(0).max(0).unsigned_abs();
    Ok(match verdict {
        Some(verdict) => Claim::Closed { verdict, running },
        None if running == 0 && open == 0 => Claim::NothingOpen { scheduled },
        None => {
            Claim::Wait { running, until: Duration::from_millis(milliseconds).min(lease.max(SHORTEST_LEASE)) }
        }
    })
}

/// Changes a running game, if the claim still holds.
fn change(connection: &mut dyn Connection, token: Token, set: &str, value: Value) -> Attempt<()> {
    let [number, worker, claim] = token.values();
    let held = "number = $2 AND worker = $3 AND claim = $4 AND state = 'running'";
    connection.execute(&format!("UPDATE game SET {set} WHERE {held}"), &[value, number, worker, claim])?;
    Ok(())
}

/// Ends the claim of a finished game and stores its record, if the claim holds; then its result is new.
fn keep(connection: &mut dyn Connection, delivery: &Delivery) -> Attempt<(Kept, bool)> {
    let token = delivery.token;
    let held = "number = $1 AND worker = $2 AND claim = $3 AND state";
    let end = format!(
        "UPDATE game SET state = 'finished', lease_until = NULL, progress = NULL WHERE {held} = 'running'"
    );
    if connection.execute(&end, &token.values())? == 0 {
        let finished = format!("SELECT number FROM game WHERE {held} = 'finished'");
        let before: Option<u64> = connection.first(&finished, &token.values())?;
        return Ok((if before.is_some() { Kept::Yes } else { Kept::LeaseLost }, false));
    }
    connection.execute(
        "INSERT INTO record (game, content) VALUES ($1, $2)",
        values![token.number, delivery.record.as_str()],
    )?;
    Ok((Kept::Yes, true))
}

/// Stores results, and adds them to the sums.
fn add_results(connection: &mut dyn Connection, deliveries: &[&Delivery]) -> Attempt<()> {
    if deliveries.is_empty() {
        return Ok(());
    }
    // As late as possible, as it locks the row until the end: the sequence is the order of the commits, so a reader that
    // has read up to one number has not missed a lower one. The sums, too, are changed by one transaction at a time.
    let last: usize = connection
        .one("UPDATE state SET finished = finished + $1 RETURNING finished", values![deliveries.len()])?;
    let before = last - deliveries.len();
    for (sequence, Delivery { token, result, .. }) in (before + 1..).zip(deliveries) {
        let ending = &result.ending;
        connection.execute(
            &format!(
                "INSERT INTO result (sequence, game, finished_at, {RESULT}) \
                 VALUES ($1, $2, {{now}}, $3, $4, $5, $6, $7, $8, $9)"
            ),
            values![
                sequence,
                token.number,
                ending.winner.map(|side| side.to_string()),
                ending.cause.to_string(),
                ending.detail.clone(),
                result.culprit,
                result.turns,
                serde_json::to_string(&result.thinking).map_err(refused)?,
                result.hash
            ],
        )?;
    }
    add_sums(connection, before)
}
