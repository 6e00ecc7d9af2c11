//! The values of captured pieces.

use games::symbol_core::{Kind, Stack};

use super::parameters::SymbolKnowledge;

impl SymbolKnowledge {
    /// The value of a piece, in centipawns.
    #[inline]
    pub(super) fn piece_value(&self, kind: Kind) -> i32 {
        match kind {
            Kind::King => self.king_value,
            Kind::Land => self.land_value,
            Kind::Water => self.water_value,
            Kind::Air => self.air_value,
            Kind::Fire => self.fire_value,
            Kind::Destruction => self.destruction_value,
        }
    }

    /// The value of all pieces of a stack except the king, in centipawns.
    pub(super) fn army(&self, stack: Stack) -> i32 {
        Kind::ARMY.iter().map(|&kind| self.piece_value(kind) * i32::from(stack.count(kind))).sum()
    }
}
