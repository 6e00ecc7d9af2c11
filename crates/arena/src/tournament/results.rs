//! The results of a tournament so far, and the counts of its table.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use abstract_game::Player;
use match_stats::{Pentanomial, SprtStatus, Tally};

use super::definition::TournamentError;
use super::pairs::{Copies, Hashes, Pairs};
use super::ready::Tournament;
use crate::game::{Cause, Thinking};
use crate::schedule::{Game, Scheduled};
use crate::store::{Decision, FinishedRow, GameResult, Store, VoidedRow};

/// The results of a tournament so far, by all workers.
///
/// See [`Tournament`] for an example.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The counts of the table.
    pub summary: Summary,
    /// All scheduled games with their results, for formats whose later games depend on them.
    pub scheduled: Scheduled,
    /// Number of games scheduled so far.
    pub known: usize,
    /// Total number of games, if the format determines it.
    pub total: Option<usize>,
    /// The test after the last pair before which all pairs are finished.
    pub test: Option<SprtStatus>,
    /// The first games that ended through a fault.
    pub faults: Vec<FinishedRow>,
    /// The results that were taken back; only read with [all results](Tournament::results).
    pub voided: Vec<VoidedRow>,
    /// The decisions that other versions of engines count, too; only read with [all results](Tournament::results).
    pub decisions: Vec<Decision>,
    /// Whether all games are finished.
    pub complete: bool,
    /// The reason why no more games will be scheduled, if the tournament is closed.
    pub verdict: Option<String>,
    /// The pairs of the test.
    pairs: Option<Pairs>,
    /// The last sequence number read from the store.
    read: u64,
    /// The number of results that were taken back when it was read.
    voids: u64,
    /// Hashes of the openings of the store, by number.
    openings: Vec<u64>,
    /// The openings of finished games, each with the two teams that played it.
    played: BTreeSet<([usize; 2], u64)>,
}

impl Tournament {
    /// The results of the tournament in a store so far.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn results(&self, store: &Store) -> Result<Results, TournamentError> {
        let mut results = Results::new(self);
        results.read(self, store, &mut |_| ())?;
        (results.voided, results.decisions) = (store.voided()?, store.decisions()?);
        Ok(results)
    }
}

impl Results {
    /// No results yet.
    pub fn new(tournament: &Tournament) -> Results {
        Results {
            summary: Summary::new(tournament.names(), tournament.engines()),
            total: tournament.schedule().total(),
            pairs: tournament.settings().sprt.map(Pairs::new),
            ..Results::default()
        }
    }

    /// Expected total number of games.
    pub fn expected(&self) -> usize {
        match (&self.verdict, self.total) {
            // The number of games may have been raised since.
            (None, Some(total)) => total.max(self.known),
            _ => self.known,
        }
    }

    /// The results of the pairs that the sequential test counts.
    pub fn test_pairs(&self) -> Option<Pentanomial> {
        self.pairs.as_ref().map(|pairs| pairs.results)
    }

    /// The number of results that were taken back when the store was read.
    pub fn voids(&self) -> u64 {
        self.voids
    }

    /// Reads the new results of the store. `each` gets them one by one. If results were
    /// [taken back](Self::voids) meanwhile, all results are new.
    ///
    /// # Errors
    /// The store cannot be read, or holds games that the tournament cannot have.
    pub fn read(
        &mut self,
        tournament: &Tournament,
        store: &Store,
        each: &mut dyn FnMut(&FinishedRow),
    ) -> Result<(), TournamentError> {
        // The verdict and the numbers come first: the results read after them are not older.
        let (verdict, voids) = (store.verdict()?, store.voids()?);
        if voids != self.voids {
            *self = Results { voids, total: self.total, ..Results::new(tournament) };
        }
        let counts = store.counts()?;
        let needs_results = tournament.schedule().needs_results();
        for row in store.finished(self.read) {
            let row = row?;
            tournament.check_game(&row.game, Some(&row.result))?;
            if needs_results && row.game.number > self.scheduled.games() {
                self.read_schedule(tournament, store)?;
            }
            self.read = row.sequence;
            if row.game.opening >= self.openings.len() {
                for opening in store.openings(self.openings.len()) {
                    let mut hash = DefaultHasher::new();
                    opening?.hash(&mut hash);
                    self.openings.push(hash.finish());
                }
            }
            each(&row);
            self.add(tournament, row);
        }
        if needs_results {
            if counts.scheduled() > self.scheduled.games() {
                self.read_schedule(tournament, store)?;
            }
            self.summary.order = tournament.schedule().ranking(&self.scheduled)?;
        }
        self.known = counts.finished + counts.open + counts.running;
        self.complete = verdict.is_some() && counts.open + counts.running == 0;
        self.verdict = verdict;
        Ok(())
    }

    /// Reads the new games of the store. A stage is scheduled as a whole: with the game of a result, all games of its round
    /// are there.
    fn read_schedule(&mut self, tournament: &Tournament, store: &Store) -> Result<(), TournamentError> {
        for row in store.schedule().skip(self.scheduled.games()) {
            let (game, _) = row?;
            tournament.check_game(&game, None)?;
            self.scheduled.add(&game, None);
        }
        Ok(())
    }

    fn add(&mut self, tournament: &Tournament, row: FinishedRow) {
        let game = &row.game;
        self.summary.add(game, &tournament.deciders(game), &row.result);
        let points = Player::BOTH.map(|player| row.result.ending.half_points(player) as u64);
        let mut teams = game.entrants;
        teams.sort_unstable();
        self.played.extend(self.openings.get(game.opening).map(|&opening| (teams, opening)));
        if tournament.schedule().needs_results() {
            self.scheduled.finish(game, points);
        }
        if let Some(pairs) = &mut self.pairs {
            pairs.add_game(game, &row.result);
            while pairs.count_next() {}
            self.test = Some(pairs.status());
        }
        if row.result.ending.cause.is_fault() && self.faults.len() < Results::FAULTS {
            self.faults.push(row);
        }
    }

    /// The number of different openings of finished games, and of the finished pairs whose teams played their opening in
    /// an earlier pair, too.
    pub fn openings(&self) -> (usize, u64) {
        let different: BTreeSet<u64> = self.played.iter().map(|(_, opening)| *opening).collect();
        (different.len(), self.summary.pairs.saturating_sub(self.played.len() as u64))
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

/// The number and the teams of a pair.
type PairKey = (usize, [usize; 2]);

/// The results of one team against all others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Its games.
    pub tally: Tally,
    /// Its complete pairs; those that are copies of each other count once.
    pub pairs: Pentanomial,
    /// Its games by cause of the ending.
    pub ends: BTreeMap<Cause, Tally>,
}

/// The counts of one engine, whoever its partners are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineCount {
    /// Its name.
    pub name: String,
    /// The thinking of its engines.
    pub thinking: Thinking,
    /// Number of games that it lost through each kind of fault.
    pub faults: BTreeMap<Cause, u64>,
}

/// The counts of the table.
///
/// ```
/// use arena::tournament::Summary;
/// let summary = Summary::new(["A", "B"], ["A", "B"]);
/// assert_eq!(summary.standings[0].tally.games(), 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The teams, in their order.
    pub standings: Vec<Standing>,
    /// The engines, in their order; as many as there are teams where each team is one engine.
    pub engines: Vec<EngineCount>,
    /// `crosstable[a][b]`: the games of team `a` against team `b`.
    pub crosstable: Vec<Vec<Tally>>,
    /// `as_first[a][b]`: those of them with `a` as P1; games that are copies of each other count once.
    pub as_first: Vec<Vec<Tally>>,
    /// All games from the view of P1.
    pub first_player: Tally,
    /// Number of games by cause of the ending.
    pub causes: BTreeMap<Cause, u64>,
    /// Number of games.
    pub games: u64,
    /// Number of turns, including those of openings.
    pub turns: u64,
    /// Number of complete pairs.
    pub pairs: u64,
    /// Number of those that are copies of others: the same games of the same teams.
    pub copies: u64,
    /// Pairs of which one game is counted, by their number and teams: the half points of the team with the lower number,
    /// and the hashes of the games with the first and the second team as P1.
    open_pairs: BTreeMap<PairKey, (usize, Hashes)>,
    known_pairs: Copies,
    known_games: Copies,
    /// The order of the teams, if the format decides it.
    order: Option<Vec<usize>>,
}

impl EngineCount {
    /// Number of games that it lost through its own fault.
    pub fn fault_count(&self) -> u64 {
        self.faults.values().sum()
    }
}

impl Summary {
    /// Empty counts for teams and engines of these names.
    pub fn new(
        names: impl IntoIterator<Item = impl Into<String>>,
        engines: impl IntoIterator<Item = impl Into<String>>,
    ) -> Summary {
        let standing = |name: String| Standing { name, ..Standing::default() };
        let standings: Vec<_> = names.into_iter().map(Into::into).map(standing).collect();
        let count = |name: String| EngineCount { name, ..EngineCount::default() };
        let engines = engines.into_iter().map(Into::into).map(count).collect();
        let crosstable = vec![vec![Tally::default(); standings.len()]; standings.len()];
        let as_first = crosstable.clone();
        Summary { standings, engines, crosstable, as_first, ..Summary::default() }
    }

    /// Counts a game. `deciders` are the engines of its seats.
    ///
    /// # Panics
    /// If there is no such team or engine.
    pub fn add(&mut self, game: &Game, deciders: &[usize], result: &GameResult) {
        let ending = &result.ending;
        self.games += 1;
        self.turns += result.turns as u64;
        *self.causes.entry(ending.cause.clone()).or_default() += 1;
        let [p1, p2] = game.entrants;
        let tally = |player| [Tally::LOSS, Tally::DRAW, Tally::WIN][ending.half_points(player)];
        self.first_player += tally(Player::P1);
        if self.known_games.is_new([p1, p2], [result.hash; 2]) {
            self.as_first[p1][p2] += tally(Player::P1);
        }
        for player in Player::BOTH {
            let (me, other) = (game.entrant(player), game.entrant(player.opponent()));
            let tally = tally(player);
            self.crosstable[me][other] += tally;
            let standing = &mut self.standings[me];
            standing.tally += tally;
            *standing.ends.entry(ending.cause.clone()).or_default() += tally;
        }
        self.add_to_pair(game, result);
        if let Some(seat) = result.culprit {
            let engine = &mut self.engines[deciders[seat]];
            *engine.faults.entry(ending.cause.clone()).or_default() += 1;
        }
        for thinking in &result.thinking {
            self.engines[thinking.engine].thinking.merge(&thinking.thinking);
        }
    }

    /// Counts the pair of a game, if it is the second one.
    fn add_to_pair(&mut self, game: &Game, result: &GameResult) {
        let (mut teams, mut side) = (game.entrants, 0);
        if teams[0] > teams[1] {
            (teams, side) = ([teams[1], teams[0]], 1);
        }
        let half_points = result.ending.half_points(Player::BOTH[side]);
        let Some((earlier, mut hashes)) = self.open_pairs.remove(&(game.pair, teams)) else {
            let mut hashes = [None; 2];
            hashes[side] = result.hash;
            self.open_pairs.insert((game.pair, teams), (half_points, hashes));
            return;
        };
        hashes[side] = result.hash;
        self.pairs += 1;
        if !self.known_pairs.is_new(teams, hashes) {
            self.copies += 1;
            return;
        }
        let half_points = earlier + half_points;
        self.standings[teams[0]].pairs.add(half_points);
        self.standings[teams[1]].pairs.add(4 - half_points.min(4));
    }

    /// Number of games that ended through a fault.
    pub fn faults(&self) -> u64 {
        self.causes.iter().filter(|(cause, _)| cause.is_fault()).map(|(_, count)| count).sum()
    }

    /// Whether a team has more than one engine.
    pub fn has_partners(&self) -> bool {
        self.engines.len() > self.standings.len()
    }

    /// The teams in the order of every table, the best first: as the [format decides](crate::schedule::Schedule::ranking), or
    /// else by the share of the points.
    pub fn ranking(&self) -> Vec<usize> {
        if let Some(order) = &self.order {
            return order.clone();
        }
        let mut order: Vec<usize> = (0..self.standings.len()).collect();
        let score = |i: usize| self.standings[i].tally.score().unwrap_or(-1.0);
        order.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
        order
    }
}

#[cfg(test)]
mod tests {
    use std::iter;
    use std::time::Duration;

    use match_stats::{EloModel, Sprt};

    use super::*;
    use crate::game::{Ending, Played, PlayedTurn, TurnInfo};
    use crate::schedule::{Format, Schedule};
    use crate::tournament::FinishedGame;

    /// The games of a match.
    fn games(pairs: usize) -> Vec<Game> {
        let schedule = Schedule::new(Format::RoundRobin, 2, pairs).unwrap();
        schedule.next(&Scheduled::default()).unwrap().unwrap().games
    }

    fn finished(game: Game, winner: Option<Player>, cause: &str) -> FinishedGame {
        let ending = Ending { winner, cause: Cause::from_word(cause), detail: None };
        let culprit = ending.culprit().map(Player::index);
        let played = Played { start: String::new(), turns: Vec::new(), ending, culprit };
        FinishedGame { game, deciders: game.entrants.to_vec(), played }
    }

    fn add(summary: &mut Summary, finished: &FinishedGame) {
        summary.add(&finished.game, &finished.deciders, &finished.result());
    }

    #[test]
    fn pairs_do_not_depend_on_the_order_of_their_games() {
        let games = games(3);
        let mut summary = Summary::new(["A", "B"], ["A", "B"]);
        // Pair 1: A wins both. Pair 2: P1 wins both. Pair 3: only one game, a draw.
        add(&mut summary, &finished(games[3], Some(Player::P1), "capture"));
        add(&mut summary, &finished(games[0], Some(Player::P1), "capture"));
        add(&mut summary, &finished(games[4], None, "length"));
        add(&mut summary, &finished(games[1], Some(Player::P2), "capture"));
        add(&mut summary, &finished(games[2], Some(Player::P1), "stall"));
        let [a, b] = &summary.standings[..] else { panic!("two entrants") };
        assert_eq!(a.tally, Tally { wins: 3, draws: 1, losses: 1 });
        assert_eq!(a.pairs.0, [0, 0, 1, 0, 1]);
        assert_eq!(b.pairs.0, [1, 0, 1, 0, 0]);
        assert_eq!(summary.crosstable[1][0], b.tally);
        assert_eq!(summary.first_player, Tally { wins: 3, draws: 1, losses: 1 });
        assert_eq!(summary.ranking(), [0, 1]);
        assert_eq!(summary.causes[&Cause::Rules("capture".into())], 3);
        // In the second round B begins its pairs, so A stalled as P2.
        assert_eq!((summary.faults(), &summary.engines[1].faults), (1, &BTreeMap::new()));
        assert_eq!(summary.engines[0].faults, BTreeMap::from([(Cause::Stall, 1)]));
        assert!(!summary.has_partners());
        assert_eq!(a.ends[&Cause::Rules("capture".into())], Tally { wins: 3, draws: 0, losses: 0 });
        assert_eq!(summary.as_first[1][0], Tally { wins: 1, draws: 0, losses: 1 });
    }

    #[test]
    fn pairs_that_are_copies_count_once() {
        let won = |hash| GameResult {
            ending: Ending { winner: Some(Player::P1), cause: Cause::Length, detail: None },
            culprit: None,
            turns: 1,
            thinking: Vec::new(),
            hash,
        };
        let sprt = Sprt::new(EloModel::Logistic, "0,200".parse().unwrap(), 0.05, 0.05).unwrap();
        let mut test = Pairs::new(sprt);
        let mut summary = Summary::new(["A", "B"], ["A", "B"]);
        // The first three pairs are the same two games; in every second pair, B begins. The last one has no hashes.
        let games = games(5);
        let hashes = [[7, 8], [8, 7], [7, 8], [7, 9], [0, 0]];
        for (game, hash) in games.iter().zip(hashes.concat()) {
            let hash = Some(hash).filter(|&hash| hash > 0);
            summary.add(game, &game.entrants, &won(hash));
            test.add_game(game, &won(hash));
        }
        let counted = iter::from_fn(|| test.count_next().then_some(())).count();
        assert_eq!((summary.games, summary.pairs, summary.copies), (10, 5, 2));
        assert_eq!(summary.standings[0].tally, Tally { wins: 5, draws: 0, losses: 5 });
        for standing in &summary.standings {
            assert_eq!(standing.pairs.0, [0, 0, 3, 0, 0]);
        }
        assert_eq!((summary.as_first[0][1].games(), summary.as_first[1][0].games()), (3, 3));
        assert_eq!((counted, test.results.0), (5, [0, 0, 3, 0, 0]));
    }

    #[test]
    fn averages_are_over_the_turns_with_reports() {
        let ms = Duration::from_millis;
        let info = |depth: Option<u32>, nodes, time| {
            // An engine that reports a depth reports a time, too: 2 ms less than it is charged with.
            let reported_time = depth.map(|_| ms(time - 2));
            Some(TurnInfo { depth, nodes, reported_time, time: ms(time), ..TurnInfo::default() })
        };
        let mut game = finished(games(1)[0], Some(Player::P1), "capture");
        for (player, info) in [
            (Player::P1, None),
            (Player::P2, info(None, None, 9)),
            (Player::P1, info(Some(4), Some(3000), 10)),
            (Player::P1, info(Some(7), None, 30)),
            (Player::P1, info(None, Some(1000), 30)),
        ] {
            game.played.turns.push(PlayedTurn { turn: "x".into(), player, seat: player.index(), info });
        }
        let mut summary = Summary::new(["A", "B"], ["A", "B"]);
        add(&mut summary, &game);
        let averages = summary.engines[0].thinking;
        assert_eq!((averages.turns, averages.mean_depth()), (3, Some(5.5)));
        assert_eq!((averages.longest, summary.turns), (ms(30), 5));
        assert!((averages.nps().unwrap() - 100_000.0).abs() < 1e-6);
        assert!((averages.mean_time().unwrap().as_secs_f64() - 0.07 / 3.0).abs() < 1e-9);
        assert_eq!((averages.mean_overhead(), averages.longest_overhead), (Some(ms(2)), ms(2)));
        let silent = summary.engines[1].thinking;
        assert_eq!((silent.nps(), silent.mean_overhead()), (None, None));
    }
}
