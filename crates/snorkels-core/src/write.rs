//! The text of a position.

use core::fmt;

use crate::draw::Drawing;
use crate::{Colour, Content, Position};

/// `{}` is the text, `<rows> <turn> <purple> <pie>`, as in `7/7/7/3P3/7/7/7 g 1 s`; `{:#}` draws the board.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return write!(f, "{}", Drawing(self));
        }
        for rank in (0..self.size).rev() {
            write_row(self, rank, f)?;
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        let turn = match self.to_place {
            Colour::Purple => 'p',
            Colour::Green => 'g',
        };
        let swap = if self.can_swap() { 's' } else { '-' };
        write!(f, " {turn} {} {swap}", self.purple_owner.index() + 1)
    }
}

fn write_row(position: &Position, rank: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut run = 0;
    for file in 0..position.size {
        let content = position.topology().at(file, rank).and_then(|cell| position.content(cell));
        match content {
            None | Some(Content::Empty) => run += 1,
            Some(content) => {
                write_run(run, f)?;
                run = 0;
                write!(f, "{}", content.letter())?;
            }
        }
    }
    write_run(run, f)
}

fn write_run(run: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if run == 0 { Ok(()) } else { write!(f, "{run}") }
}
