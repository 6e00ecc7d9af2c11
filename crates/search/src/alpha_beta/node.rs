//! The nodes of the recursion.

use abstract_game::Position;

use crate::Knowledge;

/// The distance of a node from the root.
#[derive(Clone, Copy)]
pub(super) struct Ply {
    /// Actions from the root.
    pub(super) actions: usize,
    /// Turns completed since the root.
    pub(super) turns: u16,
}

impl Ply {
    pub(super) const ROOT: Ply = Ply { actions: 0, turns: 0 };

    /// The ply of a child node.
    fn next<P: Position>(self, child: &P) -> Ply {
        Ply { actions: self.actions + 1, turns: self.turns + u16::from(child.at_turn_start()) }
    }
}

/// A node whose actions are searched.
pub(super) struct Node<'n, P: Position, K: Knowledge<P>> {
    pub(super) position: &'n P,
    pub(super) analysis: &'n K::Analysis,
    pub(super) ply: Ply,
}

impl<P: Position, K: Knowledge<P>> Node<'_, P, K> {
    /// The node after an action.
    #[inline]
    pub(super) fn child(&self, action: P::Action) -> Child<'_, P, K> {
        // Played in place: a position may be large.
        let mut child = Child { parent: self, action, position: self.position.clone(), ply: self.ply };
        child.position.play_unchecked(action);
        child.ply = self.ply.next(&child.position);
        child
    }
}

/// A node that is not analysed yet: the result may be known without.
pub(super) struct Child<'n, P: Position, K: Knowledge<P>> {
    pub(super) parent: &'n Node<'n, P, K>,
    pub(super) action: P::Action,
    pub(super) position: P,
    pub(super) ply: Ply,
}

impl<P: Position, K: Knowledge<P>> Child<'_, P, K> {
    pub(super) fn analyse(&self, knowledge: &K) -> K::Analysis {
        let parent = self.parent;
        knowledge.analyse_after(parent.analysis, parent.position, self.action, &self.position)
    }

    /// Whether the same player acts as at the parent.
    pub(super) fn keeps_player(&self) -> bool {
        self.position.player_to_act() == self.parent.position.player_to_act()
    }
}
