//! Any game behind `dyn`, with text in and out: for programs that take a game by name.
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
use core::any::Any;
use core::fmt;

pub use crate::error::GameError;

use crate::encode::{Encode, Encoding};
use crate::random::SplitMix64;
use crate::view::{ActionView, Attempt, EventView, Scene, SignStyle, View as _};
use crate::{End, Match, OptionError, OptionSpec, Player, Rules, Seat, game_error, perft, turn};

/// The [`Rules`] of any game.
pub trait AnyRules: fmt::Debug + Send + Sync {
    /// The game's name: one lower-case word.
    fn name(&self) -> &'static str;
    /// The game's name as people write it, also the prefix of its options in protocols (`Snorkels.size`).
    fn title(&self) -> &'static str;
    /// The seats.
    fn seats(&self) -> &'static [Seat];
    /// All options, in the order in which they are written.
    fn options(&self) -> &'static [OptionSpec];
    /// The value of an option as text; `None` if there is no such option.
    fn option(&self, name: &str) -> Option<String>;
    /// Sets an option.
    ///
    /// # Errors
    /// There is no such option, or it does not take the value; the rules do not change.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError>;
    /// Sets options, given by names and values, in this order.
    ///
    /// # Errors
    /// One of them cannot be set; those before it are.
    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), OptionError> {
        options.iter().try_for_each(|(name, value)| self.set_option(name, value))
    }
    /// The names and values of all options.
    fn option_values(&self) -> Vec<(String, String)> {
        let value = |spec: &OptionSpec| Some((spec.name.into(), self.option(spec.name)?));
        self.options().iter().filter_map(value).collect()
    }
    /// The names and values of the options that differ from their defaults.
    fn changed_options(&self) -> Vec<(&'static str, String)>;
    /// Whether every option has its default value.
    fn is_default(&self) -> bool {
        self.changed_options().is_empty()
    }
    /// A match from the first position.
    fn start(&self) -> Box<dyn AnyMatch>;
    /// A match from a position's text.
    ///
    /// # Errors
    /// The text is not a position of the game.
    fn read_position(&self, text: &str) -> Result<Box<dyn AnyMatch>, GameError>;
    /// What the signs of the drawn board mean; see [`View::LEGEND`](crate::view::View::LEGEND).
    fn legend(&self) -> Option<&'static str>;
    /// How a terminal shows a sign of the drawn board; see [`View::sign_style`](crate::view::View::sign_style).
    fn sign_style(&self, sign: char) -> Option<SignStyle>;
    /// The sizes of the encoding.
    fn encoding(&self) -> Encoding;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyRules>;
    /// The rules as a value of any type, to downcast to the game's own type.
    fn as_any(&self) -> &dyn Any;
}

/// The [`Match`] of any game. Methods with the same names do the same; turns, actions and positions are text.
pub trait AnyMatch: fmt::Debug + Send + Sync {
    /// The text of the start position.
    fn start_text(&self) -> String;
    /// The text of the present position.
    fn position_text(&self) -> String;
    /// The player whose action is next. Meaningless when the game is over.
    fn player_to_act(&self) -> Player;
    /// The seat whose action is next, as an index into [`AnyRules::seats`]. Meaningless when the game is over.
    fn seat_to_act(&self) -> usize;
    /// How the game ended: by the rules, repetition, resignation or agreement. `None` while it goes on.
    fn result(&self) -> Option<End>;
    /// The texts of the finished turns, in order.
    fn turns(&self) -> Vec<String>;
    /// The number of finished turns.
    fn turn_count(&self) -> usize;
    /// Plays a whole turn.
    ///
    /// # Errors
    /// The game is over, or the turn is not legal; the match does not change.
    fn play_turn(&mut self, turn: &str) -> Result<(), GameError>;
    /// Checks a turn without playing it.
    ///
    /// # Errors
    /// The error that [`play_turn`](Self::play_turn) would return.
    fn check_turn(&self, turn: &str) -> Result<(), GameError>;
    /// Plays one action.
    ///
    /// # Errors
    /// The game is over, or the action is not legal; the match does not change.
    fn play_action(&mut self, action: &str) -> Result<(), GameError>;
    /// The texts of the actions of the turn in progress.
    fn pending(&self) -> Vec<String>;
    /// Takes back the last action of the turn in progress; false if there is none.
    fn undo_action(&mut self) -> bool;
    /// Takes back the turn in progress or the last turn and returns its text; `None` at the start.
    fn undo(&mut self) -> Option<String>;
    /// The texts of up to `limit` legal turns, in the order of generation. None when the game is over.
    fn legal_turns(&self, limit: usize) -> Vec<String>;
    /// The texts of the legal actions after the first actions of a turn, `unfinished`; an empty text means that none
    /// was played. An entry `.` means that the turn may end there, or has ended. After an empty text, an action that
    /// only ends the turn is listed by its own text, because it is the whole turn.
    ///
    /// # Errors
    /// `unfinished` is not the start of a legal turn.
    fn legal_actions(&self, unfinished: &str) -> Result<Vec<String>, GameError>;
    /// A random turn: each action is drawn from the legal ones with equal probability. `None` when the game is over.
    fn random_turn(&self, random: &mut SplitMix64) -> Option<String>;
    /// A turn with which the player to act wins at once; `None` if there is none, also when the game is over.
    /// See [`turn::winning`].
    fn winning_turn(&self) -> Option<String>;
    /// A turn that wins at once; without one the first of 200 random turns after which the opponent has not won and cannot win at once,
    /// or the last of them. `None` when the game is over.
    fn careful_turn(&self, random: &mut SplitMix64) -> Option<String>;
    /// The position's Zobrist key.
    fn key(&self) -> u64;
    /// The drawn board of the present position, with a newline at the end.
    fn drawing(&self) -> String;
    /// [Perft](crate::perft) of the present position, split by the first action.
    fn perft(&self, depth: u32) -> Vec<(String, u64)>;
    /// Ends the game: `player` resigns. Does nothing if the game is over.
    fn resign(&mut self, player: Player);
    /// Ends the game by agreement on a draw. Does nothing if the game is over.
    fn agree_draw(&mut self);
    /// The text of the position after a [skipped turn](crate::Position::skip_turn); `None` also when the game is over.
    fn skip_turn(&self) -> Option<String>;
    /// The board and what is on it.
    fn scene(&self) -> Scene;
    /// Sentences about the position; see [`View::notes`](crate::view::View::notes).
    fn notes(&self) -> Vec<String>;
    /// The legal actions as choices. None when the game is over.
    fn action_views(&self) -> Vec<ActionView>;
    /// The events of the turn in progress, or of the last turn if none is in progress, without its first `skipped` actions.
    fn event_views(&self, skipped: usize) -> Vec<EventView>;
    /// The rule that forbids what a person tried; `None` if nothing forbids it, or it means nothing.
    fn why_not(&self, attempt: &Attempt) -> Option<String>;
    /// The indices of the legal actions that have one, in the order of generation. None when the game is over.
    fn legal_indices(&self) -> Vec<usize>;
    /// The texts of the legal actions with these indices.
    fn indexed_actions(&self) -> Vec<(usize, String)>;
    /// Plays the action with an index.
    ///
    /// # Errors
    /// The game is over, or no legal action has the index; the match does not change.
    fn play_index(&mut self, index: usize) -> Result<(), GameError>;
    /// The planes of the encoding as a player sees them.
    fn observation(&self, player: Player) -> Vec<f32>;
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

    fn changed_options(&self) -> Vec<(&'static str, String)> {
        let default = R::default();
        let value = |spec: &OptionSpec| Some((spec.name, Rules::option(self, spec.name)?));
        let is_changed = |(name, value): &(&str, String)| default.option(name).as_ref() != Some(value);
        R::options().iter().filter_map(value).filter(is_changed).collect()
    }

    fn start(&self) -> Box<dyn AnyMatch> {
        Box::new(Match::new(Rules::start(self)))
    }

    fn read_position(&self, text: &str) -> Result<Box<dyn AnyMatch>, GameError> {
        Ok(Box::new(Match::new(Rules::read_position(self, text)?)))
    }

    fn legend(&self) -> Option<&'static str> {
        R::Position::LEGEND
    }

    fn sign_style(&self, sign: char) -> Option<SignStyle> {
        R::Position::sign_style(sign)
    }

    fn encoding(&self) -> Encoding {
        Encoding::of::<R::Position>()
    }

    fn boxed_clone(&self) -> Box<dyn AnyRules> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The legal actions that have an index, with it.
fn indexed<P: Encode>(game: &Match<P>) -> Vec<(usize, P::Action)> {
    if game.result().is_some() { Vec::new() } else { game.position().indexed_actions() }
}

/// The turns that are drawn before one is played that loses in one.
const CAREFUL_DRAWS: usize = 200;

/// Whether the opponent has won after a legal turn, or wins at once.
fn loses_in_one<P: Encode>(game: &Match<P>, turn: &str) -> bool {
    let opponent = game.player_to_act().opponent();
    let mut after = game.clone();
    after.play_turn(turn).is_ok_and(|()| match after.result() {
        Some(end) => end.winner == Some(opponent),
        None => after.player_to_act() == opponent && after.winning_turn().is_some(),
    })
}

impl<P: Encode> AnyMatch for Match<P> {
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
        self.play_turn(turn)
    }

    fn check_turn(&self, turn: &str) -> Result<(), GameError> {
        self.read_turn(turn).map(drop)
    }

    fn play_action(&mut self, action: &str) -> Result<(), GameError> {
        self.check_running()?;
        let action = self.position().read_action(action).map_err(GameError::new)?;
        self.try_play(action)
    }

    fn pending(&self) -> Vec<String> {
        self.pending_text().split_terminator(',').map(ToString::to_string).collect()
    }

    fn undo_action(&mut self) -> bool {
        !Match::pending(self).is_empty() && Match::undo_action(self).is_some()
    }

    fn undo(&mut self) -> Option<String> {
        let actions = Match::undo(self)?;
        Some(turn::write(self.position(), &actions))
    }

    fn legal_turns(&self, limit: usize) -> Vec<String> {
        self.legal_turns(limit)
    }

    fn legal_actions(&self, unfinished: &str) -> Result<Vec<String>, GameError> {
        if self.result().is_some() {
            return Ok(Vec::new());
        }
        let mut position = self.position().clone();
        if !unfinished.is_empty() {
            position = turn::read_start(&position, unfinished)?.1;
            if position.at_turn_start() {
                return Ok(Vec::from([".".to_string()]));
            }
        }
        let end = if unfinished.is_empty() { None } else { position.end_turn() };
        let text = |a| if Some(a) == end { ".".to_string() } else { position.action_text(a) };
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

    fn winning_turn(&self) -> Option<String> {
        let turn = turn::winning(self.position()).filter(|_| self.result().is_none())?;
        Some(turn::write(self.position(), &turn))
    }

    fn careful_turn(&self, random: &mut SplitMix64) -> Option<String> {
        let mut turn = self.winning_turn();
        if turn.is_none() {
            for _ in 0..CAREFUL_DRAWS {
                turn = self.random_turn(random);
                if !loses_in_one(self, turn.as_ref()?) {
                    break;
                }
            }
        }
        turn
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn drawing(&self) -> String {
        self.position().drawing()
    }

    fn perft(&self, depth: u32) -> Vec<(String, u64)> {
        let text = |(action, nodes)| (self.position().action_text(action), nodes);
        perft::divide(self.position(), depth).into_iter().map(text).collect()
    }

    fn resign(&mut self, player: Player) {
        Match::resign(self, player);
    }

    fn agree_draw(&mut self) {
        Match::agree_draw(self);
    }

    fn skip_turn(&self) -> Option<String> {
        let skipped = self.position().skip_turn().filter(|_| self.result().is_none());
        skipped.map(|position| position.to_string())
    }

    fn scene(&self) -> Scene {
        self.position().scene()
    }

    fn notes(&self) -> Vec<String> {
        self.position().notes()
    }

    fn action_views(&self) -> Vec<ActionView> {
        let actions = Match::legal_actions(self);
        actions.into_iter().map(|action| self.position().action_view(action)).collect()
    }

    fn event_views(&self, skipped: usize) -> Vec<EventView> {
        let starts = self.turn_starts();
        let (start, actions) = match (Match::pending(self), Match::turns(self).last()) {
            ([], Some(turn)) => (starts.len() - 2, &turn[..]),
            (pending, _) => (starts.len() - 1, pending),
        };
        let mut position = starts[start].clone();
        let mut events = Vec::new();
        for (number, &action) in actions.iter().enumerate() {
            if number >= skipped {
                events.extend(position.event_views(action));
            }
            position.play_unchecked(action);
        }
        events
    }

    fn why_not(&self, attempt: &Attempt) -> Option<String> {
        match self.check_running() {
            Ok(()) => self.position().why_not(attempt),
            Err(error) => Some(error.to_string()),
        }
    }

    fn legal_indices(&self) -> Vec<usize> {
        indexed(self).into_iter().map(|(index, _)| index).collect()
    }

    fn indexed_actions(&self) -> Vec<(usize, String)> {
        let text = |(index, action)| (index, self.position().action_text(action));
        indexed(self).into_iter().map(text).collect()
    }

    fn play_index(&mut self, index: usize) -> Result<(), GameError> {
        self.check_running()?;
        let action = indexed(self).into_iter().find(|(other, _)| *other == index);
        let unknown = || game_error!("no legal action has the index {index}");
        self.try_play(action.ok_or_else(unknown)?.1)
    }

    fn observation(&self, player: Player) -> Vec<f32> {
        self.position().observation(player)
    }

    fn boxed_clone(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }
}
