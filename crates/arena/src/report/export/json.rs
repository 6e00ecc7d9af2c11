//! Records as JSON, for programs that have no reader for the text.

use protocol::ReportedScore;
use serde::Serialize;

use crate::game::PlayedTurn;
use crate::game::record::Record;

/// What a line of JSON says about a game. Fields that have nothing to say are left out.
#[derive(Serialize)]
struct Game<'a> {
    number: Option<u64>,
    round: Option<u64>,
    pair: Option<u64>,
    game: &'a str,
    rules: serde_json::Map<String, serde_json::Value>,
    p1: &'a str,
    p2: &'a str,
    #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
    seats: serde_json::Map<String, serde_json::Value>,
    seed: Option<u64>,
    limits: Option<&'a str>,
    start: &'a str,
    winner: Option<String>,
    cause: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a str>,
    turns: Vec<Turn<'a>>,
}

#[derive(Serialize)]
struct Turn<'a> {
    turn: &'a str,
    player: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    opening: bool,
    /// In hundredths, for the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    /// Won in so many turns; lost, if negative.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nps: Option<u64>,
    /// In seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
}

impl Record {
    /// The record as one line of JSON, without a line's end. The keys are those of the headers in small letters;
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
    /// let line = record.to_json();
    /// assert!(line.contains(r#""winner":"P1","cause":"last-counter""#), "{line}");
    /// assert!(line.ends_with(r#""turns":[{"turn":"a1,b1","player":"P1","score":100,"time":0.003}]}"#), "{line}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let map = |pairs: &[(String, String)]| {
            pairs.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect()
        };
        let game = Game {
            number: self.number,
            round: self.round,
            pair: self.pair,
            game: &self.game,
            rules: map(&self.rules),
            p1: &self.players[0],
            p2: &self.players[1],
            seats: map(&self.seats),
            seed: self.seed,
            limits: self.limits.as_deref(),
            start: &self.start,
            winner: self.ending.winner.map(|winner| winner.to_string()),
            cause: self.ending.cause.word(),
            detail: self.ending.detail.as_deref(),
            fault: self.culprit.and_then(|seat| self.seat(seat)),
            turns: self.turns.iter().map(|turn| self.turn_json(turn)).collect(),
        };
        serde_json::to_string(&game).expect("words, numbers and lists of them are JSON")
    }

    fn turn_json<'a>(&'a self, turn: &'a PlayedTurn) -> Turn<'a> {
        let info = turn.info.unwrap_or_default();
        let (score, mate) = match info.score {
            Some(ReportedScore::Cp(value)) => (Some(value), None),
            Some(ReportedScore::Mate(turns)) => (None, Some(turns)),
            None => (None, None),
        };
        Turn {
            turn: &turn.turn,
            player: turn.player.to_string(),
            seat: self.seat(turn.seat),
            opening: turn.info.is_none(),
            score,
            mate,
            depth: info.depth,
            nodes: info.nodes,
            nps: info.nps,
            // Records keep milliseconds.
            time: turn.info.map(|info| info.time.as_millis() as f64 / 1000.0),
        }
    }

    /// The name of a seat, where partners can decide for themselves.
    fn seat(&self, seat: usize) -> Option<&str> {
        self.seats.get(seat).map(|(name, _)| name.as_str())
    }
}
