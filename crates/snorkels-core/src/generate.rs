//! All legal actions.

use alloc::vec::Vec;

use crate::{Action, Position};

/// Appends the placements by ascending cell, then the swap.
pub(crate) fn actions_into(position: &Position, actions: &mut Vec<Action>) {
    if position.outcome.ends() {
        return;
    }
    // Made first and filled then: the list grows once.
    let start = actions.len();
    actions.resize(start + count_actions(position), Action::SWAP);
    for (action, cell) in actions[start..].iter_mut().zip(position.empty) {
        *action = Action::place(cell);
    }
}

#[inline]
pub(crate) fn count_actions(position: &Position) -> usize {
    if position.outcome.ends() { 0 } else { position.empty.len() as usize + usize::from(position.can_swap()) }
}

impl Position {
    /// The action with this number, from 0, in the order of generation.
    ///
    /// # Panics
    /// If `number` is not less than the number of actions.
    #[inline]
    pub(crate) fn nth_action(&self, number: usize) -> Action {
        assert!(number < count_actions(self), "no action has the number {number}");
        self.empty.nth(number as u32).map_or(Action::SWAP, Action::place)
    }
}
