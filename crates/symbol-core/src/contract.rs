//! The traits of `abstract-game`.

use alloc::vec::Vec;

use abstract_game::{End, GameError, Player, Reason};

use grid_topology::Symmetry;

use crate::check::Illegal;
use crate::generate::ActionCount;
use crate::{Action, Event, Position};

/// A game of Symbol in progress: a start position and the turns played since.
///
/// ```
/// use symbol_core::{Match, Symbol};
/// let mut game = Match::new(Symbol::new().start());
/// for turn in ["K@d2", "K@d6", "+Wd3"] {
///     game.play_turn(turn)?;
/// }
/// assert_eq!(game.to_string(), "x7/x3,k,x3/x7/x7/x3,W,x3/x3,K,x3/x7 2 L3W2A3F3D3/l3w3a3f3d3 - -");
/// assert_eq!(game.legal_turns(3), ["+Lc6", "+Ld6", "+Le6"]);
/// assert!(game.result().is_none());
/// game.undo();
/// assert_eq!(game.turn_texts(), ["K@d2", "K@d6"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Match = abstract_game::Match<Position>;

impl abstract_game::Action for Action {
    #[inline]
    fn tag(self) -> u32 {
        self.hash_tag()
    }
}

impl abstract_game::Position for Position {
    type Action = Action;
    type ActionError = GameError;
    type Event = Event;

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

    fn actions_into(&self, actions: &mut Vec<Action>) {
        self.visit_actions(actions);
    }

    fn count_actions(&self) -> usize {
        let mut count = ActionCount(0);
        self.visit_actions(&mut count);
        count.0
    }

    /// The rule that forbids the action:
    ///
    /// ```
    /// use symbol_core::{Position, prelude::*};
    /// let position: Position = "x7/x3,k,x3/x7/x7/x7/x2,KA,LW,x3/x7 1 L/- - left-behind=removed".parse()?;
    /// let message = |text| position.read_action(text).unwrap_err().to_string();
    /// assert_eq!(message("d2:L>d4"), "L may not end on water d4: no friendly supporter waits there");
    /// assert_eq!(message("d2:W>d6"), "W moves at most 3 steps, and d6 is 4 away");
    /// assert_eq!(message("e2:A>e3"), "nothing stands on e2");
    /// assert_eq!(message("d2:F>d3"), "F is not on d2: LW stands there");
    /// assert_eq!(message("+Lc3"), "L may not be placed on water c3: no friendly supporter is there");
    /// assert_eq!(message("+Lf3"), "L is placed on the king's cell c2 or next to it, not on f3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn check(&self, action: Action) -> Result<(), GameError> {
        self.judge(action)
    }

    fn is_legal(&self, action: Action) -> bool {
        self.judge::<Illegal>(action).is_ok()
    }

    fn play_unchecked(&mut self, action: Action) {
        self.play_recorded(action, &mut |_| {});
    }

    #[inline]
    fn end_turn(&self) -> Option<Action> {
        self.turn.active.map(|_| Action::EndTurn)
    }

    fn play_recorded(&mut self, action: Action, record: &mut impl FnMut(Event)) {
        self.play_recorded(action, record);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        self.computed_key()
    }

    fn skip_turn(&self) -> Option<Position> {
        let mut next = self.clone();
        next.set_player(self.player.opponent());
        next.status = next.status_of_turn();
        (self.at_turn_start() && !self.is_over()).then_some(next)
    }

    fn exchange_players(&self) -> Option<Position> {
        Some(self.mapped(Symmetry::Rotate180))
    }

    fn settle_draw(&self, reason: Reason) -> End {
        self.drawn(reason)
    }

    fn read_action(&self, text: &str) -> Result<Action, GameError> {
        let action = text.parse()?;
        self.check(action)?;
        Ok(action)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        self.symmetries()
    }

    fn exchanges_players(symmetry: Symmetry) -> bool {
        Position::exchanges_players(symmetry)
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
