//! Move ordering: yields the actions of a node, the most promising first.

use abstract_game::{Action, Position};

use super::history::{History, Killers};
use crate::Knowledge;

/// Yields `(score, action)` from the highest score to the lowest. Selects one action at a time, since a
/// cutoff often makes sorting all of them useless.
pub(super) struct MovePicker<A> {
    buffers: MoveBuffers<A>,
    next: usize,
}

/// Lists that nodes reuse instead of allocating their own.
pub(super) struct MoveBuffers<A> {
    scored: Vec<(i32, A)>,
    priorities: Vec<i32>,
}

impl<A> Default for MoveBuffers<A> {
    fn default() -> Self {
        MoveBuffers { scored: Vec::new(), priorities: Vec::new() }
    }
}

/// Killer scores exceed every history score (2^14) and stay below [`Knowledge::URGENT`] (2^20).
const KILLER_SHIFT: u32 = 16;

impl<A: Action> MovePicker<A> {
    /// Scores every action: first the transposition table's, whose tag is `table_tag`; for the others
    /// priority, killer score and history score are added.
    #[expect(clippy::too_many_arguments, reason = "the node and what orders its actions")]
    pub(super) fn new<P, K>(
        knowledge: &K,
        position: &P,
        analysis: &K::Analysis,
        actions: &[A],
        table_tag: Option<u32>,
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
        knowledge.priorities(position, analysis, actions, &mut buffers.priorities);
        buffers.scored.clear();
        buffers.scored.extend(actions.iter().zip(&buffers.priorities).map(|(&action, &priority)| {
            let tag = action.tag();
            if table_tag == Some(tag) {
                return (i32::MAX, action);
            }
            let learned = history.score(player, knowledge.history_index(position, action))
                + (killers.rank(tag) << KILLER_SHIFT);
            (priority.saturating_add(learned), action)
        }));
        MovePicker { buffers, next: 0 }
    }

    /// The actions yielded so far.
    pub(super) fn tried(&self) -> &[(i32, A)] {
        &self.buffers.scored[..self.next]
    }

    /// Returns the buffers for the next node.
    pub(super) fn into_buffers(self) -> MoveBuffers<A> {
        self.buffers
    }
}

impl<A: Action> Iterator for MovePicker<A> {
    type Item = (i32, A);

    fn next(&mut self) -> Option<(i32, A)> {
        let rest = self.buffers.scored.get_mut(self.next..)?;
        // Among equal scores the first generated, so that the order depends on nothing else.
        let (best, _) = rest.iter().enumerate().max_by(|(i, a), (j, b)| a.0.cmp(&b.0).then(j.cmp(i)))?;
        // Rotate instead of swap to keep equal scores in the order of generation.
        rest[..=best].rotate_right(1);
        self.next += 1;
        Some(rest[0])
    }
}
