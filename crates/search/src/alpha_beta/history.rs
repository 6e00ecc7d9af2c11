//! What actions were good elsewhere in the tree.

use abstract_game::Player;

const SLOTS: usize = 1 << 12;
const MOST: i32 = 1 << 14;

/// Per player and slot, how often an action cut a search short, as a number from -`MOST` to `MOST`.
pub(super) struct History {
    worth: [Box<[i32]>; 2],
}

impl History {
    pub(super) fn new() -> Self {
        let table = || vec![0; SLOTS].into_boxed_slice();
        History { worth: [table(), table()] }
    }

    fn index(slot: u32) -> usize {
        // Slots beyond the table's size are spread over it.
        if (slot as usize) < SLOTS { slot as usize } else { (slot.wrapping_mul(0x9e37_79b1) >> 20) as usize }
    }

    pub(super) fn worth(&self, player: Player, slot: u32) -> i32 {
        self.worth[player.index()][Self::index(slot)]
    }

    /// Moves a worth towards +`MOST` or -`MOST`, the less the nearer it already is.
    pub(super) fn learn(&mut self, player: Player, slot: u32, bonus: i32) {
        let bonus = bonus.clamp(-MOST / 8, MOST / 8);
        let worth = &mut self.worth[player.index()][Self::index(slot)];
        *worth += bonus - *worth * bonus.abs() / MOST;
    }
}

/// Two actions, by tag, that cut other nodes of the same ply short.
#[derive(Clone, Copy, Default)]
pub(super) struct Killers([Option<u32>; 2]);

impl Killers {
    pub(super) fn add(&mut self, tag: u32) {
        if self.0[0] != Some(tag) {
            self.0 = [Some(tag), self.0[0]];
        }
    }

    /// 2 for the latest, 1 for the one before, 0 for others.
    pub(super) fn rank(&self, tag: u32) -> i32 {
        match self.0 {
            [Some(first), _] if first == tag => 2,
            [_, Some(second)] if second == tag => 1,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::Player;

    use super::{History, Killers, MOST};

    #[test]
    fn worth_stays_within_bounds() {
        let mut history = History::new();
        for _ in 0..1000 {
            history.learn(Player::P1, 5, 5_000);
            history.learn(Player::P2, 5, -5_000);
        }
        assert!((MOST / 2..=MOST).contains(&history.worth(Player::P1, 5)));
        assert!((-MOST..=-MOST / 2).contains(&history.worth(Player::P2, 5)));
        assert_eq!(history.worth(Player::P1, u32::MAX), 0);
    }

    #[test]
    fn the_latest_killer_comes_first() {
        let mut killers = Killers::default();
        killers.add(7);
        killers.add(8);
        killers.add(8);
        assert_eq!([killers.rank(8), killers.rank(7), killers.rank(9)], [2, 1, 0]);
    }
}
