//! Yields the actions of a node, the most promising first, and plays them.

use abstract_game::{Action, Position};
use arrayvec::ArrayVec;

use super::lists::{ActionLists, Rank, TAKEN};
use crate::alpha_beta::stack::Node;
use crate::alpha_beta::thread::{Shared, ThreadData};
use crate::{MoveOrdering, URGENT};

/// An action of a node in its turn to be searched.
#[derive(Clone, Copy)]
pub(in crate::alpha_beta) struct Choice<A> {
    pub(in crate::alpha_beta) action: A,
    /// The sum of its priority, killer score and history score.
    pub(in crate::alpha_beta) score: i32,
    /// The number of actions played before it.
    pub(in crate::alpha_beta) number: usize,
}

/// Yields the actions of one node, those with the highest scores first: first the transposition table's action, if
/// possible before the others are generated; the score of the others is the sum of priority, killer score and history
/// score. Among equal scores the first generated comes first. In a game without urgent actions the killers come before the others
/// are generated, too: most nodes end there. Actions that another thread is searching come again at the end.
pub(in crate::alpha_beta) struct MovePicker<'n, P: Position> {
    /// The tag of the transposition table's action.
    table_tag: Option<u32>,
    /// Within a turn the position before the last action, and that action.
    last: Option<(&'n P, P::Action)>,
    /// Whether an action was left out.
    left_out: bool,
    /// Where the node's actions begin in the list of actions.
    first: usize,
    /// Where their order begins.
    first_rank: usize,
    /// The number of actions yielded.
    yielded: usize,
    /// The killers that may be yielded before the other actions are generated, the last one first.
    killers: ArrayVec<u32, 2>,
    scored: bool,
    /// The highest score of an action that is not [urgent](URGENT), without killer score, once they are scored.
    best_score: i32,
    /// Whether only the deferred actions are left.
    ended: bool,
    /// The actions whose positions other threads were searching.
    deferred: ArrayVec<Choice<P::Action>, 4>,
    /// The number of actions played, the deferred ones counted once.
    played: usize,
    /// The positions after the last action played and after the one that is probably played next, by turns. They are played
    /// in place, because a position may be large.
    children: [Option<P>; 2],
    /// The action that is probably played next, if its position is made.
    ahead: Option<P::Action>,
}

impl<'n, P: Position> MovePicker<'n, P> {
    /// A picker for a node with the actions of its static result only, or with all if there are none.
    #[inline]
    pub(in crate::alpha_beta) fn new<K: MoveOrdering<P>>(
        data: &mut ThreadData<P::Action>,
        node: &Node<'n, P, K>,
        table_tag: Option<u32>,
    ) -> Self {
        let before = node.before.filter(|_| !node.position.at_turn_start());
        let last = before.zip(data.stack.action(node.ply));
        let ThreadData { lists, static_actions, known, stack, .. } = data;
        let (first, first_rank) = (lists.actions.len(), lists.order.len());
        lists.actions.extend_from_slice(static_actions);
        let mut killers = ArrayVec::new();
        if static_actions.is_empty() {
            let table_action = table_tag.and_then(|tag| known.recall(tag, node.position));
            if let Some(action) = table_action {
                lists.actions.push(action);
                lists.scores.push(TAKEN);
                lists.order.push(Rank::new(i32::MAX, 0));
            }
            if !K::HAS_URGENT && table_action.is_some() == table_tag.is_some() {
                killers = stack.killers(node.ply).tags(table_tag);
            }
        }
        MovePicker {
            table_tag,
            last,
            left_out: false,
            first,
            first_rank,
            yielded: 0,
            killers,
            scored: false,
            best_score: i32::MIN,
            ended: false,
            deferred: ArrayVec::new(),
            played: 0,
            children: [None, None],
            ahead: None,
        }
    }

    /// The next action; at the end the deferred ones.
    #[inline]
    pub(in crate::alpha_beta) fn next<K: MoveOrdering<P>>(
        &mut self,
        data: &mut ThreadData<P::Action>,
        knowledge: &K,
        node: &Node<'_, P, K>,
    ) -> Option<Choice<P::Action>> {
        let next = if self.ended { None } else { self.next_new(data, knowledge, node) };
        next.or_else(|| self.deferred.pop_at(0))
    }

    /// How much lower a score is than the highest one of an action that is not [urgent](URGENT), without killer score; negative
    /// before the actions are scored.
    #[inline]
    pub(in crate::alpha_beta) fn gap(&self, score: i32) -> i32 {
        self.best_score.saturating_sub(score)
    }

    /// From now on yields the deferred actions only.
    pub(in crate::alpha_beta) fn end(&mut self) {
        self.ended = true;
    }

    /// Whether [`end`](Self::end) was called: actions may be left.
    pub(in crate::alpha_beta) fn has_ended(&self) -> bool {
        self.ended
    }

    #[inline]
    fn next_new<K: MoveOrdering<P>>(
        &mut self,
        data: &mut ThreadData<P::Action>,
        knowledge: &K,
        node: &Node<'_, P, K>,
    ) -> Option<Choice<P::Action>> {
        if self.yielded == data.lists.order.len() - self.first_rank && !self.add_killer(data, node) {
            if !self.scored {
                self.score(data, knowledge, node);
            }
            data.lists.select(self.first, self.first_rank);
        }
        let rank = *data.lists.order.get(self.first_rank + self.yielded)?;
        self.yielded += 1;
        let action = data.lists.actions[self.first + rank.index()];
        Some(Choice { action, score: rank.score(), number: self.played })
    }

    /// Appends the next legal killer to the order, if there is one.
    #[inline]
    fn add_killer<K: MoveOrdering<P>>(
        &mut self,
        data: &mut ThreadData<P::Action>,
        node: &Node<'_, P, K>,
    ) -> bool {
        let ThreadData { killer_bonuses, lists, known, stack, .. } = data;
        while !self.killers.is_empty() {
            let tag = self.killers.remove(0);
            if let Some(action) = known.recall(tag, node.position) {
                let score = stack.killers(node.ply).bonus(*killer_bonuses)(tag);
                lists.order.push(Rank::new(score, lists.actions.len() - self.first));
                lists.actions.push(action);
                lists.scores.push(TAKEN);
                return true;
            }
        }
        false
    }

    /// Whether an action that was yielded can be left out, because another turn leads to the same game: in the opposite order, if
    /// the action was searched before the last one where that was played.
    #[inline]
    pub(in crate::alpha_beta) fn leaves_out<K: MoveOrdering<P>>(
        &mut self,
        data: &ThreadData<P::Action>,
        knowledge: &K,
        node: &Node<'_, P, K>,
        action: P::Action,
    ) -> bool {
        let leaves_out = self.last.is_some_and(|(before, last)| {
            knowledge.is_superfluous(before, last, action)
                || data.stack.earlier(node.ply).contains(&action) && knowledge.commute(before, last, action)
        });
        self.left_out |= leaves_out;
        leaves_out
    }

    /// Whether no action was left out so far.
    pub(in crate::alpha_beta) fn is_complete(&self) -> bool {
        !self.left_out
    }

    /// The position after an action that was yielded, or `None` if another thread is searching it: the action comes again. The
    /// transposition table's entries of the actions that are probably played next are loaded into the processor's cache, if
    /// nodes at this depth probe it.
    #[inline]
    pub(in crate::alpha_beta) fn play(
        &mut self,
        data: &mut ThreadData<P::Action>,
        shared: &Shared<'_>,
        position: &P,
        choice: Choice<P::Action>,
        depth: u32,
    ) -> Option<&P> {
        let Choice { action, number, .. } = choice;
        let (probes, is_new) = (depth > 1, number == self.played);
        if probes && is_new && number == 1 {
            // The first action caused no cutoff, so probably no other does: all of them will be searched.
            let keys = self.rest(data).filter_map(|action| position.key_after(action));
            keys.for_each(|key| shared.table.prefetch(key));
        }
        self.played += usize::from(is_new);
        let make = |child: &mut Option<P>, action| {
            let child = child.insert(position.clone());
            child.play_unchecked(action);
            if probes {
                shared.table.prefetch(child.key());
            }
        };
        let (child, next_child) = (self.played % 2, 1 - self.played % 2);
        if self.ahead.take() != Some(action) {
            make(&mut self.children[child], action);
        }
        if probes
            && let Some(action) = self.peek(data)
            && position.key_after(action).is_none()
        {
            // While this child is searched, the entry of the next one is loaded.
            make(&mut self.children[next_child], action);
            self.ahead = Some(action);
        }
        let child = self.children[child].as_ref().expect("it is made");
        let is_deferred = is_new
            && number > 0
            && shared.searching.contains(child.key(), depth)
            && self.deferred.try_push(choice).is_ok();
        if is_deferred { None } else { Some(child) }
    }

    /// The action that `next` will yield, if the actions are scored.
    #[inline]
    fn peek(&self, data: &mut ThreadData<P::Action>) -> Option<P::Action> {
        let lists = &mut data.lists;
        if self.scored && self.yielded == lists.order.len() - self.first_rank {
            lists.select(self.first, self.first_rank);
        }
        let rank = *lists.order.get(self.first_rank + self.yielded)?;
        Some(lists.actions[self.first + rank.index()])
    }

    /// Generates the actions, if that is not done, and scores those that are not yielded.
    fn score<K: MoveOrdering<P>>(
        &mut self,
        data: &mut ThreadData<P::Action>,
        knowledge: &K,
        node: &Node<'_, P, K>,
    ) {
        self.scored = true;
        let &Node { position, analysis, ply, .. } = node;
        let killers = *data.stack.killers(ply);
        let ThreadData { history, killer_bonuses, lists: ActionLists { actions, scores, tags, .. }, .. } =
            data;
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
        let best = scores.iter().map(|&score| if score < URGENT { score } else { i32::MIN }).max();
        self.best_score = best.unwrap_or(i32::MIN);
        // In a loop of its own, which the compiler turns into vector instructions.
        let bonus = killers.bonus(*killer_bonuses);
        let table_tag = self.table_tag.unwrap_or(0);
        let table_rank = if self.table_tag.is_some() { i32::MAX } else { i32::MIN };
        for (score, &tag) in scores.iter_mut().zip(&*tags) {
            let scored = *score + bonus(tag);
            *score = if tag == table_tag { scored.max(table_rank) } else { scored };
        }
        for again in tried.iter().filter_map(|tried| actions.iter().position(|action| action == tried)) {
            scores[again] = TAKEN;
        }
    }

    /// The actions that were generated and are not yielded, in no particular order.
    fn rest<'o>(&self, data: &'o ThreadData<P::Action>) -> impl Iterator<Item = P::Action> + use<'o, P> {
        let actions = data.lists.actions[self.first..].iter().zip(&data.lists.scores[self.first..]);
        actions.filter(|&(_, &score)| score != TAKEN).map(|(&action, _)| action)
    }

    /// After a beta cutoff: a history bonus for the action that caused it, a malus for the actions tried before, and a killer
    /// entry unless the action is urgent, because those come before killers anyway.
    pub(in crate::alpha_beta) fn learn_cutoff<K: MoveOrdering<P>>(
        &self,
        data: &mut ThreadData<P::Action>,
        node: &Node<'_, P, K>,
        cutoff_action: P::Action,
        bonus: i32,
        is_urgent: bool,
    ) {
        if !is_urgent {
            data.stack.killers(node.ply).add(cutoff_action.tag());
        }
        let ThreadData { history, lists, .. } = data;
        let player = node.position.player_to_act();
        for rank in &lists.order[self.first_rank..][..self.yielded] {
            let action = lists.actions[self.first + rank.index()];
            let bonus = if action == cutoff_action { bonus } else { -bonus };
            history.update(player, action.tag(), bonus);
        }
    }

    /// Removes the node's actions from the lists.
    pub(in crate::alpha_beta) fn finish(self, data: &mut ThreadData<P::Action>) {
        data.lists.actions.truncate(self.first);
        data.lists.scores.truncate(self.first);
        data.lists.order.truncate(self.first_rank);
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::sample::{Heaps, Take, TakeTwo};
    use abstract_game::{Action as _, Position as _, Rules as _};

    use super::{Choice, MovePicker, Shared, ThreadData};
    use crate::alpha_beta::parameters::AlphaBetaParameters;
    use crate::alpha_beta::searching::Searching;
    use crate::alpha_beta::stack::{Node, Ply};
    use crate::transposition_table::TranspositionTable;
    use crate::{Evaluation, MoveOrdering, NoKnowledge, TableParameters, URGENT};

    /// Whether or not it is remembered by its tag.
    #[test]
    fn the_table_action_comes_first_and_each_action_once() {
        let position = TakeTwo::default().start();
        let node = Node::root(&position, &());
        let actions = position.actions();
        for &table_action in &actions {
            let mut expected = actions.clone();
            expected.retain(|&action| action != table_action);
            expected.insert(0, table_action);
            let mut data = ThreadData::new();
            for _ in 0..2 {
                let mut picker = MovePicker::new(&mut data, &node, Some(table_action.tag()));
                let mut yielded = Vec::new();
                while let Some(choice) = picker.next(&mut data, &NoKnowledge, &node) {
                    yielded.push(choice.action);
                }
                picker.finish(&mut data);
                assert_eq!(yielded, expected);
                data.known.remember(table_action);
            }
        }
    }

    /// Knowledge without urgent actions: all priorities are 0.
    struct WithoutUrgent;

    impl Evaluation<Heaps> for WithoutUrgent {
        type Analysis = ();

        fn analyse(&self, _: &Heaps) {}
    }

    impl MoveOrdering<Heaps> for WithoutUrgent {
        const HAS_URGENT: bool = false;
    }

    #[test]
    fn killers_come_before_the_others_are_generated() {
        let position = TakeTwo::default().start();
        let node = Node::<_, WithoutUrgent>::root(&position, &());
        let actions = position.actions();
        let [table_action, last, before, ..] = actions[..] else {
            panic!("there are more than three actions")
        };
        let mut data = ThreadData::new();
        data.killer_bonuses = [40, 30];
        for action in [before, table_action, last] {
            data.stack.killers(node.ply).add(data.known.remember(action));
        }
        // The second killer is the action of the table.
        for (table, first) in
            [(None, vec![last, table_action]), (Some(table_action), vec![table_action, last])]
        {
            let mut picker = MovePicker::new(&mut data, &node, table.map(|action| action.tag()));
            let mut yielded = Vec::new();
            while let Some(choice) = picker.next(&mut data, &WithoutUrgent, &node) {
                yielded.push(choice.action);
                assert_eq!(picker.scored, yielded.len() > first.len());
            }
            picker.finish(&mut data);
            let rest = actions.iter().copied().filter(|action| !first.contains(action));
            assert_eq!(yielded, first.iter().copied().chain(rest).collect::<Vec<_>>());
        }
    }

    /// Knowledge with an urgent action, the first one; the priorities of the others are 500, 400, ....
    struct Graded;

    impl Evaluation<Heaps> for Graded {
        type Analysis = ();

        fn analyse(&self, _: &Heaps) {}
    }

    impl MoveOrdering<Heaps> for Graded {
        fn priorities(&self, _: &Heaps, (): &(), actions: &[Take], priorities: &mut Vec<i32>) {
            priorities.extend(
                (0..actions.len() as i32).map(|number| if number == 0 { URGENT } else { 600 - 100 * number }),
            );
        }
    }

    /// Neither urgent actions nor killers are the measure.
    #[test]
    fn gaps_are_measured_from_the_best_action_that_is_not_urgent() {
        let position = TakeTwo::default().start();
        let node = Node::<_, Graded>::root(&position, &());
        let actions = position.actions();
        let mut data = ThreadData::new();
        data.killer_bonuses = [1_000, 0];
        data.stack.killers(node.ply).add(data.known.remember(actions[3]));
        let mut picker = MovePicker::new(&mut data, &node, None);
        assert!(picker.gap(0) < 0, "no action is scored");
        let mut gaps = Vec::new();
        while let Some(choice) = picker.next(&mut data, &Graded, &node) {
            gaps.push(picker.gap(choice.score));
        }
        picker.finish(&mut data);
        assert_eq!(gaps[..5], [500 - URGENT, -800, 0, 100, 300]);
    }

    /// The first action is searched at once, whatever other threads do. After `end` the deferred actions still come.
    #[test]
    fn actions_that_other_threads_search_come_again_at_the_end() {
        let position = TakeTwo::default().start();
        let node = Node::root(&position, &());
        let actions = position.actions();
        let depth = 5;
        let table = TranspositionTable::new(1, TableParameters::DEFAULT).expect("the memory is available");
        let shared = Shared { table: &table, searching: Searching::new(2) };
        let enter = |number: usize| shared.searching.enter(position.after(actions[number]).key(), depth);
        let _entries = [0, 1, 3].map(enter);
        let mut rest = actions.clone();
        let deferred = [rest.remove(3), rest.remove(1)];
        for (end, expected) in [
            (actions.len(), [rest, vec![deferred[1], deferred[0]]].concat()),
            (2, vec![actions[0], actions[2], deferred[1]]),
        ] {
            let mut data = ThreadData::new();
            let mut picker = MovePicker::new(&mut data, &node, None);
            let mut played = Vec::new();
            while let Some(choice) = picker.next(&mut data, &NoKnowledge, &node) {
                let next = picker.play(&mut data, &shared, &position, choice, depth);
                if let Some(next) = next {
                    assert_eq!(*next, position.after(choice.action));
                    played.push(choice.action);
                }
                if played.len() == end {
                    picker.end();
                }
            }
            picker.finish(&mut data);
            assert_eq!(played, expected);
        }
    }

    #[test]
    fn an_urgent_action_is_no_killer_and_killers_end_with_their_search() {
        let position = TakeTwo::default().start();
        let node = Node::root(&position, &());
        let mut data = ThreadData::new();
        let mut picker = MovePicker::new(&mut data, &node, None);
        let Choice { action, .. } = picker.next(&mut data, &NoKnowledge, &node).expect("an action");
        let (player, tag) = (position.player_to_act(), action.tag());
        let is_killer = |data: &mut ThreadData<_>| data.stack.killers(Ply::ROOT).bonus([40, 30])(tag) > 0;
        let mut state = |is_urgent| {
            picker.learn_cutoff(&mut data, &node, action, 100, is_urgent);
            (is_killer(&mut data), data.history.of(player).score(tag))
        };
        assert_eq!(state(true), (false, 100));
        assert!(state(false).0);
        let before = data.history.of(player).score(tag);
        data.begin_search(&AlphaBetaParameters::DEFAULT);
        assert!(!is_killer(&mut data));
        assert_eq!(data.history.of(player).score(tag), before / 2);
    }
}
