//! The order in which the actions of a node are tried.

use abstract_game::{Action, Position};

use super::history::{History, Killers};
use crate::Knowledge;

/// Actions with the rank by which they are tried, best first. Sorted only as far as they are taken.
pub(super) struct Ordered<A> {
    room: Room<A>,
    next: usize,
}

/// Lists that nodes hand on to each other instead of asking for memory anew.
pub(super) struct Room<A> {
    ranked: Vec<(i32, A)>,
    priorities: Vec<i32>,
}

impl<A> Default for Room<A> {
    fn default() -> Self {
        Room { ranked: Vec::new(), priorities: Vec::new() }
    }
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
        mut room: Room<A>,
    ) -> Self
    where
        P: Position<Action = A>,
        K: Knowledge<P>,
    {
        let player = position.player_to_act();
        room.priorities.clear();
        knowledge.priorities(position, actions, &mut room.priorities);
        room.ranked.clear();
        room.ranked.extend(actions.iter().zip(&room.priorities).map(|(&action, &priority)| {
            let tag = action.tag();
            if best == Some(tag) {
                return (i32::MAX, action);
            }
            let learned = history.worth(player, knowledge.history_slot(position, action))
                + (killers.rank(tag) << KILLER_SHIFT);
            (priority.saturating_add(learned), action)
        }));
        Ordered { room, next: 0 }
    }

    /// Gives the room back for the next node.
    pub(super) fn into_room(self) -> Room<A> {
        self.room
    }

    pub(super) fn taken(&self) -> &[(i32, A)] {
        &self.room.ranked[..self.next]
    }
}

/// Killers outweigh what history can say (2^14) and stay far below urgency (2^20).
const KILLER_SHIFT: u32 = 16;

impl<A: Action> Iterator for Ordered<A> {
    type Item = (i32, A);

    fn next(&mut self) -> Option<(i32, A)> {
        let rest = self.room.ranked.get_mut(self.next..)?;
        // The first of the best, so that the order does not depend on anything but the ranks.
        let (best, _) = rest.iter().enumerate().max_by(|(i, a), (j, b)| a.0.cmp(&b.0).then(j.cmp(i)))?;
        // Rotating keeps the order of generation among equals.
        rest[..=best].rotate_right(1);
        self.next += 1;
        Some(rest[0])
    }
}
