//! Games are scheduled, claimed, finished: each function is the inside of one transaction.
//!
//! A connection can be lost in the middle of a commit, and then nobody knows whether the transaction was
//! kept. It is run again, with `again` set where that makes a difference.

use std::borrow::Cow;
use std::time::Duration;

use super::connection::{Connection, Failure, Row, Value, damaged, natural};
use super::error::Problem;
use super::rows::{Claim, ClaimedGame, Counts, GameResult, Kept, Token};
use crate::schedule::Game;

/// The columns that [`scheduled_game`] reads.
pub(super) const GAME: &str = "game.number, game.round, game.pair, game.opening, game.p1, game.p2";

/// Reads the columns [`GAME`], of which the first is `at`.
pub(super) fn scheduled_game(row: &dyn Row, at: usize) -> Result<Game, Failure> {
    Ok(Game {
        number: row.index(at)?,
        round: row.index(at + 1)?,
        pair: row.index(at + 2)?,
        opening: row.index(at + 3)?,
        entrants: [row.index(at + 4)?, row.index(at + 5)?],
    })
}

/// A duration in whole units, of which there are so many in a second.
pub(super) fn units(duration: Duration, per_second: u128) -> i64 {
    i64::try_from(duration.as_nanos() * per_second / 1_000_000_000).unwrap_or(i64::MAX)
}

/// A lease in milliseconds; at the most a hundred years, as the time at which it ends must be a number too.
fn milliseconds(lease: Duration) -> i64 {
    units(lease, 1000).min(100 * 366 * 24 * 3600 * 1000)
}

pub(super) fn extend(
    connection: &mut dyn Connection,
    known: usize,
    openings: &[(usize, String)],
    games: &[Game],
) -> Result<bool, Failure> {
    let (scheduled, closed) =
        connection.one("SELECT scheduled, closed_at FROM tournament {for update}", &[], |row| {
            Ok((row.index(0)?, row.maybe_integer(1)?.is_some()))
        })?;
    if scheduled != known || closed {
        return Ok(false);
    }
    for (expected, game) in (known + 1..).zip(games) {
        if game.number != expected {
            return Err(Problem::Number { found: game.number, expected }.into());
        }
    }
    let rows = openings.iter().map(|(number, content)| vec![(*number).into(), content.into()]);
    connection.insert("opening (number, content)", 2, rows)?;
    let rows = games.iter().map(|game| {
        let [p1, p2] = game.entrants;
        let numbers = [game.number, game.round, game.pair, game.opening, p1, p2];
        let mut values: Vec<Value<'_>> = numbers.map(Value::from).to_vec();
        values.push("open".into());
        values
    });
    connection.insert("game (number, round, pair, opening, p1, p2, state)", 7, rows)?;
    let scheduled = known + games.len();
    connection.execute("UPDATE tournament SET scheduled = $1", &[scheduled.into()])?;
    Ok(true)
}

/// What was claimed before the connection was lost.
const CLAIMED: &str = "SELECT number, round, pair, opening, p1, p2, \
    (SELECT content FROM opening WHERE opening.number = game.opening) \
    FROM game WHERE state = 'running' AND worker = $1 AND claim = $2";

/// Claims the first game of those that are meant; it is found and taken in one statement.
macro_rules! take {
    ($which:literal) => {
        concat!(
            "UPDATE game SET state = 'running', worker = $1, claim = $2, claimed_at = {now}, ",
            "lease_until = {now} + $3 WHERE number = (SELECT number FROM game WHERE ",
            $which,
            " ORDER BY number LIMIT 1 {skip locked}) ",
            "RETURNING number, round, pair, opening, p1, p2, ",
            "(SELECT content FROM opening WHERE opening.number = game.opening)"
        )
    };
}

/// Games whose lease has ended come first: others may wait for their result. Not when the tournament was
/// closed.
const TAKE_ENDED: &str = take!(
    "state = 'running' AND lease_until <= {now} AND NOT EXISTS \
     (SELECT 1 FROM tournament WHERE closed_at IS NOT NULL)"
);
const TAKE_OPEN: &str = take!("state = 'open'");

pub(super) fn claim(
    connection: &mut dyn Connection,
    again: bool,
    worker: u64,
    claim: u64,
    lease: Duration,
) -> Result<Claim, Failure> {
    let read = |row: &dyn Row| claimed_game(row, worker, claim);
    let (who, lease) = ([worker.into(), claim.into()], Value::from(milliseconds(lease)));
    if again && let Some(claimed) = connection.first(CLAIMED, &who, read)? {
        return Ok(Claim::Game(claimed));
    }
    for take in [TAKE_ENDED, TAKE_OPEN] {
        if let Some(claimed) = connection.first(take, &[who[0], who[1], lease], read)? {
            return Ok(Claim::Game(claimed));
        }
    }
    // Nobody will go on with what a dead worker has left of a closed tournament.
    connection.execute(
        "UPDATE game SET state = 'withdrawn' WHERE state = 'running' AND lease_until <= {now} AND EXISTS \
         (SELECT 1 FROM tournament WHERE closed_at IS NOT NULL)",
        &[],
    )?;
    connection.one(
        "SELECT scheduled, closed_at, verdict, \
         (SELECT count(*) FROM game WHERE state = 'running'), \
         (SELECT min(lease_until) FROM game WHERE state = 'running') - {now}, \
         (SELECT count(*) FROM (SELECT 1 FROM game WHERE state = 'open' LIMIT 1) AS open_game) \
         FROM tournament",
        &[],
        |row| {
            let (running, open) = (row.index(3)?, row.integer(5)? > 0);
            if row.maybe_integer(1)?.is_some() {
                return Ok(Claim::Closed { verdict: row.text(2)?, running });
            }
            if running == 0 && !open {
                return Ok(Claim::NothingOpen { known: row.index(0)? });
            }
            let until = if open { 0 } else { row.maybe_integer(4)?.unwrap_or(0).max(0) };
            Ok(Claim::Wait { running, until: Duration::from_millis(natural(until)?) })
        },
    )
}

pub(super) fn claim_more(
    connection: &mut dyn Connection,
    again: bool,
    worker: u64,
    claim: u64,
    lease: Duration,
    at_most: usize,
) -> Result<Vec<ClaimedGame>, Failure> {
    let read = |row: &dyn Row| claimed_game(row, worker, claim);
    let (who, lease) = ([worker.into(), claim.into()], Value::from(milliseconds(lease)));
    let mut claimed = if again { connection.all(CLAIMED, &who, read)? } else { Vec::new() };
    // One by one, as PostgreSQL may run a subquery with a limit of many more than once.
    while claimed.len() < at_most
        && let Some(next) = connection.first(TAKE_OPEN, &[who[0], who[1], lease], read)?
    {
        claimed.push(next);
    }
    claimed.sort_by_key(|claimed| claimed.game.number);
    Ok(claimed)
}

/// Reads what the statements that claim games return.
fn claimed_game(row: &dyn Row, worker: u64, claim: u64) -> Result<ClaimedGame, Failure> {
    let game = scheduled_game(row, 0)?;
    let opening = row.maybe_text(6)?;
    let opening = opening.ok_or_else(|| damaged(format!("there is no opening {}", game.opening)))?;
    Ok(ClaimedGame { game, opening, token: Token { number: game.number, worker, claim } })
}

fn parts(token: Token) -> [Value<'static>; 3] {
    [token.number.into(), token.worker.into(), token.claim.into()]
}

/// Whether the game was finished under that claim.
fn is_finished(connection: &mut dyn Connection, token: Token) -> Result<bool, Failure> {
    let found = connection.first(
        "SELECT number FROM game WHERE number = $1 AND worker = $2 AND claim = $3 AND state = 'finished'",
        &parts(token),
        |row| row.index(0),
    )?;
    Ok(found.is_some())
}

pub(super) fn renew(
    connection: &mut dyn Connection,
    worker: u64,
    tokens: &[Token],
    lease: Duration,
) -> Result<Vec<Token>, Failure> {
    connection.execute("UPDATE worker SET seen_at = {now} WHERE number = $1", &[worker.into()])?;
    let lease = Value::from(milliseconds(lease));
    let mut lost = Vec::new();
    for &token in tokens {
        let [number, worker, claim] = parts(token);
        let renewed = connection.execute(
            "UPDATE game SET lease_until = {now} + $1 \
             WHERE number = $2 AND worker = $3 AND claim = $4 AND state = 'running'",
            &[lease, number, worker, claim],
        )?;
        if renewed == 0 && !is_finished(connection, token)? {
            lost.push(token);
        }
    }
    Ok(lost)
}

pub(super) fn release(connection: &mut dyn Connection, token: Token) -> Result<(), Failure> {
    // Locked, so that the tournament is not closed between this and the next statement.
    let closed = connection.one("SELECT closed_at FROM tournament {for update}", &[], |row| {
        Ok(row.maybe_integer(0)?.is_some())
    })?;
    let state = if closed { "withdrawn" } else { "open" };
    let [number, worker, claim] = parts(token);
    connection.execute(
        "UPDATE game SET state = $1, worker = NULL, claim = NULL, claimed_at = NULL, lease_until = NULL \
         WHERE number = $2 AND worker = $3 AND claim = $4 AND state = 'running'",
        &[state.into(), number, worker, claim],
    )?;
    Ok(())
}

/// A text that every database takes: engines say anything, and PostgreSQL has no NUL.
fn storable(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "\u{fffd}").into() } else { text.into() }
}

pub(super) fn finish(
    connection: &mut dyn Connection,
    token: Token,
    result: &GameResult,
    record: &str,
) -> Result<Kept, Failure> {
    let held = connection.execute(
        "UPDATE game SET state = 'finished', lease_until = NULL \
         WHERE number = $1 AND worker = $2 AND claim = $3 AND state = 'running'",
        &parts(token),
    )?;
    if held == 0 {
        return Ok(if is_finished(connection, token)? { Kept::Yes } else { Kept::LeaseLost });
    }
    let number = Value::from(token.number);
    connection.execute(
        "INSERT INTO record (game, content) VALUES ($1, $2)",
        &[number, Value::Text(&storable(record))],
    )?;
    let names = result.thinking.iter().map(|thinking| thinking.side.to_string()).collect::<Vec<_>>();
    let rows = result.thinking.iter().zip(&names).enumerate().map(|(place, (engine, side))| {
        let thinking = &engine.thinking;
        let nanoseconds = |duration| Value::Integer(units(duration, 1_000_000_000));
        vec![
            number,
            place.into(),
            engine.engine.into(),
            side.into(),
            thinking.turns.into(),
            thinking.depth.into(),
            thinking.depth_turns.into(),
            thinking.nodes.into(),
            nanoseconds(thinking.nodes_time),
            nanoseconds(thinking.time),
            nanoseconds(thinking.longest),
            nanoseconds(thinking.overhead),
            thinking.overhead_turns.into(),
            nanoseconds(thinking.longest_overhead),
        ]
    });
    connection.insert(
        "thinking (game, place, engine, side, turns, depth_sum, depth_turns, nodes, node_time, time, \
         longest, overhead_sum, overhead_turns, overhead_longest)",
        14,
        rows,
    )?;
    // Last, as this row is locked until the end: numbers follow each other in the order of the commits, so
    // that who has read up to one number has not missed a lower one.
    let sequence =
        connection.one("UPDATE tournament SET finished = finished + 1 RETURNING finished", &[], |row| {
            row.count(0)
        })?;
    let winner = result.ending.winner.map(|winner| winner.to_string());
    let detail = result.ending.detail.as_deref().map(storable);
    connection.execute(
        "INSERT INTO result (sequence, game, finished_at, winner, cause, detail, culprit, turns) \
         VALUES ($1, $2, {now}, $3, $4, $5, $6, $7)",
        &[
            sequence.into(),
            number,
            winner.as_ref().into(),
            Value::Text(&storable(result.ending.cause.word())),
            detail.as_deref().into(),
            result.culprit.into(),
            result.turns.into(),
        ],
    )?;
    Ok(Kept::Yes)
}

pub(super) fn close(connection: &mut dyn Connection, again: bool, verdict: &str) -> Result<bool, Failure> {
    let verdict = &*storable(verdict);
    let closed = connection.execute(
        "UPDATE tournament SET closed_at = {now}, verdict = $1 WHERE closed_at IS NULL",
        &[verdict.into()],
    )?;
    if closed > 0 {
        connection.execute("UPDATE game SET state = 'withdrawn' WHERE state = 'open'", &[])?;
        return Ok(true);
    }
    let there = connection.one("SELECT verdict FROM tournament", &[], |row| row.text(0))?;
    Ok(again && there == verdict)
}

pub(super) fn counts(connection: &mut dyn Connection) -> Result<Counts, Failure> {
    // What is open is not counted, as that could be millions: it is what remains. (Closing withdraws all of
    // it.)
    connection.one(
        "SELECT scheduled, finished, closed_at, (SELECT count(*) FROM game WHERE state = 'running') \
         FROM tournament",
        &[],
        |row| {
            let (finished, running) = (row.index(1)?, row.index(3)?);
            let rest = row.index(0)?.checked_sub(finished + running);
            let rest = rest.ok_or_else(|| damaged("more games are finished than were scheduled".into()))?;
            let (open, withdrawn) = if row.maybe_integer(2)?.is_some() { (0, rest) } else { (rest, 0) };
            Ok(Counts { open, running, finished, withdrawn })
        },
    )
}
