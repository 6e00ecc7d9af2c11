//! Sums over the finished games. The transaction that stores a result adds it to them, so a table takes the same time
//! after any number of games.

use std::collections::BTreeMap;

use abstract_game::Player;
use abstract_game::random::mix;
use database::{Attempt, Connection, FromRow, Json, Result, Row, Value, corrupt, from_row, refused, values};

use super::handle::Store;
use super::rows::{FinishedRow, GameResult, PAGE, Status, faults, status};
use crate::game::{Cause, EngineThinking, Thinking};
use crate::schedule::{Encounter, Game};

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
    /// The number of games with [copies](GameResult::hash) counted once.
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
                encounters: connection.all(
                    "SELECT round, team, opponent, games, team_half_points, opponent_half_points FROM encounter \
                     ORDER BY round, team, opponent",
                    &[],
                )?,
                faults: faults(connection, most_faults)?,
            };
            if sums.fit() { Ok(sums) } else { Err(corrupt("the sums over the results do not fit their number")) }
        })
    }

    /// The finished pairs after that number, by number.
    pub fn pairs(&self, after: usize) -> impl Iterator<Item = Result<FinishedPair>> {
        self.0.pages(after as u64, |connection, after| {
            let page = "SELECT number, number, half_points, \
                        (SELECT min(same.number) FROM pair AS same WHERE same.hash = pair.hash) \
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
        let (games, pairs, encounters) = (self.games.iter(), self.pairs.iter(), self.encounters.iter());
        let finished = self.status.counts.finished as u64;
        total(games.clone().map(|sum| sum.games)) == Some(finished)
            && total(games.clone().map(|sum| sum.turns)).is_some()
            && games.clone().all(|sum| sum.different <= sum.games)
            && total(pairs.clone().map(|sum| sum.pairs)).is_some_and(|pairs| pairs <= finished / 2)
            && pairs.clone().all(|sum| sum.different.max(sum.repeated).max(sum.openings) <= sum.pairs)
            && total(encounters.clone().flat_map(|sum| sum.half_points))
                .is_some_and(|points| points <= 2 * finished)
    }
}

fn total(mut numbers: impl Iterator<Item = u64>) -> Option<u64> {
    numbers.try_fold(0, u64::checked_add)
}

from_row!(Encounter: round, entrants, games, half_points);

fn all_thinking(connection: &mut dyn Connection) -> Attempt<Vec<(usize, Thinking)>> {
    let rows: Vec<(usize, Json<Thinking>)> =
        connection.all("SELECT engine, content FROM thinking_sum ORDER BY engine", &[])?;
    Ok(rows.into_iter().map(|(engine, Json(thinking))| (engine, thinking)).collect())
}

/// The two teams of a game in ascending order, and the half points of each.
fn by_team(game: &Game, half_points: usize) -> [(usize, usize); 2] {
    let [p1, p2] = game.entrants;
    let mut teams = [(p1, half_points), (p2, 2 - half_points.min(2))];
    teams.sort_unstable_by_key(|(team, _)| *team);
    teams
}

fn half_points_of_p1(winner: Option<&str>) -> usize {
    match winner {
        Some("P1") => 2,
        Some(_) => 0,
        None => 1,
    }
}

/// Adds games to the encounters of their rounds.
pub(super) fn add_to_encounters(connection: &mut dyn Connection, games: &[Game]) -> Attempt<()> {
    connection.execute("UPDATE state SET by_rounds = 1", &[])?;
    let mut encounters: BTreeMap<[usize; 3], usize> = BTreeMap::new();
    for game in games {
        let [(team, _), (opponent, _)] = by_team(game, 0);
        *encounters.entry([game.round, team, opponent]).or_default() += 1;
    }
    for ([round, team, opponent], games) in encounters {
        connection.execute(
            "INSERT INTO encounter (round, team, opponent, games, team_half_points, opponent_half_points) \
             VALUES ($1, $2, $3, $4, 0, 0) \
             ON CONFLICT (round, team, opponent) DO UPDATE SET games = encounter.games + excluded.games",
            &[round, team, opponent, games].map(Value::from),
        )?;
    }
    Ok(())
}

/// Adds a result to its encounter, and its pair if the other game is finished, before it is stored. No other transaction
/// stores results until this one ends.
pub(super) fn add_pair_of(
    connection: &mut dyn Connection,
    game: &Game,
    result: &GameResult,
    by_rounds: bool,
) -> Attempt<()> {
    let [(team, points), (opponent, of_opponent)] = by_team(game, result.ending.half_points(Player::P1));
    if by_rounds {
        change_encounter(connection, [game.round, team, opponent], [points as i64, of_opponent as i64])?;
    }
    let first = game.number.saturating_sub(usize::from(game.number.is_multiple_of(2)));
    let other = if game.number == first { first + 1 } else { first };
    let (hash, winner, p1_of_other, opening): (Option<u64>, Option<String>, Option<usize>, usize) = connection
        .one(
            "SELECT (SELECT hash FROM result WHERE game = $1), (SELECT winner FROM result WHERE game = $1), \
             (SELECT p1 FROM game WHERE number = $1), \
             (SELECT original FROM game JOIN opening ON opening.number = game.opening WHERE game.number = $2)",
            values![other, first],
        )?;
    let Some(hash) = hash else { return Ok(()) };
    let of_p1 = half_points_of_p1(winner.as_deref());
    // The sides are swapped, unless the settings say otherwise.
    let of_other = if p1_of_other == Some(team) { of_p1 } else { 2 - of_p1 };
    let (number, half_points) = (game.number.div_ceil(2), points + of_other);
    let mut hashes = [hash, result.hash];
    hashes.sort_unstable();
    let hash = mix(hashes[0], &hashes[1..]) >> 1;
    connection.execute(
        "INSERT INTO pair (number, team, opponent, half_points, hash, opening) VALUES ($1, $2, $3, $4, $5, $6)",
        values![number, team, opponent, half_points, hash, opening],
    )?;
    add_pair_sums(connection, ["= $1", "<>"], number)
}

/// Adds the pairs whose numbers compare in the first way with `number` to the sums. Those whose numbers compare in the
/// second way with the number of a pair came before it.
fn add_pair_sums(connection: &mut dyn Connection, [which, before]: [&str; 2], number: usize) -> Attempt<()> {
    let count_with = |same: &str, [with, without]: [u8; 2]| {
        format!(
            "sum(CASE WHEN EXISTS (SELECT 1 FROM pair AS same WHERE {same} AND same.number {before} pair.number) \
             THEN {with} ELSE {without} END)"
        )
    };
    let different = count_with("same.hash = pair.hash", [0, 1]);
    let openings = count_with("same.opening = pair.opening", [0, 1]);
    let of_teams = "same.opening = pair.opening AND same.team = pair.team AND same.opponent = pair.opponent";
    let repeated = count_with(of_teams, [1, 0]);
    connection.execute(
        &format!(
            "INSERT INTO pair_sum (team, opponent, half_points, pairs, different, repeated, openings) \
             SELECT team, opponent, half_points, count(*), {different}, {repeated}, {openings} \
             FROM pair WHERE pair.number {which} GROUP BY team, opponent, half_points \
             ON CONFLICT (team, opponent, half_points) DO UPDATE SET pairs = pair_sum.pairs + excluded.pairs, \
             different = pair_sum.different + excluded.different, repeated = pair_sum.repeated + excluded.repeated, \
             openings = pair_sum.openings + excluded.openings"
        ),
        values![number],
    )?;
    Ok(())
}

/// Adds the stored results after this sequence number to the sums of games, and what their engines thought.
pub(super) fn add_sums<'a>(
    connection: &mut dyn Connection,
    after: usize,
    thinking: impl Iterator<Item = &'a EngineThinking>,
) -> Attempt<()> {
    connection.execute(
        "INSERT INTO game_sum (p1, p2, half_points, cause, culprit, games, different, turns) \
         SELECT p1, p2, CASE winner WHEN 'P1' THEN 2 WHEN 'P2' THEN 0 ELSE 1 END, cause, COALESCE(culprit, -1), count(*), \
         sum(CASE WHEN EXISTS (SELECT 1 FROM result AS same WHERE same.hash = result.hash \
         AND same.sequence < result.sequence) THEN 0 ELSE 1 END), sum(turns) \
         FROM result JOIN game ON number = game WHERE sequence > $1 GROUP BY 1, 2, 3, 4, 5 \
         ON CONFLICT (p1, p2, half_points, cause, culprit) DO UPDATE SET games = game_sum.games + excluded.games, \
         different = game_sum.different + excluded.different, turns = game_sum.turns + excluded.turns",
        values![after],
    )?;
    add_thinking(connection, thinking)
}

fn add_thinking<'a>(
    connection: &mut dyn Connection,
    thinking: impl Iterator<Item = &'a EngineThinking>,
) -> Attempt<()> {
    let mut sums: BTreeMap<usize, Thinking> = BTreeMap::new();
    thinking.for_each(|known| sums.entry(known.engine).or_default().merge(&known.thinking));
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

fn change_encounter(connection: &mut dyn Connection, key: [usize; 3], half_points: [i64; 2]) -> Attempt<()> {
    let values: Vec<Value> = half_points.map(Value::from).into_iter().chain(key.map(Value::from)).collect();
    connection.execute(
        "UPDATE encounter SET team_half_points = team_half_points + $1, opponent_half_points = opponent_half_points + $2 \
         WHERE round = $3 AND team = $4 AND opponent = $5",
        &values,
    )?;
    Ok(())
}

/// Takes the result of a game out of its encounter and its pair; its row is there still.
pub(super) fn take_back(connection: &mut dyn Connection, number: usize) -> Attempt<()> {
    let (game, winner): (Game, Option<String>) = connection.one(
        "SELECT number, round, pair, opening, p1, p2, winner FROM result JOIN game ON number = game WHERE number = $1",
        values![number],
    )?;
    let [(team, points), (opponent, of_opponent)] = by_team(&game, half_points_of_p1(winner.as_deref()));
    change_encounter(
        connection,
        [game.round, team, opponent],
        [points, of_opponent].map(|points| -(points as i64)),
    )?;
    connection.execute("DELETE FROM pair WHERE number = $1", values![number.div_ceil(2)])?;
    Ok(())
}

/// Adds up all results again, as after some were [taken back](take_back): copies of those are no copies any more.
pub(super) fn add_up_again(connection: &mut dyn Connection) -> Attempt<()> {
    connection.run_script(
        "DELETE FROM game_sum; DELETE FROM pair_sum; DELETE FROM thinking_sum; UPDATE state SET test = NULL;",
    )?;
    add_pair_sums(connection, ["> $1", "<"], 0)?;
    add_sums(connection, 0, std::iter::empty())?;
    let mut last = 0_u64;
    loop {
        let page: Vec<(u64, Json<Vec<EngineThinking>>)> = connection.all(
            "SELECT sequence, thinking FROM result WHERE sequence > $1 ORDER BY sequence LIMIT $2",
            values![last, PAGE],
        )?;
        let Some((sequence, _)) = page.last() else { return Ok(()) };
        last = *sequence;
        add_thinking(connection, page.iter().flat_map(|(_, Json(known))| known))?;
    }
}
