//! The board for a person to look at.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use abstract_game::Player;

use crate::board::Name;
use crate::notation::stack::write_stack;
use crate::turn::Status;
use crate::{BOARD, Kind, Position, Terrain};

/// The board with the stacks as in the position's text, empty cells as `.` on land and `~` on water, reserves beside it,
/// and below it what comes next.
pub(crate) struct Drawing<'a>(pub(crate) &'a Position);

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        let files: Vec<Vec<String>> = (0..7).map(|file| column(position, file)).collect();
        for rank in (0..7).rev() {
            let mut line = String::new();
            for column in &files {
                let width = column.iter().map(String::len).max().unwrap_or(1);
                write!(line, " {:width$}", column[rank])?;
            }
            let player = match rank {
                0 => Some(Player::P1),
                6 => Some(Player::P2),
                _ => None,
            };
            if let Some(player) = player {
                write!(line, "   {player} reserve ")?;
                write_stack(player, position.reserve(player), &mut line)?;
            }
            writeln!(f, "{:2} {}", rank + 1, line.trim_end())?;
        }
        let mut line = String::new();
        for (letter, column) in ('a'..).zip(&files) {
            let width = column.iter().map(String::len).max().unwrap_or(1);
            write!(line, " {letter:width$}")?;
        }
        writeln!(f, "   {}", line.trim_end())?;
        write_state(position, f)
    }
}

/// What stands on a file, from rank 1.
fn column(position: &Position, file: u8) -> Vec<String> {
    let content = |rank| {
        let Some(cell) = BOARD.at(file, rank) else { return String::new() };
        let mut text = String::new();
        match (position.owner(cell), Terrain::of(cell)) {
            (Some(player), _) => {
                // Writing to a String cannot fail.
                let _ = write_stack(player, position.stack(cell), &mut text);
            }
            (None, Terrain::Land) => text.push('.'),
            (None, Terrain::Water) => text.push('~'),
        }
        text
    };
    (0..7).map(content).collect()
}

fn write_state(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let Some(end) = position.computed_end() {
        return write!(f, "{end}");
    }
    let player = position.player;
    let Some(active) = position.turn.active else {
        return match position.status {
            Status::MustPass => write!(f, "{player} must pass"),
            _ if position.reserve(player).has(Kind::King) => write!(f, "{player} to place the king"),
            _ => write!(f, "{player} to move"),
        };
    };
    write!(f, "{player} to go on with {}", Name(active))?;
    let left = position.turn.left;
    if left > 0 {
        write!(f, ", {left} reinforcement{} left", if left == 1 { "" } else { "s" })?;
    }
    if !position.turn.fresh.is_empty() {
        write!(f, ", {} just placed", position.turn.fresh)?;
    }
    match position.moved() {
        None => Ok(()),
        Some(movers) if movers.is_empty() => f.write_str(", move made"),
        Some(movers) => write!(f, ", {movers} moved"),
    }
}
