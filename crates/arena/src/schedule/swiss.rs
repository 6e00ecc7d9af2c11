//! Swiss tournaments: in each round entrants with about equal points meet.
//!
//! - **Ranking**: points, then Buchholz (the sum of the opponents' points), then Sonneborn-Berger, then the order of the
//!   entrants.
//! - **Bye**: with an odd number of entrants, the lowest in the ranking of those with the fewest byes has no game. A bye
//!   scores like an encounter in which every game is won.
//! - **Pairing**: from the top of the ranking down, within groups of equal points as far as possible, the upper half of a
//!   group against its lower half. So the first round is the upper half of the entrants against the lower half.
//! - **No repetition**: two meet only if the others can still be paired with as few repetitions as possible, which a
//!   maximum matching decides. With at most half as many rounds as entrants a pairing without repetition always exists
//!   (Dirac 1952). With more, an earlier round can make one inevitable; a round robin is the format for that.

use std::cmp::Reverse;

use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};

use super::game::{Game, Result, ScheduleError, Scheduled, games_of_round, points_text};
use crate::table::Table;

/// An encounter from the side of one entrant.
#[derive(Clone, Copy)]
struct Meeting {
    opponent: usize,
    half_points: u64,
}

/// The table of a Swiss tournament. Unfinished games count as far as they have points.
pub(super) struct Standings {
    /// The entrants, the best first.
    rows: Vec<Standing>,
    /// The rounds, by entrant; `None` is a bye.
    rounds: Vec<Vec<Option<Meeting>>>,
    /// The number of pairs of games of an encounter.
    pairs: usize,
}

/// An entrant's row of the table.
struct Standing {
    entrant: usize,
    /// Half points of all games and byes.
    half_points: u64,
    /// Buchholz in half points: the sum of the points of all opponents. A bye counts as an opponent with the points of
    /// this entrant.
    buchholz: u64,
    /// Sonneborn-Berger in quarters of a point: the sum over all games of the opponent's points times the result (1, ½ or
    /// 0). A bye counts as winning every game against an opponent with the points of this entrant.
    sonneborn_berger: u64,
}

impl Standings {
    /// The table of `entrants`, who meet in `pairs` pairs of games, after the scheduled rounds.
    ///
    /// # Errors
    /// The scheduled games are not whole rounds of these entrants.
    pub(super) fn new(entrants: usize, pairs: usize, scheduled: &Scheduled) -> Result<Standings> {
        let rounds = rounds(entrants, scheduled)?;
        // Each pair is two games of two half points.
        let bye = 4 * pairs as u64;
        let total = |entrant: usize| -> u64 {
            rounds.iter().map(|round| round[entrant].map_or(bye, |m| m.half_points)).sum()
        };
        let totals: Vec<u64> = (0..entrants).map(total).collect();
        let standing = |entrant: usize| {
            let (buchholz, sonneborn_berger) = tie_breaks(rounds.iter().map(|round| {
                round[entrant].map_or((totals[entrant], bye), |m| (totals[m.opponent], m.half_points))
            }));
            Standing { entrant, half_points: totals[entrant], buchholz, sonneborn_berger }
        };
        let mut rows: Vec<Standing> = (0..entrants).map(standing).collect();
        rows.sort_by_key(|row| Reverse((row.half_points, row.buchholz, row.sonneborn_berger)));
        Ok(Standings { rows, rounds, pairs })
    }

    /// The next of `rounds` rounds, or `None` after the last.
    pub(super) fn next(&self, rounds: usize, scheduled: &Scheduled) -> Result<Option<Vec<Game>>> {
        scheduled.require_results()?;
        let (played, pairs) = (self.rounds.len(), self.pairs);
        if played >= rounds {
            return Ok(None);
        }
        let due: Vec<_> = Field::new(self).pair().into_iter().map(|two| (0..pairs, two)).collect();
        Ok(Some(games_of_round(scheduled.games(), played + 1, played * pairs, &due)))
    }

    /// The entrants, the best first.
    pub(super) fn entrants(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().map(|row| row.entrant)
    }

    /// The rank of each entrant, from 0.
    fn ranks(&self) -> Vec<usize> {
        let mut ranks = vec![0; self.rows.len()];
        self.entrants().enumerate().for_each(|(rank, entrant)| ranks[entrant] = rank);
        ranks
    }

    /// A row for each entrant with its rank; for each round the rank of the opponent and the points against it.
    pub(super) fn to_text(&self, names: &[&str]) -> String {
        let headings = ["engine", "points", "Buchholz", "S-B"].map(str::to_owned);
        let rounds = (1..=self.rounds.len()).map(|round| round.to_string());
        let mut table = Table::new(headings.into_iter().chain(rounds));
        let ranks = self.ranks();
        for (rank, row) in (1..).zip(&self.rows) {
            let cells = [
                format!("{rank}. {}", names[row.entrant]),
                points_text(row.half_points),
                points_text(row.buchholz),
                format!("{:.2}", row.sonneborn_berger as f64 / 4.0),
            ];
            let met = self.rounds.iter().map(|round| match round[row.entrant] {
                Some(m) => format!("{}: {}", ranks[m.opponent] + 1, points_text(m.half_points)),
                None => "bye".to_owned(),
            });
            table.row(cells.into_iter().chain(met));
        }
        table.to_string()
    }
}

/// The encounters by round and entrant. Fails if they are not whole rounds.
fn rounds(entrants: usize, scheduled: &Scheduled) -> Result<Vec<Vec<Option<Meeting>>>> {
    let last = scheduled.encounters().last().map_or(0, |encounter| encounter.round);
    let meetings = |round: usize| {
        let mut meetings = vec![None; entrants];
        for encounter in scheduled.encounters().filter(|encounter| encounter.round == round) {
            let ([a, b], [of_a, of_b]) = (encounter.entrants, encounter.half_points);
            for (entrant, opponent, half_points) in [(a, b, of_a), (b, a, of_b)] {
                if meetings[entrant].replace(Meeting { opponent, half_points }).is_some() {
                    let twice = format!("entrant {} has two opponents", entrant + 1);
                    return Err(ScheduleError::Foreign(round, twice));
                }
            }
        }
        match meetings.iter().filter(|meeting| meeting.is_none()).count() {
            0 | 1 => Ok(meetings),
            idle if idle == entrants => {
                Err(ScheduleError::Foreign(last, format!("round {round} is missing")))
            }
            idle => Err(ScheduleError::Foreign(round, format!("{idle} entrants have no opponent"))),
        }
    };
    (1..=last).map(meetings).collect()
}

/// Buchholz in half points and Sonneborn-Berger in quarters of a point, from the half points of each opponent and the half
/// points against it.
fn tie_breaks(met: impl Iterator<Item = (u64, u64)>) -> (u64, u64) {
    met.fold((0, 0), |(buchholz, berger), (opponent, against)| {
        (buchholz + opponent, berger + opponent * against)
    })
}

/// The input of a pairing. Entrants are named by their ranks, from 0.
struct Field<'a> {
    /// The entrants by rank.
    rows: &'a [Standing],
    /// The number of encounters of each two.
    met: Vec<Vec<usize>>,
    byes: Vec<usize>,
    /// The least number of encounters of any two. Two are fresh if they have not met more often.
    least: usize,
}

impl Field<'_> {
    fn new(standings: &Standings) -> Field<'_> {
        let (n, ranks) = (standings.rows.len(), standings.ranks());
        let (mut met, mut byes) = (vec![vec![0; n]; n], vec![0; n]);
        for round in &standings.rounds {
            for (&rank, meeting) in ranks.iter().zip(round) {
                match meeting {
                    Some(meeting) => met[rank][ranks[meeting.opponent]] += 1,
                    None => byes[rank] += 1,
                }
            }
        }
        let two = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
        let least = two.map(|(a, b)| met[a][b]).min().unwrap_or(0);
        Field { rows: &standings.rows, met, byes, least }
    }

    /// The encounters of this round, the higher in the ranking first.
    fn pair(&self) -> Vec<[usize; 2]> {
        let mut left: Vec<usize> = (0..self.rows.len()).collect();
        let bye = if left.len() % 2 == 1 { self.bye(&left) } else { None };
        left.retain(|&a| Some(a) != bye);
        let mut encounters = Vec::with_capacity(left.len() / 2);
        while let Some((&a, others)) = left.split_first() {
            let b = self.opponent(a, others);
            encounters.push([a, b].map(|rank| self.rows[rank].entrant));
            left.retain(|&c| c != a && c != b);
        }
        encounters
    }

    fn fresh(&self, a: usize, b: usize) -> bool {
        self.met[a][b] == self.least
    }

    /// The most encounters of these entrants without repetition.
    fn pairable(&self, ranks: impl IntoIterator<Item = usize>) -> usize {
        let ranks: Vec<usize> = ranks.into_iter().collect();
        let two = ranks.iter().enumerate().flat_map(|(i, &a)| ranks[i + 1..].iter().map(move |&b| (a, b)));
        let fresh =
            two.filter(|&(a, b)| self.fresh(a, b)).map(|(a, b)| (NodeIndex::new(a), NodeIndex::new(b)));
        maximum_matching(&UnGraph::<(), ()>::from_edges(fresh)).len()
    }

    /// The entrant with the bye: of those with the fewest byes, the lowest who leaves as many pairs without repetition as
    /// possible.
    fn bye(&self, all: &[usize]) -> Option<usize> {
        let fewest = self.byes.iter().min();
        let may_rest = all.iter().copied().rev().filter(|&a| Some(&self.byes[a]) == fewest);
        let pairable = |bye: usize| self.pairable(all.iter().copied().filter(|&a| a != bye));
        (0..=all.len() / 2).rev().find_map(|most| may_rest.clone().find(|&bye| pairable(bye) == most))
    }

    /// The opponent of `a`, the highest of those left.
    fn opponent(&self, a: usize, others: &[usize]) -> usize {
        let level = |b: usize| self.rows[b].half_points == self.rows[a].half_points;
        let equals = others.iter().take_while(|&&b| level(b)).count();
        let group = &others[..equals];
        let with_a = |ranks: &[usize]| self.pairable(std::iter::once(a).chain(ranks.iter().copied()));
        let without = |ranks: &[usize], b| self.pairable(ranks.iter().copied().filter(|&c| c != b));
        let mut preferred = by_preference(others, equals);
        // First the opponents who leave as many pairs within the group as possible, then the others.
        let (most, most_in_group) = (with_a(others), with_a(group));
        let keeps_group = |b: usize| group.contains(&b) && 1 + without(group, b) == most_in_group;
        let fresh: Vec<usize> = preferred.iter().copied().filter(|&b| self.fresh(a, b)).collect();
        let in_group = fresh.iter().copied().filter(|&b| keeps_group(b));
        for b in in_group.chain(fresh.iter().copied()) {
            if 1 + without(others, b) == most {
                return b;
            }
        }
        // A repetition: one that leaves the others as few as possible, with the opponent met least often.
        preferred.sort_by_key(|&b| (Reverse(without(others, b)), self.met[a][b]));
        preferred[0]
    }
}

/// The opponents of the entrant that ranks just before `others`, the first choice first. The first `equals` of them have its
/// points. It is the first of this group, whose upper half meets the lower half in order: so the lower half comes first,
/// then the upper half from its end, then the other groups.
fn by_preference(others: &[usize], equals: usize) -> Vec<usize> {
    let half = equals.div_ceil(2).saturating_sub(1);
    let (upper, lower) = others[..equals].split_at(half);
    lower.iter().chain(upper.iter().rev()).chain(&others[equals..]).copied().collect()
}

#[cfg(test)]
mod tests;
