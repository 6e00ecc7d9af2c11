//! How the engines played: their depth, speed and time, and how their games ended.

use std::time::Duration;

use crate::game::Thinking;
use crate::table::Table;
use crate::tournament::{EngineCount, Summary};

/// What each engine has said and done, whoever its partners are.
pub(super) fn play(summary: &Summary) -> String {
    let headings =
        ["engine", "turns", "depth", "nodes/s", "ms/turn", "longest", "overhead", "most", "faults"];
    let mut table = Table::new(headings);
    for engine in order(summary) {
        let thinking = &engine.thinking;
        table.row(std::iter::once(engine.name.clone()).chain(cells(thinking)).chain([faults(engine)]));
    }
    table.to_string()
}

/// The engines, those of the best team first.
fn order(summary: &Summary) -> Vec<&EngineCount> {
    if summary.has_partners() {
        return summary.engines.iter().collect();
    }
    summary.ranking().into_iter().map(|entrant| &summary.engines[entrant]).collect()
}

fn faults(engine: &EngineCount) -> String {
    engine.faults.values().sum::<u64>().to_string()
}

fn cells(thinking: &Thinking) -> [String; 7] {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    [
        thinking.turns.to_string(),
        or_dash(thinking.mean_depth().map(|depth| format!("{depth:.1}"))),
        or_dash(thinking.nps().map(thousands)),
        or_dash(thinking.mean_time().map(milliseconds)),
        or_dash((thinking.turns > 0).then(|| milliseconds(thinking.longest))),
        or_dash(thinking.mean_overhead().map(milliseconds)),
        or_dash((thinking.overhead_turns > 0).then(|| milliseconds(thinking.longest_overhead))),
    ]
}

/// How many games each entrant won, drew and lost by which cause.
pub(super) fn ends(summary: &Summary) -> String {
    let causes: Vec<_> = summary.causes.keys().collect();
    let headings = causes.iter().map(|cause| cause.to_string());
    let mut table = Table::new(std::iter::once("won-drawn-lost by".to_owned()).chain(headings));
    for entrant in summary.ranking() {
        let standing = &summary.standings[entrant];
        let cells = causes.iter().map(|cause| match standing.ends.get(cause) {
            Some(tally) => format!("{}-{}-{}", tally.wins, tally.draws, tally.losses),
            None => "-".to_owned(),
        });
        table.row(std::iter::once(standing.name.clone()).chain(cells));
    }
    table.to_string()
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
