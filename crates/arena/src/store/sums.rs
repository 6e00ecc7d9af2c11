//! Sums over the finished games. The transaction that stores a result adds it to them, so a table takes the same time
//! after any number of games.

use std::collections::BTreeMap;

use database::{Attempt, Connection, FromRow, Json, Result, Row, corrupt, from_row, refused, values};

use super::handle::Store;
use super::rows::{FinishedRow, PAGE, Status, faults, status};
use crate::game::{Cause, EngineThinking, Thinking};
use crate::schedule::Encounter;

/// The finished games of two teams that ended in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSum {
    /// The teams that played P1 and P2, from 0.
    pub entrants: [usize; 2],
    /// The half points of P1: 2 for a win, 1 for a draw.
    pub half_points: usize,
    /// Why they ended.
    pub cause: Cause,
    /// The seat at fault.
    pub culprit: Option<usize>,
    /// The number of games.
    pub games: u64,
    /// The number of games with [copies](super::GameResult::hash) counted once.
    pub different: u64,
    /// The number of turns.
    pub turns: u64,
}

impl FromRow for GameSum {
    fn from_row(row: &mut Row) -> Attempt<GameSum> {
        let (entrants, half_points, cause, culprit): (_, _, String, i64) = row.get()?;
        let (games, different, turns) = row.get()?;
        let (cause, culprit) = (Cause::from_word(&cause), usize::try_from(culprit).ok());
        Ok(GameSum { entrants, half_points, cause, culprit, games, different, turns })
    }
}

/// The finished pairs of two teams with the same points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairSum {
    /// The team with the lower number, from 0.
    pub team: usize,
    /// The other one.
    pub opponent: usize,
    /// The half points of the first one in both games.
    pub half_points: usize,
    /// The number of pairs.
    pub pairs: u64,
    /// The number of pairs with copies counted once.
    pub different: u64,
    /// The number of pairs of which the two teams had finished one with the same opening before.
    pub repeated: u64,
    /// The number of pairs whose opening no teams had finished before.
    pub openings: u64,
}

from_row!(PairSum: team, opponent, half_points, pairs, different, repeated, openings);

/// A pair of which both games are finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedPair {
    /// Its number, from 1.
    pub number: usize,
    /// The half points of the team with the lower number.
    pub half_points: usize,
    /// Whether it is a copy of a pair with a lower number.
    pub copy: bool,
}

impl FromRow for FinishedPair {
    fn from_row(row: &mut Row) -> Attempt<FinishedPair> {
        let (number, half_points, first): (usize, _, usize) = row.get()?;
        Ok(FinishedPair { number, half_points, copy: first < number })
    }
}

/// The state of a sequential test in a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTest {
    /// The number of results that were taken back.
    pub voids: u64,
    /// When the tournament was closed, in milliseconds since 1970 by the clock of the store.
    pub closed_at: Option<u64>,
    /// The state; none before the first one, and after results were taken back.
    pub content: Option<String>,
}

from_row!(KeptTest: voids, closed_at, content);

/// What the finished games add up to, as the store was at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sums {
    /// The numbers of games, and whether the tournament is closed.
    pub status: Status,
    /// The games.
    pub games: Vec<GameSum>,
    /// The pairs.
    pub pairs: Vec<PairSum>,
    /// The thinking of each engine, by its number from 0.
    pub thinking: Vec<(usize, Thinking)>,
    /// The encounters of a tournament [by rounds](Store::extend).
    pub encounters: Vec<Encounter>,
    /// The first games that ended by a fault.
    pub faults: Vec<FinishedRow>,
}

impl Store {
    /// The sums over the finished games, with at most this number of faults.
    pub fn sums(&self, most_faults: usize) -> Result<Sums> {
        self.0.read_at_once(|connection| {
            let sums = Sums {
                status: status(connection)?,
                games: connection.all(
                    "SELECT p1, p2, half_points, cause, culprit, games, different, turns FROM game_sum \
                     ORDER BY p1, p2, half_points, cause, culprit",
                    &[],
                )?,
                pairs: connection.all(
                    "SELECT team, opponent, half_points, pairs, different, repeated, openings FROM pair_sum \
                     ORDER BY team, opponent, half_points",
                    &[],
                )?,
                thinking: all_thinking(connection)?,
                encounters: encounters(connection)?,
                faults: faults(connection, most_faults)?,
            };
            if sums.fit() {
                Ok(sums)
            } else {
                Err(corrupt("the sums over the results do not fit their number"))
            }
        })
    }

    /// The finished pairs after that number, by number.
    pub fn pairs(&self, after: usize) -> impl Iterator<Item = Result<FinishedPair>> {
        self.0.pages(after as u64, |connection, after| {
            let page = "SELECT number, number, half_points, \
                        (SELECT min(same.number) FROM pair AS same WHERE same.hash = pair.hash \
                        AND same.other_hash = pair.other_hash) \
                        FROM pair WHERE number > $1 ORDER BY number LIMIT $2";
            connection.all(page, values![after, PAGE])
        })
    }

    /// The state of a sequential test that was [kept](Self::keep_test).
    pub fn test(&self) -> Result<KeptTest> {
        self.0.read(|connection| connection.one("SELECT voided, closed_at, test FROM state", &[]))
    }

    /// Keeps the state of a sequential test over results of which `voids` were taken back, so that others need not count
    /// all pairs again. Does nothing if more results were taken back since.
    pub fn keep_test(&self, test: &str, voids: u64) -> Result<()> {
        self.0.write(|connection, _| {
            let keep = "UPDATE state SET test = $1 WHERE voided = $2";
            connection.execute(keep, values![test, voids]).map(drop)
        })
    }
}

impl Sums {
    /// Whether the numbers fit each other, as those of damaged tables need not.
    fn fit(&self) -> bool {
        let (games, pairs) = (self.games.iter(), self.pairs.iter());
        let finished = self.status.counts.finished as u64;
        total(games.clone().map(|sum| sum.games)) == Some(finished)
            && total(games.clone().map(|sum| sum.turns)).is_some()
            && games.clone().all(|sum| sum.different <= sum.games)
            && total(pairs.clone().map(|sum| sum.pairs)).is_some_and(|pairs| pairs <= finished / 2)
            && pairs.clone().all(|sum| sum.different.max(sum.repeated).max(sum.openings) <= sum.pairs)
    }
}

fn total(mut numbers: impl Iterator<Item = u64>) -> Option<u64> {
    numbers.try_fold(0, u64::checked_add)
}

from_row!(Encounter: round, entrants, games, half_points);

/// The half points of the entrant with the lower number in a game of a table `game`, with its result in a table `result`.
fn points_of_lower(game: &str, result: &str) -> String {
    format!(
        "CASE WHEN {result}.winner IS NULL THEN 1 WHEN ({result}.winner = 'P1') = ({game}.p1 < {game}.p2) THEN 2 ELSE 0 END"
    )
}

/// The two teams of a game in ascending order.
const TEAMS: &str = "CASE WHEN game.p1 < game.p2 THEN game.p1 ELSE game.p2 END, CASE WHEN game.p1 < game.p2 THEN game.p2 ELSE game.p1 END";

/// The encounters of a tournament by rounds, which has few games; of others none.
fn encounters(connection: &mut dyn Connection) -> Attempt<Vec<Encounter>> {
    // In the condition of the next query SQLite would evaluate it for each game.
    let by_rounds: usize = connection.one("SELECT by_rounds FROM state", &[])?;
    if by_rounds == 0 {
        return Ok(Vec::new());
    }
    let points = points_of_lower("game", "result");
    let encounters = format!(
        "SELECT round, {TEAMS}, count(*), \
         sum(CASE WHEN sequence IS NULL THEN 0 ELSE {points} END), \
         sum(CASE WHEN sequence IS NULL THEN 0 ELSE 2 - {points} END) \
         FROM game LEFT JOIN result ON result.game = game.number GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
    );
    connection.all(&encounters, &[])
}

fn all_thinking(connection: &mut dyn Connection) -> Attempt<Vec<(usize, Thinking)>> {
    let rows: Vec<(usize, Json<Thinking>)> =
        connection.all("SELECT engine, content FROM thinking_sum ORDER BY engine", &[])?;
    Ok(rows.into_iter().map(|(engine, Json(thinking))| (engine, thinking)).collect())
}

/// Adds the stored results after this sequence number to the pairs and the sums. No other transaction stores results until
/// this one ends.
pub(super) fn add_sums(connection: &mut dyn Connection, after: usize) -> Attempt<()> {
    // A pair is complete with the later result of its two games, the second of which has an even number.
    let points = [points_of_lower("game", "result"), points_of_lower("other", "earlier")].join(" + ");
    connection.execute(
        &format!(
            "INSERT INTO pair (number, sequence, team, opponent, half_points, hash, other_hash, opening) \
             SELECT (game.number + 1) / 2, result.sequence, {TEAMS}, {points}, \
             CASE WHEN result.hash < earlier.hash THEN result.hash ELSE earlier.hash END, \
             CASE WHEN result.hash < earlier.hash THEN earlier.hash ELSE result.hash END, original \
             FROM result JOIN game ON game.number = result.game \
             JOIN game AS other ON other.number = game.number - 1 + 2 * (game.number % 2) \
             JOIN result AS earlier ON earlier.game = other.number AND earlier.sequence < result.sequence \
             JOIN opening ON opening.number = CASE WHEN game.number < other.number THEN game.opening \
             ELSE other.opening END WHERE result.sequence > $1"
        ),
        values![after],
    )?;
    let earlier = |table: &str, same: &str| {
        format!(
            "EXISTS (SELECT 1 FROM {table} AS same WHERE {same} AND same.sequence < {table}.sequence) THEN"
        )
    };
    let same_game = earlier("result", "same.hash = result.hash");
    connection.execute(
        &format!(
            "INSERT INTO game_sum (p1, p2, half_points, cause, culprit, games, different, turns) \
             SELECT p1, p2, CASE winner WHEN 'P1' THEN 2 WHEN 'P2' THEN 0 ELSE 1 END, cause, COALESCE(culprit, -1), \
             count(*), sum(CASE WHEN {same_game} 0 ELSE 1 END), sum(turns) \
             FROM result JOIN game ON number = game WHERE sequence > $1 GROUP BY 1, 2, 3, 4, 5 \
             ON CONFLICT (p1, p2, half_points, cause, culprit) DO UPDATE SET games = game_sum.games + excluded.games, \
             different = game_sum.different + excluded.different, turns = game_sum.turns + excluded.turns"
        ),
        values![after],
    )?;
    let same_pair = earlier("pair", "same.hash = pair.hash AND same.other_hash = pair.other_hash");
    let same_opening = earlier("pair", "same.opening = pair.opening");
    let same_teams =
        "same.opening = pair.opening AND same.team = pair.team AND same.opponent = pair.opponent";
    let repeated = earlier("pair", same_teams);
    connection.execute(
        &format!(
            "INSERT INTO pair_sum (team, opponent, half_points, pairs, different, repeated, openings) \
             SELECT team, opponent, half_points, count(*), sum(CASE WHEN {same_pair} 0 ELSE 1 END), \
             sum(CASE WHEN {repeated} 1 ELSE 0 END), sum(CASE WHEN {same_opening} 0 ELSE 1 END) \
             FROM pair WHERE sequence > $1 GROUP BY team, opponent, half_points \
             ON CONFLICT (team, opponent, half_points) DO UPDATE SET pairs = pair_sum.pairs + excluded.pairs, \
             different = pair_sum.different + excluded.different, repeated = pair_sum.repeated + excluded.repeated, \
             openings = pair_sum.openings + excluded.openings"
        ),
        values![after],
    )?;
    add_thinking(connection, after)
}

/// Adds what the engines of the stored results after this sequence number thought.
fn add_thinking(connection: &mut dyn Connection, mut after: usize) -> Attempt<()> {
    let mut sums: BTreeMap<usize, Thinking> = BTreeMap::new();
    loop {
        let page: Vec<(usize, Json<Vec<EngineThinking>>)> = connection.all(
            "SELECT sequence, thinking FROM result WHERE sequence > $1 ORDER BY sequence LIMIT $2",
            values![after, PAGE],
        )?;
        let Some((last, _)) = page.last() else { break };
        after = *last;
        let thinking = page.iter().flat_map(|(_, Json(thinking))| thinking);
        thinking.for_each(|known| sums.entry(known.engine).or_default().merge(&known.thinking));
    }
    for (engine, mut sum) in sums {
        let known: Option<Json<Thinking>> =
            connection.first("SELECT content FROM thinking_sum WHERE engine = $1", values![engine])?;
        known.iter().for_each(|Json(known)| sum.merge(known));
        connection.execute(
            "INSERT INTO thinking_sum (engine, content) VALUES ($1, $2) \
             ON CONFLICT (engine) DO UPDATE SET content = excluded.content",
            values![engine, serde_json::to_string(&sum).map_err(refused)?],
        )?;
    }
    Ok(())
}

/// Adds up all results again, as after some were taken back: copies of those are no copies any more.
pub(super) fn add_up_again(connection: &mut dyn Connection) -> Attempt<()> {
    connection.run_script(
        "DELETE FROM pair; DELETE FROM game_sum; DELETE FROM pair_sum; DELETE FROM thinking_sum; \
         UPDATE state SET test = NULL;",
    )?;
    add_sums(connection, 0)
}
