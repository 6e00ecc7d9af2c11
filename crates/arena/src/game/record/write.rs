//! Writes records.

use std::fmt;

use super::{Record, TITLE};
use protocol::ReportedScore;

use crate::game::PlayedTurn;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        header(f, "Game", Some(&self.game))?;
        for (name, value) in &self.rules {
            header(f, "Rule", Some(format!("{name}={value}")))?;
        }
        header(f, "P1", Some(&self.players[0]))?;
        header(f, "P2", Some(&self.players[1]))?;
        for (seat, name) in &self.seats {
            header(f, &format!("Seat {seat}"), Some(name))?;
        }
        header(f, "Number", self.number)?;
        header(f, "Round", self.round)?;
        header(f, "Pair", self.pair)?;
        header(f, "Seed", self.seed)?;
        header(f, "Limits", self.limits.as_ref())?;
        header(f, "Start", Some(&self.start))?;
        header(f, "Result", Some(&self.ending))?;
        header(f, "Detail", self.ending.detail.as_ref())?;
        header(f, "Fault", self.culprit.and_then(|seat| self.seat(seat)))?;
        writeln!(f)?;
        for (number, turn) in (1..).zip(&self.turns) {
            write!(f, "{number}. {}", turn.player)?;
            if let Some(seat) = self.seat(turn.seat) {
                write!(f, ":{seat}")?;
            }
            write_turn(f, turn)?;
        }
        Ok(())
    }
}

/// A header, if it has a value.
fn header(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl ToString>) -> fmt::Result {
    let Some(value) = value else { return Ok(()) };
    let value = value.to_string().replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r");
    writeln!(f, "{name}: {value}")
}

/// A turn's text and comment.
fn write_turn(f: &mut fmt::Formatter<'_>, turn: &PlayedTurn) -> fmt::Result {
    write!(f, " {}  ;", turn.turn)?;
    let Some(info) = &turn.info else { return writeln!(f, " opening") };
    match info.score {
        Some(ReportedScore::Cp(value)) => write!(f, " score {value:+}")?,
        Some(ReportedScore::Mate(turns)) if turns > 0 => write!(f, " win {turns}")?,
        Some(ReportedScore::Mate(turns)) => write!(f, " loss {}", turns.unsigned_abs())?,
        None => {}
    }
    for (name, value) in [("depth", info.depth.map(u64::from)), ("nodes", info.nodes), ("nps", info.nps)] {
        if let Some(value) = value {
            write!(f, " {name} {value}")?;
        }
    }
    writeln!(f, " time {}.{:03}", info.time.as_secs(), info.time.subsec_millis())
}
