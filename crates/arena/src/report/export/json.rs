//! Records as JSON, for programs that do not read the text.

use std::collections::BTreeMap;

use protocol::ReportedScore;
use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::game::PlayedTurn;
use crate::game::record::Record;

/// A record as one line of JSON, without the line's end. The keys are the names of the headers in small letters;
/// `winner` is `P1`, `P2` or `null`; `turns` has an object for each turn.
///
/// ```
/// let record: arena::game::record::Record = "\
/// Game: take-two
/// P1: A
/// P2: B
/// Start: 1,1 1 2
/// Result: P1 wins by last-counter
///
/// 1. P1 a1,b1  ; score +100 time 0.003
/// ".parse()?;
/// let line = arena::report::export::json_line(&record);
/// assert!(line.contains(r#""winner":"P1","cause":"last-counter""#), "{line}");
/// assert!(line.ends_with(r#""turns":[{"turn":"a1,b1","player":"P1","score":100,"time":0.003}]}"#), "{line}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn json_line(record: &Record) -> String {
    serde_json::to_string(&JsonGame(record)).expect("texts, numbers, and lists of them are JSON")
}

/// A score in two keys: in hundredths for the player, or the number of turns until a win (a loss, if negative).
pub(super) fn score_and_mate(score: Option<ReportedScore>) -> (Option<i32>, Option<i32>) {
    match score {
        Some(ReportedScore::Cp(value)) => (Some(value), None),
        Some(ReportedScore::Mate(turns)) => (None, Some(turns)),
        None => (None, None),
    }
}

struct JsonGame<'a>(&'a Record);

struct Turn<'a>(&'a Record, &'a PlayedTurn);

/// Pairs as an object, sorted by name.
fn object(pairs: &[(String, String)]) -> BTreeMap<&str, &str> {
    pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

/// Writes the entries that have a value.
macro_rules! optional {
    ($map:ident, $($key:literal: $value:expr),+ $(,)?) => {$(
        if let Some(value) = $value {
            $map.serialize_entry($key, &value)?;
        }
    )+};
}

/// Writes entries, `null` where there is no value.
macro_rules! entries {
    ($map:ident, $($key:literal: $value:expr),+ $(,)?) => {$(
        $map.serialize_entry($key, &$value)?;
    )+};
}

impl Serialize for JsonGame<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let JsonGame(record) = *self;
        let ending = &record.ending;
        let mut map = serializer.serialize_map(None)?;
        entries!(map, "number": record.number, "round": record.round, "pair": record.pair, "game": record.game);
        entries!(map, "rules": object(&record.rules), "p1": record.players[0], "p2": record.players[1]);
        optional!(map, "seats": (!record.seats.is_empty()).then_some(object(&record.seats)));
        entries!(map, "seed": record.seed, "limits": record.limits, "start": record.start);
        entries!(map, "winner": ending.winner.map(|winner| winner.to_string()), "cause": ending.cause.word());
        optional!(map, "detail": ending.detail.as_ref(), "fault": record.culprit.and_then(|seat| record.seat(seat)));
        entries!(map, "turns": record.turns.iter().map(|turn| Turn(record, turn)).collect::<Vec<_>>());
        map.end()
    }
}

impl Serialize for Turn<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Turn(record, turn) = *self;
        let mut map = serializer.serialize_map(None)?;
        entries!(map, "turn": turn.turn, "player": turn.player.to_string());
        optional!(map, "seat": record.seat(turn.seat), "opening": turn.info.is_none().then_some(true));
        if let Some(info) = &turn.info {
            let (score, mate) = score_and_mate(info.score);
            optional!(map, "score": score, "mate": mate, "depth": info.depth, "nodes": info.nodes, "nps": info.nps);
            // Records have milliseconds.
            entries!(map, "time": info.time.as_millis() as f64 / 1000.0);
        }
        map.end()
    }
}
