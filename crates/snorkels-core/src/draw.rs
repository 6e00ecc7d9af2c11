//! The board for a person to look at.

use core::fmt;

use abstract_game::Position as _;
use grid_topology::{Bitboard64, Cell};

use crate::{Colour, Content, Position};

/// Several lines without a newline after the last: the board, and below it what comes next. The letters are those of
/// the position's text, but groups without air are in lower case.
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
