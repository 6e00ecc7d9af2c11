//! Playing an action.

use crate::{Action, Pie, Position, zobrist};

impl Position {
    #[inline]
    pub(crate) fn play_action(&mut self, action: Action) {
        let before = self.pie;
        match action.cell() {
            Some(cell) => {
                self.outcome = self.outcome_of(cell);
                self.snorkels[self.to_place.index()].insert(cell);
                self.empty.remove(cell);
                self.key ^= zobrist::placement(self.to_place, cell.index());
                self.to_place = self.to_place.opponent();
                let offers = before == Pie::Armed && !self.outcome.ends();
                self.pie = if offers { Pie::Offered } else { Pie::Off };
            }
            None => {
                self.purple_owner = self.purple_owner.opponent();
                self.key ^= zobrist::OWNERS;
                self.pie = Pie::Off;
            }
        }
        if before != self.pie {
            self.key ^= zobrist::pie(before) ^ zobrist::pie(self.pie);
        }
    }
}
