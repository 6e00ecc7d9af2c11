//! The table of a tournament as JSON.

use match_stats::elo_of;
use serde_json::{Value, json};

use super::export::{leave_out_nulls, object, printable_json};
use crate::tournament::{EngineCount, Results, Standing, Tournament};

/// The table of a tournament as JSON, in lines: the settings; the number of games; `standings`, the best first, each with
/// Elo and its 95% interval (`null` where it has no end), normalised Elo, LOS and `pentanomial`, the pairs with 0, ½, 1, 1½
/// and 2 points; what the engines needed; and the sequential test with its `llr` and the
/// `pentanomial` of the pairs that it counts.
///
/// ```
/// use arena::engine::EngineSpec;
/// use arena::tournament::{Settings, Tournament};
/// let engines = ["after", "before"].map(EngineSpec::random);
/// let tournament = Tournament::new(games::by_name("snorkels")?, engines, Settings::default())?;
/// let results = tournament.run(&Default::default(), &Default::default(), &|_, _| ())?;
/// let table: serde_json::Value = serde_json::from_str(&arena::report::json(&tournament, &results))?;
/// let pairs: Vec<u64> = serde_json::from_value(table["standings"][0]["pentanomial"].clone())?;
/// assert_eq!((pairs.iter().sum::<u64>(), &table["complete"]), (1, &true.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn json(tournament: &Tournament, results: &Results) -> String {
    let (summary, settings) = (&results.summary, tournament.settings());
    let engines = summary.engines.iter().enumerate().map(|(index, row)| engine(tournament, index, row));
    let test = settings.sprt.zip(results.test).map(|(sprt, test)| {
        let mut table = json!(sprt);
        table["pentanomial"] = json!(results.test_pairs.map(|pairs| pairs.0));
        table["llr"] = json!(test.llr);
        table["lower"] = json!(test.lower);
        table["upper"] = json!(test.upper);
        table["accepted"] = json!(test.verdict);
        table
    });
    let first = &summary.first_player;
    let mut table = json!({
        "event": settings.event,
        "game": tournament.rules().name(),
        "rules": object(&tournament.rules().option_values()),
        "format": settings.format.to_string(),
        "seed": settings.seed,
        "games": summary.games,
        "expected": results.expected(),
        "complete": results.complete,
        "verdict": results.verdict,
        "standings": summary.ranked().map(standing).collect::<Vec<_>>(),
        "engines": engines.collect::<Vec<_>>(),
        "causes": summary.causes,
        "first_player": { "won": first.wins, "drawn": first.draws, "lost": first.losses },
        "test": test,
    });
    leave_out_nulls(&mut table, |key| ["event", "test"].contains(&key));
    printable_json(&format!("{table:#}\n"))
}

fn standing(row: &Standing) -> Value {
    let elo = row.pairs.estimate().map(|estimate| {
        json!({ "value": elo_of(estimate.score), "low": elo_of(estimate.low), "high": elo_of(estimate.high) })
    });
    let normalised = row.pairs.normalised_elo();
    json!({
        "name": row.name,
        "games": row.tally.games(),
        "won": row.tally.wins,
        "drawn": row.tally.draws,
        "lost": row.tally.losses,
        "points": row.tally.points(),
        "score": row.tally.score(),
        "elo": elo,
        "normalised_elo": normalised.map(|elo| json!({ "value": elo.elo, "low": elo.low, "high": elo.high })),
        "los": row.pairs.los(),
        "pentanomial": row.pairs.0,
    })
}

fn engine(tournament: &Tournament, index: usize, row: &EngineCount) -> Value {
    let thinking = &row.thinking;
    let ms = |time: std::time::Duration| time.as_secs_f64() * 1000.0;
    json!({
        "name": row.name,
        "limits": tournament.limits(index),
        "turns": thinking.turns,
        "depth": thinking.mean_depth(),
        "nps": thinking.nps(),
        "ms": thinking.mean_time().map(ms),
        "longest_ms": (thinking.turns > 0).then(|| ms(thinking.longest)),
        "faults": row.faults,
    })
}
