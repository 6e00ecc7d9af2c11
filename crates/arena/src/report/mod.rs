//! The result of a tournament as text for people.

pub mod export;
mod heading;
mod play;
pub mod progress;
mod schedule;
mod standings;
pub mod watch;

pub use heading::heading;
pub use schedule::schedule;

use std::fmt::Write as _;

use crate::table::Table;
use crate::tournament::{Results, Summary, Tournament};

/// The whole report: standings, how the engines played, how the games ended, who did how against whom (with
/// three entrants or more), rounds, the test, and faults.
///
/// See [`Tournament`] for an example.
#[must_use]
pub fn report(tournament: &Tournament, results: &Results) -> String {
    let summary = &results.summary;
    let mut parts = vec![standings::standings(summary), play::play(summary)];
    if summary.games > 0 {
        parts.push(play::ends(summary));
    }
    if summary.standings.len() > 2 {
        parts.push(crosstable(summary));
        parts.push(standings::ratings(summary));
    }
    parts.extend(schedule::rounds(tournament, results));
    parts.push(about_games(results));
    if summary.faults() > 0 {
        parts.push(faults(tournament, results));
    }
    parts.join("\n")
}

/// Everyone against everyone: won-drawn-lost.
fn crosstable(summary: &Summary) -> String {
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

/// How many games there were, how long, who moved first with what success, and what the test says.
fn about_games(results: &Results) -> String {
    let summary = &results.summary;
    let mut text = format!("{} of {} games", summary.games, results.expected());
    if summary.games > 0 {
        let _ = write!(text, ", {:.1} turns on average", summary.turns as f64 / summary.games as f64);
    }
    text.push('\n');
    if let Some(score) = summary.first_player.score() {
        let tally = summary.first_player;
        let _ = writeln!(
            text,
            "first player: {:.1}% ({} won, {} drawn, {} lost){}",
            score * 100.0,
            tally.wins,
            tally.draws,
            tally.losses,
            standings::advantage(summary).map_or(String::new(), |elo| format!(", worth {elo} Elo")),
        );
    }
    if summary.games > 0 {
        let ends: Vec<_> = summary.causes.iter().map(|(cause, count)| format!("{cause} {count}")).collect();
        let _ = writeln!(text, "ends: {}", ends.join(", "));
    }
    if let Some(test) = &results.test {
        let _ = writeln!(text, "{test}");
    }
    if let Some(verdict) = results.verdict.as_ref().filter(|verdict| *verdict != Results::COMPLETE) {
        let _ = writeln!(text, "ended: {verdict}");
    }
    text
}

/// Who lost how often through which fault, and the first of them in full.
fn faults(tournament: &Tournament, results: &Results) -> String {
    let summary = &results.summary;
    let mut text = format!("!!! FAULTS: {} of {} games\n", summary.faults(), summary.games);
    for engine in &summary.engines {
        if !engine.faults.is_empty() {
            let counts: Vec<_> =
                engine.faults.iter().map(|(cause, count)| format!("{cause} {count}")).collect();
            let _ = writeln!(text, "!!! {}: {}", engine.name, counts.join(", "));
        }
    }
    for row in &results.faults {
        let Some(culprit) = row.result.culprit else { continue };
        let name = tournament.engine(tournament.deciders(&row.game)[culprit]);
        let ending = &row.result.ending;
        let _ = write!(text, "!!! game {}: {name} lost by {}", row.game.number, ending.cause);
        let _ = writeln!(text, "{}", ending.detail.as_ref().map_or(String::new(), |d| format!(": {d}")));
    }
    let more = summary.faults().saturating_sub(results.faults.len() as u64);
    if more > 0 {
        let _ = writeln!(text, "!!! ... and {more} more");
    }
    text
}
