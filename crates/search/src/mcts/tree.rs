//! The tree and how it lives on from search to search.

use std::collections::{HashSet, VecDeque};

use abstract_game::{Match, Player, Position};
use fxhash::FxBuildHasher;

use super::memory::Garbage;
use super::node::{Bounds, Node};

/// KeySet of positions.
pub(super) type KeySet = HashSet<u64, FxBuildHasher>;

/// A tree of all that was searched below one position of one match.
pub(super) struct Tree<P: Position> {
    pub(super) root: Node<P::Action>,
    /// The root's position.
    pub(super) position: P,
    /// Whose values the root's are.
    pub(super) parent_player: Player,
    /// The states at the start of every turn of the match so far, in games in which repetition
    /// matters. By key alone: a collision would cost a wrong value once, never a wrong proof.
    pub(super) history: KeySet,
    /// Where the match began, and the actions to the root.
    start: P,
    actions: Vec<P::Action>,
}

impl<P: Position> Tree<P> {
    /// A tree of nothing but a root.
    pub(super) fn new(game: &Match<P>) -> Self {
        let position = game.position().clone();
        let mut first = Vec::new();
        position.generate(&mut first);
        let &action = first.first().expect("an unfinished position has an action");
        let actor = position.player_to_act();
        Tree {
            root: Node::new(action, 0.0, false, actor, Bounds::UNKNOWN, None),
            position,
            parent_player: actor,
            history: history(game),
            start: game.start().clone(),
            actions: actions(game),
        }
    }

    /// The part of the tree below the match's position, if there is one; everything else becomes garbage.
    pub(super) fn follow(mut self, game: &Match<P>, garbage: &mut Garbage<P::Action>) -> Option<Self> {
        let Some(path) = self.path_to(game) else {
            self.discard(garbage);
            return None;
        };
        for action in path {
            let below = self.root.children.take().map(<[Node<P::Action>]>::into_vec);
            let parent_player = self.root.actor();
            let mut below = below.unwrap_or_default();
            let Some(index) = below.iter().position(|child| child.action == action) else {
                if below.capacity() > 0 {
                    garbage.add(below);
                }
                return None;
            };
            self.root = below.swap_remove(index);
            self.parent_player = parent_player;
            garbage.add(below);
        }
        // What was a mere repetition as a leaf must be thought about as a root.
        if self.root.repetition().is_some() {
            return None;
        }
        self.position = game.position().clone();
        self.history = history(game);
        self.start = game.start().clone();
        self.actions = actions(game);
        Some(self)
    }

    /// Makes garbage of the whole tree.
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
        // The same position by another way, as from a front-end that sends positions without turns. Not
        // where the history counts: the tree's repetitions would be those of another match.
        if P::REPETITIONS.is_none() { self.find(game.position()) } else { None }
    }

    /// Looks for a position near the root.
    fn find(&self, wanted: &P) -> Option<Vec<P::Action>> {
        /// Positions looked at: enough for a turn of each side, far less than is searched in a moment.
        const MOST: usize = 5_000;
        let key = wanted.key();
        let mut queue = VecDeque::from([(&self.root, self.position.clone(), Vec::new())]);
        let mut looked_at = 0;
        while let Some((node, position, path)) = queue.pop_front() {
            if position.key() == key && &position == wanted {
                return Some(path);
            }
            for child in node.children.get().into_iter().flat_map(|children| children.iter()) {
                looked_at += 1;
                if looked_at > MOST {
                    return None;
                }
                // Where nothing was searched, nothing can be kept.
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
