//! The traits of `abstract-game`.

use alloc::vec::Vec;

use abstract_game::random::hash32;
use abstract_game::{End, GameError, Player};

use grid_topology::Symmetry;

use crate::{Action, Event, Position, check, generate};

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
        hash32(number)
    }
}

impl abstract_game::Position for Position {
    type Action = Action;
    type ActionError = GameError;
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

    /// The rule that forbids the action:
    ///
    /// ```
    /// use abstract_game::{Position as _, Rules as _};
    /// use nika_core::Nika;
    /// // The second figure of the rulebook.
    /// let position = Nika.read_position("d4ee4ee5ef4ef5e/g4wg5wh4n/-/h5e A 2 0")?;
    /// let message = |text| position.read_action(text).unwrap_err().to_string();
    /// assert_eq!(message("d4e4e5f4f5>e"), "d4e4e5f4f5>e: the line e5f5 is tied 2 to 2");
    /// assert_eq!(message("f5>e"), "f5>e: a single piece never pushes, and Sparta's g5 faces it");
    /// assert_eq!(message("d4f4@n"), "d4f4@n: d4 and f4 are no phalanx: they are not connected");
    /// assert_eq!(message("e4e5>n"), "e4e5>n: a phalanx moves only the way it faces, east, not north");
    /// assert_eq!(message("e5e4>e"), "`e5e4>e` is no action: e4 comes after e5, but cells are in ascending order");
    /// assert_eq!(message("+k3n"), "+k3n: k3 is not in Athens' rally area");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn check(&self, action: Action) -> Result<(), GameError> {
        check::check(self, action, true)
    }

    fn is_legal(&self, action: Action) -> bool {
        check::check(self, action, false).is_ok()
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        self.play_recorded(action, &mut |_| {});
    }

    // Out of line, so that playing without events is optimised alone.
    #[inline(never)]
    fn play_recorded(&mut self, action: Action, record: &mut impl FnMut(Event)) {
        self.play_recorded(action, record);
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

    fn read_action(&self, text: &str) -> Result<Action, GameError> {
        let action = text.parse()?;
        self.check(action)?;
        Ok(action)
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

abstract_game::inherent_methods!(Position, Action, GameError);
#[cfg(feature = "serde")]
abstract_game::serde_as_text!(Position, Action);
