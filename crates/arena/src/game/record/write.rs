//! Writes records.

use std::fmt;

use super::{Record, TITLE};
use protocol::ReportedScore;

use crate::game::PlayedTurn;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        header(f, "Game", &self.game)?;
        for (name, value) in &self.rules {
            header(f, "Rule", &format!("{name}={value}"))?;
        }
        header(f, "P1", &self.players[0])?;
        header(f, "P2", &self.players[1])?;
        for (seat, name) in &self.seats {
            header(f, &format!("Seat {seat}"), name)?;
        }
        let numbers =
            [("Number", self.number), ("Round", self.round), ("Pair", self.pair), ("Seed", self.seed)];
        for (name, value) in numbers {
            if let Some(value) = value {
                header(f, name, &value.to_string())?;
            }
        }
        if let Some(limits) = &self.limits {
            header(f, "Limits", limits)?;
        }
        header(f, "Start", &self.start)?;
        header(f, "Result", &self.ending.to_string())?;
        if let Some(detail) = &self.ending.detail {
            header(f, "Detail", detail)?;
        }
        if let Some(seat) = self.culprit.and_then(|seat| self.seat(seat)) {
            header(f, "Fault", seat)?;
        }
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

fn header(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r");
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
