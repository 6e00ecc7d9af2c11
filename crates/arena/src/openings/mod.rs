//! Openings: the positions and first turns of games, from a file or random.
//!
//! An [`Opening`] is a position and turns that are played before the players take over. [`Openings`] is the setting of
//! a tournament: a list, as [`parse_openings`] reads it from a file, or [`RandomOpenings`]. A [`Source`] makes the
//! openings one after the other.
//!
//! ```
//! use arena::openings::{Openings, RandomOpenings, Source, parse_openings};
//!
//! let rules = games::by_name("snorkels")?;
//! let file = "# two openings\nd4 swap c3\n7/7/7/3P3/7/7/7 g 1 s moves c3\n";
//! let list = parse_openings(file, &*rules)?;
//! assert_eq!(list.openings[1].to_string(), "fen 7/7/7/3P3/7/7/7 g 1 s moves c3");
//!
//! let random = Openings::Random(RandomOpenings { turns: 4, ..RandomOpenings::default() });
//! let mut source = Source::new(&*rules, &random, 1, Vec::new())?;
//! let first = source.next()?;
//! assert_eq!(first.turns.len(), 4);
//!
//! // Another process that knows the first continues with the second.
//! let mut other = Source::new(&*rules, &random, 1, vec![first])?;
//! assert_eq!(other.next()?, source.next()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod file;
mod random;
mod source;

use std::fmt;

use abstract_game::excerpt;
use abstract_game::facade::{AnyMatch, AnyRules, GameError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::file::{Duplicate, OpeningList, parse_openings};
pub use self::random::{OpeningCounts, RandomOpenings};
pub use self::source::Source;

/// A position, and turns from there that are played before the players take over.
///
/// `to_string` writes it as a line of a [file](parse_openings): `startpos`, `d4 c3`, `fen F` or
/// `fen F moves d4 c3`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Opening {
    /// The text of the position; without one it is the first position of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The turns.
    pub turns: Vec<String>,
}

impl Opening {
    /// These turns from the first position of the rules.
    pub fn of_turns<T: Into<String>>(turns: impl IntoIterator<Item = T>) -> Opening {
        Opening { start: None, turns: turns.into_iter().map(Into::into).collect() }
    }

    /// The match before its turns.
    ///
    /// # Errors
    /// The rules cannot read the position.
    pub fn begin(&self, rules: &dyn AnyRules) -> Result<Box<dyn AnyMatch>, OpeningError> {
        let Some(text) = &self.start else { return Ok(rules.start()) };
        let wrong = |error| format!("`{}` is not a position of the game: {error}", excerpt(text));
        Ok(rules.read_position(text).map_err(wrong)?)
    }

    /// The match after its turns.
    ///
    /// ```
    /// use arena::openings::Opening;
    /// let rules = games::by_name("snorkels")?;
    /// let game = Opening::of_turns(["d4", "c3"]).reach(&*rules)?;
    /// assert_eq!(game.turn_count(), 2);
    /// let wrong = Opening::of_turns(["d4", "d4"]).reach(&*rules).unwrap_err();
    /// assert!(wrong.to_string().starts_with("turn 2 `d4`: "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The rules cannot read the position, a turn is not legal, or the game is over after them.
    pub fn reach(&self, rules: &dyn AnyRules) -> Result<Box<dyn AnyMatch>, OpeningError> {
        let mut game = self.begin(rules)?;
        for (number, turn) in (1..).zip(&self.turns) {
            let refused = |error| format!("turn {number} `{}`: {error}", excerpt(turn));
            game.play_turn(turn).map_err(refused)?;
        }
        match game.result() {
            None => Ok(game),
            Some(end) => Err(format!("the game is over: {end}").into()),
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns = self.turns.join(" ");
        match &self.start {
            None if turns.is_empty() => f.write_str("startpos"),
            None => f.write_str(&turns),
            Some(start) if turns.is_empty() => write!(f, "fen {start}"),
            Some(start) => write!(f, "fen {start} moves {turns}"),
        }
    }
}

/// Why there are no openings, or no further ones.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// An opening of a file, of a list, or of those already made is wrong: which one, the turn, and the reason.
    #[error("{0}")]
    Invalid(String),
    /// The file or list is empty.
    #[error("there are no openings: expected one a line, such as turns, `startpos` or `fen F moves T ...`")]
    Empty,
    /// The limit of balance is out of range.
    #[error("a balance of {0} %: expected 50 to 100, the most that either side may score")]
    Balance(u8),
    /// No random opening passes all checks.
    #[error("found no opening of {turns} random turns for {game}: {counts}. {}", counts.advice())]
    NoneFound {
        /// The game.
        game: &'static str,
        /// The number of turns of an opening.
        turns: usize,
        /// How many openings failed which check.
        counts: OpeningCounts,
    },
    /// The checks of random openings failed to run.
    #[error("an opening cannot be checked: {0}")]
    Check(GameError),
}

impl From<String> for OpeningError {
    fn from(fault: String) -> OpeningError {
        OpeningError::Invalid(fault)
    }
}

/// The setting for the openings of a tournament.
///
/// As data it is tagged with `kind`: `{"kind": "listed", "openings": [...]}` or
/// `{"kind": "random", "turns": 4}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Openings {
    /// The openings of a list, over and over.
    Listed {
        /// The list; not empty.
        openings: Vec<Opening>,
        /// Whether the order comes from the seed instead of the list. Every cycle has the same order.
        #[serde(default)]
        shuffled: bool,
    },
    /// Openings of random turns.
    Random(RandomOpenings),
}

impl Default for Openings {
    /// Random openings with the default checks.
    fn default() -> Self {
        Openings::Random(RandomOpenings::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_data() {
        let listed = Openings::Listed {
            openings: vec![Opening::default(), Opening::of_turns(["d4"])],
            shuffled: true,
        };
        let unchecked = Openings::Random(RandomOpenings::unchecked(2));
        for openings in [Openings::default(), unchecked, listed] {
            let text = serde_json::to_string(&openings).unwrap();
            assert_eq!(serde_json::from_str::<Openings>(&text).unwrap(), openings, "{text}");
            let text = toml::to_string(&openings).unwrap();
            assert_eq!(toml::from_str::<Openings>(&text).unwrap(), openings, "{text}");
        }
        let short: Openings = toml::from_str("kind = 'random'\nturns = 6").unwrap();
        assert_eq!(short, Openings::Random(RandomOpenings { turns: 6, ..RandomOpenings::default() }));
        assert!(toml::from_str::<Openings>("kind = 'random'\ntruns = 6").is_err());
        assert!(toml::from_str::<Openings>("kind = 'listed'").is_err());
    }

    #[test]
    fn an_opening_must_not_end_the_game() {
        let rules = games::by_name("take-two").unwrap();
        let over = Opening { start: Some("1 1 2".into()), turns: vec!["a1".into()] };
        assert_eq!(over.reach(&*rules).unwrap_err().to_string(), "the game is over: P1 wins by last-counter");
        let garbled = Opening { start: Some("x".into()), turns: Vec::new() };
        let message = garbled.reach(&*rules).unwrap_err().to_string();
        assert!(message.starts_with("`x` is not a position of the game: "), "{message}");
    }
}
