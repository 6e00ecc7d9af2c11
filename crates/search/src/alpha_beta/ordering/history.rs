//! What a thread has learned about actions: the history heuristic, and the actions that tags stand for.

use abstract_game::{Action, Player, Position};

/// Entries per player. A size of memory, not a number to tune.
const SIZE: usize = 1 << 12;
/// History scores range from `-MAX` to `MAX`. A scale: the bonus of a cutoff is a parameter.
const MAX: i32 = 1 << 14;

/// The history table: a score per player and tag of an action, raised when an action causes a beta cutoff and
/// lowered when it was tried before the one that did.
pub(in crate::alpha_beta) struct History {
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
    pub(in crate::alpha_beta) fn new() -> Self {
        History { scores: [Box::new([0; SIZE]), Box::new([0; SIZE])] }
    }

    /// Halves all scores: those of an earlier search count less.
    pub(in crate::alpha_beta) fn halve(&mut self) {
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

/// Actions that were best somewhere, by the lowest bits of their tags: the transposition table stores actions as tags.
pub(in crate::alpha_beta) struct KnownActions<A>(Box<[Option<A>; KNOWN]>);

/// Games with few actions have none with the same lowest bits.
const KNOWN: usize = 1 << 10;

impl<A: Action> KnownActions<A> {
    pub(in crate::alpha_beta) fn new() -> Self {
        KnownActions(Box::new([None; KNOWN]))
    }

    /// Remembers an action. Returns its tag.
    #[inline]
    pub(in crate::alpha_beta) fn remember(&mut self, action: A) -> u32 {
        let tag = action.tag();
        self.0[tag as usize % KNOWN] = Some(action);
        tag
    }

    /// The legal action with this tag, if it was remembered.
    #[inline]
    pub(super) fn recall(&self, tag: u32, position: &impl Position<Action = A>) -> Option<A> {
        self.0[tag as usize % KNOWN].filter(|&action| action.tag() == tag && position.is_legal(action))
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::Player;

    use super::{History, MAX};

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
}
