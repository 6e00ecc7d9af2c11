//! The contract of all games.

use alloc::vec::Vec;
use core::fmt;

use abstract_game::{End, Player, Reason};

use crate::notation;
use crate::{Action, ActionError, Position};
use abstract_game::events::NoEvents;
use abstract_game::excerpt;

impl abstract_game::Position for Position {
    type Action = Action;
    type ActionError = ActionError;

    const REPETITIONS: Option<u32> = Some(3);

    #[inline]
    fn player_to_act(&self) -> Player {
        self.player
    }

    #[inline]
    fn end(&self) -> Option<End> {
        if self.is_over() { self.computed_end() } else { None }
    }

    #[inline]
    fn at_turn_start(&self) -> bool {
        self.turn.active.is_none()
    }

    fn generate(&self, actions: &mut Vec<Action>) {
        self.generate_into(actions);
    }

    fn count_actions(&self) -> usize {
        self.count_legal()
    }

    fn check(&self, action: Action) -> Result<(), ActionError> {
        self.check_action(action)
    }

    fn play_unchecked(&mut self, action: Action) {
        self.play_recorded(action, &mut NoEvents);
    }

    #[inline]
    fn end_turn(&self) -> Option<Action> {
        self.turn.active.map(|_| Action::EndTurn)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        self.computed_key()
    }

    fn settle_draw(&self, reason: Reason) -> End {
        self.drawn(reason)
    }

    fn read_action(&self, text: &str) -> Result<Action, ActionError> {
        let action = notation::read_action(text)
            .map_err(|problem| ActionError::Text { text: excerpt(text), problem })?;
        self.check_action(action)?;
        Ok(action)
    }

    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{action}")
    }
}
