//! Setting positions.

use std::time::{Duration, Instant};

use protocol::{Command, GoLimits, Query, Start};

use crate::dialogue::Probe;
use crate::point::{Miss, Point};

const GROUP: &str = "positions";

/// How soon an engine should have taken a long game.
const FAST: Duration = Duration::from_millis(20);
/// How often a long game is sent to measure that.
const TRIES: usize = 10;

pub(super) const POINTS: &[Point] = &[
    Point {
        group: GROUP,
        name: "moves",
        says: "takes the turns of games",
        required: true,
        after: Some("set-up"),
        run: |probe| {
            let mut engine = probe.open()?;
            probe.material.beginnings.iter().try_for_each(|turns| engine.turns(turns))
        },
    },
    Point {
        group: GROUP,
        name: "fen",
        says: "takes positions by their text, `position fen`",
        required: true,
        after: Some("set-up"),
        run: fen,
    },
    Point {
        group: GROUP,
        name: "fen-moves",
        says: "takes turns after a position's text",
        required: true,
        after: Some("set-up"),
        run: fen_moves,
    },
    Point {
        group: GROUP,
        name: "long-game",
        says: "takes a long game (600 turns, where the rules allow so many)",
        required: true,
        after: Some("set-up"),
        run: |probe| probe.open()?.turns(&probe.material.long),
    },
    Point {
        group: GROUP,
        name: "long-game-fast",
        says: "takes it within 20 ms, as it is sent at every turn; the best of ten times counts",
        required: false,
        after: Some("long-game"),
        run: long_game_fast,
    },
    Point {
        group: GROUP,
        name: "bad-position",
        says: "outlives positions that make no sense, and plays on",
        required: false,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = probe.open()?;
            for bad in bad_positions(probe) {
                engine.tell(&bad)?;
            }
            engine.search(&[], &GoLimits::nodes(100)).map(drop)
        },
    },
    Point {
        group: GROUP,
        name: "bad-position-kept",
        says: "keeps the position it had when one makes no sense, and takes no half of it",
        required: false,
        after: Some("set-up"),
        run: bad_position_kept,
    },
];

fn fen(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    for turns in &probe.material.beginnings {
        engine.position(&Start::Fen(probe.judge(turns).position_text()), &[])?;
    }
    Ok(())
}

fn fen_moves(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    for turns in &probe.material.beginnings {
        let (before, after) = turns.split_at(turns.len() / 2);
        engine.position(&Start::Fen(probe.judge(before).position_text()), after)?;
    }
    Ok(())
}

fn long_game_fast(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    let command = Command::Position { start: probe.material.start(), moves: probe.material.long.clone() };
    let command = command.to_string();
    let mut best = Duration::MAX;
    for _ in 0..TRIES {
        let since = Instant::now();
        engine.tell(&command)?;
        best = best.min(since.elapsed());
    }
    if best <= FAST {
        return Ok(());
    }
    let turns = probe.material.long.len();
    Miss::failed(format!("{turns} turns took {:.1} ms", best.as_secs_f64() * 1000.0))
}

/// Lines that set no position: nonsense in different places, and a game of which the last turn is none.
fn bad_positions(probe: &Probe<'_>) -> Vec<String> {
    let game = probe.material.beginnings.iter().max_by_key(|turns| turns.len());
    let mut broken: Vec<String> = game.cloned().unwrap_or_default();
    broken.push("?nonsense?".into());
    let position = Command::Position { start: probe.material.start(), moves: broken }.to_string();
    let (first, _) = position.split_once(" moves").unwrap_or((&position, ""));
    vec![
        "position".into(),
        "position fen".into(),
        "position nowhere".into(),
        "position fen ?nonsense? 1 2 3".into(),
        format!("{first} moves ?nonsense?"),
        position,
    ]
}

fn bad_position_kept(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    let turns = probe.material.beginnings.iter().find(|turns| turns.len() > 1);
    engine.turns(turns.map_or(&[], |turns| &turns[..]))?;
    let before = engine.ask(&Query::Fen)?;
    for bad in bad_positions(probe) {
        engine.tell(&bad)?;
        let after = engine.ask(&Query::Fen)?;
        if after != before {
            return Miss::failed(format!("`query fen` was `{before}`, and is `{after}` after `{bad}`"));
        }
    }
    Ok(())
}
