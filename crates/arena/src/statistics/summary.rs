//! Everything the table shows, counted from the games.

use std::collections::BTreeMap;
use std::time::Duration;

use abstract_game::{Player, Verdict};

use super::{Estimate, Pentanomial};
use crate::ending::{Cause, Ending};
use crate::play::Thought;
use crate::tournament::{FinishedGame, Results};

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Win => self.wins += 1,
            Verdict::Draw => self.draws += 1,
            Verdict::Loss => self.losses += 1,
        }
    }

    /// How many games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, half of one for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }
}

/// Averages over what a player said about its turns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Averages {
    turns: u64,
    time: Duration,
    longest: Duration,
    depth: (u64, u64),
    nodes: (u64, Duration),
    /// In all, over so many turns, and at the most.
    overhead: (Duration, u64, Duration),
}

impl Averages {
    /// Counts a turn.
    pub fn add(&mut self, thought: &Thought) {
        self.turns += 1;
        self.time += thought.time;
        self.longest = self.longest.max(thought.time);
        if let Some(depth) = thought.info.depth {
            self.depth.0 += u64::from(depth);
            self.depth.1 += 1;
        }
        if let Some(nodes) = thought.info.nodes {
            self.nodes.0 += nodes;
            self.nodes.1 += thought.time;
        }
        if let Some(overhead) = thought.overhead() {
            self.overhead.0 += overhead;
            self.overhead.1 += 1;
            self.overhead.2 = self.overhead.2.max(overhead);
        }
    }

    /// How many turns the player found itself.
    #[must_use]
    pub fn turns(&self) -> u64 {
        self.turns
    }

    /// Its average time for a turn.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        (self.turns > 0).then(|| self.time.div_f64(self.turns as f64))
    }

    /// Its longest time for a turn.
    #[must_use]
    pub fn longest(&self) -> Option<Duration> {
        (self.turns > 0).then_some(self.longest)
    }

    /// The average depth, over the turns with which a depth was told.
    #[must_use]
    pub fn depth(&self) -> Option<f64> {
        (self.depth.1 > 0).then(|| self.depth.0 as f64 / self.depth.1 as f64)
    }

    /// The average [overhead](Thought::overhead), over the turns with which a time was told.
    #[must_use]
    pub fn overhead(&self) -> Option<Duration> {
        (self.overhead.1 > 0).then(|| self.overhead.0.div_f64(self.overhead.1 as f64))
    }

    /// The longest overhead of a turn.
    #[must_use]
    pub fn longest_overhead(&self) -> Option<Duration> {
        (self.overhead.1 > 0).then_some(self.overhead.2)
    }

    /// Nodes told per second used, over the turns with which nodes were told.
    #[must_use]
    pub fn nps(&self) -> Option<f64> {
        (!self.nodes.1.is_zero()).then(|| self.nodes.0 as f64 / self.nodes.1.as_secs_f64())
    }
}

/// How one entrant did against all the others together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Its games.
    pub tally: Tally,
    /// Its complete pairs.
    pub pairs: Pentanomial,
    /// About its turns.
    pub averages: Averages,
    /// How often it lost through which fault of its own.
    pub faults: BTreeMap<Cause, u64>,
}

impl Standing {
    /// Its score and the 95% interval, from complete pairs; `None` without one.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        self.pairs.estimate()
    }
}

/// What is counted of an engine by itself, whoever its partners are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineCount {
    /// Its name.
    pub name: String,
    /// About its turns.
    pub averages: Averages,
    /// How often it lost a game through which fault.
    pub faults: BTreeMap<Cause, u64>,
}

/// How the side that moves first did.
pub type FirstPlayer = Tally;

/// Everything the table shows.
///
/// ```
/// use arena::statistics::Summary;
/// use arena::tournament::Results;
/// let names: Vec<String> = vec!["A".into(), "B".into()];
/// let nothing = Results { engines: names.clone(), names, scheduled: 10, games: vec![] };
/// let summary = Summary::of(&nothing);
/// assert_eq!(summary.standings[0].tally.games(), 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// One per entrant, in the order of the entrants.
    pub standings: Vec<Standing>,
    /// One per engine; as many as there are entrants where every team is one engine.
    pub engines: Vec<EngineCount>,
    /// `crosstable[a][b]`: how `a` did against `b`.
    pub crosstable: Vec<Vec<Tally>>,
    /// How P1 did.
    pub first_player: FirstPlayer,
    /// How many games ended by which cause.
    pub causes: BTreeMap<Cause, u64>,
    /// How many games were played.
    pub games: u64,
    /// How many turns they had, openings included.
    pub turns: u64,
    /// Pairs of which one game is known, by number: the first entrant and its half points.
    open_pairs: BTreeMap<usize, [(usize, usize); 2]>,
}

impl Summary {
    /// Nothing yet, for entrants (or teams) and engines of those names.
    pub fn new(
        names: impl IntoIterator<Item = impl Into<String>>,
        engines: impl IntoIterator<Item = impl Into<String>>,
    ) -> Summary {
        let standing = |name: String| Standing { name, ..Standing::default() };
        let standings: Vec<_> = names.into_iter().map(Into::into).map(standing).collect();
        let count = |name: String| EngineCount { name, ..EngineCount::default() };
        let engines = engines.into_iter().map(Into::into).map(count).collect();
        let crosstable = vec![vec![Tally::default(); standings.len()]; standings.len()];
        Summary { standings, engines, crosstable, ..Summary::default() }
    }

    /// Counts all games of some results.
    #[must_use]
    pub fn of(results: &Results) -> Summary {
        let mut summary = Summary::new(results.names.iter().cloned(), results.engines.iter().cloned());
        results.games.iter().for_each(|game| summary.add(game));
        summary
    }

    /// Counts a game.
    ///
    /// # Panics
    /// If the game has an entrant or an engine that the summary does not have.
    pub fn add(&mut self, finished: &FinishedGame) {
        let ending = &finished.played.ending;
        let game = &finished.game;
        self.games += 1;
        self.turns += finished.played.turns.len() as u64;
        *self.causes.entry(ending.cause.clone()).or_default() += 1;
        self.first_player.add(verdict(ending, Player::P1));
        for player in Player::BOTH {
            let (me, other) = (game.entrant(player), game.entrant(player.opponent()));
            let result = verdict(ending, player);
            self.standings[me].tally.add(result);
            self.crosstable[me][other].add(result);
            if ending.culprit() == Some(player) {
                *self.standings[me].faults.entry(ending.cause.clone()).or_default() += 1;
            }
        }
        if let Some(seat) = finished.played.culprit {
            let engine = &mut self.engines[finished.deciders[seat]];
            *engine.faults.entry(ending.cause.clone()).or_default() += 1;
        }
        for turn in &finished.played.turns {
            if let Some(thought) = &turn.thought {
                self.engines[finished.deciders[turn.seat]].averages.add(thought);
                self.standings[game.entrant(turn.player)].averages.add(thought);
            }
        }
        self.add_to_pair(game.pair, Player::BOTH.map(|p| (game.entrant(p), half_points(verdict(ending, p)))));
    }

    fn add_to_pair(&mut self, pair: usize, points: [(usize, usize); 2]) {
        let Some(earlier) = self.open_pairs.remove(&pair) else {
            self.open_pairs.insert(pair, points);
            return;
        };
        for (entrant, now) in points {
            let before: usize = earlier.iter().filter(|(e, _)| *e == entrant).map(|(_, p)| p).sum();
            self.standings[entrant].pairs.add(before + now);
        }
    }

    /// How many games ended through a fault of the loser.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.causes.iter().filter(|(cause, _)| cause.is_fault()).map(|(_, count)| count).sum()
    }

    /// Whether some team is more than one engine.
    #[must_use]
    pub fn has_partners(&self) -> bool {
        self.engines.len() > self.standings.len()
    }

    /// The entrants, the best score first.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.standings.len()).collect();
        let score = |i: usize| self.standings[i].tally.score().unwrap_or(-1.0);
        order.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
        order
    }
}

fn verdict(ending: &Ending, player: Player) -> Verdict {
    match ending.winner {
        None => Verdict::Draw,
        Some(winner) if winner == player => Verdict::Win,
        Some(_) => Verdict::Loss,
    }
}

fn half_points(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Loss => 0,
        Verdict::Draw => 1,
        Verdict::Win => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contestant::Info;
    use crate::play::{Played, PlayedTurn, Timing};
    use crate::schedule::{Game, round_robin};

    fn finished(game: Game, winner: Option<Player>, cause: &str) -> FinishedGame {
        let ending = Ending { winner, cause: Cause::from_word(cause), detail: None };
        let culprit = ending.culprit().map(Player::index);
        let timing = Timing::default();
        let played = Played { start: String::new(), turns: Vec::new(), ending, culprit, timing };
        FinishedGame { game, deciders: game.entrants.to_vec(), played }
    }

    #[test]
    fn pairs_are_put_together_whatever_the_order_of_their_games() {
        let games = round_robin(2, 3);
        let mut summary = Summary::new(["A", "B"], ["A", "B"]);
        // Pair 1: A wins both. Pair 2: P1 wins both. Pair 3: only one game, a draw.
        summary.add(&finished(games[3], Some(Player::P1), "capture"));
        summary.add(&finished(games[0], Some(Player::P1), "capture"));
        summary.add(&finished(games[4], None, "length"));
        summary.add(&finished(games[1], Some(Player::P2), "capture"));
        summary.add(&finished(games[2], Some(Player::P1), "stall"));
        let [a, b] = &summary.standings[..] else { panic!("two entrants") };
        assert_eq!(a.tally, Tally { wins: 3, draws: 1, losses: 1 });
        assert_eq!(a.pairs.counts(), [0, 0, 1, 0, 1]);
        assert_eq!(b.pairs.counts(), [1, 0, 1, 0, 0]);
        assert_eq!(summary.crosstable[1][0], b.tally);
        assert_eq!(summary.first_player, Tally { wins: 3, draws: 1, losses: 1 });
        assert_eq!(summary.ranking(), [0, 1]);
        assert_eq!(summary.causes[&Cause::Rules("capture".into())], 3);
        // In the second round B begins its pairs, so A stalled as P2.
        assert_eq!((summary.faults(), a.faults.get(&Cause::Stall)), (1, Some(&1)));
        assert_eq!((&summary.engines[0].faults, summary.has_partners()), (&a.faults, false));
    }

    #[test]
    fn averages_are_over_the_turns_that_tell() {
        let ms = Duration::from_millis;
        let thought = |depth: Option<u32>, nodes, time| {
            // Who tells a depth tells a time: all but 2 ms of it.
            let said = depth.map(|_| ms(time - 2));
            let info = Info { depth, nodes, time: said, ..Info::default() };
            Some(Thought { info, time: ms(time) })
        };
        let mut game = finished(round_robin(2, 1)[0], Some(Player::P1), "capture");
        for (player, thought) in [
            (Player::P1, None),
            (Player::P2, thought(None, None, 9)),
            (Player::P1, thought(Some(4), Some(3000), 10)),
            (Player::P1, thought(Some(7), None, 30)),
            (Player::P1, thought(None, Some(1000), 30)),
        ] {
            game.played.turns.push(PlayedTurn { turn: "x".into(), player, seat: player.index(), thought });
        }
        let mut summary = Summary::new(["A", "B"], ["A", "B"]);
        summary.add(&game);
        let averages = summary.standings[0].averages;
        assert_eq!((averages.turns(), averages.depth()), (3, Some(5.5)));
        assert_eq!((averages.longest(), summary.turns), (Some(ms(30)), 5));
        assert!((averages.nps().unwrap() - 100_000.0).abs() < 1e-6);
        assert!((averages.time().unwrap().as_secs_f64() - 0.07 / 3.0).abs() < 1e-9);
        assert_eq!((averages.overhead(), averages.longest_overhead()), (Some(ms(2)), Some(ms(2))));
        let silent = summary.standings[1].averages;
        assert_eq!((silent.nps(), silent.overhead()), (None, None));
    }
}
