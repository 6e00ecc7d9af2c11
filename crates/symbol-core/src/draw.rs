//! The drawn board.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use abstract_game::Player;

use crate::notation::stack::write_stack;
use crate::turn::Status;
use crate::{BOARD, Kind, Position, Terrain};

impl Position {
    /// Draws the board: stacks as in the text of the position, empty cells as `.` on land and `~` on water, the reserves beside
    /// the board. A last line says who moves or how the game ended; no newline follows it.
    pub(crate) fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files: Vec<Vec<String>> =
            (0..7).map(|file| (0..7).map(|rank| content(self, file, rank)).collect()).collect();
        let width = |file: &Vec<String>| file.iter().map(String::len).max().unwrap_or(1);
        for rank in (0..7).rev() {
            let mut line = format!("{:2} ", rank + 1);
            for file in &files {
                write!(line, " {:width$}", file[rank], width = width(file))?;
            }
            let beside = [(0, Player::P1), (6, Player::P2)].into_iter().find(|&(row, _)| row == rank);
            if let Some((_, player)) = beside {
                write!(line, "   {player} reserve ")?;
                write_stack(player, self.reserve(player), &mut line)?;
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        let mut line = String::from("   ");
        for (letter, file) in ('a'..).zip(&files) {
            write!(line, " {letter:width$}", width = width(file))?;
        }
        writeln!(f, "{}", line.trim_end())?;
        write_state(self, f)
    }
}

fn content(position: &Position, file: u8, rank: u8) -> String {
    let mut text = String::new();
    let Some(cell) = BOARD.at(file, rank) else { return text };
    match (position.owner(cell), Terrain::of(cell)) {
        (Some(player), _) => {
            // Writing to a String cannot fail.
            let _ = write_stack(player, position.stack(cell), &mut text);
        }
        (None, Terrain::Land) => text.push('.'),
        (None, Terrain::Water) => text.push('~'),
    }
    text
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
    write!(f, "{player} to continue with {}", BOARD.name(active))?;
    let left = position.turn.left;
    if left > 0 {
        write!(f, ", {left} reinforcement{} left", if left == 1 { "" } else { "s" })?;
    }
    if !position.turn.fresh.is_empty() {
        write!(f, ", {} placed in this turn", position.turn.fresh)?;
    }
    match position.moved() {
        None => Ok(()),
        Some(movers) if movers.is_empty() => f.write_str(", move made"),
        Some(movers) => write!(f, ", {movers} moved"),
    }
}
