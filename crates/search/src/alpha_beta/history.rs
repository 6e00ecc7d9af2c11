//! The history and killer heuristics.

use abstract_game::Player;

/// Entries per player.
const SIZE: usize = 1 << 12;
/// History scores range from `-MAX` to `MAX`.
const MAX: i32 = 1 << 14;

/// The history table: a score per player and history index, raised when an action causes a beta cutoff and
/// lowered when it was tried before the one that did.
pub(super) struct History {
    scores: [Box<[i32]>; 2],
}

impl History {
    pub(super) fn new() -> Self {
        let table = || vec![0; SIZE].into_boxed_slice();
        History { scores: [table(), table()] }
    }

    /// Indices beyond the size of the table are hashed into it.
    fn entry(index: u32) -> usize {
        if (index as usize) < SIZE {
            index as usize
        } else {
            (index.wrapping_mul(0x9e37_79b1) >> 20) as usize
        }
    }

    pub(super) fn score(&self, player: Player, index: u32) -> i32 {
        self.scores[player.index()][Self::entry(index)]
    }

    /// Adds a bonus or malus with gravity: the nearer a score is to ±`MAX`, the smaller the change.
    pub(super) fn update(&mut self, player: Player, index: u32, bonus: i32) {
        let bonus = bonus.clamp(-MAX / 8, MAX / 8);
        let score = &mut self.scores[player.index()][Self::entry(index)];
        *score += bonus - *score * bonus.abs() / MAX;
    }
}

/// The killers of one ply: the tags of the last two actions that caused a beta cutoff there.
#[derive(Clone, Copy, Default)]
pub(super) struct Killers([Option<u32>; 2]);

impl Killers {
    pub(super) fn add(&mut self, tag: u32) {
        if self.0[0] != Some(tag) {
            self.0 = [Some(tag), self.0[0]];
        }
    }

    /// 2 for the last killer, 1 for the one before, 0 for other actions.
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
    fn history_scores_stay_within_bounds() {
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
    fn the_last_killer_ranks_first() {
        let mut killers = Killers::default();
        killers.add(7);
        killers.add(8);
        killers.add(8);
        assert_eq!([killers.rank(8), killers.rank(7), killers.rank(9)], [2, 1, 0]);
    }
}
