//! Move ordering: yields the actions of a node, the most promising first.

use abstract_game::{Action, Position};

use super::history::{History, Killers};
use super::node::{Node, Ply};
use super::search::MAX_PLY;
use crate::Knowledge;

/// What one search thread has learned about the order of actions, and the lists of the nodes on its current path.
pub(super) struct MoveOrdering<A> {
    history: History,
    /// By turn and action within the turn, so that no two players share killers.
    killers: Vec<Killers>,
    /// Actions that were best somewhere, by the lowest bits of their tags.
    known: Box<[Option<A>; KNOWN]>,
    // Of the nodes from the root to the current one:
    /// The actions.
    actions: Vec<A>,
    /// The scores of those actions, or [`TAKEN`].
    scores: Vec<i32>,
    /// The actions in the order in which they are yielded, as far as it is known.
    order: Vec<Rank>,
    /// The tags of the actions that are scored.
    tags: Vec<u32>,
}

/// Games with few actions have none with the same lowest bits.
const KNOWN: usize = 1 << 10;

/// The entries of killers per turn: later actions of a turn share the last one.
const TURN_PLACES: usize = 4;

/// The index of the killers of a node.
#[inline]
fn place(ply: Ply) -> usize {
    usize::from(ply.turns) * TURN_PLACES + usize::from(ply.actions_in_turn).min(TURN_PLACES - 1)
}

impl<A: Action> MoveOrdering<A> {
    pub(super) fn new() -> Self {
        MoveOrdering {
            history: History::new(),
            killers: vec![Killers::NONE; (MAX_PLY + 1) * TURN_PLACES],
            known: Box::new([None; KNOWN]),
            actions: Vec::new(),
            scores: Vec::new(),
            order: Vec::new(),
            tags: Vec::new(),
        }
    }

    /// Begins a search of another position: keeps half of the history.
    pub(super) fn begin_search(&mut self) {
        self.history.halve();
        self.killers.fill(Killers::NONE);
        self.actions.clear();
        self.scores.clear();
        self.order.clear();
    }

    /// Remembers an action that the transposition table stores only by its tag. Returns the tag.
    #[inline]
    pub(super) fn remember(&mut self, action: A) -> u32 {
        let tag = action.tag();
        self.known[tag as usize % KNOWN] = Some(action);
        tag
    }

    /// After a beta cutoff: a history bonus for the action that caused it, a malus for the actions tried before, and a killer
    /// entry unless the action is urgent, because those come before killers anyway.
    pub(super) fn learn_cutoff<P: Position<Action = A>, K: Knowledge<P>>(
        &mut self,
        picker: &MovePicker,
        node: &Node<'_, P, K>,
        cutoff_action: A,
        bonus: i32,
        is_urgent: bool,
    ) {
        if !is_urgent {
            self.killers[place(node.ply)].add(cutoff_action.tag());
        }
        let player = node.position.player_to_act();
        for rank in &self.order[picker.first_rank..][..picker.yielded] {
            let action = self.actions[picker.first + rank.index()];
            let bonus = if action == cutoff_action { bonus } else { -bonus };
            self.history.update(player, action.tag(), bonus);
        }
    }

    /// The legal action with this tag, if it was remembered.
    #[inline]
    fn recall(&self, tag: u32, position: &impl Position<Action = A>) -> Option<A> {
        self.known[tag as usize % KNOWN].filter(|&action| action.tag() == tag && position.is_legal(action))
    }
}

/// Yields the actions of one node, those with the highest scores first: first the transposition table's action, if
/// possible before the others are generated; the score of the others is the sum of priority, killer score and history
/// score. Among equal scores the first generated comes first.
pub(super) struct MovePicker {
    /// The tag of the transposition table's action.
    table_tag: Option<u32>,
    /// Where the node's actions begin in the list of actions.
    first: usize,
    /// Where their order begins.
    first_rank: usize,
    /// The number of actions yielded.
    yielded: usize,
    scored: bool,
}

/// In the place of the score of an action whose rank is known.
const TAKEN: i32 = i32::MIN;

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

/// The number of actions selected one at a time before the rest is sorted: a cutoff often makes sorting useless.
const SELECTED: usize = 4;

impl MovePicker {
    /// A picker for a node with these actions only, or with all if there are none.
    #[inline]
    pub(super) fn new<A: Action>(
        ordering: &mut MoveOrdering<A>,
        position: &impl Position<Action = A>,
        table_tag: Option<u32>,
        only: &[A],
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
        MovePicker { table_tag, first, first_rank, yielded: 0, scored: false }
    }

    /// The next action with its score.
    #[inline]
    pub(super) fn next<P: Position, K: Knowledge<P>>(
        &mut self,
        ordering: &mut MoveOrdering<P::Action>,
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

    /// The action that `next` will yield, if the actions are scored.
    #[inline]
    pub(super) fn peek<A: Action>(&self, ordering: &mut MoveOrdering<A>) -> Option<A> {
        if self.scored && self.yielded == ordering.order.len() - self.first_rank {
            self.select(ordering);
        }
        let rank = *ordering.order.get(self.first_rank + self.yielded)?;
        Some(ordering.actions[self.first + rank.index()])
    }

    /// Extends the order by the best of the scored actions or, after some, by all of them.
    #[inline]
    fn select<A: Action>(&self, ordering: &mut MoveOrdering<A>) {
        let MoveOrdering { scores, order, .. } = ordering;
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
    fn score<P: Position, K: Knowledge<P>>(
        &mut self,
        ordering: &mut MoveOrdering<P::Action>,
        knowledge: &K,
        node: &Node<'_, P, K>,
    ) {
        self.scored = true;
        let &Node { position, analysis, ply } = node;
        let killers = ordering.killers[place(ply)];
        let MoveOrdering { history, actions, scores, tags, .. } = ordering;
        if actions.len() == self.first + self.yielded {
            position.generate(actions);
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
        let bonus = killers.bonus();
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
    pub(super) fn rest<'o, A: Action>(
        &self,
        ordering: &'o MoveOrdering<A>,
    ) -> impl Iterator<Item = A> + use<'o, A> {
        let actions = ordering.actions[self.first..].iter().zip(&ordering.scores[self.first..]);
        actions.filter(|&(_, &score)| score != TAKEN).map(|(&action, _)| action)
    }

    /// Removes the node's actions from the lists.
    pub(super) fn finish<A: Action>(self, ordering: &mut MoveOrdering<A>) {
        ordering.actions.truncate(self.first);
        ordering.scores.truncate(self.first);
        ordering.order.truncate(self.first_rank);
    }
}
#[cfg(test)]
mod tests {
    use abstract_game::{Action as _, Position as _, Rules as _, sample::TakeTwo};

    use super::{Killers, MoveOrdering, MovePicker, Rank, TURN_PLACES, place};
    use crate::NoKnowledge;
    use crate::alpha_beta::node::{Node, Ply};

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
            let mut ordering = MoveOrdering::new();
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

    /// Two lines reach the fourth action in different turns, hence with different players to act.
    #[test]
    fn killers_belong_to_a_turn_and_an_action_of_it() {
        let ply = |actions, turns, actions_in_turn| place(Ply { actions, turns, actions_in_turn });
        assert_ne!(ply(3, 1, 1), ply(3, 2, 0));
        assert_eq!(ply(3, 2, 0), ply(4, 2, 0));
        assert_ne!(ply(3, 2, 0), ply(4, 2, 1));
        // The last place of a turn is not the first one of the next.
        assert_eq!(ply(9, 1, 8), ply(4, 1, TURN_PLACES as u16 - 1));
        assert_ne!(ply(9, 1, 8), ply(10, 2, 0));
    }

    #[test]
    fn an_urgent_action_is_no_killer_and_killers_end_with_their_search() {
        let position = TakeTwo::default().start();
        let node = Node { position: &position, analysis: &(), ply: Ply::ROOT };
        let mut ordering = MoveOrdering::new();
        let mut picker = MovePicker::new(&mut ordering, &position, None, &[]);
        let (_, action) = picker.next(&mut ordering, &NoKnowledge, &node).expect("an action");
        let player = position.player_to_act();
        let mut state = |is_urgent| {
            ordering.learn_cutoff(&picker, &node, action, 100, is_urgent);
            (ordering.killers[0] == Killers::NONE, ordering.history.of(player).score(action.tag()))
        };
        assert_eq!(state(true), (true, 100));
        assert!(!state(false).0);
        let before = ordering.history.of(player).score(action.tag());
        ordering.begin_search();
        assert!(ordering.killers[0] == Killers::NONE);
        assert_eq!(ordering.history.of(player).score(action.tag()), before / 2);
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
