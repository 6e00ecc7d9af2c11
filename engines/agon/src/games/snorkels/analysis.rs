//! What ordering, evaluation and quiescence search need to know of a position.

use games::snorkels_core::Position;
use grid_topology::Bitboard64;

/// The groups in danger. *Own* is the colour to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The cells that are the only air of an enemy group: placing there wins.
    pub(super) captures: Bitboard64,
    /// The cells that are the only air of an own group.
    pub(super) rescues: Bitboard64,
}

impl Analysis {
    pub(super) fn of(position: &Position) -> Analysis {
        let own = position.to_place();
        Analysis { captures: position.last_air(own.opponent()), rescues: position.last_air(own) }
    }
}
