//! The nodes of the recursion.

use abstract_game::Position;

use crate::MoveOrdering;

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
}

/// A node whose actions are searched.
pub(super) struct Node<'n, P: Position, K: MoveOrdering<P>> {
    pub(super) position: &'n P,
    pub(super) analysis: &'n K::Analysis,
    pub(super) ply: Ply,
}

impl<P: Position, K: MoveOrdering<P>> Node<'_, P, K> {
    /// The node after an action, with its position.
    #[inline]
    pub(super) fn child<'c>(&'c self, action: P::Action, position: &'c P) -> Child<'c, P, K> {
        let Ply { actions, turns, actions_in_turn } = self.ply;
        let ply = if position.at_turn_start() {
            Ply { actions: actions + 1, turns: turns + 1, actions_in_turn: 0 }
        } else {
            Ply { actions: actions + 1, turns, actions_in_turn: actions_in_turn + 1 }
        };
        Child { parent: self, action, position, ply }
    }
}

/// A node that is not analysed yet: the result may be known without.
pub(super) struct Child<'n, P: Position, K: MoveOrdering<P>> {
    parent: &'n Node<'n, P, K>,
    action: P::Action,
    pub(super) position: &'n P,
    pub(super) ply: Ply,
}

impl<P: Position, K: MoveOrdering<P>> Child<'_, P, K> {
    /// Whether `action` can be left out after the action of this child.
    #[inline]
    pub(super) fn is_transposed(&self, knowledge: &K, action: P::Action) -> bool {
        !self.position.at_turn_start() && knowledge.is_transposed(self.parent.position, self.action, action)
    }

    #[inline]
    pub(super) fn analyse(&self, knowledge: &K) -> K::Analysis {
        let parent = self.parent;
        knowledge.analyse_after(parent.analysis, parent.position, self.action, self.position)
    }

    /// Whether the same player acts as at the parent.
    #[inline]
    pub(super) fn keeps_player(&self) -> bool {
        self.position.player_to_act() == self.parent.position.player_to_act()
    }
}
