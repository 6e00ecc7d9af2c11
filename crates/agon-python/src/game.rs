//! Any game behind `dyn`: what the facade of `abstract-game` lacks, actions one by one and their encoding.

use abstract_game::facade::{AnyMatch, AnyRules};
use abstract_game::{Match, Player, Rules, turn};
use games::nika_core::Nika;
use games::snorkels_core::Snorkels;
use games::symbol_core::Symbol;

use crate::encoding::{Encoding, Planes};

/// A match of any game.
pub(crate) trait AnyGame: Send + Sync {
    /// The facade.
    fn any(&self) -> &dyn AnyMatch;
    /// The facade.
    fn any_mut(&mut self) -> &mut dyn AnyMatch;
    /// Whether no turn is in progress.
    fn at_turn_start(&self) -> bool;
    /// The texts of the actions of the turn in progress.
    fn pending(&self) -> Vec<String>;
    /// The legal actions: indices and texts.
    fn legal_actions(&self) -> Vec<(usize, String)>;
    /// The indices of the legal actions.
    fn legal_indices(&self) -> Vec<usize>;
    /// Plays the action with an index.
    fn play_index(&mut self, index: usize) -> Result<(), String>;
    /// Plays an action given as text.
    fn play_action(&mut self, text: &str) -> Result<(), String>;
    /// Plays a whole turn, or the rest of the one in progress.
    fn play_turn(&mut self, text: &str) -> Result<(), String>;
    /// Takes back the last action or turn.
    fn undo(&mut self) -> bool;
    /// The planes as a player sees them.
    fn observe(&self, player: Player) -> Vec<f32>;
    /// A copy.
    fn copy(&self) -> Box<dyn AnyGame>;
}

impl<P: Encoding> AnyGame for Match<P> {
    fn any(&self) -> &dyn AnyMatch {
        self
    }

    fn any_mut(&mut self) -> &mut dyn AnyMatch {
        self
    }

    fn at_turn_start(&self) -> bool {
        self.position().at_turn_start()
    }

    fn pending(&self) -> Vec<String> {
        let mut position = self.turn_starts()[self.turn_starts().len() - 1].clone();
        let mut texts = Vec::new();
        for &action in Match::pending(self) {
            texts.push(turn::write(&position, &[action]));
            position.play_unchecked(action);
        }
        texts
    }

    fn legal_actions(&self) -> Vec<(usize, String)> {
        if self.result().is_some() {
            return Vec::new();
        }
        let text = |(index, action)| (index, turn::write(self.position(), &[action]));
        self.position().indexed_actions().into_iter().map(text).collect()
    }

    fn legal_indices(&self) -> Vec<usize> {
        if self.result().is_some() {
            return Vec::new();
        }
        self.position().indexed_actions().into_iter().map(|(index, _)| index).collect()
    }

    fn play_index(&mut self, index: usize) -> Result<(), String> {
        if let Some(end) = self.result() {
            return Err(format!("the game is over: {end}"));
        }
        let actions = self.position().indexed_actions();
        let action = actions.into_iter().find(|(other, _)| *other == index);
        let (_, action) = action.ok_or_else(|| format!("no legal action has the index {index}"))?;
        self.try_play(action).map_err(|error| error.to_string())
    }

    fn play_action(&mut self, text: &str) -> Result<(), String> {
        if let Some(end) = self.result() {
            return Err(format!("the game is over: {end}"));
        }
        let action = self.position().read_action(text).map_err(|error| error.to_string())?;
        self.try_play(action).map_err(|error| error.to_string())
    }

    fn play_turn(&mut self, text: &str) -> Result<(), String> {
        Match::play_turn(self, text).map_err(|error| error.to_string())
    }

    fn undo(&mut self) -> bool {
        Match::undo(self).is_some()
    }

    fn observe(&self, player: Player) -> Vec<f32> {
        let (height, width) = P::SIZE;
        let mut numbers = vec![0.0; P::PLANES.len() * height * width];
        self.position().observe(player, &mut Planes::new(&mut numbers, P::SIZE));
        numbers
    }

    fn copy(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}

/// The sizes of an encoding.
pub(crate) struct Sizes {
    pub(crate) actions: usize,
    pub(crate) planes: &'static [(&'static str, &'static str)],
    pub(crate) size: (usize, usize),
}

/// Begins a match of rules, at a position's text or at their start.
pub(crate) fn begin(rules: &dyn AnyRules, position: Option<&str>) -> Result<Box<dyn AnyGame>, String> {
    with_game(rules, |rules| rules.begin(position))
}

/// The sizes of the encoding of rules.
pub(crate) fn sizes(rules: &dyn AnyRules) -> Sizes {
    with_game(rules, |rules| rules.sizes())
}

/// The rules of a game with an encoding.
trait Encoded {
    fn begin(&self, position: Option<&str>) -> Result<Box<dyn AnyGame>, String>;
    fn sizes(&self) -> Sizes;
}

impl<R: Rules<Position: Encoding>> Encoded for R {
    fn begin(&self, position: Option<&str>) -> Result<Box<dyn AnyGame>, String> {
        let start = match position {
            None => Rules::start(self),
            Some(text) => Rules::read_position(self, text).map_err(|error| error.to_string())?,
        };
        Ok(Box::new(Match::new(start)))
    }

    fn sizes(&self) -> Sizes {
        Sizes {
            actions: R::Position::ACTIONS + R::Position::OVERFLOW,
            planes: R::Position::PLANES,
            size: R::Position::SIZE,
        }
    }
}

/// Calls a function with rules of their own type.
fn with_game<T>(rules: &dyn AnyRules, call: impl FnOnce(&dyn Encoded) -> T) -> T {
    let any = rules.as_any();
    if let Some(rules) = any.downcast_ref::<Snorkels>() {
        call(rules)
    } else if let Some(rules) = any.downcast_ref::<Symbol>() {
        call(rules)
    } else if let Some(rules) = any.downcast_ref::<Nika>() {
        call(rules)
    } else {
        unreachable!("every game of the registry has an encoding")
    }
}
