//! Whether an action is legal, and which rule forbids it.

use abstract_game::Player;

use crate::{Action, ActionError, Colour, NoSwap, Position};

impl Position {
    /// The rule that forbids an illegal action.
    #[cold]
    pub(crate) fn reason_against(&self, action: Action) -> ActionError {
        if let Some(end) = self.computed_end() {
            return ActionError::Over { end };
        }
        let Some(cell) = action.cell() else {
            return ActionError::Swap { why: self.no_swap().unwrap_or(NoSwap::NotOffered) };
        };
        match self.content(cell) {
            Some(by) => ActionError::Occupied { cell, by },
            None => ActionError::OffBoard { cell, width: self.width, height: self.height },
        }
    }

    /// Why `swap` cannot be legal on this board, even with the pie rule; `None` if it can.
    pub(crate) fn no_swap(&self) -> Option<NoSwap> {
        let (purple, green) = (self.purple().len(), self.green().len());
        if green > 0 {
            Some(NoSwap::Green { count: green })
        } else if purple != 1 {
            Some(NoSwap::Purple { count: purple })
        } else if self.to_place != Colour::Green {
            Some(NoSwap::Turn)
        } else if self.purple_owner != Player::P1 {
            Some(NoSwap::Owner)
        } else {
            None
        }
    }
}
