//! What is read from a store: header, schedule, results, records, workers.

use std::collections::VecDeque;
use std::time::{Duration, SystemTime};

use abstract_game::Player;

use super::connection::{Connection, Failure, Row, Value, damaged, natural};
use super::error::StoreError;
use super::games::{GAME, scheduled_game};
use super::rows::{EngineRow, FinishedRow, GameResult, Header, State, WorkerRow};
use crate::game::{Cause, Ending};
use crate::game::{EngineThinking, Thinking};
use crate::schedule::Game;

/// Rows of a store, read some at a time, so that a long list neither fills the memory nor keeps the workers
/// of this process waiting. What is written meanwhile may be among them or not.
///
/// After an error there is nothing more.
pub struct Rows<'s, T> {
    /// The rows after that key, each with its own; none when there are no more.
    page: Page<'s, T>,
    after: u64,
    rows: VecDeque<(u64, T)>,
    ended: bool,
}

type Page<'s, T> = Box<dyn FnMut(u64) -> Result<Vec<(u64, T)>, StoreError> + 's>;

impl<'s, T> Rows<'s, T> {
    pub(super) fn new(
        after: u64,
        page: impl FnMut(u64) -> Result<Vec<(u64, T)>, StoreError> + 's,
    ) -> Rows<'s, T> {
        Rows { page: Box::new(page), after, rows: VecDeque::new(), ended: false }
    }
}

impl<T> Iterator for Rows<'_, T> {
    type Item = Result<T, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rows.is_empty() && !self.ended {
            match (self.page)(self.after) {
                Ok(rows) => self.rows = rows.into(),
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
        }
        let next = self.rows.pop_front();
        match next {
            Some((key, row)) => {
                self.after = key;
                Some(Ok(row))
            }
            None => {
                self.ended = true;
                None
            }
        }
    }
}

impl<T> std::fmt::Debug for Rows<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rows").field("after", &self.after).finish_non_exhaustive()
    }
}

/// Rows with the keys by which they are ordered.
type Keyed<T> = Result<Vec<(u64, T)>, Failure>;

pub(super) fn write_header(connection: &mut dyn Connection, header: &Header) -> Result<(), Failure> {
    connection.execute(
        "INSERT INTO tournament (id, created_at, definition, game, game_fingerprint, scheduled, finished) \
         VALUES (1, {now}, $1, $2, $3, 0, 0)",
        &[(&header.definition).into(), (&header.game).into(), (&header.game_fingerprint).into()],
    )?;
    let rows = header.engines.iter().enumerate().map(|(number, engine)| {
        vec![number.into(), (&engine.name).into(), engine.spec.as_ref().into(), (&engine.fingerprint).into()]
    });
    connection.insert("engine (number, name, spec, fingerprint)", 4, rows)
}

pub(super) fn header(connection: &mut dyn Connection) -> Result<Header, Failure> {
    let engines =
        connection.all("SELECT name, spec, fingerprint FROM engine ORDER BY number", &[], |row| {
            Ok(EngineRow { name: row.text(0)?, spec: row.maybe_text(1)?, fingerprint: row.text(2)? })
        })?;
    connection.one("SELECT definition, game, game_fingerprint FROM tournament", &[], |row| {
        let engines = engines.clone();
        Ok(Header { definition: row.text(0)?, engines, game: row.text(1)?, game_fingerprint: row.text(2)? })
    })
}

pub(super) fn openings(connection: &mut dyn Connection, from: u64, rows: usize) -> Keyed<String> {
    connection.all(
        "SELECT number, content FROM opening WHERE number >= $1 ORDER BY number LIMIT $2",
        &[from.into(), rows.into()],
        |row| Ok((row.count(0)?, row.text(1)?)),
    )
}

pub(super) fn opening(connection: &mut dyn Connection, number: usize) -> Result<Option<String>, Failure> {
    connection.first("SELECT content FROM opening WHERE number = $1", &[number.into()], |row| row.text(0))
}

pub(super) fn schedule(connection: &mut dyn Connection, after: u64, rows: usize) -> Keyed<(Game, State)> {
    connection.all(
        &format!("SELECT {GAME}, state FROM game WHERE number > $1 ORDER BY number LIMIT $2"),
        &[after.into(), rows.into()],
        |row| {
            let (game, word) = (scheduled_game(row, 0)?, row.text(6)?);
            let state =
                State::from_word(&word).ok_or_else(|| damaged(format!("`{word}` is no state of a game")))?;
            Ok((row.count(0)?, (game, state)))
        },
    )
}

/// In which order finished games are read, and whether their records are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Completion,
    Number,
}

/// The finished games after that sequence or number, with records where they are wanted (else empty).
pub(super) fn finished(
    connection: &mut dyn Connection,
    order: Order,
    records: bool,
    after: u64,
    rows: usize,
) -> Keyed<(FinishedRow, String)> {
    let key = if order == Order::Completion { "result.sequence" } else { "result.game" };
    let (record, join) =
        if records { ("record.content", "JOIN record ON record.game = result.game") } else { ("''", "") };
    let mut found = connection.all(
        &format!(
            "SELECT {key}, result.sequence, game.worker, result.finished_at, result.winner, result.cause, \
             result.detail, result.culprit, result.turns, {GAME}, {record} \
             FROM result JOIN game ON game.number = result.game {join} \
             WHERE {key} > $1 ORDER BY {key} LIMIT $2"
        ),
        &[after.into(), rows.into()],
        |row| {
            let result = GameResult {
                ending: Ending {
                    winner: row.maybe_text(4)?.map(|name| player(&name)).transpose()?,
                    cause: Cause::from_word(&row.text(5)?),
                    detail: row.maybe_text(6)?,
                },
                culprit: row.maybe_integer(7)?.map(natural).transpose()?,
                turns: row.index(8)?,
                thinking: Vec::new(),
            };
            let game = scheduled_game(row, 9)?;
            let row_of_game = FinishedRow {
                sequence: row.count(1)?,
                game,
                worker: row.count(2)?,
                at: time(row.integer(3)?)?,
                result,
            };
            Ok((row.count(0)?, (row_of_game, row.text(15)?)))
        },
    )?;
    let Some(&(last, _)) = found.last() else { return Ok(found) };
    let mut games = found.iter_mut().peekable();
    connection.query(
        &format!(
            "SELECT {key}, engine, side, thinking.turns, depth_sum, depth_turns, nodes, node_time, time, \
             longest, overhead_sum, overhead_turns, overhead_longest \
             FROM result JOIN thinking ON thinking.game = result.game \
             WHERE {key} > $1 AND {key} <= $2 ORDER BY {key}, place"
        ),
        &[after.into(), last.into()],
        &mut |row| {
            let key = row.count(0)?;
            while games.next_if(|(of, _)| *of < key).is_some() {}
            let (_, (game, _)) = games.peek_mut().ok_or_else(|| damaged(format!("turns of game {key}")))?;
            game.result.thinking.push(thinking(row)?);
            Ok(())
        },
    )?;
    Ok(found)
}

/// Reads the columns after the first.
fn thinking(row: &dyn Row) -> Result<EngineThinking, Failure> {
    let duration = |column| Ok::<_, Failure>(Duration::from_nanos(row.count(column)?));
    Ok(EngineThinking {
        engine: row.index(1)?,
        side: player(&row.text(2)?)?,
        thinking: Thinking {
            turns: row.count(3)?,
            depth: row.count(4)?,
            depth_turns: row.count(5)?,
            nodes: row.count(6)?,
            nodes_time: duration(7)?,
            time: duration(8)?,
            longest: duration(9)?,
            overhead: duration(10)?,
            overhead_turns: row.count(11)?,
            longest_overhead: duration(12)?,
        },
    })
}

fn player(name: &str) -> Result<Player, Failure> {
    let found = Player::BOTH.into_iter().find(|player| player.to_string() == name);
    found.ok_or_else(|| damaged(format!("`{name}` where a side was expected, P1 or P2")))
}

/// A time from milliseconds since 1970.
fn time(milliseconds: i64) -> Result<SystemTime, Failure> {
    Ok(SystemTime::UNIX_EPOCH + Duration::from_millis(natural(milliseconds)?))
}

pub(super) fn register(connection: &mut dyn Connection, host: &str, pid: u32) -> Result<u64, Failure> {
    connection.one(
        "INSERT INTO worker (host, pid, started_at, seen_at) VALUES ($1, $2, {now}, {now}) RETURNING number",
        &[host.into(), Value::Integer(pid.into())],
        |row| row.count(0),
    )
}

pub(super) fn workers(connection: &mut dyn Connection) -> Result<Vec<WorkerRow>, Failure> {
    connection.all(
        "SELECT worker.number, host, pid, started_at, {now} - seen_at, running, finished FROM worker \
         LEFT JOIN (SELECT worker, count(*) FILTER (WHERE state = 'running') AS running, \
         count(*) FILTER (WHERE state = 'finished') AS finished \
         FROM game WHERE worker IS NOT NULL GROUP BY worker) AS work ON work.worker = worker.number \
         ORDER BY worker.number",
        &[],
        |row| {
            let none = |column| row.maybe_integer(column).map(Option::unwrap_or_default).and_then(natural);
            Ok(WorkerRow {
                number: row.count(0)?,
                host: row.text(1)?,
                pid: natural(row.integer(2)?)?,
                started: time(row.integer(3)?)?,
                silent: Duration::from_millis(natural(row.integer(4)?.max(0))?),
                running: none(5)?,
                finished: none(6)?,
            })
        },
    )
}

/// Why no more games are scheduled, if that is so.
pub(super) fn verdict(connection: &mut dyn Connection) -> Result<Option<String>, Failure> {
    connection.one("SELECT verdict FROM tournament", &[], |row| row.maybe_text(0))
}
