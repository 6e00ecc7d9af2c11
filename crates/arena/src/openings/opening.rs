//! An opening, and the setting for the openings of a tournament.

use std::fmt;

use abstract_game::facade::{AnyMatch, AnyRules};
use printable::excerpt;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::random::{OpeningCounts, RandomOpenings};

/// A position, and turns from there that are played before the players take over.
///
/// `to_string` writes it as a line of a [file](super::parse_openings): `startpos`, `d4 c3`, `fen F` or
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

/// Why there are no openings, or no further ones.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// An opening is wrong (which one, the turn, and the reason), cannot be checked, or the settings are wrong.
    #[error("{0}")]
    Invalid(String),
    /// The file or list is empty.
    #[error("there are no openings: expected one a line, such as turns, `startpos` or `fen F moves T ...`")]
    Empty,
    /// No random opening of this number of turns passes all checks: the game, and how many openings failed which check.
    #[error(
        "found no opening of {1} random turns for {0}: {2}. To find some, use fewer opening turns or one more, a \
         larger board, a greater score, or less effort or fewer nodes (0: no search)"
    )]
    NoneFound(&'static str, usize, OpeningCounts),
}

impl From<String> for OpeningError {
    fn from(fault: String) -> OpeningError {
        OpeningError::Invalid(fault)
    }
}
