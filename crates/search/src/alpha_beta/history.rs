//! What actions were good elsewhere in the tree.

use abstract_game::Player;

const SIZE: usize = 1 << 12;
const MAX: i32 = 1 << 14;

/// Per player and index, how often an action cut a search short, as a number from -`MAX` to `MAX`.
pub(super) struct History {
    score: [Box<[i32]>; 2],
}

impl History {
    pub(super) fn new() -> Self {
        let table = || vec![0; SIZE].into_boxed_slice();
        History { score: [table(), table()] }
    }

    fn index(index: u32) -> usize {
        // Slots beyond the table's size are spread over it.
        if (index as usize) < SIZE {
            index as usize
        } else {
            (index.wrapping_mul(0x9e37_79b1) >> 20) as usize
        }
    }

    pub(super) fn score(&self, player: Player, index: u32) -> i32 {
        self.score[player.index()][Self::index(index)]
    }

    /// Moves a score towards +`MAX` or -`MAX`, the less the nearer it already is.
    pub(super) fn update(&mut self, player: Player, index: u32, bonus: i32) {
        let bonus = bonus.clamp(-MAX / 8, MAX / 8);
        let score = &mut self.score[player.index()][Self::index(index)];
        *score += bonus - *score * bonus.abs() / MAX;
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

    use super::{History, Killers, MAX};

    #[test]
    fn worth_stays_within_bounds() {
        let mut history = History::new();
        for _ in 0..1000 {
            history.update(Player::P1, 5, 5_000);
            history.update(Player::P2, 5, -5_000);
        }
        assert!((MAX / 2..=MAX).contains(&history.score(Player::P1, 5)));
        assert!((-MAX..=-MAX / 2).contains(&history.score(Player::P2, 5)));
        assert_eq!(history.score(Player::P1, u32::MAX), 0);
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
