//! The table of a Swiss tournament.

use std::cmp::Reverse;

use serde::Serialize;

use super::history::{History, Meeting};
use crate::schedule::words::{name, points};
use crate::schedule::{ScheduleError, Scheduled};
use crate::table::Table;

/// The table of a Swiss tournament: points, tie-breaks, and what everyone did in every round.
///
/// ```
/// use arena::schedule::swiss::Standings;
/// use arena::schedule::{Encounter, Scheduled};
///
/// // Three entrants, two rounds, a pair of games each. Who rests gets two points.
/// let met = |round, entrants, half_points| Encounter { round, entrants, games: 2, half_points };
/// let scheduled: Scheduled = [met(1, [0, 1], [4, 0]), met(2, [0, 2], [1, 3])].into_iter().collect();
/// let standings = Standings::new(3, 1, &scheduled)?;
/// assert_eq!(standings.rows[0].entrant, 2);
/// assert_eq!(
///     standings.to_text(&["A", "B", "C"]),
///     "engine  points  Buchholz    S-B       1       2\n\
///      1. C       3.5       6.0  10.75     bye  2: 1.5\n\
///      2. A       2.5       5.5   5.75  3: 2.0  1: 0.5\n\
///      3. B       2.0       4.5   4.00  2: 0.0     bye\n"
/// );
/// # Ok::<(), arena::schedule::ScheduleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standings {
    /// The entrants, the best first.
    pub rows: Vec<Standing>,
}

/// An entrant's row of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The entrant, from 0.
    pub entrant: usize,
    /// Half points of all games, and of byes.
    pub half_points: u64,
    /// Buchholz in half points: the points of all opponents, added up. A bye counts as an opponent with the same
    /// points as this entrant.
    pub buchholz: u64,
    /// Sonneborn-Berger in quarters of a point: for every game the points of the opponent times the result
    /// (1, ½ or 0), added up. A bye counts as winning every game against an opponent with the same points
    /// as this entrant.
    pub sonneborn_berger: u64,
    /// What it did, by round; `None` is a bye.
    pub rounds: Vec<Option<Meeting>>,
}

impl Standings {
    /// How it stands after what was scheduled; unfinished games count as far as they went. `pairs` is
    /// the number of pairs of games of each encounter.
    ///
    /// # Errors
    /// What was scheduled are no whole rounds of so many entrants.
    pub fn new(entrants: usize, pairs: usize, scheduled: &Scheduled) -> Result<Standings, ScheduleError> {
        Ok(Standings::of(&History::new(entrants, scheduled)?, pairs))
    }

    pub(super) fn of(history: &History, pairs: usize) -> Standings {
        // Each pair is two games of two half points.
        let bye = 4 * pairs as u64;
        let total = |rounds: &Vec<Option<Meeting>>| -> u64 {
            rounds.iter().map(|meeting| meeting.map_or(bye, |m| m.half_points)).sum()
        };
        let totals: Vec<u64> = history.meetings.iter().map(total).collect();
        let mut rows: Vec<Standing> = history
            .meetings
            .iter()
            .enumerate()
            .map(|(entrant, rounds)| {
                let met = rounds.iter().map(|meeting| {
                    meeting.map_or((totals[entrant], bye), |m| (totals[m.opponent], m.half_points))
                });
                let (buchholz, sonneborn_berger) = tie_breaks(met);
                let half_points = totals[entrant];
                Standing { entrant, half_points, buchholz, sonneborn_berger, rounds: rounds.clone() }
            })
            .collect();
        rows.sort_by_key(|row| (Reverse((row.half_points, row.buchholz, row.sonneborn_berger)), row.entrant));
        Standings { rows }
    }

    /// A row for each entrant with its rank; for each round the rank of the opponent and the points
    /// against it.
    #[must_use]
    pub fn to_text<S: AsRef<str>>(&self, names: &[S]) -> String {
        let rounds = self.rows.first().map_or(0, |row| row.rounds.len());
        let headings = ["engine", "points", "Buchholz", "S-B"].map(str::to_owned);
        let mut table = Table::new(headings.into_iter().chain((1..=rounds).map(|round| round.to_string())));
        let mut ranks = vec![0; self.rows.len()];
        for (rank, row) in (1..).zip(&self.rows) {
            ranks[row.entrant] = rank;
        }
        for row in &self.rows {
            let (whole, quarters) = (row.sonneborn_berger / 4, row.sonneborn_berger % 4 * 25);
            let cells = [
                format!("{}. {}", ranks[row.entrant], name(names, row.entrant)),
                points(row.half_points),
                points(row.buchholz),
                format!("{whole}.{quarters:02}"),
            ];
            let met = row.rounds.iter().map(|meeting| match meeting {
                Some(m) => format!("{}: {}", ranks[m.opponent], points(m.half_points)),
                None => "bye".to_owned(),
            });
            table.row(cells.into_iter().chain(met));
        }
        table.to_string()
    }
}

/// Buchholz in half points and Sonneborn-Berger in quarters of a point, from the half points of each
/// opponent and the half points against it.
fn tie_breaks(met: impl Iterator<Item = (u64, u64)>) -> (u64, u64) {
    met.fold((0, 0), |(buchholz, berger), (opponent, against)| {
        (buchholz + opponent, berger + opponent * against)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Encounter;

    /// The first two of the Hamilton Chess Club championship 2018, who had to be told apart by tie-breaks:
    /// Buchholz 22.5 and 20.0, Sonneborn-Berger 19.75 and 17.25. The points of their opponents and the
    /// results are from the crosstable, <https://hamiltonchess.net/2018/04/11/richard-on-tie-break/>.
    #[test]
    fn tie_breaks_agree_with_a_published_table() {
        let half =
            |met: [(f64, f64); 6]| met.map(|(points, result)| ((2.0 * points) as u64, (2.0 * result) as u64));
        let first = half([(3.5, 1.0), (2.5, 1.0), (3.0, 1.0), (5.5, 0.5), (4.0, 1.0), (4.0, 1.0)]);
        assert_eq!(tie_breaks(first.into_iter()), (45, 79));
        let second = half([(1.0, 1.0), (3.0, 1.0), (3.5, 1.0), (5.5, 0.5), (3.5, 1.0), (3.5, 1.0)]);
        assert_eq!(tie_breaks(second.into_iter()), (40, 69));
    }

    #[test]
    fn ties_are_broken_by_buchholz_then_berger_then_the_list() {
        let met = |round, entrants, half_points| Encounter { round, entrants, games: 2, half_points };
        // 1 and 2 win as much; 1 has beaten the better one.
        let scheduled =
            [met(1, [0, 2], [0, 4]), met(1, [1, 3], [4, 0]), met(2, [1, 2], [2, 2]), met(2, [0, 3], [4, 0])];
        let standings = Standings::new(4, 1, &scheduled.into_iter().collect()).unwrap();
        let row = |i: usize| {
            let row = &standings.rows[i];
            (row.entrant, row.half_points, row.buchholz, row.sonneborn_berger)
        };
        assert_eq!([0, 1, 2, 3].map(row), [(2, 6, 10, 28), (1, 6, 6, 12), (0, 4, 6, 0), (3, 0, 10, 0)]);
        let nothing = Standings::new(3, 1, &Scheduled::new()).unwrap();
        assert_eq!(nothing.rows.iter().map(|row| row.entrant).collect::<Vec<_>>(), [0, 1, 2]);
    }
}
