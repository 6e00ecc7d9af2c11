//! Move ordering: yields the actions of a node, the most promising first.

use abstract_game::{Action, Position};

use super::history::{History, Killers};
use super::node::Node;
use crate::{Knowledge, Score, StaticResult};

/// Yields the actions from the highest score to the lowest. Selects the first few one at a time, since a
/// cutoff often makes sorting all of them useless.
pub(super) struct MovePicker<A> {
    lists: ActionLists<A>,
    next: usize,
}

/// Lists that nodes reuse instead of allocating their own.
pub(super) struct ActionLists<A> {
    actions: Vec<A>,
    priorities: Vec<i32>,
    order: Vec<Rank>,
}

impl<A: Action> ActionLists<A> {
    /// Fills the list of actions with those to search. Returns the score instead if the static result decides
    /// the node.
    pub(super) fn fill<P, K>(&mut self, knowledge: &K, node: &Node<'_, P, K>) -> Option<Score>
    where
        P: Position<Action = A>,
        K: Knowledge<P>,
    {
        self.actions.clear();
        let turns = node.ply.turns;
        match knowledge.static_result(node.position, node.analysis, &mut self.actions) {
            StaticResult::Open => node.position.generate(&mut self.actions),
            StaticResult::Only => {}
            StaticResult::Win(distance) => return Some(Score::win_in(turns + distance)),
            StaticResult::Loss(distance) => return Some(Score::loss_in(turns + distance)),
        }
        None
    }

    /// The action that begins a win found by [`fill`](Self::fill).
    pub(super) fn winning_action(&self) -> Option<A> {
        self.actions.first().copied()
    }
}

impl<A> Default for ActionLists<A> {
    fn default() -> Self {
        ActionLists { actions: Vec::new(), priorities: Vec::new(), order: Vec::new() }
    }
}

/// The score of an action and its index, in one number that sorts by score. Among equal scores the first
/// generated ranks highest, so that the order depends on nothing else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(u64);

impl Rank {
    /// Flips the sign bit, so that unsigned numbers sort like signed ones.
    const SIGN: u32 = 1 << 31;

    #[inline]
    fn new(score: i32, index: usize) -> Rank {
        Rank(u64::from(score.cast_unsigned() ^ Self::SIGN) << 32 | u64::from(!(index as u32)))
    }

    #[inline]
    fn score(self) -> i32 {
        ((self.0 >> 32) as u32 ^ Self::SIGN).cast_signed()
    }

    #[inline]
    fn index(self) -> usize {
        !(self.0 as u32) as usize
    }
}

/// Killer scores exceed every history score (2^14) and stay below [`Knowledge::URGENT`] (2^20).
const KILLER_SHIFT: u32 = 16;
/// The number of actions selected one at a time before the rest is sorted.
const SELECTED: usize = 4;

impl<A: Action> MovePicker<A> {
    /// Scores the actions in `lists`: first the transposition table's, whose tag is `table_tag`; for the
    /// others priority, killer score and history score are added.
    pub(super) fn new<P, K>(
        knowledge: &K,
        node: &Node<'_, P, K>,
        table_tag: Option<u32>,
        killers: Killers,
        history: &History,
        mut lists: ActionLists<A>,
    ) -> Self
    where
        P: Position<Action = A>,
        K: Knowledge<P>,
    {
        let &Node { position, analysis, .. } = node;
        let ActionLists { actions, priorities, order } = &mut lists;
        priorities.clear();
        knowledge.priorities(position, analysis, actions, priorities);
        // No action has a tag beyond 32 bits.
        let table_tag = table_tag.map_or(u64::MAX, u64::from);
        let history = history.of(position.player_to_act());
        order.clear();
        order.extend(actions.iter().zip(priorities).enumerate().map(|(index, (&action, &mut priority))| {
            let tag = action.tag();
            if table_tag == u64::from(tag) {
                return Rank::new(i32::MAX, index);
            }
            let learned = history.score(tag) + (killers.rank(tag) << KILLER_SHIFT);
            Rank::new(priority.saturating_add(learned), index)
        }));
        MovePicker { lists, next: 0 }
    }

    /// The actions yielded so far.
    pub(super) fn tried(&self) -> impl Iterator<Item = A> {
        self.lists.order[..self.next].iter().map(|rank| self.lists.actions[rank.index()])
    }

    /// Returns the lists for the next node.
    pub(super) fn into_lists(self) -> ActionLists<A> {
        self.lists
    }
}

impl<A: Action> Iterator for MovePicker<A> {
    /// The score and the action.
    type Item = (i32, A);

    #[inline]
    fn next(&mut self) -> Option<(i32, A)> {
        let rest = self.lists.order.get_mut(self.next..)?;
        if self.next < SELECTED {
            let (best, _) = rest.iter().enumerate().max_by_key(|&(_, &rank)| rank)?;
            rest.swap(0, best);
        } else if self.next == SELECTED {
            rest.sort_unstable_by(|a, b| b.cmp(a));
        }
        let rank = *rest.first()?;
        self.next += 1;
        Some((rank.score(), self.lists.actions[rank.index()]))
    }
}

#[cfg(test)]
mod tests {
    use super::Rank;

    #[test]
    fn a_rank_sorts_by_score_then_by_index() {
        let ranks = [(i32::MAX, 9), (5, 0), (0, 3), (0, 4), (-1, 0), (i32::MIN, 2)]
            .map(|(score, index)| (Rank::new(score, index), score, index));
        for pair in ranks.windows(2) {
            assert!(pair[0].0 > pair[1].0);
        }
        for (rank, score, index) in ranks {
            assert_eq!((rank.score(), rank.index()), (score, index));
        }
    }
}
