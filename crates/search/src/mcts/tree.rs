//! The search tree and its reuse by the next search.

use std::collections::VecDeque;

use abstract_game::{Match, Player, Position, Verdict};

use super::bounds::Bounds;
use super::memory::MemoryBudget;
use super::node::{Edge, EdgeGroup, Garbage, Node};
use crate::repetition::{Occurrences, occurrences};

/// The tree below one position of one match.
pub(super) struct Tree<P: Position> {
    root: EdgeGroup<P::Action>,
    /// The root's position.
    pub(super) position: P,
    /// The player from whose view the root's values are.
    pub(super) parent_player: Player,
    /// How often each repetition key occurred at the start of a turn of the match; empty in games without repetition rules.
    /// A key collision can cause a wrong value, never a wrong proof.
    pub(super) history: Occurrences,
    /// The start of the match, and the actions from there to the root.
    start: P,
    actions: Vec<P::Action>,
}

impl<P: Position> Tree<P> {
    /// A tree with only the root.
    pub(super) fn new(game: &Match<P>, root: Box<Node<P::Action>>) -> Self {
        let group = EdgeGroup::root();
        let parent_player = root.actor;
        Edge { group: &group, slot: 0 }.set_node(root);
        Tree::of_match(game, group, parent_player)
    }

    fn of_match(game: &Match<P>, root: EdgeGroup<P::Action>, parent_player: Player) -> Self {
        Tree {
            root,
            position: game.position().clone(),
            parent_player,
            history: occurrences(game),
            start: game.start().clone(),
            actions: actions(game),
        }
    }

    /// The root, which is the node of this edge.
    #[inline]
    pub(super) fn root(&self) -> Edge<'_, P::Action> {
        Edge { group: &self.root, slot: 0 }
    }

    /// The expanded root.
    pub(super) fn root_node(&self) -> &Node<P::Action> {
        self.root().node().expect("the root is expanded")
    }

    /// Proves a win by one action, if there is one: even without a playout the search finds it.
    pub(super) fn prove_win_in_one(&mut self, memory: &MemoryBudget) {
        let actor = self.position.player_to_act();
        let node = self.root.node_mut().expect("the root is expanded");
        let visited = node.visited();
        let wins = |action| {
            self.position.after_unchecked(action).end().is_some_and(|end| end.verdict(actor) == Verdict::Win)
        };
        let winning = node.actions().skip(visited).position(wins);
        if let Some(number) = winning {
            node.prefer(visited + number);
            if let Some(edge) = node.visit(visited, memory) {
                edge.open(true, Bounds::proved(Verdict::Win, 0), None);
            }
        }
        let bounds = node.bounds().reversed_if(actor != self.parent_player);
        self.root().tighten(bounds);
    }

    /// Marks actions of the root as losses, unless they are all actions.
    pub(super) fn refute(&mut self, actions: &[P::Action], memory: &MemoryBudget) {
        let node = self.root.node_mut().expect("the root is expanded");
        if node.actions().all(|action| actions.contains(&action)) {
            return;
        }
        for &action in actions {
            let Some(number) = node.actions().position(|other| other == action) else { continue };
            if number >= node.visited() {
                node.prefer(number);
            }
            let Some(edge) = node.visit(number.min(node.visited()), memory) else { continue };
            edge.open(self.position.after_unchecked(action).at_turn_start(), Bounds::UNKNOWN, None);
            // The distance is not known.
            edge.tighten(Bounds::proved(Verdict::Loss, u16::MAX));
        }
        node.bounds();
    }

    /// The subtree below the match's position, if the tree contains it expanded; the rest becomes garbage.
    pub(super) fn advance_to(mut self, game: &Match<P>, garbage: &mut Garbage<P::Action>) -> Option<Self> {
        let Some(path) = self.path_to(game) else {
            self.discard(garbage);
            return None;
        };
        for action in path {
            let mut node = self.root.take_node()?;
            let number = node.children().position(|(other, _)| other == action);
            self.parent_player = node.actor;
            let root = number.map(|number| node.take_as_root(number));
            garbage.push(node);
            self.root = root?;
        }
        // A state that is a repetition or statically proved must be searched as a root.
        let actions = self.root().node()?.len();
        let position = game.position();
        if !position.at_turn_start() && actions < position.actions().len() {
            // Transposed actions are left out.
            self.discard(garbage);
            return None;
        }
        Some(Tree::of_match(game, self.root, self.parent_player))
    }

    /// Removes the nodes with fewer visits than `least`, and what is below them. `is_late` is asked now and then; if so, some of
    /// them stay.
    pub(super) fn prune(
        &mut self,
        least: u32,
        garbage: &mut Garbage<P::Action>,
        mut is_late: impl FnMut() -> bool,
    ) {
        const INTERVAL: usize = 1_000;
        let mut nodes: Vec<_> = self.root.node_mut().into_iter().collect();
        let mut pruned = 0;
        while let Some(node) = nodes.pop() {
            node.prune(least, garbage, &mut nodes);
            pruned += 1;
            if pruned % INTERVAL == 0 && is_late() {
                return;
            }
        }
    }

    /// Turns the whole tree into garbage.
    pub(super) fn discard(mut self, garbage: &mut Garbage<P::Action>) {
        garbage.extend(self.root.take_node());
    }

    /// The actions from the root to the match's position.
    fn path_to(&self, game: &Match<P>) -> Option<Vec<P::Action>> {
        if &self.start == game.start() {
            let played = actions(game);
            if let Some(path) = played.strip_prefix(self.actions.as_slice()) {
                return Some(path.to_vec());
            }
        }
        // A front-end may send the position without the turns that lead to it. Not in games with repetition
        // rules: the tree's repetitions belong to the history of its own match.
        if P::REPETITIONS.is_none() { self.find(game.position()) } else { None }
    }

    /// Searches the tree for a position, breadth first from the root.
    fn find(&self, target: &P) -> Option<Vec<P::Action>> {
        /// The maximum number of nodes visited: enough for one turn of each side, and quick.
        const MAX_NODES: usize = 5_000;
        let key = target.key();
        let mut queue = VecDeque::from([(self.root(), self.position.clone(), Vec::new())]);
        let mut visited = 0;
        while let Some((edge, position, path)) = queue.pop_front() {
            if position.key() == key && &position == target {
                return Some(path);
            }
            for (action, edge) in edge.node().into_iter().flat_map(Node::children) {
                visited += 1;
                if visited > MAX_NODES {
                    return None;
                }
                let mut path: Vec<P::Action> = path.clone();
                path.push(action);
                queue.push_back((edge, position.after_unchecked(action), path));
            }
        }
        None
    }
}

fn actions<P: Position>(game: &Match<P>) -> Vec<P::Action> {
    game.turns().iter().flatten().chain(game.pending()).copied().collect()
}
