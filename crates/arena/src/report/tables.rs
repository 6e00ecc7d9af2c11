//! The tables of a report.

use std::iter::once;
use std::time::Duration;

use match_stats::{EloEstimate, FirstMoveAdvantage, HeadToHead, RatingError, Ratings, Tally, bradley_terry};

use crate::table::Table;
use crate::tournament::{EngineCount, Summary};

/// The entrants or teams, the best first.
pub(super) fn standings(summary: &Summary) -> String {
    let mut table = Table::new([
        if summary.has_partners() { "team" } else { "engine" },
        "games",
        "won",
        "drawn",
        "lost",
        "points",
        "Elo [95%]",
        "nElo [95%]",
        "LOS",
        "pairs 0 ½ 1 1½ 2",
    ]);
    for index in summary.ranking() {
        let standing = &summary.standings[index];
        let tally = &standing.tally;
        table.row([
            standing.name.clone(),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            or_dash(tally.score().map(percent)),
            or_dash(standing.estimate().map(|estimate| estimate.elo_text())),
            or_dash(standing.pairs.normalised_elo().map(|elo| elo.to_string())),
            or_dash(standing.pairs.los().map(percent)),
            standing.pairs.counts().map(|count| count.to_string()).join(" "),
        ]);
    }
    table.to_string()
}

/// Depth, speed and time of each engine, whoever its partners are.
pub(super) fn engines(summary: &Summary) -> String {
    let headings =
        ["engine", "turns", "depth", "nodes/s", "ms/turn", "longest", "overhead", "most", "faults"];
    let mut table = Table::new(headings);
    let engines: Vec<&EngineCount> = if summary.has_partners() {
        summary.engines.iter().collect()
    } else {
        summary.ranking().into_iter().map(|entrant| &summary.engines[entrant]).collect()
    };
    for engine in engines {
        let thinking = &engine.thinking;
        table.row([
            engine.name.clone(),
            thinking.turns.to_string(),
            or_dash(thinking.mean_depth().map(|depth| format!("{depth:.1}"))),
            or_dash(thinking.nps().map(thousands)),
            or_dash(thinking.mean_time().map(milliseconds)),
            or_dash((thinking.turns > 0).then(|| milliseconds(thinking.longest))),
            or_dash(thinking.mean_overhead().map(milliseconds)),
            or_dash((thinking.overhead_turns > 0).then(|| milliseconds(thinking.longest_overhead))),
            engine.faults.values().sum::<u64>().to_string(),
        ]);
    }
    table.to_string()
}

/// The games that each entrant won, drew and lost by each cause.
pub(super) fn causes(summary: &Summary) -> String {
    let causes: Vec<_> = summary.causes.keys().collect();
    let headings = causes.iter().map(|cause| cause.to_string());
    let mut table = Table::new(once("won-drawn-lost by".to_owned()).chain(headings));
    for entrant in summary.ranking() {
        let standing = &summary.standings[entrant];
        let cells = causes.iter().map(|cause| or_dash(standing.ends.get(cause).map(won_drawn_lost)));
        table.row(once(standing.name.clone()).chain(cells));
    }
    table.to_string()
}

/// The games of every entrant against every other.
pub(super) fn crosstable(summary: &Summary) -> String {
    let order = summary.ranking();
    let name = |index: usize| summary.standings[index].name.clone();
    let headings = order.iter().map(|&index| name(index));
    let mut table = Table::new(once("won-drawn-lost against".to_owned()).chain(headings));
    for &row in &order {
        let cells = order.iter().map(|&column| {
            let tally = &summary.crosstable[row][column];
            if row == column {
                "·".to_owned()
            } else {
                or_dash((tally.games() > 0).then(|| won_drawn_lost(tally)))
            }
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
    let note = if ratings.with_prior {
        "with virtual draws, as the results alone have no finite ratings\n"
    } else {
        ""
    };
    format!("{table}{note}")
}

/// The advantage of the first move.
pub(super) fn advantage(summary: &Summary) -> Option<EloEstimate> {
    rate(summary).ok()?.first_move
}

fn rate(summary: &Summary) -> Result<Ratings, RatingError> {
    let entrants = summary.standings.len();
    let pairs = (0..entrants).flat_map(|first| (0..entrants).map(move |second| (first, second)));
    let meetings: Vec<HeadToHead> = pairs
        .map(|(first, second)| HeadToHead { first, second, tally: summary.as_first[first][second] })
        .filter(|meetings| meetings.tally.games() > 0)
        .collect();
    bradley_terry(entrants, &meetings, FirstMoveAdvantage::Estimated)
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

fn won_drawn_lost(tally: &Tally) -> String {
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
