//! Parts of error messages.

use core::fmt;

use grid_topology::Cell;

use crate::board::is_mural;
use crate::city::Possessive;
use crate::{BOARD, City, Facing};

/// A character for a message.
pub(super) struct Found(pub(super) Option<char>);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(found) => write!(f, "`{}`", found.escape_debug()),
            None => f.write_str("nothing"),
        }
    }
}

/// What lies where there is no cell.
pub(super) struct Beyond(pub(super) Cell, pub(super) Facing);

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (files, ranks) = self.1.direction().delta();
        let file = BOARD.file(self.0).checked_add_signed(files);
        let rank = BOARD.rank(self.0).checked_add_signed(ranks);
        let mural = file.zip(rank).is_some_and(|(file, rank)| is_mural(file, rank));
        f.write_str(if mural { "the mural" } else { "the edge of the board" })
    }
}

/// The area that a cell lies in.
pub(super) struct Area(pub(super) Cell);

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for city in City::ALL {
            if city.victory_area().contains(self.0) {
                return write!(f, "{} victory area", Possessive(city));
            }
            if city.rally_area().contains(self.0) {
                return write!(f, "{} rally area", Possessive(city));
            }
        }
        f.write_str("the field")
    }
}
