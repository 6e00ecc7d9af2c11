//! The contract of all games.

use alloc::vec::Vec;
use core::fmt;

use abstract_game::{End, Player};

use crate::read_action::read;
use crate::{Action, ActionError, City, Position, key};
use abstract_game::events::NoEvents;
use abstract_game::excerpt;

impl abstract_game::Position for Position {
    type Action = Action;
    type ActionError = ActionError;

    const REPETITIONS: Option<u32> = Some(3);

    /// The team of the city to act.
    #[inline]
    fn player_to_act(&self) -> Player {
        self.city_to_act().player()
    }

    /// The city to act.
    #[inline]
    fn seat_to_act(&self) -> usize {
        self.city_to_act().index()
    }

    #[inline]
    fn end(&self) -> Option<End> {
        self.computed_end()
    }

    #[inline]
    fn at_turn_start(&self) -> bool {
        self.actions_left() == 2
    }

    fn generate(&self, actions: &mut Vec<Action>) {
        self.generate_into(actions);
    }

    fn count_actions(&self) -> usize {
        self.count_all()
    }

    fn check(&self, action: Action) -> Result<(), ActionError> {
        self.check_action(action)
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        self.play_recorded(action, &mut NoEvents);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board_key()
            ^ key::turn(self.city_to_act(), self.passed_turns(), self.actions_left(), self.first_passed())
    }

    fn key_from_scratch(&self) -> u64 {
        let mut all =
            key::turn(self.city_to_act(), self.passed_turns(), self.actions_left(), self.first_passed());
        for city in City::ALL {
            for cell in self.pieces(city) {
                all ^= key::piece(city, self.facing_of(cell), cell);
            }
        }
        all
    }

    /// All pieces and facings, with them the routed counts, and the city to act. How many turns were passed is not asked.
    fn repeats(&self, other: &Position) -> bool {
        self.city_to_act() == other.city_to_act() && self.has_board_of(other)
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        self.board_key() ^ key::turn(self.city_to_act(), 0, 2, false)
    }

    fn read_action(&self, text: &str) -> Result<Action, ActionError> {
        let action = read(text).map_err(|problem| ActionError::Text { text: excerpt(text), problem })?;
        self.check_action(action)?;
        Ok(action)
    }

    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{action}")
    }
}
