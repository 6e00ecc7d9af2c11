//! The drawn board.

use core::fmt;

use grid_topology::{Bitboard64, Cell};

use crate::{Colour, Content, Position};

impl Position {
    /// Draws the board with the letters of the position's text, groups without air in lower case. A last line tells which
    /// colour places or how the game ended; no newline follows it.
    pub(crate) fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dead = self.dead_groups().fold(Bitboard64::EMPTY, |all, (_, group)| all | group);
        let symbol = |cell: Cell| {
            let letter = self.content(cell).map_or('?', Content::letter);
            if dead.contains(cell) { letter.to_ascii_lowercase() } else { letter }
        };
        writeln!(f, "{}", self.topology().draw(symbol))?;
        if let Some(end) = self.end() {
            return write!(f, "{end}");
        }
        let colour = match self.to_place {
            Colour::Purple => "Purple",
            Colour::Green => "Green",
        };
        let swap = if self.can_swap() { ", or swap" } else { "" };
        write!(f, "{colour} ({}) to place{swap}", self.player_to_act())
    }
}
