//! Playouts.

use grid_topology::{Bitboard64, Cell};

use crate::{Outcome, Pie, Position, zobrist};

impl Position {
    /// Plays up to `limit` actions, until the game is over. The state is in local variables, which the compiler keeps in
    /// registers, and the empty cells are a list: no search for the cell with a number.
    #[inline]
    pub(crate) fn play_chosen(&mut self, limit: u32, mut choose: impl FnMut(usize) -> usize) {
        let mut left = limit;
        while left > 0 && self.pie != Pie::Off && !self.outcome.ends() {
            self.play_unchecked(self.nth_action(choose(self.count_actions())));
            left -= 1;
        }
        if left == 0 || self.outcome.ends() {
            return;
        }
        let mut cells = [0; 64];
        let mut count = 0;
        for cell in self.empty {
            cells[count] = cell.index();
            count += 1;
        }
        let Position { mut key, mut to_place, mut outcome, .. } = *self;
        let [mut empty] = self.empty.words();
        let [mut own] = self.snorkels(to_place).words();
        let [mut enemy] = self.snorkels(to_place.opponent()).words();
        while left > 0 && outcome == Outcome::Continue {
            let number = choose(count);
            let cell = cells[..count][number];
            count -= 1;
            cells[number] = cells[count];
            let [at] = Bitboard64::from(Cell::new(cell as u8)).words();
            outcome = Outcome::of_placement(own, enemy, empty, at);
            (own, enemy) = (enemy, own | at);
            empty &= !at;
            key ^= zobrist::placement(to_place, cell);
            to_place = to_place.opponent();
            left -= 1;
        }
        self.snorkels[to_place.index()] = Bitboard64::from_words([own]);
        self.snorkels[to_place.opponent().index()] = Bitboard64::from_words([enemy]);
        self.empty = Bitboard64::from_words([empty]);
        (self.key, self.to_place, self.outcome) = (key, to_place, outcome);
    }
}
