//! The traits of `abstract-game`.

use alloc::vec::Vec;

use abstract_game::{End, Player};

use grid_topology::Symmetry;

use crate::{Action, ActionError, Event, Explanation, Position, check, generate, notation};

/// A game of Nika in progress: the start position and the turns played since.
///
/// ```
/// use nika_core::{Match, Nika};
/// let mut game = Match::new(Nika.start());
/// game.play_turn("k4k5>n,-")?;
/// assert_eq!(game.turn_texts(), ["k4k5>n,-"]);
/// assert_eq!(game.legal_actions().len(), 46);
/// assert!(game.result().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Match = abstract_game::Match<Position>;

impl abstract_game::Action for Action {
    #[inline]
    fn tag(self) -> u32 {
        let number = match self {
            Action::Pass => 0,
            Action::Rotate { pieces, facing } => pieces.bits() | 1 << 48 | (facing as u64) << 56,
            Action::Move { pieces, direction } => pieces.bits() | 2 << 48 | (direction as u64) << 56,
            Action::Rally { cell, facing } => cell.index() as u64 | 3 << 48 | (facing as u64) << 56,
        };
        // Multiplying spreads each bit upwards, and the shift brings it down again. After two rounds the upper half
        // depends on all bits.
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((spread ^ spread >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as u32
    }
}

impl abstract_game::Position for Position {
    type Action = Action;
    type ActionError = ActionError;
    type Event = Event;

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

    fn actions_into(&self, actions: &mut Vec<Action>) {
        generate::actions_into(self, actions);
    }

    fn count_actions(&self) -> usize {
        generate::count_actions(self)
    }

    fn check(&self, action: Action) -> Result<(), ActionError> {
        check::check(self, action)
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        self.play_recorded(action, &mut |_| {});
    }

    #[inline]
    fn key(&self) -> u64 {
        self.current_key()
    }

    fn key_from_scratch(&self) -> u64 {
        self.computed_key()
    }

    /// The same pieces with the same facings, and the same city to act. The number of passed turns does not count.
    fn repeats(&self, other: &Position) -> bool {
        self.city_to_act() == other.city_to_act() && self.has_board_of(other)
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        self.current_repetition_key()
    }

    /// The next city acts. A skipped turn is not a passed one: passed turns are counted from 0.
    fn skip_turn(&self) -> Option<Position> {
        let mut next = *self;
        next.set_turn(self.city_to_act().next(), 2, false, 0);
        (self.at_turn_start() && !self.is_over()).then_some(next)
    }

    fn read_action(&self, text: &str) -> Result<Action, ActionError> {
        let action = notation::read_action(text)?;
        self.check(action)?;
        Ok(action)
    }

    #[inline]
    fn explain(&self, action: Action) -> Result<Explanation, ActionError> {
        self.explain(action)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        self.symmetries()
    }

    fn mapped(&self, symmetry: Symmetry) -> Position {
        self.mapped(symmetry)
    }

    fn map_action(&self, symmetry: Symmetry, action: Action) -> Action {
        self.map_action(symmetry, action)
    }
}

abstract_game::inherent_methods!(Position, Action, ActionError);
#[cfg(feature = "serde")]
abstract_game::serde_as_text!(Position, Action);
