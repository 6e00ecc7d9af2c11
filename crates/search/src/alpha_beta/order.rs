//! The order in which the actions of a node are tried.

use abstract_game::{Action, Position};

use super::history::{History, Killers};
use crate::Knowledge;

/// Actions with the rank by which they are tried, best first. Sorted only as far as they are taken.
pub(super) struct Ordered<A> {
    ranked: Vec<(i32, A)>,
    next: usize,
}

impl<A: Action> Ordered<A> {
    /// Ranks: the table's action, urgent actions, killers, then priority and history together.
    pub(super) fn new<P, K>(
        knowledge: &K,
        position: &P,
        actions: &[A],
        best: Option<u32>,
        killers: Killers,
        history: &History,
        mut room: Vec<(i32, A)>,
    ) -> Self
    where
        P: Position<Action = A>,
        K: Knowledge<P>,
    {
        let player = position.player_to_act();
        room.clear();
        room.extend(actions.iter().map(|&action| {
            let tag = action.tag();
            if best == Some(tag) {
                return (i32::MAX, action);
            }
            let learned = history.worth(player, knowledge.history_slot(position, action))
                + (killers.rank(tag) << KILLER_SHIFT);
            (knowledge.priority(position, action).saturating_add(learned), action)
        }));
        Ordered { ranked: room, next: 0 }
    }

    /// Gives the room back for the next node.
    pub(super) fn into_room(self) -> Vec<(i32, A)> {
        self.ranked
    }

    pub(super) fn taken(&self) -> &[(i32, A)] {
        &self.ranked[..self.next]
    }
}

/// Killers outweigh what history can say (2^14) and stay far below urgency (2^20).
const KILLER_SHIFT: u32 = 16;

impl<A: Action> Iterator for Ordered<A> {
    type Item = (i32, A);

    fn next(&mut self) -> Option<(i32, A)> {
        let rest = self.ranked.get_mut(self.next..)?;
        // The first of the best, so that the order does not depend on anything but the ranks.
        let (best, _) = rest.iter().enumerate().max_by(|(i, a), (j, b)| a.0.cmp(&b.0).then(j.cmp(i)))?;
        // Rotating keeps the order of generation among equals.
        rest[..=best].rotate_right(1);
        self.next += 1;
        Some(rest[0])
    }
}
