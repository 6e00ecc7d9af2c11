//! All legal actions.

use alloc::vec::Vec;

use crate::{Action, Position};

impl Position {
    /// Appends the placements by ascending cell, then the swap.
    pub(crate) fn generate_into(&self, actions: &mut Vec<Action>) {
        if self.outcome.ends() {
            return;
        }
        // Made first and filled then: the list grows once.
        let start = actions.len();
        actions.resize(start + self.count_all(), Action::SWAP);
        for (action, cell) in actions[start..].iter_mut().zip(self.empty) {
            *action = Action::place(cell);
        }
    }

    #[inline]
    pub(crate) fn count_all(&self) -> usize {
        if self.outcome.ends() { 0 } else { self.empty.len() as usize + usize::from(self.can_swap()) }
    }

    /// The action with this number, from 0, in the order of generation.
    ///
    /// # Panics
    /// If `number` is not less than the number of actions.
    #[inline]
    pub(crate) fn nth_action(&self, number: usize) -> Action {
        assert!(number < self.count_all(), "no action has the number {number}");
        self.empty.nth(number as u32).map_or(Action::SWAP, Action::place)
    }
}
