//! The line from the root to the current node: its nodes, and what the search keeps at each of them.

use abstract_game::{Match, Position, Reason};
use arrayvec::ArrayVec;

use crate::{MoveOrdering, Score};

/// The maximum distance from the root, in actions; nodes beyond are evaluated statically.
pub(super) const MAX_PLY: usize = 250;

/// The distance of a node from the root.
#[derive(Clone, Copy)]
pub(super) struct Ply {
    /// Actions from the root.
    pub(super) actions: u16,
    /// Turns completed since the root.
    pub(super) turns: u16,
    /// Actions since the start of the turn, or since the root in its turn.
    pub(super) actions_in_turn: u16,
}

impl Ply {
    pub(super) const ROOT: Ply = Ply { actions: 0, turns: 0, actions_in_turn: 0 };

    /// The next ply, of this position.
    #[inline]
    fn next(self, position: &impl Position) -> Ply {
        let Ply { actions, turns, actions_in_turn } = self;
        if position.at_turn_start() {
            Ply { actions: actions + 1, turns: turns + 1, actions_in_turn: 0 }
        } else {
            Ply { actions: actions + 1, turns, actions_in_turn: actions_in_turn + 1 }
        }
    }

    /// The index of the killers of a node.
    #[inline]
    fn place(self) -> usize {
        usize::from(self.turns) * TURN_PLACES + usize::from(self.actions_in_turn).min(TURN_PLACES - 1)
    }
}

/// A node whose actions are searched.
pub(super) struct Node<'n, P: Position, K: MoveOrdering<P>> {
    /// The position before the last action; `None` at the root.
    pub(super) before: Option<&'n P>,
    pub(super) position: &'n P,
    pub(super) analysis: &'n K::Analysis,
    pub(super) ply: Ply,
}

impl<'n, P: Position, K: MoveOrdering<P>> Node<'n, P, K> {
    pub(super) fn root(position: &'n P, analysis: &'n K::Analysis) -> Self {
        Node { before: None, position, analysis, ply: Ply::ROOT }
    }
}

/// A node that is not analysed yet: the result may be known without.
pub(super) struct Child<'n, P: Position, K: MoveOrdering<P>> {
    parent: &'n Node<'n, P, K>,
    pub(super) position: &'n P,
    pub(super) ply: Ply,
}

impl<P: Position, K: MoveOrdering<P>> Child<'_, P, K> {
    /// Whether the same player acts as at the parent.
    #[inline]
    pub(super) fn keeps_player(&self) -> bool {
        self.position.player_to_act() == self.parent.position.player_to_act()
    }

    #[inline]
    pub(super) fn analyse(&self, stack: &Stack<P::Action>, knowledge: &K) -> K::Analysis {
        let parent = self.parent;
        match stack.action(self.ply) {
            Some(action) => knowledge.analyse_after(parent.analysis, parent.position, action, self.position),
            None => knowledge.analyse(self.position),
        }
    }

    /// This node with its analysis.
    #[inline]
    pub(super) fn node<'c>(&'c self, analysis: &'c K::Analysis) -> Node<'c, P, K> {
        Node { before: Some(self.parent.position), position: self.position, analysis, ply: self.ply }
    }
}

/// What the search keeps of a node of the current line.
#[derive(Clone, Copy)]
struct Entry<A> {
    /// The action that led to the node; `None` at the root.
    action: Option<A>,
    /// For the player to act, as far as the transposition table has it or something has asked for it.
    static_evaluation: Option<Score>,
    /// Where the node's actions begin in the list of searched actions.
    first_searched: usize,
}

impl<A> Entry<A> {
    const ROOT: Entry<A> = Entry { action: None, static_evaluation: None, first_searched: 0 };
}

/// What the search keeps of the nodes of the current line.
pub(super) struct Stack<A> {
    /// By [`Ply::actions`].
    entries: Vec<Entry<A>>,
    /// By turn and action within the turn, so that no two players share killers.
    killers: Vec<Killers>,
    /// Node after node, the actions that were searched before the one of the line.
    searched: Vec<A>,
}

/// The entries of killers per turn: later actions of a turn share the last one.
const TURN_PLACES: usize = 4;

impl<A: Copy + PartialEq> Stack<A> {
    pub(super) fn new() -> Self {
        let killers = vec![Killers::NONE; (MAX_PLY + 1) * TURN_PLACES];
        Stack { entries: vec![Entry::ROOT], killers, searched: Vec::new() }
    }

    /// Begins a search: there is only the root, and no killer.
    pub(super) fn begin(&mut self) {
        self.entries.clear();
        self.entries.push(Entry::ROOT);
        self.searched.clear();
        self.killers.fill(Killers::NONE);
    }

    /// The node after an action, with its position: the next one of the line.
    #[inline]
    pub(super) fn child<'n, P: Position<Action = A>, K: MoveOrdering<P>>(
        &mut self,
        parent: &'n Node<'n, P, K>,
        action: A,
        position: &'n P,
    ) -> Child<'n, P, K> {
        let ply = parent.ply.next(position);
        let first_searched = self.searched.len();
        let entry = Entry { action: Some(action), static_evaluation: None, first_searched };
        match self.entries.get_mut(usize::from(ply.actions)) {
            Some(before) => *before = entry,
            None => self.entries.push(entry),
        }
        Child { parent, position, ply }
    }

    /// The action that led to a node of the line; `None` at the root.
    #[inline]
    pub(super) fn action(&self, ply: Ply) -> Option<A> {
        self.entries[usize::from(ply.actions)].action
    }

    /// Adds an action to those that were searched at the last node of the line whose actions are searched.
    #[inline]
    pub(super) fn add_searched(&mut self, action: A) {
        self.searched.push(action);
    }

    /// Forgets the actions that were searched at a node of the line.
    #[inline]
    pub(super) fn forget_searched(&mut self, ply: Ply) {
        self.searched.truncate(self.entries[usize::from(ply.actions)].first_searched);
    }

    /// The actions that were searched before the one that led to a node of the line; none at the root.
    #[inline]
    pub(super) fn earlier(&self, ply: Ply) -> &[A] {
        let number = usize::from(ply.actions);
        let [parent, node] = [number.saturating_sub(1), number].map(|at| self.entries[at].first_searched);
        &self.searched[parent..node]
    }

    /// The static evaluation of a node of the line.
    #[inline]
    pub(super) fn static_evaluation(&mut self, ply: Ply) -> &mut Option<Score> {
        &mut self.entries[usize::from(ply.actions)].static_evaluation
    }

    #[inline]
    pub(super) fn killers(&mut self, ply: Ply) -> &mut Killers {
        &mut self.killers[ply.place()]
    }
}

/// The killers of one place in the line: the tags of the last two actions that caused a beta cutoff there, the last one first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Killers([Option<u32>; 2]);

impl Killers {
    const NONE: Killers = Killers([None; 2]);

    pub(super) fn add(&mut self, tag: u32) {
        if self.0[0] != Some(tag) {
            self.0 = [Some(tag), self.0[0]];
        }
    }

    /// The tags, the last one first, without this one.
    #[inline]
    pub(super) fn tags(self, left_out: Option<u32>) -> ArrayVec<u32, 2> {
        self.0.into_iter().flatten().filter(|&tag| Some(tag) != left_out).collect()
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

/// The repetition keys at the starts of turns: first those of the match, then those from the root to the current node.
pub(super) struct Path {
    pub(super) keys: Vec<u64>,
    /// How many keys are from the match.
    match_turn_starts: usize,
}

impl Path {
    pub(super) fn new<P: Position>(game: &Match<P>) -> Path {
        // The start of the root's turn is in the tree, not in the match: returning to it is a repetition.
        let before = game.turn_starts().len() - usize::from(game.position().at_turn_start());
        let keys: Vec<u64> = if P::REPETITIONS.is_some() {
            game.turn_starts().iter().map(P::repetition_key).collect()
        } else {
            Vec::new()
        };
        Path { match_turn_starts: before.min(keys.len()), keys }
    }

    /// The score of a state that ends the game by repetition. One repetition below the root is enough, because whoever
    /// repeats once can repeat again; but if a tie-break decides the draw, that is an estimate, because it depends on the path.
    pub(super) fn score_of_repetition<P: Position>(&self, position: &P, key: u64, ply: Ply) -> Option<Score> {
        let (in_match, in_tree) = self.keys.split_at(self.match_turn_starts);
        let limit = P::REPETITIONS.unwrap_or(u32::MAX) as usize;
        let is_end = in_match.iter().filter(|&&k| k == key).count() + 1 >= limit;
        if !is_end && !in_tree.contains(&key) {
            return None;
        }
        let end = position.settle_draw(Reason::REPETITION);
        let score = Score::from_end(end, position.player_to_act(), ply.turns);
        // The nearest estimate is what is left of a win or loss that is no proof.
        Some(if is_end { score } else { Score::centipawns(score.raw()) })
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::{Position as _, Rules as _, sample::TakeTwo};

    use super::{Killers, Node, Ply, Stack, TURN_PLACES};
    use crate::{NoKnowledge, Score};

    #[test]
    fn the_last_killer_ranks_first() {
        let mut killers = Killers::NONE;
        killers.add(7);
        killers.add(8);
        killers.add(8);
        assert_eq!([8, 7, 9].map(killers.bonus([40, 30])), [40, 30, 0]);
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

    /// Two lines reach the fourth action in different turns, hence with different players to act.
    #[test]
    fn killers_belong_to_a_turn_and_an_action_of_it() {
        let ply = |actions, turns, actions_in_turn| Ply { actions, turns, actions_in_turn }.place();
        assert_ne!(ply(3, 1, 1), ply(3, 2, 0));
        assert_eq!(ply(3, 2, 0), ply(4, 2, 0));
        assert_ne!(ply(3, 2, 0), ply(4, 2, 1));
        // The last place of a turn is not the first one of the next.
        assert_eq!(ply(9, 1, 8), ply(4, 1, TURN_PLACES as u16 - 1));
        assert_ne!(ply(9, 1, 8), ply(10, 2, 0));
    }

    #[test]
    fn an_entry_lasts_until_another_action_leads_to_its_ply() {
        let position = TakeTwo::default().start();
        let actions = position.actions();
        let next = position.after(actions[0]);
        let root = Node::<_, NoKnowledge>::root(&position, &());
        let mut stack = Stack::new();
        let entry = |stack: &mut Stack<_>, ply| (stack.action(ply), *stack.static_evaluation(ply));
        assert_eq!(entry(&mut stack, root.ply), (None, None));
        let child = stack.child(&root, actions[0], &next);
        let evaluation = Some(Score::centipawns(7));
        *stack.static_evaluation(child.ply) = evaluation;
        let below = next.after(next.actions()[0]);
        let node = child.node(&());
        let grandchild = stack.child(&node, actions[1], &below);
        assert_eq!(entry(&mut stack, grandchild.ply), (Some(actions[1]), None));
        assert_eq!(entry(&mut stack, child.ply), (Some(actions[0]), evaluation));
        let sibling = stack.child(&root, actions[2], &next);
        assert_eq!(entry(&mut stack, sibling.ply), (Some(actions[2]), None));
    }

    #[test]
    fn a_node_knows_the_actions_that_were_searched_before_its_own() {
        let position = TakeTwo::default().start();
        let actions = position.actions();
        let next = position.after(actions[2]);
        let root = Node::<_, NoKnowledge>::root(&position, &());
        let mut stack = Stack::new();
        actions[..2].iter().for_each(|&action| stack.add_searched(action));
        let child = stack.child(&root, actions[2], &next);
        assert_eq!(*stack.earlier(root.ply), []);
        assert_eq!(*stack.earlier(child.ply), actions[..2]);
        let (node, below) = (child.node(&()), next.after(next.actions()[1]));
        stack.add_searched(next.actions()[0]);
        let grandchild = stack.child(&node, next.actions()[1], &below);
        assert_eq!(*stack.earlier(grandchild.ply), next.actions()[..1]);
        stack.forget_searched(child.ply);
        let sibling = stack.child(&root, actions[3], &next);
        assert_eq!(*stack.earlier(sibling.ply), actions[..2]);
    }
}
