//! Yields the actions of a node, the most promising first, and plays them.

use abstract_game::{Action, Position};

use super::{OrderingState, place};
use crate::MoveOrdering;
use crate::alpha_beta::stack::Node;
use crate::alpha_beta::thread::MatchTable;

/// Yields the actions of one node, those with the highest scores first: first the transposition table's action, if
/// possible before the others are generated; the score of the others is the sum of priority, killer score and history
/// score. Among equal scores the first generated comes first.
pub(in crate::alpha_beta) struct MovePicker<P: Position> {
    /// The tag of the transposition table's action.
    table_tag: Option<u32>,
    /// Where the node's actions begin in the list of actions.
    pub(super) first: usize,
    /// Where their order begins.
    pub(super) first_rank: usize,
    /// The number of actions yielded.
    pub(super) yielded: usize,
    scored: bool,
    /// The number of actions played.
    played: usize,
    /// The action that is probably played next, and the position after it, made ahead of time.
    ahead: Option<(P::Action, P)>,
}

/// In the place of the score of an action whose rank is known.
const TAKEN: i32 = i32::MIN;

/// The score of an action and its index, in one number that sorts by score. Among equal scores the first
/// generated ranks highest, so that the order depends on nothing else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u64);

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
    pub(super) fn index(self) -> usize {
        !(self.0 as u32) as usize
    }
}

/// The number of actions selected one at a time before the rest is sorted: a cutoff often makes sorting useless.
const SELECTED: usize = 4;

impl<P: Position> MovePicker<P> {
    /// A picker for a node with these actions only, or with all if there are none.
    #[inline]
    pub(in crate::alpha_beta) fn new(
        ordering: &mut OrderingState<P::Action>,
        position: &P,
        table_tag: Option<u32>,
        only: &[P::Action],
    ) -> Self {
        let (first, first_rank) = (ordering.actions.len(), ordering.order.len());
        ordering.actions.extend_from_slice(only);
        if only.is_empty()
            && let Some(action) = table_tag.and_then(|tag| ordering.recall(tag, position))
        {
            ordering.actions.push(action);
            ordering.scores.push(TAKEN);
            ordering.order.push(Rank::new(i32::MAX, 0));
        }
        MovePicker { table_tag, first, first_rank, yielded: 0, scored: false, played: 0, ahead: None }
    }

    /// The next action with its score.
    #[inline]
    pub(in crate::alpha_beta) fn next<K: MoveOrdering<P>>(
        &mut self,
        ordering: &mut OrderingState<P::Action>,
        knowledge: &K,
        node: &Node<'_, P, K>,
    ) -> Option<(i32, P::Action)> {
        if self.yielded == ordering.order.len() - self.first_rank {
            if !self.scored {
                self.score(ordering, knowledge, node);
            }
            self.select(ordering);
        }
        let rank = *ordering.order.get(self.first_rank + self.yielded)?;
        self.yielded += 1;
        Some((rank.score(), ordering.actions[self.first + rank.index()]))
    }

    /// The position after an action that was yielded. The transposition table's entries of the actions that are probably played
    /// next are loaded into the processor's cache, if nodes at this depth probe it.
    #[inline]
    pub(in crate::alpha_beta) fn play(
        &mut self,
        ordering: &mut OrderingState<P::Action>,
        table: MatchTable<'_>,
        position: &P,
        action: P::Action,
        depth: u32,
    ) -> P {
        let probes = depth > 1;
        if probes && self.played == 1 {
            // The first action caused no cutoff, so probably no other does: all of them will be searched.
            let keys = self.rest(ordering).filter_map(|action| position.key_after(action));
            keys.for_each(|key| table.prefetch(key));
        }
        self.played += 1;
        let next = match self.ahead.take() {
            Some((made, next)) if made == action => next,
            _ => {
                let next = position.after_unchecked(action);
                if probes {
                    table.prefetch(next.key());
                }
                next
            }
        };
        if probes
            && let Some(action) = self.peek(ordering)
            && position.key_after(action).is_none()
        {
            // While this child is searched, the entry of the next one is loaded.
            let made = position.after_unchecked(action);
            table.prefetch(made.key());
            self.ahead = Some((action, made));
        }
        next
    }

    /// The action that `next` will yield, if the actions are scored.
    #[inline]
    fn peek(&self, ordering: &mut OrderingState<P::Action>) -> Option<P::Action> {
        if self.scored && self.yielded == ordering.order.len() - self.first_rank {
            self.select(ordering);
        }
        let rank = *ordering.order.get(self.first_rank + self.yielded)?;
        Some(ordering.actions[self.first + rank.index()])
    }

    /// Extends the order by the best of the scored actions or, after some, by all of them.
    #[inline]
    fn select(&self, ordering: &mut OrderingState<P::Action>) {
        let OrderingState { scores, order, .. } = ordering;
        let scores = &mut scores[self.first..];
        if order.len() - self.first_rank < SELECTED {
            let best = scores.iter().copied().max().filter(|&best| best != TAKEN);
            if let Some(best) = best
                && let Some(index) = scores.iter().position(|&score| score == best)
            {
                scores[index] = TAKEN;
                order.push(Rank::new(best, index));
            }
        } else {
            let sorted = order.len();
            let rest = scores.iter().enumerate().filter(|&(_, &score)| score != TAKEN);
            order.extend(rest.map(|(index, &score)| Rank::new(score, index)));
            scores.fill(TAKEN);
            order[sorted..].sort_unstable_by(|a, b| b.cmp(a));
        }
    }

    /// Generates the actions, if that is not done, and scores those that are not yielded.
    fn score<K: MoveOrdering<P>>(
        &mut self,
        ordering: &mut OrderingState<P::Action>,
        knowledge: &K,
        node: &Node<'_, P, K>,
    ) {
        self.scored = true;
        let &Node { position, analysis, ply } = node;
        let killers = ordering.killers[place(ply)];
        let OrderingState { history, actions, scores, tags, .. } = ordering;
        if actions.len() == self.first + self.yielded {
            position.actions_into(actions);
        }
        let (tried, actions) = actions[self.first..].split_at(self.yielded);
        let start = scores.len();
        knowledge.priorities(position, analysis, actions, scores);
        let scores = &mut scores[start..];
        let history = history.of(position.player_to_act());
        tags.clear();
        tags.extend(actions.iter().map(|action| action.tag()));
        for (score, &tag) in scores.iter_mut().zip(&*tags) {
            *score += history.score(tag);
        }
        // In a loop of its own, which the compiler turns into vector instructions.
        let bonus = killers.bonus(ordering.killer_bonuses);
        let table_tag = self.table_tag.unwrap_or(0);
        let table_rank = if self.table_tag.is_some() { i32::MAX } else { i32::MIN };
        for (score, &tag) in scores.iter_mut().zip(&*tags) {
            let scored = *score + bonus(tag);
            *score = if tag == table_tag { scored.max(table_rank) } else { scored };
        }
        if let Some(again) = tried.first().and_then(|tried| actions.iter().position(|action| action == tried))
        {
            scores[again] = TAKEN;
        }
    }

    /// The actions that were generated and are not yielded, in no particular order.
    fn rest<'o>(
        &self,
        ordering: &'o OrderingState<P::Action>,
    ) -> impl Iterator<Item = P::Action> + use<'o, P> {
        let actions = ordering.actions[self.first..].iter().zip(&ordering.scores[self.first..]);
        actions.filter(|&(_, &score)| score != TAKEN).map(|(&action, _)| action)
    }

    /// Removes the node's actions from the lists.
    pub(in crate::alpha_beta) fn finish(self, ordering: &mut OrderingState<P::Action>) {
        ordering.actions.truncate(self.first);
        ordering.scores.truncate(self.first);
        ordering.order.truncate(self.first_rank);
    }
}
#[cfg(test)]
mod tests {
    use abstract_game::{Action as _, Position as _, Rules as _, sample::TakeTwo};

    use super::{MovePicker, OrderingState, Rank};
    use crate::NoKnowledge;
    use crate::alpha_beta::stack::{Node, Ply};

    /// Whether or not it is remembered by its tag.
    #[test]
    fn the_table_action_comes_first_and_each_action_once() {
        let position = TakeTwo::default().start();
        let node = Node { position: &position, analysis: &(), ply: Ply::ROOT };
        let actions = position.actions();
        for &table_action in &actions {
            let mut expected = actions.clone();
            expected.retain(|&action| action != table_action);
            expected.insert(0, table_action);
            let mut ordering = OrderingState::new();
            for _ in 0..2 {
                let mut picker = MovePicker::new(&mut ordering, &position, Some(table_action.tag()), &[]);
                let mut yielded = Vec::new();
                while let Some((_, action)) = picker.next(&mut ordering, &NoKnowledge, &node) {
                    yielded.push(action);
                }
                picker.finish(&mut ordering);
                assert_eq!(yielded, expected);
                ordering.remember(table_action);
            }
        }
    }

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
