//! The result of a tournament as text for people.

use std::fmt::Write as _;
use std::time::Duration;

use crate::statistics::{Averages, EngineCount, Summary};
use crate::table::Table;
use crate::tournament::{FinishedGame, Results};

/// The whole report: standings, engines (with teams), crosstable (with three entrants or more), what is to be known about
/// the games, and faults.
///
/// See [`Tournament`](crate::tournament::Tournament) for an example.
#[must_use]
pub fn report(results: &Results) -> String {
    let summary = Summary::of(results);
    let mut parts = vec![standings(&summary)];
    if summary.has_partners() {
        parts.push(engines(&summary));
    }
    if summary.standings.len() > 2 {
        parts.push(crosstable(&summary));
    }
    parts.push(about_games(&summary, results.scheduled));
    if summary.faults() > 0 {
        parts.push(faults(&summary, &results.games));
    }
    parts.join("\n")
}

/// The table of the entrants or teams, the best first.
#[must_use]
pub fn standings(summary: &Summary) -> String {
    let mut table = Table::new([
        if summary.has_partners() { "team" } else { "engine" },
        "games",
        "won",
        "drawn",
        "lost",
        "points",
        "Elo [95%]",
        "pairs 0 ½ 1 1½ 2",
        "depth",
        "nodes/s",
        "ms/turn",
    ]);
    for index in summary.ranking() {
        let standing = &summary.standings[index];
        let tally = &standing.tally;
        let [depth, nps, time] = averages(&standing.averages);
        table.row([
            standing.name.clone(),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            tally.score().map_or("-".to_owned(), |score| format!("{:.1}%", score * 100.0)),
            standing.estimate().map_or("-".to_owned(), |estimate| estimate.elo_text()),
            standing.pairs.counts().map(|count| count.to_string()).join(" "),
            depth,
            nps,
            time,
        ]);
    }
    table.to_string()
}

/// What each engine of the teams has said and done by itself.
#[must_use]
pub fn engines(summary: &Summary) -> String {
    let mut table = Table::new(["engine", "turns", "faults", "depth", "nodes/s", "ms/turn"]);
    for engine in &summary.engines {
        let [depth, nps, time] = averages(&engine.averages);
        let faults = engine.faults.values().sum::<u64>();
        table.row([
            engine.name.clone(),
            engine.averages.turns().to_string(),
            faults.to_string(),
            depth,
            nps,
            time,
        ]);
    }
    table.to_string()
}

/// Depth, nodes a second and milliseconds a turn.
fn averages(averages: &Averages) -> [String; 3] {
    [
        averages.depth().map_or("-".to_owned(), |depth| format!("{depth:.1}")),
        averages.nps().map_or("-".to_owned(), thousands),
        averages.time().map_or("-".to_owned(), milliseconds),
    ]
}

/// Everyone against everyone: won-drawn-lost.
#[must_use]
pub fn crosstable(summary: &Summary) -> String {
    let order = summary.ranking();
    let heading = order.iter().map(|&i| summary.standings[i].name.clone());
    let mut table = Table::new(std::iter::once("won-drawn-lost against".to_owned()).chain(heading));
    for &row in &order {
        let cells = order.iter().map(|&column| {
            let tally = summary.crosstable[row][column];
            match (row == column, tally.games()) {
                (true, _) => "·".to_owned(),
                (_, 0) => "-".to_owned(),
                _ => format!("{}-{}-{}", tally.wins, tally.draws, tally.losses),
            }
        });
        table.row(std::iter::once(summary.standings[row].name.clone()).chain(cells));
    }
    table.to_string()
}

/// How many games there were, how long, how they ended, and who moved first with what success.
fn about_games(summary: &Summary, scheduled: usize) -> String {
    let mut text = format!("{} of {scheduled} games", summary.games);
    if summary.games > 0 {
        let _ = write!(text, ", {:.1} turns on average", summary.turns as f64 / summary.games as f64);
    }
    text.push('\n');
    if let Some(score) = summary.first_player.score() {
        let tally = summary.first_player;
        let _ = writeln!(
            text,
            "first player: {:.1}% ({} won, {} drawn, {} lost)",
            score * 100.0,
            tally.wins,
            tally.draws,
            tally.losses
        );
        let causes: Vec<_> = summary.causes.iter().map(|(cause, count)| format!("{cause} {count}")).collect();
        let _ = writeln!(text, "ends: {}", causes.join(", "));
    }
    text
}

/// How many faults are told one by one.
const TOLD: usize = 10;

/// Who lost how often through which fault, and the first of them in full.
fn faults(summary: &Summary, games: &[FinishedGame]) -> String {
    let mut text = format!("!!! FAULTS: {} of {} games\n", summary.faults(), summary.games);
    for engine in &summary.engines {
        if !engine.faults.is_empty() {
            let _ = writeln!(text, "!!! {}: {}", engine.name, fault_counts(engine));
        }
    }
    let faulty: Vec<_> = games.iter().filter(|game| game.played.ending.cause.is_fault()).collect();
    for finished in faulty.iter().take(TOLD) {
        let Some(culprit) = finished.played.culprit else { continue };
        let name = &summary.engines[finished.deciders[culprit]].name;
        let ending = &finished.played.ending;
        let _ = write!(text, "!!! game {}: {name} lost by {}", finished.game.number, ending.cause);
        let _ = writeln!(text, "{}", ending.detail.as_ref().map_or(String::new(), |d| format!(": {d}")));
    }
    if faulty.len() > TOLD {
        let _ = writeln!(text, "!!! ... and {} more", faulty.len() - TOLD);
    }
    text
}

fn fault_counts(engine: &EngineCount) -> String {
    let counts: Vec<_> = engine.faults.iter().map(|(cause, count)| format!("{cause} {count}")).collect();
    counts.join(", ")
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
