//! The tables of a report.

use std::iter::once;
use std::time::Duration;

use match_stats::{FirstMoveAdvantage, HeadToHead, RatingError, Ratings, Tally, bradley_terry};

use crate::table::Table;
use crate::tournament::{EngineCount, Standing, Summary};

/// A column of a table: its heading, and its cell in the row of a `T`, if it has one.
type Column<T> = (&'static str, fn(&T) -> Option<String>);

/// A table with a row for each `T`, which begins with its name.
fn table<'a, T: 'a>(
    heading: &str,
    columns: &[Column<T>],
    rows: impl IntoIterator<Item = (&'a String, &'a T)>,
) -> Table {
    let mut table = Table::new(once(heading).chain(columns.iter().map(|(heading, _)| *heading)));
    for (name, row) in rows {
        table.row(once(name.clone()).chain(columns.iter().map(|(_, cell)| or_dash(cell(row)))));
    }
    table
}

/// The entrants or teams, the best first.
pub(super) fn standings(summary: &Summary) -> Table {
    const COLUMNS: [Column<Standing>; 9] = [
        ("games", |row| Some(row.tally.games().to_string())),
        ("won", |row| Some(row.tally.wins.to_string())),
        ("drawn", |row| Some(row.tally.draws.to_string())),
        ("lost", |row| Some(row.tally.losses.to_string())),
        ("points", |row| row.tally.score().map(percent)),
        ("Elo [95%]", |row| row.pairs.estimate().map(|estimate| estimate.elo_text())),
        ("nElo [95%]", |row| row.pairs.normalised_elo().map(|elo| elo.to_string())),
        ("LOS", |row| row.pairs.los().map(percent)),
        ("pairs 0 ½ 1 1½ 2", |row| Some(row.pairs.0.map(|count| count.to_string()).join(" "))),
    ];
    let heading = if summary.has_partners() { "team" } else { "engine" };
    table(heading, &COLUMNS, summary.ranked().map(|row| (&row.name, row)))
}

/// Depth, speed and time of each engine, whoever its partners are.
pub(super) fn engines(summary: &Summary) -> Table {
    const COLUMNS: [Column<EngineCount>; 8] = [
        ("turns", |row| Some(row.thinking.turns.to_string())),
        ("depth", |row| row.thinking.mean_depth().map(|depth| format!("{depth:.1}"))),
        ("nodes/s", |row| {
            let nps = row.thinking.nps()?;
            Some(if row.thinking.has_unlikely_speed() { UNLIKELY.to_owned() } else { thousands(nps) })
        }),
        ("ms/turn", |row| row.thinking.mean_time().map(milliseconds)),
        ("longest", |row| (row.thinking.turns > 0).then(|| milliseconds(row.thinking.longest))),
        ("overhead", |row| row.thinking.mean_overhead().map(milliseconds)),
        ("most", |row| {
            (row.thinking.overhead_turns > 0).then(|| milliseconds(row.thinking.longest_overhead))
        }),
        ("faults", |row| Some(row.fault_count().to_string())),
    ];
    let order = if summary.has_partners() { (0..summary.engines.len()).collect() } else { summary.ranking() };
    let rows = order.into_iter().map(|index| &summary.engines[index]);
    table("engine", &COLUMNS, rows.map(|row| (&row.name, row)))
}

/// In place of the nodes per second that no machine reaches.
const UNLIKELY: &str = "unlikely";

/// The games that each entrant won, drew and lost by each cause.
pub(super) fn causes(summary: &Summary) -> Table {
    let causes: Vec<_> = summary.causes.keys().collect();
    let headings = causes.iter().map(|cause| cause.to_string());
    let mut table = Table::new(once("won-drawn-lost by".to_owned()).chain(headings));
    for standing in summary.ranked() {
        let cells = causes.iter().map(|cause| or_dash(standing.ends.get(cause).map(won_drawn_lost)));
        table.row(once(standing.name.clone()).chain(cells));
    }
    table
}

/// The games of every entrant against every other.
pub(super) fn crosstable(summary: &Summary) -> String {
    let order = summary.ranking();
    let name = |index: usize| summary.standings[index].name.clone();
    let headings = order.iter().map(|&index| name(index));
    let mut table = Table::new(once("won-drawn-lost against".to_owned()).chain(headings));
    for &row in &order {
        let cells = order.iter().map(|&column| match &summary.crosstable[row][column] {
            _ if row == column => "·".to_owned(),
            tally => or_dash((tally.games() > 0).then(|| won_drawn_lost(tally))),
        });
        table.row(once(name(row)).chain(cells));
    }
    table.to_string()
}

/// The ratings that explain the results of three or more entrants best, or the reason why there are none.
pub(super) fn ratings(summary: &Summary) -> String {
    let ratings = match rate(summary) {
        Ok(ratings) => ratings,
        Err(error) => return format!("no ratings: {error}\n"),
    };
    let mut order: Vec<usize> = (0..ratings.players.len()).collect();
    order.sort_by(|&a, &b| ratings.players[b].elo.total_cmp(&ratings.players[a].elo));
    let mut table = Table::new(["rating (Bradley-Terry)", "Elo [95%]", "over the next"]);
    for (place, &player) in order.iter().enumerate() {
        let next = order.get(place + 1).and_then(|&next| ratings.difference(player, next));
        table.row([
            summary.standings[player].name.clone(),
            ratings.players[player].to_string(),
            or_dash(next.map(|difference| difference.to_string())),
        ]);
    }
    let note = "with virtual draws, as the results alone have no finite ratings\n";
    format!("{table}{}", if ratings.with_prior { note } else { "" })
}

pub(super) fn rate(summary: &Summary) -> Result<Ratings, RatingError> {
    let tallies = summary.as_first.iter().enumerate().flat_map(|(first, row)| {
        row.iter().enumerate().map(move |(second, &tally)| HeadToHead { first, second, tally })
    });
    let meetings: Vec<_> = tallies.filter(|meetings| meetings.tally.games() > 0).collect();
    bradley_terry(summary.standings.len(), &meetings, FirstMoveAdvantage::Estimated)
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

pub(super) fn won_drawn_lost(tally: &Tally) -> String {
    format!("{}-{}-{}", tally.wins, tally.draws, tally.losses)
}

fn percent(part: f64) -> String {
    format!("{:.1}%", part * 100.0)
}

fn thousands(number: f64) -> String {
    if number >= 1e6 {
        format!("{:.2}M", number / 1e6)
    } else if number >= 1e4 {
        format!("{:.0}k", number / 1e3)
    } else {
        format!("{number:.0}")
    }
}

fn milliseconds(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    if ms < 9.95 { format!("{ms:.1}") } else { format!("{ms:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_that_no_engine_has_is_unlikely() {
        let mut summary = Summary::new(["honest", "liar"], ["honest", "liar"]);
        for (engine, nodes) in [(0, 30_600), (1, u64::MAX)] {
            let thinking = &mut summary.engines[engine].thinking;
            (thinking.turns, thinking.nodes, thinking.nodes_time) = (1, nodes, Duration::from_millis(100));
        }
        let table = engines(&summary).to_string();
        let speed = |line: usize| table.lines().nth(line).and_then(|line| line.split_whitespace().nth(3));
        assert_eq!([1, 2].map(speed), [Some("306k"), Some("unlikely")], "{table}");
    }
}
