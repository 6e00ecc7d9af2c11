//! Boards drawn as text.

use crate::{Cell, Topology};
use core::fmt;

/// A drawn board, the top rank first; made by [`Topology::draw`].
///
/// No newline follows the last line, and no line ends in spaces unless a cell is drawn as a space.
#[derive(Clone, Copy)]
pub struct Drawing<'a, F, const CELLS: usize, const WORDS: usize> {
    board: &'a Topology<CELLS, WORDS>,
    glyph: F,
}

impl<const CELLS: usize, const WORDS: usize> Topology<CELLS, WORDS> {
    /// Draws the board: `glyph` gives the character of each cell; squares that are not cells are blank.
    ///
    /// ```
    /// # use grid_topology::{Bitboard, Numbering, Shape, Topology};
    /// static BOARD: Topology<8, 1> =
    ///     Topology::new(Shape::from_picture(&["ooo", "o.o", "ooo"]), Numbering::Dense);
    /// let corners = Bitboard::from_words([0b101_00_101]);
    /// let drawing = BOARD.draw(|cell| if corners.contains(cell) { '#' } else { '-' });
    /// let lines = [
    ///     " 3  # - #",
    ///     " 2  -   -",
    ///     " 1  # - #",
    ///     "    a b c",
    /// ];
    /// assert!(drawing.to_string().lines().eq(lines));
    /// ```
    pub const fn draw<F: Fn(Cell) -> char>(&self, glyph: F) -> Drawing<'_, F, CELLS, WORDS> {
        Drawing { board: self, glyph }
    }
}

impl<F: Fn(Cell) -> char, const CELLS: usize, const WORDS: usize> fmt::Display
    for Drawing<'_, F, CELLS, WORDS>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.board.height()).rev() {
            write!(f, "{:2} ", rank + 1)?;
            // Spaces to write before the next cell; none at the end of a line.
            let mut spaces = 0;
            for file in 0..self.board.width() {
                spaces += 1;
                match self.board.at(file, rank) {
                    Some(cell) => {
                        write!(f, "{:spaces$}{}", "", (self.glyph)(cell))?;
                        spaces = 0;
                    }
                    None => spaces += 1,
                }
            }
            writeln!(f)?;
        }
        write!(f, "   ")?;
        (b'a'..).take(self.board.width().into()).try_for_each(|file| write!(f, " {}", char::from(file)))
    }
}
