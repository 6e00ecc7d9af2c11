//! The counts of the table.

use std::collections::BTreeMap;

use abstract_game::Player;
use match_stats::{Pentanomial, ScoreEstimate, Tally};

use crate::game::{Cause, Ending, Thinking};
use crate::schedule::Game;
use crate::store::GameResult;

/// The results of one team against all others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Its games.
    pub tally: Tally,
    /// Its complete pairs.
    pub pairs: Pentanomial,
    /// The thinking of its engines.
    pub thinking: Thinking,
    /// Its games by cause of the ending.
    pub ends: BTreeMap<Cause, Tally>,
}

impl Standing {
    /// Number of games that it lost through a fault of its own.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.ends.iter().filter(|(cause, _)| cause.is_fault()).map(|(_, tally)| tally.losses).sum()
    }

    /// Its score and the 95% interval, from complete pairs; `None` without one.
    #[must_use]
    pub fn estimate(&self) -> Option<ScoreEstimate> {
        self.pairs.estimate()
    }
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
    /// `as_first[a][b]`: those of them with `a` as P1.
    pub as_first: Vec<Vec<Tally>>,
    /// All games from the view of P1.
    pub first_player: Tally,
    /// Number of games by cause of the ending.
    pub causes: BTreeMap<Cause, u64>,
    /// Number of games.
    pub games: u64,
    /// Number of turns, including those of openings.
    pub turns: u64,
    /// Pairs of which one game is counted, by number: the teams of P1 and P2, and their half points.
    open_pairs: BTreeMap<usize, [(usize, usize); 2]>,
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
        let of_p1 = tally(ending, Player::P1);
        self.first_player += of_p1;
        self.as_first[p1][p2] += of_p1;
        for player in Player::BOTH {
            let (me, other) = (game.entrant(player), game.entrant(player.opponent()));
            let tally = tally(ending, player);
            self.standings[me].tally += tally;
            *self.standings[me].ends.entry(ending.cause.clone()).or_default() += tally;
            self.crosstable[me][other] += tally;
        }
        if let Some(seat) = result.culprit {
            let engine = &mut self.engines[deciders[seat]];
            *engine.faults.entry(ending.cause.clone()).or_default() += 1;
        }
        for thinking in &result.thinking {
            self.engines[thinking.engine].thinking.merge(&thinking.thinking);
            self.standings[game.entrant(thinking.side)].thinking.merge(&thinking.thinking);
        }
        self.add_to_pair(game.pair, Player::BOTH.map(|p| (game.entrant(p), half_points(ending, p))));
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

    /// Number of games that ended through a fault.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.causes.iter().filter(|(cause, _)| cause.is_fault()).map(|(_, count)| count).sum()
    }

    /// Whether a team has more than one engine.
    #[must_use]
    pub fn has_partners(&self) -> bool {
        self.engines.len() > self.standings.len()
    }

    /// The teams, the best score first.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.standings.len()).collect();
        let score = |i: usize| self.standings[i].tally.score().unwrap_or(-1.0);
        order.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
        order
    }
}

/// The game as one win, draw or loss of `player`.
fn tally(ending: &Ending, player: Player) -> Tally {
    match ending.winner {
        None => Tally::DRAW,
        Some(winner) if winner == player => Tally::WIN,
        Some(_) => Tally::LOSS,
    }
}

/// The half points of a player.
pub(super) fn half_points(ending: &Ending, player: Player) -> usize {
    match ending.winner {
        None => 1,
        Some(winner) => 2 * usize::from(winner == player),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::game::{Played, PlayedTurn, Timing, TurnInfo};
    use crate::schedule::round_robin;
    use crate::tournament::FinishedGame;

    fn finished(game: Game, winner: Option<Player>, cause: &str) -> FinishedGame {
        let ending = Ending { winner, cause: Cause::from_word(cause), detail: None };
        let culprit = ending.culprit().map(Player::index);
        let timing = Timing::default();
        let played = Played { start: String::new(), turns: Vec::new(), ending, culprit, timing };
        FinishedGame { game, deciders: game.entrants.to_vec(), played }
    }

    fn add(summary: &mut Summary, finished: &FinishedGame) {
        summary.add(&finished.game, &finished.deciders, &finished.result());
    }

    #[test]
    fn pairs_do_not_depend_on_the_order_of_their_games() {
        let games = round_robin(2, 3);
        let mut summary = Summary::new(["A", "B"], ["A", "B"]);
        // Pair 1: A wins both. Pair 2: P1 wins both. Pair 3: only one game, a draw.
        add(&mut summary, &finished(games[3], Some(Player::P1), "capture"));
        add(&mut summary, &finished(games[0], Some(Player::P1), "capture"));
        add(&mut summary, &finished(games[4], None, "length"));
        add(&mut summary, &finished(games[1], Some(Player::P2), "capture"));
        add(&mut summary, &finished(games[2], Some(Player::P1), "stall"));
        let [a, b] = &summary.standings[..] else { panic!("two entrants") };
        assert_eq!(a.tally, Tally { wins: 3, draws: 1, losses: 1 });
        assert_eq!(a.pairs.counts(), [0, 0, 1, 0, 1]);
        assert_eq!(b.pairs.counts(), [1, 0, 1, 0, 0]);
        assert_eq!(summary.crosstable[1][0], b.tally);
        assert_eq!(summary.first_player, Tally { wins: 3, draws: 1, losses: 1 });
        assert_eq!(summary.ranking(), [0, 1]);
        assert_eq!(summary.causes[&Cause::Rules("capture".into())], 3);
        // In the second round B begins its pairs, so A stalled as P2.
        assert_eq!((summary.faults(), a.faults(), b.faults()), (1, 1, 0));
        assert_eq!((summary.engines[0].faults.get(&Cause::Stall), summary.has_partners()), (Some(&1), false));
        assert_eq!(a.ends[&Cause::Rules("capture".into())], Tally { wins: 3, draws: 0, losses: 0 });
        assert_eq!(summary.as_first[1][0], Tally { wins: 1, draws: 0, losses: 1 });
    }

    #[test]
    fn averages_are_over_the_turns_with_reports() {
        let ms = Duration::from_millis;
        let info = |depth: Option<u32>, nodes, time| {
            // An engine that reports a depth reports a time, too: 2 ms less than it is charged with.
            let reported_time = depth.map(|_| ms(time - 2));
            Some(TurnInfo { depth, nodes, reported_time, time: ms(time), ..TurnInfo::default() })
        };
        let mut game = finished(round_robin(2, 1)[0], Some(Player::P1), "capture");
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
        let averages = summary.standings[0].thinking;
        assert_eq!((averages.turns, averages.mean_depth()), (3, Some(5.5)));
        assert_eq!((averages.longest, summary.turns), (ms(30), 5));
        assert!((averages.nps().unwrap() - 100_000.0).abs() < 1e-6);
        assert!((averages.mean_time().unwrap().as_secs_f64() - 0.07 / 3.0).abs() < 1e-9);
        assert_eq!((averages.mean_overhead(), averages.longest_overhead), (Some(ms(2)), ms(2)));
        let silent = summary.standings[1].thinking;
        assert_eq!((silent.nps(), silent.mean_overhead()), (None, None));
    }
}
