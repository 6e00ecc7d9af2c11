//! The search tree and its reuse by the next search.

use std::collections::{HashSet, VecDeque};

use abstract_game::{Match, Player, Position};
use fxhash::FxBuildHasher;

use super::memory::Garbage;
use super::node::{Bounds, Node};

/// KeySet of positions.
pub(super) type KeySet = HashSet<u64, FxBuildHasher>;

/// The tree below one position of one match.
pub(super) struct Tree<P: Position> {
    pub(super) root: Node<P::Action>,
    /// The root's position.
    pub(super) position: P,
    /// The player from whose view the root's values are.
    pub(super) parent_player: Player,
    /// The repetition keys at the starts of the match's turns; empty in games without repetition rules. A key
    /// collision can cause a wrong value, never a wrong proof.
    pub(super) history: KeySet,
    /// The start of the match, and the actions from there to the root.
    start: P,
    actions: Vec<P::Action>,
}

impl<P: Position> Tree<P> {
    /// A tree with an unexpanded root.
    pub(super) fn new(game: &Match<P>) -> Self {
        let position = game.position().clone();
        let mut first = Vec::new();
        position.generate(&mut first);
        let &action = first.first().expect("an unfinished position has an action");
        let actor = position.player_to_act();
        let root = Node::new(action, 0.0);
        root.open(false, actor, Bounds::UNKNOWN, None);
        Tree {
            root,
            position,
            parent_player: actor,
            history: history(game),
            start: game.start().clone(),
            actions: actions(game),
        }
    }

    /// The subtree below the match's position, if the tree contains it; the rest becomes garbage.
    pub(super) fn advance_to(mut self, game: &Match<P>, garbage: &mut Garbage<P::Action>) -> Option<Self> {
        let Some(path) = self.path_to(game) else {
            self.discard(garbage);
            return None;
        };
        for action in path {
            let children = self.root.children.take().map(<[Node<P::Action>]>::into_vec);
            let parent_player = self.root.actor();
            let mut children = children.unwrap_or_default();
            let Some(index) = children.iter().position(|child| child.action == action) else {
                if children.capacity() > 0 {
                    garbage.add(children);
                }
                return None;
            };
            self.root = children.swap_remove(index);
            self.parent_player = parent_player;
            garbage.add(children);
        }
        // A repetition has no children; as a root it must be searched. An action never played has nothing to reuse.
        if !self.root.is_open() || self.root.repetition().is_some() {
            return None;
        }
        self.position = game.position().clone();
        self.history = history(game);
        self.start = game.start().clone();
        self.actions = actions(game);
        Some(self)
    }

    /// Turns the whole tree into garbage.
    pub(super) fn discard(mut self, garbage: &mut Garbage<P::Action>) {
        if let Some(children) = self.root.children.take() {
            garbage.add(children.into_vec());
        }
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
        let mut queue = VecDeque::from([(&self.root, self.position.clone(), Vec::new())]);
        let mut visited = 0;
        while let Some((node, position, path)) = queue.pop_front() {
            if position.key() == key && &position == target {
                return Some(path);
            }
            for child in node.children.get().into_iter().flat_map(|children| children.iter()) {
                visited += 1;
                if visited > MAX_NODES {
                    return None;
                }
                // An unvisited child has no subtree to reuse.
                if child.visits() > 0 {
                    let mut path: Vec<P::Action> = path.clone();
                    path.push(child.action);
                    queue.push_back((child, position.after(child.action), path));
                }
            }
        }
        None
    }
}

fn history<P: Position>(game: &Match<P>) -> KeySet {
    if P::REPETITIONS.is_none() {
        return KeySet::default();
    }
    game.turn_starts().iter().filter(|start| start.at_turn_start()).map(P::repetition_key).collect()
}

fn actions<P: Position>(game: &Match<P>) -> Vec<P::Action> {
    game.turns().iter().flatten().chain(game.pending()).copied().collect()
}
