//! The order in which the actions of a node are tried.

use abstract_game::{Action, Position};

use super::history::{History, Killers};
use crate::Knowledge;

/// Actions with the rank by which they are tried, best first. Sorted only as far as they are taken.
pub(super) struct MovePicker<A> {
    buffers: MoveBuffers<A>,
    next: usize,
}

/// Lists that nodes hand on to each other instead of asking for memory anew.
pub(super) struct MoveBuffers<A> {
    ranked: Vec<(i32, A)>,
    priorities: Vec<i32>,
}

impl<A> Default for MoveBuffers<A> {
    fn default() -> Self {
        MoveBuffers { ranked: Vec::new(), priorities: Vec::new() }
    }
}

impl<A: Action> MovePicker<A> {
    /// Ranks: the table's action, urgent actions, killers, then priority and history together.
    pub(super) fn new<P, K>(
        knowledge: &K,
        position: &P,
        actions: &[A],
        best: Option<u32>,
        killers: Killers,
        history: &History,
        mut buffers: MoveBuffers<A>,
    ) -> Self
    where
        P: Position<Action = A>,
        K: Knowledge<P>,
    {
        let player = position.player_to_act();
        buffers.priorities.clear();
        knowledge.priorities(position, actions, &mut buffers.priorities);
        buffers.ranked.clear();
        buffers.ranked.extend(actions.iter().zip(&buffers.priorities).map(|(&action, &priority)| {
            let tag = action.tag();
            if best == Some(tag) {
                return (i32::MAX, action);
            }
            let learned = history.score(player, knowledge.history_slot(position, action))
                + (killers.rank(tag) << KILLER_SHIFT);
            (priority.saturating_add(learned), action)
        }));
        MovePicker { buffers, next: 0 }
    }

    /// Gives the buffers back for the next node.
    pub(super) fn into_buffers(self) -> MoveBuffers<A> {
        self.buffers
    }

    pub(super) fn taken(&self) -> &[(i32, A)] {
        &self.buffers.ranked[..self.next]
    }
}

/// Killers outweigh what history can say (2^14) and stay far below urgency (2^20).
const KILLER_SHIFT: u32 = 16;

impl<A: Action> Iterator for MovePicker<A> {
    type Item = (i32, A);

    fn next(&mut self) -> Option<(i32, A)> {
        let rest = self.buffers.ranked.get_mut(self.next..)?;
        // The first of the best, so that the order does not depend on anything but the ranks.
        let (best, _) = rest.iter().enumerate().max_by(|(i, a), (j, b)| a.0.cmp(&b.0).then(j.cmp(i)))?;
        // Rotating keeps the order of generation among equals.
        rest[..=best].rotate_right(1);
        self.next += 1;
        Some(rest[0])
    }
}
