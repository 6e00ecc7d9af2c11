//! The traits of `abstract-game`.

use alloc::vec::Vec;

use abstract_game::{End, GameError, Player};

use grid_topology::Symmetry;

use crate::{Action, Event, Outcome, Pie, Position, generate, notation, play, zobrist};

/// A game of Snorkels in progress: a start position and the turns played since.
///
/// ```
/// use snorkels_core::{Match, Snorkels};
/// let mut game = Match::new(Snorkels::new().start());
/// game.play_turn("d4")?;
/// game.play_turn("swap")?;
/// assert_eq!(game.to_string(), "7/7/7/3P3/7/7/7 g 2 -");
/// assert_eq!(game.legal_turns(3), ["a1", "b1", "c1"]);
/// assert!(game.result().is_none());
/// game.undo();
/// assert_eq!(game.turn_texts(), ["d4"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Match = abstract_game::Match<Position>;

impl abstract_game::Action for Action {
    #[inline]
    fn tag(self) -> u32 {
        self.index() as u32
    }
}

impl abstract_game::Position for Position {
    type Action = Action;
    type ActionError = GameError;
    type Event = Event;

    #[inline]
    fn player_to_act(&self) -> Player {
        self.owner(self.to_place)
    }

    #[inline]
    fn end(&self) -> Option<End> {
        self.computed_end()
    }

    #[inline]
    fn at_turn_start(&self) -> bool {
        true
    }

    fn actions_into(&self, actions: &mut Vec<Action>) {
        generate::actions_into(self, actions);
    }

    #[inline]
    fn count_actions(&self) -> usize {
        generate::count_actions(self)
    }

    #[inline]
    fn choose_action(&self, _: &mut Vec<Action>, choose: impl FnOnce(usize) -> usize) -> Action {
        self.nth_action(choose(self.count_actions()))
    }

    #[inline]
    fn play_out(&mut self, limit: u32, _: &mut Vec<Action>, choose: impl FnMut(usize) -> usize) {
        self.play_chosen(limit, choose);
    }

    fn check(&self, action: Action) -> Result<(), GameError> {
        if self.is_legal(action) { Ok(()) } else { Err(self.reason_against(action)) }
    }

    #[inline]
    fn is_legal(&self, action: Action) -> bool {
        let free = action.cell().map_or(self.can_swap(), |cell| self.empty.contains(cell));
        free && !self.outcome.ends()
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        play::play_unchecked(self, action);
    }

    fn play_recorded(&mut self, action: Action, record: &mut impl FnMut(Event)) {
        self.play_recorded(action, record);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    /// Without the pie rule, which depends on the outcome too.
    #[inline]
    fn key_after(&self, action: Action) -> Option<u64> {
        let cell = action.cell().filter(|_| self.pie == Pie::Off)?;
        Some(self.key ^ zobrist::placement(self.to_place, cell.index()))
    }

    fn key_from_scratch(&self) -> u64 {
        self.computed_key()
    }

    /// Every placement fills a cell, and there is at most one swap.
    fn max_remaining_turns(&self) -> Option<u32> {
        let swaps = u32::from(self.pie != Pie::Off);
        Some(if self.outcome == Outcome::Continue { self.empty.len() + swaps } else { 0 })
    }

    /// Without the pie rule: a skipped first placement or answer loses the right to swap.
    fn skip_turn(&self) -> Option<Position> {
        (self.outcome == Outcome::Continue).then(|| self.with_colours(self.snorkels))
    }

    /// The colours are exchanged. There is none before the answer to the first placement, if the pie rule holds: that rule
    /// is for the second colour.
    fn exchange_players(&self) -> Option<Position> {
        let exchanged = || {
            let [purple, green] = self.snorkels;
            Position { outcome: self.outcome, ..self.with_colours([green, purple]) }
        };
        (self.pie == Pie::Off).then(exchanged)
    }

    fn read_action(&self, text: &str) -> Result<Action, GameError> {
        let action = notation::read_action(text, self.topology())?;
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
abstract_game::serde_as_text!(Action);
