//! The history and killer heuristics.

use abstract_game::Player;

/// Entries per player. A size of memory, not a number to tune.
const SIZE: usize = 1 << 12;
/// History scores range from `-MAX` to `MAX`. A scale: the bonus of a cutoff is a parameter.
const MAX: i32 = 1 << 14;

/// The history table: a score per player and tag of an action, raised when an action causes a beta cutoff and
/// lowered when it was tried before the one that did.
pub(super) struct History {
    scores: [Box<[i32; SIZE]>; 2],
}

/// The history scores of one player.
#[derive(Clone, Copy)]
pub(super) struct PlayerHistory<'a>(&'a [i32; SIZE]);

impl PlayerHistory<'_> {
    #[inline]
    pub(super) fn score(self, tag: u32) -> i32 {
        self.0[entry(tag)]
    }
}

/// Tags beyond the size of the table are hashed into it.
#[inline]
fn entry(tag: u32) -> usize {
    let index = if tag < SIZE as u32 { tag } else { tag.wrapping_mul(0x9e37_79b1) >> 20 };
    index as usize % SIZE
}

impl History {
    pub(super) fn new() -> Self {
        History { scores: [Box::new([0; SIZE]), Box::new([0; SIZE])] }
    }

    /// Halves all scores: those of an earlier search count less.
    pub(super) fn halve(&mut self) {
        self.scores.iter_mut().flat_map(|scores| scores.iter_mut()).for_each(|score| *score /= 2);
    }

    /// The scores of one player.
    pub(super) fn of(&self, player: Player) -> PlayerHistory<'_> {
        PlayerHistory(&self.scores[player.index()])
    }

    /// Adds a bonus or malus with gravity: the nearer a score is to ±`MAX`, the smaller the change.
    pub(super) fn update(&mut self, player: Player, tag: u32, bonus: i32) {
        let bonus = bonus.clamp(-MAX / 8, MAX / 8);
        let score = &mut self.scores[player.index()][entry(tag)];
        *score += bonus - *score * bonus.abs() / MAX;
    }
}

/// The killers of one place in the line: the tags of the last two actions that caused a beta cutoff there, the last one first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Killers([Option<u32>; 2]);

impl Killers {
    pub(super) const NONE: Killers = Killers([None; 2]);

    pub(super) fn add(&mut self, tag: u32) {
        if self.0[0] != Some(tag) {
            self.0 = [Some(tag), self.0[0]];
        }
    }

    /// What being a killer adds to the score of an action, by its tag: one of these bonuses.
    #[inline]
    pub(super) fn bonus(self, bonuses: [i32; 2]) -> impl Fn(u32) -> i32 {
        // Without a killer its bonus is 0, so that one comparison of each tag is enough.
        let [(last, first_bonus), (before, second_bonus)] =
            [0, 1].map(|at| self.0[at].map_or((0, 0), |tag| (tag, bonuses[at])));
        move |tag| {
            let add = |killer, bonus| if tag == killer { bonus } else { 0 };
            add(last, first_bonus) + add(before, second_bonus)
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
        assert!((MAX / 2..=MAX).contains(&history.of(Player::P1).score(5)));
        assert!((-MAX..=-MAX / 2).contains(&history.of(Player::P2).score(5)));
        assert_eq!(history.of(Player::P1).score(u32::MAX), 0);
    }

    #[test]
    fn half_of_the_history_is_kept() {
        let mut history = History::new();
        history.update(Player::P1, 5, 900);
        history.update(Player::P2, u32::MAX, -700);
        let scores =
            |history: &History| (history.of(Player::P1).score(5), history.of(Player::P2).score(u32::MAX));
        assert_eq!(scores(&history), (900, -700));
        history.halve();
        assert_eq!(scores(&history), (450, -350));
    }

    #[test]
    fn the_last_killer_ranks_first() {
        let mut killers = Killers::NONE;
        killers.add(7);
        killers.add(8);
        killers.add(8);
        assert_eq!([8, 7, 9].map(killers.bonus([40, 30])), [40, 30, 0]);
    }

    /// A bonus is at most an eighth of the range.
    #[test]
    fn a_change_is_smaller_near_the_end_of_the_range() {
        let mut history = History::new();
        for (bonus, expected) in [(5_000, 2_048), (5_000, 3_840), (-1_000, 2_606), (-5_000, 233), (0, 233)] {
            history.update(Player::P2, 7, bonus);
            assert_eq!(history.of(Player::P2).score(7), expected);
        }
        assert_eq!(history.of(Player::P1).score(7), 0);
    }

    #[test]
    fn a_large_tag_has_an_entry_of_its_own() {
        let mut history = History::new();
        let tags = [4_095, 4_096, 5_000, 1 << 20, u32::MAX];
        for (number, tag) in (1..).zip(tags) {
            history.update(Player::P1, tag, number);
        }
        assert_eq!(tags.map(|tag| history.of(Player::P1).score(tag)), [1, 2, 3, 4, 5]);
        assert_eq!([0, 904].map(|tag| history.of(Player::P1).score(tag)), [0, 0]);
    }

    #[test]
    fn without_killers_no_tag_has_a_bonus() {
        assert_eq!([0, 1].map(Killers::NONE.bonus([40, 30])), [0, 0]);
        let mut killers = Killers::NONE;
        killers.add(7);
        killers.add(8);
        killers.add(7);
        assert_eq!([7, 8, 0].map(killers.bonus([40, 30])), [40, 30, 0]);
    }
}
