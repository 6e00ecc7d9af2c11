//! The counts of a table.

use std::collections::BTreeMap;

use match_stats::{Pentanomial, Tally};

use super::definition::TournamentError;
use super::ready::Tournament;
use crate::game::{Cause, Thinking};
use crate::store::{GameSum, PairSum, Sums};

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
    /// The order of the teams, if the format decides it.
    pub(super) order: Option<Vec<usize>>,
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

    /// The counts of a tournament's sums.
    pub(super) fn of(tournament: &Tournament, sums: &Sums) -> Result<Summary, TournamentError> {
        let mut summary = Summary::new(tournament.names(), tournament.engines());
        let foreign = |what: String| {
            TournamentError::Invalid(format!("the games of the store are not of this tournament: {what}"))
        };
        let encounters = sums.encounters.iter().map(|sum| (sum.entrants, None));
        let pairs = sums.pairs.iter().map(|sum| ([sum.team, sum.opponent], None));
        let games = sums.games.iter().map(|sum| (sum.entrants, sum.culprit));
        for (entrants, culprit) in encounters.chain(pairs).chain(games) {
            let thinking = sums.thinking.iter().map(|(engine, _)| *engine);
            tournament.check_numbers(entrants, culprit, thinking).map_err(foreign)?;
        }
        for sum in &sums.games {
            summary.add_games(sum, &tournament.deciders_of(sum.entrants));
        }
        sums.pairs.iter().for_each(|sum| summary.add_pairs(sum));
        for (engine, thinking) in &sums.thinking {
            summary.engines[*engine].thinking = *thinking;
        }
        Ok(summary)
    }

    /// Counts games. `deciders` are the engines of their seats.
    fn add_games(&mut self, sum: &GameSum, deciders: &[usize]) {
        let [p1, p2] = sum.entrants;
        self.games += sum.games;
        self.turns += sum.turns;
        *self.causes.entry(sum.cause.clone()).or_default() += sum.games;
        let tally = |half_points, games| match half_points {
            0 => Tally { losses: games, ..Tally::default() },
            1 => Tally { draws: games, ..Tally::default() },
            _ => Tally { wins: games, ..Tally::default() },
        };
        self.first_player += tally(sum.half_points, sum.games);
        self.as_first[p1][p2] += tally(sum.half_points, sum.different);
        for (me, other, half_points) in [(p1, p2, sum.half_points), (p2, p1, 2 - sum.half_points.min(2))] {
            let tally = tally(half_points, sum.games);
            self.crosstable[me][other] += tally;
            let standing = &mut self.standings[me];
            standing.tally += tally;
            *standing.ends.entry(sum.cause.clone()).or_default() += tally;
        }
        if let Some(seat) = sum.culprit {
            *self.engines[deciders[seat]].faults.entry(sum.cause.clone()).or_default() += sum.games;
        }
    }

    fn add_pairs(&mut self, sum: &PairSum) {
        let half_points = sum.half_points.min(4);
        self.pairs += sum.pairs;
        self.copies += sum.pairs - sum.different.min(sum.pairs);
        self.standings[sum.team].pairs.0[half_points] += sum.different;
        self.standings[sum.opponent].pairs.0[4 - half_points] += sum.different;
    }

    /// Number of games that ended through a fault.
    pub fn faults(&self) -> u64 {
        self.causes.iter().filter(|(cause, _)| cause.is_fault()).map(|(_, count)| count).sum()
    }

    /// Whether a team has more than one engine.
    pub fn has_partners(&self) -> bool {
        self.engines.len() > self.standings.len()
    }

    /// The teams in the order of every table, the best first: as the [format decides](crate::schedule::Schedule::table), or
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

    /// The results of the teams in this order.
    pub(crate) fn ranked(&self) -> impl Iterator<Item = &Standing> {
        self.ranking().into_iter().map(|index| &self.standings[index])
    }
}
