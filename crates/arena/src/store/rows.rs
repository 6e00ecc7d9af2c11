//! What can be read from a store: games and results.

use std::time::SystemTime;

use abstract_game::Player;
use database::{Attempt, Connection, FromRow, Json, Result, Row, Value, column, corrupt, from_row, values};
use serde::Deserialize;

use super::handle::Store;
use crate::game::{Cause, Ending, EngineThinking};
use crate::schedule::Game;

/// The number of rows to read at a time, and of rows with a record.
pub(super) const PAGE: usize = 1000;
const PAGE_OF_RECORDS: usize = 100;

/// The state of a scheduled game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameState {
    /// It can be claimed.
    Open,
    /// A worker has claimed it.
    Running,
    /// It has a result.
    Finished,
    /// It will not be played: the tournament was closed.
    Withdrawn,
}

column!(GameState);

/// How a game ended, and what is counted of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// How it ended.
    pub ending: Ending,
    /// The seat at fault, if the game ended by a fault.
    pub culprit: Option<usize>,
    /// The number of turns, those of the opening included.
    pub turns: usize,
    /// The engines' thinking.
    pub thinking: Vec<EngineThinking>,
    /// A hash of the players, the start position, the turns and the ending: equal for games that are copies of each
    /// other; at most 2^63 - 1.
    pub hash: u64,
}

/// A finished game, without its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedRow {
    /// The position of the game in the order in which games were finished, from 1; without gaps but for results that
    /// were taken back.
    pub sequence: u64,
    /// The game.
    pub game: Game,
    /// The number of the worker that played it.
    pub worker: u64,
    /// When it was finished, by the clock of the store.
    pub at: SystemTime,
    /// How it ended.
    pub result: GameResult,
}

/// The numbers of games in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games that can be claimed.
    pub open: usize,
    /// Claimed games; those of dead workers, too, until another worker claims them.
    pub running: usize,
    /// Games with a result.
    pub finished: usize,
    /// Games that will not be played, as the tournament was closed.
    pub withdrawn: usize,
}

impl Counts {
    /// The number of all scheduled games.
    pub fn scheduled(&self) -> usize {
        self.open + self.running + self.finished + self.withdrawn
    }
}

/// A machine whose workers played games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineRow {
    /// As the workers describe it: its name, processors and system.
    pub host: String,
    /// When its first worker began, by the clock of the store.
    pub started: SystemTime,
    /// When the store last heard of a worker on it.
    pub seen: SystemTime,
    /// The number of its finished games.
    pub games: usize,
}

from_row!(MachineRow: host, started, seen, games);

/// The state of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The numbers of games.
    pub counts: Counts,
    /// The number of openings that are made.
    pub openings: usize,
    /// Why the tournament was [closed](Store::close); none before that.
    pub verdict: Option<String>,
    /// The number of results that were [taken back](Store::void).
    pub voids: u64,
}

impl Status {
    /// Whether the tournament is closed and all its games are finished.
    pub fn complete(&self) -> bool {
        self.verdict.is_some() && self.counts.open + self.counts.running == 0
    }
}

/// The columns of a result.
pub(super) const RESULT: &str = "winner, cause, detail, culprit, turns, thinking, hash";

/// The columns of a scheduled game.
pub(super) const GAME: &str = "number, round, pair, opening, p1, p2";

from_row!(Game: number, round, pair, opening, entrants);
from_row!(FinishedRow: sequence, game, worker, at, result);

impl FromRow for GameResult {
    fn from_row(row: &mut Row) -> Attempt<GameResult> {
        let (winner, cause, detail): (Option<String>, String, _) = row.get()?;
        let winner = winner.map(|side| player(&side)).transpose()?;
        let (culprit, turns, Json(thinking), hash) = row.get()?;
        let ending = Ending { winner, cause: Cause::from_word(&cause), detail };
        Ok(GameResult { ending, culprit, turns, thinking, hash })
    }
}

fn player(text: &str) -> Attempt<Player> {
    let side = Player::BOTH.into_iter().find(|side| side.to_string() == text);
    side.ok_or_else(|| corrupt(format!("`{text}` instead of P1 or P2")))
}

impl Store {
    /// All scheduled games, by number.
    pub fn schedule(&self) -> impl Iterator<Item = Result<(Game, GameState)>> {
        let page =
            format!("SELECT number, {GAME}, state FROM game WHERE number > $1 ORDER BY number LIMIT $2");
        self.0.pages(0, move |connection, after| connection.all(&page, values![after, PAGE]))
    }

    /// The games that were finished after the one with that sequence number, in that order; all of them after 0. No
    /// game is ever inserted before another, so a reader that continues after the last one misses nothing. Results that
    /// it has read may be taken back: then [`voids`](Status::voids) is another number, and it has to begin again.
    pub fn finished(&self, after: u64) -> impl Iterator<Item = Result<FinishedRow>> {
        self.0.pages(after, |connection, after| {
            let page = "WHERE sequence > $1 ORDER BY sequence LIMIT $2";
            finished(connection, ["sequence,", ""], page, values![after, PAGE])
        })
    }

    /// All finished games with their records, by number.
    pub fn records(&self) -> impl Iterator<Item = Result<(FinishedRow, String)>> {
        self.0.pages(0, |connection, after| {
            let page = "JOIN record ON record.game = number WHERE number > $1 ORDER BY number LIMIT $2";
            finished(connection, ["number,", ", content"], page, values![after, PAGE_OF_RECORDS])
        })
    }

    /// The games that workers have claimed, by number, with their records so far; those of dead workers, too. A record
    /// follows its game by about a second; a game that began just now has none.
    pub fn running(&self) -> Result<Vec<(Game, Option<String>)>> {
        let games = format!("SELECT {GAME}, progress FROM game WHERE state = 'running' ORDER BY number");
        self.0.read(|connection| connection.all(&games, &[]))
    }

    /// The record of a finished game, or that of a running game so far; none if there is no such game.
    pub fn record(&self, number: usize) -> Result<Option<String>> {
        let record = "SELECT COALESCE(content, progress) FROM game LEFT JOIN record ON record.game = number \
                      WHERE number = $1";
        let found: Option<Option<String>> =
            self.0.read(|connection| connection.first(record, values![number]))?;
        Ok(found.flatten())
    }

    /// The last finished games, the latest first, without the first `skip` of them; at most `most`.
    pub fn latest(&self, skip: usize, most: usize) -> Result<Vec<FinishedRow>> {
        let page = "ORDER BY sequence DESC LIMIT $1 OFFSET $2";
        self.0.read(|connection| finished(connection, ["", ""], page, values![most, skip]))
    }

    /// The state of the tournament.
    pub fn status(&self) -> Result<Status> {
        self.0.read(status)
    }

    /// When the tournament was created, by the clock of the store.
    pub fn created(&self) -> Result<SystemTime> {
        self.0.read(|connection| connection.one("SELECT created_at FROM tournament", &[]))
    }

    /// The machines of the workers, in the order in which they began.
    pub fn machines(&self) -> Result<Vec<MachineRow>> {
        let machines = "SELECT host, MIN(started_at), MAX(seen_at), COUNT(game.number) FROM worker \
                        LEFT JOIN game ON game.worker = worker.number AND state = 'finished' \
                        GROUP BY host ORDER BY MIN(started_at), host";
        self.0.read(|connection| connection.all(machines, &[]))
    }

    /// The numbers of games in each state.
    pub fn counts(&self) -> Result<Counts> {
        Ok(self.status()?.counts)
    }
}

pub(super) fn status(connection: &mut dyn Connection) -> Attempt<Status> {
    // Open games are not counted, as there can be millions: they are the rest, and all withdrawn in a closed tournament.
    let status = "SELECT scheduled, finished - voided, (SELECT count(*) FROM game WHERE state = 'running'), openings, \
                  voided, verdict FROM state";
    let (scheduled, finished, running, openings, (voids, verdict)): (usize, _, _, _, (_, Option<String>)) =
        connection.one(status, &[])?;
    let rest = scheduled.checked_sub(finished + running);
    let rest = rest.ok_or_else(|| corrupt("more games are finished than scheduled"))?;
    let (open, withdrawn) = if verdict.is_some() { (0, rest) } else { (rest, 0) };
    Ok(Status { counts: Counts { open, running, finished, withdrawn }, openings, verdict, voids })
}

/// The first games that ended by a fault.
pub(super) fn faults(connection: &mut dyn Connection, most: usize) -> Attempt<Vec<FinishedRow>> {
    finished(connection, ["", ""], "WHERE culprit IS NOT NULL ORDER BY sequence LIMIT $1", values![most])
}

/// Reads finished games, with more columns before and after those of a [`FinishedRow`]; `rest` is the end of the query.
fn finished<T: FromRow>(
    connection: &mut dyn Connection,
    [before, after]: [&str; 2],
    rest: &str,
    values: &[Value],
) -> Attempt<Vec<T>> {
    let columns = format!("{before} sequence, {GAME}, worker, finished_at, {RESULT} {after}");
    connection.all(&format!("SELECT {columns} FROM result JOIN game ON number = result.game {rest}"), values)
}
