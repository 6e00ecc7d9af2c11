//! Any game by text: the contract behind `dyn`, for those who take a game by name.
//!
//! ```
//! use abstract_game::{facade::AnyRules, sample::TakeTwo};
//! let mut rules: Box<dyn AnyRules> = Box::new(TakeTwo::default());
//! rules.set_option("heaps", "2")?;
//! let mut game = rules.start();
//! game.play_turn("a3,b1")?;
//! assert_eq!(game.position_text(), "0,3 2 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use thiserror::Error;

use crate::random::SplitMix64;
use crate::{End, Match, OptionError, OptionSpec, Player, Position, Rules, Seat, perft, turn};

/// A game's own error, as one message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct GameError(String);

impl GameError {
    /// An error with that message: what was wrong, where, and what was expected.
    #[must_use]
    pub fn new(error: impl fmt::Display) -> Self {
        GameError(error.to_string())
    }
}

/// Any game's [`Rules`].
pub trait AnyRules: fmt::Debug + Send + Sync {
    /// The game's name: one lower-case word.
    fn name(&self) -> &'static str;
    /// The game's name as people write it, also the prefix of its options in protocols (`Snorkels.size`).
    fn title(&self) -> &'static str;
    /// The seats.
    fn seats(&self) -> &'static [Seat];
    /// The options there are.
    fn options(&self) -> &'static [OptionSpec];
    /// The value of an option, or `None` if there is no such option.
    fn option(&self, name: &str) -> Option<String>;
    /// Sets an option, or leaves the rules as they were.
    ///
    /// # Errors
    /// There is no such option, or the value is not one of those it takes.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError>;
    /// The options whose values differ from their defaults.
    fn changed_options(&self) -> Vec<&'static OptionSpec>;
    /// Whether every option has its default value.
    fn is_default(&self) -> bool {
        self.changed_options().is_empty()
    }
    /// A match from the first position.
    fn start(&self) -> Box<dyn AnyMatch>;
    /// A match from a position's text.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn read_position(&self, text: &str) -> Result<Box<dyn AnyMatch>, GameError>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyRules>;
}

/// Any game's [`Match`].
pub trait AnyMatch: fmt::Debug + Send + Sync {
    /// The text of the first position.
    fn start_text(&self) -> String;
    /// The text of the position now.
    fn position_text(&self) -> String;
    /// The player whose action is next; without meaning when the game is over.
    fn player_to_act(&self) -> Player;
    /// The seat whose action is next, as an index into [`AnyRules::seats`]; without meaning when the game is
    /// over.
    fn seat_to_act(&self) -> usize;
    /// How the game ended.
    fn result(&self) -> Option<End>;
    /// The turns played, as text.
    fn turns(&self) -> Vec<String>;
    /// How many turns were played.
    fn turn_count(&self) -> usize;
    /// Plays one whole turn, or leaves the match as it was.
    ///
    /// # Errors
    /// The game is over, or what is wrong with the turn.
    fn play_turn(&mut self, turn: &str) -> Result<(), GameError>;
    /// Whether [`play_turn`](Self::play_turn) would play this turn.
    ///
    /// # Errors
    /// What it would say otherwise.
    fn check_turn(&self, turn: &str) -> Result<(), GameError>;
    /// Takes back the last turn and returns it; `None` at the start.
    fn undo(&mut self) -> Option<String>;
    /// Up to `limit` whole legal turns. None when the game is over.
    fn legal_turns(&self, limit: usize) -> Vec<String>;
    /// The legal actions after an unfinished turn (empty text: none played yet). A `.` among them
    /// means that the turn may end here, or has ended. After an empty text the action that ends the
    /// turn, if legal, is told by its own text: alone it is written out.
    ///
    /// # Errors
    /// What is wrong with the unfinished turn.
    fn legal_actions(&self, unfinished: &str) -> Result<Vec<String>, GameError>;
    /// A turn of random legal actions, each as likely as the others at its step; `None` when the game
    /// is over.
    fn random_turn(&self, random: &mut SplitMix64) -> Option<String>;
    /// The position's Zobrist key.
    fn key(&self) -> u64;
    /// The board drawn for a person.
    fn drawing(&self) -> String;
    /// [Perft](crate::perft) of the position now, split by the first action.
    fn perft(&self, depth: u32) -> Vec<(String, u64)>;
    /// Ends the game: `player` gives up.
    fn resign(&mut self, player: Player);
    /// Ends the game by agreement on a draw.
    fn agree_draw(&mut self);
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyMatch>;
}

impl<R: Rules> AnyRules for R {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn title(&self) -> &'static str {
        R::TITLE
    }

    fn seats(&self) -> &'static [Seat] {
        R::SEATS
    }

    fn options(&self) -> &'static [OptionSpec] {
        R::options()
    }

    fn option(&self, name: &str) -> Option<String> {
        Rules::option(self, name)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        Rules::set_option(self, name, value)
    }

    fn changed_options(&self) -> Vec<&'static OptionSpec> {
        let default = R::default();
        let changed = |spec: &&OptionSpec| Rules::option(self, spec.name) != default.option(spec.name);
        R::options().iter().filter(changed).collect()
    }

    fn start(&self) -> Box<dyn AnyMatch> {
        Box::new(Match::new(Rules::start(self)))
    }

    fn read_position(&self, text: &str) -> Result<Box<dyn AnyMatch>, GameError> {
        let position = Rules::read_position(self, text).map_err(GameError::new)?;
        Ok(Box::new(Match::new(position)))
    }

    fn boxed_clone(&self) -> Box<dyn AnyRules> {
        Box::new(self.clone())
    }
}

/// The text of one legal action.
#[must_use]
pub fn action_text<P: Position>(position: &P, action: P::Action) -> String {
    turn::write(position, &[action])
}

impl<P: Position> AnyMatch for Match<P> {
    fn start_text(&self) -> String {
        self.start().to_string()
    }

    fn position_text(&self) -> String {
        self.position().to_string()
    }

    fn player_to_act(&self) -> Player {
        self.player_to_act()
    }

    fn seat_to_act(&self) -> usize {
        self.position().seat_to_act()
    }

    fn result(&self) -> Option<End> {
        self.result()
    }

    fn turns(&self) -> Vec<String> {
        self.turn_texts()
    }

    fn turn_count(&self) -> usize {
        Match::turns(self).len()
    }

    fn play_turn(&mut self, turn: &str) -> Result<(), GameError> {
        self.play_turn(turn).map_err(GameError::new)
    }

    fn check_turn(&self, turn: &str) -> Result<(), GameError> {
        self.read_turn(turn).map(drop).map_err(GameError::new)
    }

    fn undo(&mut self) -> Option<String> {
        let actions = Match::undo(self)?;
        Some(turn::write(self.position(), &actions))
    }

    fn legal_turns(&self, limit: usize) -> Vec<String> {
        if self.result().is_some() {
            return Vec::new();
        }
        turn::list(self.position(), limit).iter().map(|t| turn::write(self.position(), t)).collect()
    }

    fn legal_actions(&self, unfinished: &str) -> Result<Vec<String>, GameError> {
        if self.result().is_some() {
            return Ok(Vec::new());
        }
        let mut position = self.position().clone();
        if !unfinished.is_empty() {
            position = turn::read_start(&position, unfinished).map_err(GameError::new)?.1;
            if position.at_turn_start() {
                return Ok(Vec::from([".".to_string()]));
            }
        }
        let end = if unfinished.is_empty() { None } else { position.end_turn() };
        let text = |a| if Some(a) == end { ".".to_string() } else { action_text(&position, a) };
        Ok(position.actions().into_iter().map(text).collect())
    }

    fn random_turn(&self, random: &mut SplitMix64) -> Option<String> {
        if self.result().is_some() {
            return None;
        }
        let mut position = self.position().clone();
        let mut actions = crate::Turn::new();
        loop {
            let &action = random.choose(&position.actions())?;
            position.play_unchecked(action);
            actions.push(action);
            if position.at_turn_start() {
                return Some(turn::write(self.position(), &actions));
            }
        }
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn drawing(&self) -> String {
        self.position().drawing()
    }

    fn perft(&self, depth: u32) -> Vec<(String, u64)> {
        #[cfg(feature = "parallel")]
        let counts = perft::par_divide(self.position(), depth);
        #[cfg(not(feature = "parallel"))]
        let counts = perft::divide(self.position(), depth);
        counts.into_iter().map(|(action, n)| (action_text(self.position(), action), n)).collect()
    }

    fn resign(&mut self, player: Player) {
        Match::resign(self, player);
    }

    fn agree_draw(&mut self) {
        Match::agree_draw(self);
    }

    fn boxed_clone(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }
}
