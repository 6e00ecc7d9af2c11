//! The contract: playing, ends, keys, the text of actions.

use alloc::vec::Vec;
use core::fmt;

use crate::{Action, ActionError, Colour, Content, Outcome, Pie, Position, key};
use abstract_game::{End, Player};

impl abstract_game::Position for Position {
    type Action = Action;
    type ActionError = ActionError;

    #[inline]
    fn player_to_act(&self) -> Player {
        self.owner(self.to_place)
    }

    #[inline]
    fn end(&self) -> Option<End> {
        let reason = self.outcome.reason()?;
        let placer = self.to_place.opponent();
        let winner = if self.outcome.wins() { placer } else { placer.opponent() };
        Some(End::win(self.owner(winner), reason))
    }

    #[inline]
    fn at_turn_start(&self) -> bool {
        true
    }

    fn generate(&self, actions: &mut Vec<Action>) {
        if self.outcome.ends() {
            return;
        }
        actions.reserve(self.count_actions());
        actions.extend(self.empty.into_iter().map(Action::place));
        actions.extend(self.can_swap().then_some(Action::SWAP));
    }

    #[inline]
    fn count_actions(&self) -> usize {
        if self.outcome.ends() { 0 } else { self.empty.len() as usize + usize::from(self.can_swap()) }
    }

    fn check(&self, action: Action) -> Result<(), ActionError> {
        if let Some(end) = self.end() {
            return Err(ActionError::Over { end });
        }
        let Some(cell) = action.cell() else {
            return match self.no_swap() {
                None => Ok(()),
                Some(why) => Err(ActionError::Swap { why }),
            };
        };
        match self.content(cell) {
            Some(Content::Empty) => Ok(()),
            Some(by) => Err(ActionError::Occupied { cell, by }),
            None => Err(ActionError::OffBoard { cell, size: self.size }),
        }
    }

    #[inline]
    fn is_legal(&self, action: Action) -> bool {
        let free = action.cell().map_or(self.can_swap(), |cell| self.empty.contains(cell));
        free && !self.outcome.ends()
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        let before = self.pie;
        match action.cell() {
            Some(cell) => {
                self.outcome = self.outcome_of(cell);
                self.snorkels[self.to_place.index()].insert(cell);
                self.empty.remove(cell);
                self.key ^= key::snorkel(self.to_place, cell.index()) ^ key::COLOUR;
                self.to_place = self.to_place.opponent();
                let offers = before == Pie::Armed && !self.outcome.ends();
                self.pie = if offers { Pie::Offered } else { Pie::Off };
            }
            None => {
                self.purple_owner = self.purple_owner.opponent();
                self.key ^= key::OWNERS;
                self.pie = Pie::Off;
            }
        }
        self.key ^= key::pie(before) ^ key::pie(self.pie);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let mut all = key::rest(self.size, self.to_place, self.purple_owner) ^ key::pie(self.pie);
        for colour in Colour::BOTH {
            for cell in self.snorkels(colour) {
                all ^= key::snorkel(colour, cell.index());
            }
        }
        self.stones().into_iter().fold(all, |all, cell| all ^ key::stone(cell.index()))
    }

    /// Every placement fills a cell, and there is at most one swap.
    fn max_remaining_turns(&self) -> Option<u32> {
        let swaps = u32::from(self.pie != Pie::Off);
        Some(if self.outcome == Outcome::Continue { self.empty.len() + swaps } else { 0 })
    }

    fn read_action(&self, text: &str) -> Result<Action, ActionError> {
        let action = if text == "swap" {
            Action::SWAP
        } else {
            let cell = self.topology().parse_cell(text);
            Action::place(
                cell.map_err(|error| ActionError::Text { text: abstract_game::excerpt(text), error })?,
            )
        };
        self.check(action)?;
        Ok(action)
    }

    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{action}")
    }
}
