//! What a tournament has shown, for people and for other programs: tables, progress, boards, files.

pub mod export;
mod heading;
pub mod progress;
mod tables;
pub mod watch;

pub use heading::{heading, schedule};

use std::collections::BTreeMap;
use std::fmt::Write as _;

use match_stats::Tally;

use crate::game::Cause;
use crate::tournament::{Results, Tournament};

/// The whole report: standings, the engines' play, causes of the games' ends, a crosstable and ratings (with three
/// entrants or more), rounds, the test, and faults.
///
/// See [`Tournament`] for an example.
#[must_use]
pub fn report(tournament: &Tournament, results: &Results) -> String {
    let summary = &results.summary;
    let mut parts = vec![tables::standings(summary), tables::engines(summary)];
    if summary.games > 0 {
        parts.push(tables::causes(summary));
    }
    if summary.standings.len() > 2 {
        parts.extend([tables::crosstable(summary), tables::ratings(summary)]);
    }
    let names: Vec<&str> = tournament.names().collect();
    // The games of a store follow this schedule; if they do not, the error is shown.
    let rounds = tournament.schedule().table(&results.scheduled, &names);
    parts.extend(rounds.unwrap_or_else(|error| Some(format!("{error}\n"))));
    parts.push(games(results));
    if summary.faults() > 0 {
        parts.push(faults(tournament, results));
    }
    parts.join("\n")
}

/// The number and length of the games, the first player's score, and the test.
fn games(results: &Results) -> String {
    let summary = &results.summary;
    let mut text = format!("{} of {} games", summary.games, results.expected());
    if summary.games > 0 {
        let _ = write!(text, ", {:.1} turns on average", summary.turns as f64 / summary.games as f64);
    }
    text.push('\n');
    if let Some(score) = summary.first_player.score() {
        let (score, Tally { wins, draws, losses }) = (score * 100.0, summary.first_player);
        let worth = tables::advantage(summary).map_or(String::new(), |elo| format!(", worth {elo} Elo"));
        let _ = writeln!(text, "first player: {score:.1}% ({wins} won, {draws} drawn, {losses} lost){worth}");
    }
    if summary.games > 0 {
        let _ = writeln!(text, "ends: {}", counts(&summary.causes));
    }
    if let Some(test) = &results.test {
        let _ = writeln!(text, "{test}");
    }
    if let Some(verdict) = results.verdict.as_ref().filter(|verdict| *verdict != Results::COMPLETE) {
        let _ = writeln!(text, "ended: {verdict}");
    }
    text
}

fn counts(causes: &BTreeMap<Cause, u64>) -> String {
    causes.iter().map(|(cause, count)| format!("{cause} {count}")).collect::<Vec<_>>().join(", ")
}

/// The faults of each engine, and the first of them in full.
fn faults(tournament: &Tournament, results: &Results) -> String {
    let summary = &results.summary;
    let mut text = format!("!!! FAULTS: {} of {} games\n", summary.faults(), summary.games);
    for engine in summary.engines.iter().filter(|engine| !engine.faults.is_empty()) {
        let _ = writeln!(text, "!!! {}: {}", engine.name, counts(&engine.faults));
    }
    for row in &results.faults {
        let Some(culprit) = row.result.culprit else { continue };
        let name = tournament.engine(tournament.deciders(&row.game)[culprit]);
        let (number, ending) = (row.game.number, &row.result.ending);
        let detail = ending.detail.as_ref().map_or(String::new(), |detail| format!(": {detail}"));
        let _ = writeln!(text, "!!! game {number}: {name} lost by {}{detail}", ending.cause);
    }
    let more = summary.faults().saturating_sub(results.faults.len() as u64);
    if more > 0 {
        let _ = writeln!(text, "!!! ... and {more} more");
    }
    text
}
