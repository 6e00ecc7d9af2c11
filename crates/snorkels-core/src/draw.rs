//! The drawn board.

use core::fmt;

use grid_topology::{Bitboard64, Cell};

use crate::{Colour, Content, Position};

/// Draws the board with the letters of the position's text, groups without air in lower case. A last line tells which
/// colour places or how the game ended; no newline follows it.
pub(crate) struct Drawing<'a>(pub(crate) &'a Position);

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        let dead = position.dead_groups().fold(Bitboard64::EMPTY, |all, (_, group)| all | group);
        let symbol = |cell: Cell| {
            let letter = position.content(cell).map_or('?', Content::letter);
            if dead.contains(cell) { letter.to_ascii_lowercase() } else { letter }
        };
        writeln!(f, "{}", position.topology().draw(symbol))?;
        if let Some(end) = position.end() {
            return write!(f, "{end}");
        }
        let colour = match position.to_place {
            Colour::Purple => "Purple",
            Colour::Green => "Green",
        };
        let swap = if position.can_swap() { ", or swap" } else { "" };
        write!(f, "{colour} ({}) to place{swap}", position.player_to_act())
    }
}
